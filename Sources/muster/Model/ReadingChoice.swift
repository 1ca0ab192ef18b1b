import ListData

/// How runs are read otherwise than the source reads them: another of several tables, members of JSON as columns.
///
/// ```text
///  source ─▶ Run ─▶ ReadingChoice.read ─▶ Run with other columns ─▶ ListScreen
/// ```
///
/// The source, its history and what is waited for stay as they are; a run that is shown is read anew from its text. Runs
/// that follow are read by the shape of the first, and have its schema.
struct ReadingChoice: Sendable {
  /// What is asked for; nil where runs are shown as the source reads them.
  private(set) var options: ReaderOptions?
  /// What tells one choice from those before.
  private(set) var number = 0
  /// Whether rows are identified by their position.
  private let isFollowing: Bool
  /// How the last run was read.
  private var shape: TableShape?
  private var schema: Int?
  /// The rows of a run that is still arriving, and how the source has read it.
  private var growing: (number: Int, sourceShape: TableShape, table: TextTable)?

  init(isFollowing: Bool = false) { self.isFollowing = isFollowing }

  /// Asks for something else from now on.
  mutating func choose(_ options: ReaderOptions?) {
    let number = number + 1
    self = ReadingChoice(isFollowing: isFollowing)
    self.options = options
    self.number = number
  }

  /// Reads a run of the source, or one that was read by another choice, as it is asked for.
  ///
  /// - Complexity: O(*n*) in the bytes of the run, or of those that have arrived since.
  mutating func read(_ run: Run, _ identity: RowIdentity) -> Run {
    guard let options else { return run }
    var table: TextTable
    if let growing, growing.number == run.number, growing.sourceShape == run.table.shape,
      growing.table.bytes.count <= run.table.bytes.count
    {
      table = run.table.reading(as: growing.table.shape, extending: growing.table)
    } else {
      table = run.table.reading(as: shape(of: run.table.bytes, options))
    }
    growing = run.isComplete ? nil : (run.number, run.table.shape, table)
    var read = run
    read.table = table
    // Before the source knows a key there is no schema either.
    guard run.key != nil else {
      read.identifiers = .places(table.rowCount)
      return read
    }
    let schema = schema ?? identity.schema(of: table)
    self.schema = schema
    read.schema = schema
    read.key = identity.key(of: schema)
    read.identifiers =
      isFollowing || !run.isComplete
      ? .places(table.rowCount) : identity.identifiers(of: table, in: schema)
    return read
  }

  private mutating func shape(of bytes: TextBytes, _ options: ReaderOptions) -> TableShape {
    if let fitted = shape?.fitted(to: bytes) { return fitted }
    let found = TableReader.shape(of: bytes, options: options)
    shape = found
    schema = nil
    return found
  }

  /// The same, off the main actor.
  @concurrent
  func reading(_ run: Run, _ identity: RowIdentity) async -> (run: Run, choice: ReadingChoice) {
    var choice = self
    let run = choice.read(run, identity)
    return (run, choice)
  }
}

// MARK: - Choices

extension ReadingChoice {
  /// What is asked for to see the table some steps further down, or of an object of JSON another of its arrays; nil where
  /// there is one table only.
  ///
  /// - Complexity: O(1) in the number of bytes, beyond the first 64 KiB; O(*n*) for JSON.
  static func options(for step: Int, from table: TextTable, _ options: ReaderOptions) -> ReaderOptions? {
    let count = table.shape.count
    guard count > 1 else { return self.options(forArray: step, from: table, options) }
    var wanted = options
    wanted.table = (table.shape.number - 1 + step + count) % count + 1
    return wanted
  }

  /// The object itself is one of the choices: it is a row whose cells count the elements of its arrays.
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
      options.rows == nil ? table : table.reading(as: TableReader.shape(of: table.bytes, options: wanted))
    let choices = [nil] + object.arraysOfOneRow.map(\.name)
    guard choices.count > 1, let current = choices.firstIndex(of: options.rows) else { return nil }
    wanted.rows = choices[(current + step + choices.count) % choices.count]
    return wanted
  }

  /// What is asked for to open the objects of a column of JSON, or to close those whose member it is; nil where it is
  /// neither.
  ///
  /// - Complexity: O(*n*) in the first rows.
  static func options(
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
    // What is open inside it opens with it again only when it is asked for.
    wanted.opened = opened.filter { $0 != outer && !$0.hasPrefix(outer + ".") }
    return (wanted, outer, false)
  }
}

extension ReadingChoice {
  /// How many bytes, and how many columns, are searched for members that identify rows.
  private static let sample = 1 << 20
  private static let mostObjects = 8

  /// What is asked for so that a member identifies the rows of JSON that only whole objects or rows would, as
  /// `metadata.name` does those of `kubectl get pods -o json`; nil where no member is needed, or none does.
  ///
  /// - Complexity: O(1) in the number of bytes, beyond a mebibyte.
  @concurrent
  static func identifying(_ run: Run, _ options: ReaderOptions) async -> ReaderOptions? {
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
      let opened = TextTable(bytes, shape: table.shape.ofConvertedText.opening([name]), isComplete: false)
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
  /// Whether another column has its name.
  fileprivate func isRepeatedName(in table: TextTable) -> Bool { table.columns.count { $0.name == name } > 1 }
}

extension TextTable {
  /// How many rows are read to find what columns hold; of wide tables, how many cells.
  private static let sampleOfObjects = 1_000
  private static let sampleOfCells = 200_000

  /// The columns of JSON whose first value is an object.
  ///
  /// - Complexity: O(*n*) in the first rows, each of which is cut once.
  fileprivate var columnsOfObjects: Set<Int> {
    guard shape.format == .json else { return [] }
    var unknown = Set(columns.indices)
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
