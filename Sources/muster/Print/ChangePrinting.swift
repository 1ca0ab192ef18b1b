import Files
import ListData
import ListSearch
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

  /// Prints the changes. Returns 0 if nothing changed, 1 if something did; 2 if a file is not valid.
  func print(from old: FilePathBytes, to new: FilePathBytes) throws -> Int32 {
    let files = try ComparedReading(from: old, to: new, options.reading.options).read()
    let text = ChangeText(files: files, format: options.rowFormat, columns: try columns(of: files))
    let changes = try chosen(ChangeList(of: files).changes, files, text.columns, isChecked: true)
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
      files: changes.tables, format: .json, columns: try columns(of: changes.tables), time: changes.time)
    for change in try chosen(changes.changes, changes.tables, text.columns) {
      try output.write(text.line(change))
    }
    try output.flush()
  }

  /// Returns the requested columns. The mark of a change is always printed, as the first one.
  private func columns(of files: ComparedTables) throws(ColumnReference.Refusal) -> ComparedColumns {
    let all = ComparedColumns(files)
    let names = ColumnNames(ChangeText(files: files, format: .csv, columns: all).names)
    guard let wanted = selection.wantedColumns(in: names) else { return all }
    let indexes = try wanted.map { column throws(ColumnReference.Refusal) in try column.index(in: names) }
    return all.only(indexes.filter { $0 > 0 }.map { $0 - 1 }, files)
  }

  /// Returns the changes of the requested columns and rows, in the requested order. A query and an
  /// order are about the new value of a changed cell.
  ///
  /// - Parameter isChecked: Whether a query for a column that does not exist is an error.
  private func chosen(
    _ changes: [ListedChange], _ files: ComparedTables, _ columns: ComparedColumns, isChecked: Bool = false
  ) throws -> [ListedChange] {
    var chosen = changes
    if selection.isFiltered || !selection.isInOrder {
      let members = QuerySyntax.columns(namedIn: selection.options.query ?? "")
      let bytes = ChangeText.table(of: changes, files, openingMembers: members, showsOld: false)
      let table = RunReader.table(bytes, ChangeText.tableOptions)
      if isChecked, let missing = selection.query(for: table).missing { throw missing }
      chosen = try selection.rows(of: table, key: nil).map { changes[$0] }
    }
    guard columns != ComparedColumns(files) else { return chosen }
    return chosen.compactMap { change in
      guard change.kind == .changed else { return change }
      var change = change
      change.columns.removeAll { !columns.contains($0) }
      change.goneColumns.removeAll { !columns.contains(gone: $0) }
      return change.columns.isEmpty && change.goneColumns.isEmpty ? nil : change
    }
  }
}

/// Prints the added, removed and changed rows for `--events` as they occur, one object of JSON per line.
///
/// ```text
///  {"time":"2026-11-25T22:04:12.250+01:00","change":"~","row":{"NAME":"a","STATUS":"down"},"old":{"STATUS":"up"}}
/// ```
final class EventPrinting: Sendable {
  private let printing: ChangePrinting
  private let output = Mutex(PrintedOutput(isExact: false))

  /// - Parameter printing: chooses rows and columns.
  init(_ printing: ChangePrinting) { self.printing = printing }

  func print(_ changes: RowChanges) throws {
    try output.withLock { try printing.print(changes, to: &$0) }
  }
}
