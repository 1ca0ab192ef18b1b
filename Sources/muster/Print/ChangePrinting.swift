import ListData
import Synchronization

/// Prints the changes from one file to another.
struct ChangePrinting: Sendable {
  private let options: MusterOptions
  private let selection: RowSelection

  init(_ options: MusterOptions, selection: RowSelection) {
    self.options = options
    self.selection = selection
  }

  /// Prints the changes.
  ///
  /// - Returns: 0 if nothing changed, 1 if something did; 2 if a file is not valid.
  func print(from old: FilePathBytes, to new: FilePathBytes) throws -> Int32 {
    let files = try ComparedTables(from: old, to: new, options.reading)
    let text = ChangeText(
      files: files, format: options.rowFormat,
      columns: try ComparedColumns(files, selection.wantedColumns(in: files.newNames)))
    if let missing = selection.missing(in: files.new), selection.missing(in: files.old) != nil {
      throw missing
    }
    let changes = try chosen(
      ChangeList(of: files).changes, files,
      text.columns)
    var output = PrintedOutput(isExact: options.use.output != nil)
    if !changes.isEmpty { try output.write(text.head()) }
    for change in changes { try output.write(text.line(change)) }
    try output.finish()
    let flaws = [(old, files.old.flaw), (new, files.new.flaw)].compactMap { path, flaw in
      flaw.map { "\(path.text): \($0)" }
    }
    flaws.forEach(Muster.note)
    return flaws.isEmpty ? (changes.isEmpty ? 0 : 1) : 2
  }

  /// Prints the changes of a run as objects of JSON that include its time.
  func print(_ changes: RowChanges, to output: inout PrintedOutput) throws {
    let text = ChangeText(
      files: changes.tables, format: .json,
      columns: try ComparedColumns(changes.tables, selection.wantedColumns(in: changes.tables.newNames)),
      time: changes.time)
    for change in try chosen(changes.changes, changes.tables, text.columns) {
      try output.write(text.line(change))
    }
    try output.flush()
  }

  /// Returns the changes of the requested columns and rows, in the requested order.
  private func chosen(
    _ changes: [ListedChange], _ files: ComparedTables, _ columns: ComparedColumns
  ) throws -> [ListedChange] {
    var chosen = changes
    if selection.wantedColumns(in: files.newNames) != nil {
      chosen = chosen.compactMap { change in
        guard change.mark == .changed else { return change }
        var change = change
        change.columns.removeAll { !columns.contains($0) }
        change.goneColumns.removeAll { !columns.contains(gone: $0) }
        return change.columns.isEmpty && change.goneColumns.isEmpty ? nil : change
      }
    }
    if selection.isFiltered {
      let (old, new) = (
        Set(try selection.matching(0..<files.old.rowCount, of: files.old)),
        Set(try selection.matching(0..<files.new.rowCount, of: files.new))
      )
      chosen = chosen.filter { $0.row.map(new.contains) ?? false || $0.oldRow.map(old.contains) ?? false }
    }
    if selection.isInOrder { return chosen }
    // Removed rows, then the others in their new order.
    let (oldNames, names) = (
      ColumnNames(of: files.old), ColumnNames(of: files.new)
    )
    let rows = try selection.rows(of: files.new, key: files.key, or: oldNames)
    let oldRows = try selection.rows(of: files.old, key: files.oldKey, or: names)
    let byRow = Dictionary(
      uniqueKeysWithValues: chosen.compactMap { change in change.row.map { ($0, change) } })
    let gone = Dictionary(
      uniqueKeysWithValues: chosen.compactMap { $0.row == nil ? ($0.oldRow ?? 0, $0) : nil })
    return oldRows.compactMap { gone[$0] } + rows.compactMap { byRow[$0] }
  }
}

/// Writes changes of rows: a mark, a tab and the row, with each changed cell as `old → new`.
struct ChangeText: Sendable {
  let files: ComparedTables
  let format: OutputFormat
  let columns: ComparedColumns
  /// The time of the changes, for objects of JSON that include it.
  var time: WallTime?

  private static let arrow = Array(" → ".utf8)

  /// Returns the line above the changes: the names of the columns, in CSV.
  func head() -> [UInt8] {
    guard format == .csv else { return [] }
    let names = columns.names(files)
    guard names.contains(where: { !$0.isEmpty }) else { return [] }
    return CSVText.line([Array("change".utf8)] + names.map { Array($0.utf8) })
  }

  /// Returns a change with its line end.
  func line(_ change: ListedChange) -> [UInt8] {
    let mark = Array(change.mark.rawValue.utf8)
    switch format {
    case .raw: return mark + [0x09] + rawLine(change) + [0x0A]
    case .json: return object(change) + [0x0A]
    case .csv, .tsv, .template:
      return RowText(format: format, columns: nil).line([mark] + cells(change))
    }
  }

