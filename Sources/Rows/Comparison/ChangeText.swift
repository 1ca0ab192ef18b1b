package import ListData

/// Writes changes of rows: a mark, a tab and the row, with each changed cell as `old → new`.
package struct ChangeText: Sendable {
  package let files: ComparedTables
  package let format: OutputFormat
  package let columns: ComparedColumns
  /// The time of the changes, for objects of JSON that include it.
  package var time: WallTime?

  /// The old column of each new one, and the objects of JSON: they are needed for each change.
  private let oldColumns: [Int?]
  private let (oldRows, newRows): (JSONRow, JSONRow)

  package init(files: ComparedTables, format: OutputFormat, columns: ComparedColumns, time: WallTime? = nil) {
    (self.files, self.format, self.columns, self.time) = (files, format, columns, time)
    oldRows = JSONRow(files.old, files.oldNames, columns: columns.pairs?.compactMap(\.old))
    newRows = JSONRow(files.new, files.names, columns: columns.pairs?.compactMap(\.new))
    oldColumns = files.new.columns.indices.map(files.oldColumn)
  }

  private static let arrow = Array(" → ".utf8)

  /// The names of the columns, that of the marks first.
  package var names: [String] { ["change"] + columns.names(files) }

  /// Returns the line above the changes: the names of the columns, in CSV.
  package func head() -> [UInt8] {
    format == .csv && (files.new.isNamed || files.old.isNamed)
      ? CSVText.line(names.map { Array($0.utf8) }) : []
  }

  /// Returns some changes as a text in CSV, which ``tableOptions`` reads: queries and the screen are about its rows.
  ///
  /// - Parameters:
  ///   - members: The members of JSON that are columns too; if there are any, changed cells have only their new value.
  ///   - showsOld: Whether changed cells have their old value too; as text, `3 → 7` is no number.
  package static func table(
    of changes: [ListedChange], _ files: ComparedTables, openingMembers members: [String] = [],
    showsOld: Bool = true
  ) -> TextBytes {
    let opened = files.opening(membersNamed: members)
    let isSame =
      (opened.old.columns.count, opened.new.columns.count) == (
        files.old.columns.count, files.new.columns.count
      )
    let text = Self(files: opened, format: .csv, columns: ComparedColumns(opened))
    let names = text.names.enumerated().map { $1.isEmpty ? "\($0)" : $1 }
    let bytes = changes.reduce(into: CSVText.line(names.map { Array($0.utf8) })) { bytes, change in
      var change = change
      // The columns of a change are those of the files.
      if !isSame || !showsOld { (change.columns, change.goneColumns) = ([], []) }
      bytes += text.line(change)
    }
    return TextBytes(bytes)
  }

  package static let tableOptions = ReaderOptions(format: .csv, header: .line(1))

  package func line(_ change: ListedChange) -> [UInt8] {
    let mark = Array(change.kind.rawValue.utf8)
    switch format {
    case .raw: return mark + [0x09] + rawLine(change) + [0x0A]
    case .json: return object(change) + [0x0A]
    case .csv, .tsv, .template:
      return RowText(format: format, columns: nil).line([mark] + cells(change))
    }
  }

  /// Returns the numbers of characters of the old values, by the position of the printed cell.
  package func oldLengths(_ change: ListedChange) -> [Int: Int] {
    guard change.kind == .changed else { return [:] }
    var lengths: [Int: Int] = [:]
    func note(_ position: Int?, _ old: [UInt8]) {
      if let position { lengths[position] = String(decoding: old, as: UTF8.self).count }
    }
    for column in change.columns { note(columns.position(of: column), oldCell(change, column)) }
    for column in change.goneColumns {
      note(columns.position(ofGone: column), files.old.exactBytes(change.oldRow ?? 0, column))
    }
    return lengths
  }

  private func cells(_ change: ListedChange) -> [[UInt8]] {
    guard let row = change.row else { return cells(change.oldRow ?? 0, of: files.old, \.old) }
    var cells = cells(row, of: files.new, \.new)
    for column in change.columns {
      let new = files.new.exactBytes(row, column)
      let old = oldCell(change, column)
      guard let position = columns.position(of: column) else { continue }
      // This may be an additional cell that only the old row has.
      while cells.count <= position { cells.append([]) }
      cells[position] = old + Self.arrow + new
    }
    for column in change.goneColumns {
      guard let position = columns.position(ofGone: column) else { continue }
      cells[position] = files.old.exactBytes(change.oldRow ?? 0, column) + Self.arrow
    }
    return cells
  }

  private func cells(
    _ row: Int, of table: TextTable, _ column: KeyPath<ComparedColumns.Pair, Int?>
  ) -> [[UInt8]] {
    guard let pairs = columns.pairs else {
      return RowText(format: format, columns: nil).cells(row, of: table)
    }
    return pairs.map { pair in pair[keyPath: column].map { table.exactBytes(row, $0) } ?? [] }
  }

  /// Returns the line as it was read, with the changed cells at their positions.
  private func rawLine(_ change: ListedChange) -> [UInt8] {
    guard let row = change.row else { return Array(files.old.bytes[files.old.line(change.oldRow ?? 0)]) }
    let table = files.new
    let line = table.line(row)
    var text: [UInt8] = []
    var start = line.lowerBound
    let positions = change.columns.map { column in
      column < table.columns.count
        ? (table.exactCell(row, column), column) : (line.upperBound..<line.upperBound, column)
    }
    for (range, column) in positions.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
    where range.lowerBound >= start && !TextTable.isComputed(range) {
      text += table.bytes[start..<range.lowerBound]
      // A removed cell has no position in the line.
      if range.isEmpty, range.lowerBound == line.upperBound { text.append(0x20) }
      text += oldCell(change, column) + Self.arrow + Array(table.bytes[range])
      start = range.upperBound
    }
    text += table.bytes[start..<line.upperBound]
    for column in change.goneColumns {
      text += [0x20] + files.old.exactBytes(change.oldRow ?? 0, column) + Self.arrow
    }
    // A row is printed on one line.
    return text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
  }

  private func object(_ change: ListedChange) -> [UInt8] {
    var members = time.map { [("time", JSONText.string(Array($0.rfc3339.utf8)))] } ?? []
    members.append(("change", JSONText.string(Array(change.kind.rawValue.utf8))))
    members.append(("row", change.row.map(newRows.text) ?? oldRows.text(change.oldRow ?? 0)))
    if change.kind == .changed, let oldRow = change.oldRow {
      func old(_ column: Int?) -> [UInt8] {
        column.flatMap { oldRows.value(oldRow, $0) } ?? Array("null".utf8)
      }
      let former = change.columns.filter { $0 < oldColumns.count }.map { column in
        (files.names.names[column], old(oldColumns[column]))
      }
      let gone = change.goneColumns.map { (files.oldNames.names[$0], old($0)) }
      members.append(("old", JSONRow.object(former + gone)))
    }
    return JSONRow.object(members.map { (name: $0.0, value: $0.1) })
  }

  private func oldCell(_ change: ListedChange, _ column: Int) -> [UInt8] {
    guard let oldRow = change.oldRow else { return [] }
    if column >= files.new.columns.count {
      return files.old.exactBytes(oldRow, column - files.new.columns.count + files.old.columns.count)
    }
    return oldColumns[column].map { files.old.exactBytes(oldRow, $0) } ?? []
  }
}
