package import ListData

/// The reading options that a user can choose instead of those of the source; see ``RunReader/choose(_:)``.
package enum ReadingChoice {
  /// Returns the options for the table `step` tables further down, or for another array of a JSON object; nil
  /// if there is only one table.
  ///
  /// - Complexity: O(1) in the number of bytes, beyond the first 64 KiB; O(*n*) for JSON.
  package static func options(for step: Int, from table: TextTable, _ options: ReaderOptions)
    -> ReaderOptions?
  {
    let count = table.shape.count
    guard count > 1 else { return self.options(forArray: step, from: table, options) }
    var wanted = options
    wanted.table = (table.shape.number - 1 + step + count) % count + 1
    return wanted
  }

  /// The object itself is one of the choices: a row whose cells count the elements of its arrays.
  private static func options(
    forArray step: Int, from table: TextTable, _ options: ReaderOptions
  ) -> ReaderOptions? {
    guard table.shape.format == .json else { return nil }
    var wanted = options
    // As `--rows` does.
    wanted.format = .json
    wanted.opened = []
    wanted.rows = nil
    let object =
      options.rows == nil ? table : RunReader.table(table.bytes, wanted)
    let choices = [nil] + object.arraysOfOneRow.map(\.name)
    guard choices.count > 1, let current = choices.firstIndex(of: options.rows) else { return nil }
    wanted.rows = choices[(current + step + choices.count) % choices.count]
    return wanted
  }

  /// Returns the options that open the objects of a JSON column, or that close the objects whose member the
  /// column is; nil if neither applies.
  ///
  /// - Complexity: O(*n*) in the sampled rows.
  package static func options(
    togglingMembersOf column: Int, of table: TextTable, _ options: ReaderOptions
  ) -> (options: ReaderOptions, column: String, isOpening: Bool)? {
    guard table.shape.format == .json, let name = table.columns[column].name else { return nil }
    let opened = table.shape.openedMembers
    var wanted = options
    if table.columnsOfObjects.contains(column), !table.columns[column].isRepeatedName(in: table) {
      wanted.opened = opened.union([name])
      return (wanted, name, true)
    }
    let outer = opened.filter { name.hasPrefix($0 + ".") }.max { $0.count < $1.count }
    guard let outer else { return nil }
    // This also closes nested objects, so that they do not reopen together with this one.
    wanted.opened = opened.filter { $0 != outer && !$0.hasPrefix(outer + ".") }
    return (wanted, outer, false)
  }
}

extension ReadingChoice {
  /// The number of bytes, and of columns, that are searched for members that identify rows.
  private static let sample = 1 << 20
  private static let mostObjects = 8

  /// Returns the options that open a member which identifies the rows of JSON, if otherwise only entire
  /// objects or rows would, as `metadata.name` does for `kubectl get pods -o json`; nil if no member is
  /// needed or none identifies them.
  ///
  /// - Complexity: O(1) in the number of bytes, beyond a mebibyte.
  @concurrent
  package static func identifying(_ run: Run, _ options: ReaderOptions) async -> ReaderOptions? {
    let table = run.table
    guard table.shape.format == .json, table.rowCount > 1, table.shape.openedMembers.isEmpty else {
      return nil
    }
    let objects = table.columnsOfObjects
    switch run.key {
    case .columns(let key)? where key.contains(where: objects.contains): break
    case .line?: break
    default: return nil
    }
    let bytes = table.bytes.prefix(sample)
    for column in objects.sorted().prefix(mostObjects) {
      guard let name = table.columns[column].name else { continue }
      let opened = RunReader.table(bytes, by: table.shape.opening([name]), isComplete: false)
      guard case .columns(let key) = KeyGuess(of: opened).key,
        opened.columnsOfObjects.isDisjoint(with: key),
        key.contains(where: { opened.columns[$0].name?.hasPrefix(name + ".") ?? false })
      else { continue }
      var wanted = options
      wanted.opened = [name]
      return wanted
    }
    return nil
  }
}

extension Column {
  /// Whether another column has the same name.
  fileprivate func isRepeatedName(in table: TextTable) -> Bool { table.columns.count { $0.name == name } > 1 }
}

extension TextTable {
  /// The maximum number of rows that are read to recognise objects; in wide tables, of cells.
  private static let sampleOfObjects = 1_000
  private static let sampleOfCells = 200_000

  /// The columns of JSON whose first value other than null is an object.
  ///
  /// - Complexity: O(*n*) in the sampled rows, each of which is split into cells once.
  fileprivate var columnsOfObjects: Set<Int> {
    guard shape.format == .json else { return [] }
    var unknown = Set(columns.indices.filter { !columns[$0].isComputed })
    var found: Set<Int> = []
    let rows = min(rowCount, Self.sampleOfObjects, max(Self.sampleOfCells / max(columns.count, 1), 20))
    for row in 0..<rows where !unknown.isEmpty {
      withCells(of: row) { cells in
        for column in unknown where column < cells.count {
          let cell = bytes[cells[column]]
          guard let first = cell.first, !cell.elementsEqual("null".utf8) else { continue }
          unknown.remove(column)
          if first == UInt8(ascii: "{") { found.insert(column) }
        }
      }
    }
    return found
  }
}