  /// Returns the numbers of characters of the old values, by the position of the printed cell.
  func oldLengths(_ change: ListedChange) -> [Int: Int] {
    guard change.mark == .changed else { return [:] }
    var lengths: [Int: Int] = [:]
    func note(_ place: Int?, _ old: [UInt8]) {
      if let place { lengths[place] = String(decoding: old, as: UTF8.self).count }
    }
    for column in change.columns { note(columns.place(of: column), oldCell(change, column)) }
    for column in change.goneColumns {
      note(columns.place(ofGone: column), files.old.exactBytes(change.oldRow ?? 0, column))
    }
    return lengths
  }

  private func cells(_ change: ListedChange) -> [[UInt8]] {
    guard let row = change.row else { return cells(change.oldRow ?? 0, of: files.old, \.old) }
    var cells = cells(row, of: files.new, \.new)
    for column in change.columns {
      let new = files.new.exactBytes(row, column)
      let old = oldCell(change, column)
      guard let place = columns.place(of: column) else { continue }
      // This may be an additional cell that only the old row has.
      while cells.count <= place { cells.append([]) }
      cells[place] = old + Self.arrow + new
    }
    for column in change.goneColumns {
      guard let place = columns.place(ofGone: column) else { continue }
      cells[place] = files.old.exactBytes(change.oldRow ?? 0, column) + Self.arrow
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

  /// Returns the line as it was read, with the changed cells in their places.
  private func rawLine(_ change: ListedChange) -> [UInt8] {
    guard let row = change.row else { return Array(files.old.bytes[files.old.line(change.oldRow ?? 0)]) }
    let table = files.new
    let line = table.line(row)
    var text: [UInt8] = []
    var start = line.lowerBound
    let places = change.columns.map { column in
      column < table.columns.count
        ? (table.exactCell(row, column), column) : (line.upperBound..<line.upperBound, column)
    }
    for (range, column) in places.sorted(by: { $0.0.lowerBound < $1.0.lowerBound })
    where range.lowerBound >= start {
      text += table.bytes[start..<range.lowerBound]
      // A removed cell has no place in the line.
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
    members.append(("change", JSONText.string(Array(change.mark.rawValue.utf8))))
    if let row = change.row {
      members.append(("row", JSONRow(files.new, columns: columns.pairs?.compactMap(\.new)).text(row)))
    } else {
      members.append(
        ("row", JSONRow(files.old, columns: columns.pairs?.compactMap(\.old)).text(change.oldRow ?? 0)))
    }
    if change.mark == .changed, let oldRow = change.oldRow {
      let names = ColumnNames(of: files.new).names
      let former = change.columns.filter { $0 < names.count }.map { column in
        let value = files.oldColumn(column).flatMap { JSONRow(files.old, columns: nil).value(oldRow, $0) }
        return (names[column], value ?? Array("null".utf8))
      }
      let oldNames = ColumnNames(of: files.old).names
      let gone = change.goneColumns.map { column in
        (oldNames[column], JSONRow(files.old, columns: nil).value(oldRow, column) ?? Array("null".utf8))
      }
      members.append(("old", JSONRow.object(former + gone)))
    }
    return JSONRow.object(members.map { (name: $0.0, value: $0.1) })
  }

  private func oldCell(_ change: ListedChange, _ column: Int) -> [UInt8] {
    guard let oldRow = change.oldRow else { return [] }
    if column >= files.new.columns.count {
      return files.old.exactBytes(oldRow, column - files.new.columns.count + files.old.columns.count)
    }
    return files.oldColumn(column).map { files.old.exactBytes(oldRow, $0) } ?? []
  }
}

/// Prints the added, removed and changed rows for `--events` as they occur, one object of JSON per line.
///
/// ```text
///  {"time":"2026-11-25T22:04:12.250+01:00","change":"~","row":{"NAME":"a","STATUS":"down"},"old":{"STATUS":"up"}}
/// ```
final class EventPrinting: RunObserver {
  private struct State: ~Copyable {
    var reader: RowChangeReader
    var output = PrintedOutput(isExact: false)
  }

  private let printing: ChangePrinting
  private let state: Mutex<State>

  /// - Parameter printing: chooses rows and columns.
  init(_ printing: ChangePrinting, isStream: Bool) {
    self.printing = printing
    state = Mutex(State(reader: RowChangeReader(isStream: isStream)))
  }

  func take(_ run: Run) throws {
    try state.withLock { state in
      guard let changes = state.reader.changes(to: run), !changes.changes.isEmpty else { return }
      try printing.print(changes, to: &state.output)
    }
  }
}
