import ListData
import Rows
import Runs
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
    let files = try ComparedTables(from: old, to: new, options.reading.options)
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
