import ListData
import Rows
import Runs

/// Two files and their differences as a list: a row for each change, its kind in the first column.
///
/// ```text
///      id  name
///   ~  2   bob → rob
///   +  3   eve
/// ```
struct ComparedFiles: Sendable {
  private let tables: ComparedTables

  /// Reads the files, off the main actor.
  ///
  /// - Throws: The error of a file that cannot be read.
  @concurrent
  static func read(
    from old: FilePathBytes, to new: FilePathBytes, _ options: ReadingOptions
  ) async throws -> ComparedFiles { ComparedFiles(tables: try ComparedTables(from: old, to: new, options)) }

  /// Returns the changes as a run, off the main actor. A row has the same identifier with and without the
  /// unchanged rows.
  ///
  /// - Complexity: O(bytes of the files).
  @concurrent
  func run(showingUnchanged showsUnchanged: Bool) async throws -> Run {
    let text = ChangeText(files: tables, format: .csv, columns: try ComparedColumns(tables, nil))
    let changes = ChangeList(of: tables, listsUnchanged: showsUnchanged).changes
    let head = text.head()
    let bytes = changes.reduce(into: head) { $0 += text.line($1) }
    let options = ReaderOptions(format: .csv, header: head.isEmpty ? .none : .line(1))
    var builder = RunBuilder(options: options, identity: RowIdentity(choice: KeyOption.none))
    var run = try builder.finish(RunBuilder.Reading(bytes: TextBytes(bytes)))
    let identifiers = changes.map { $0.row ?? tables.new.rowCount + ($0.oldRow ?? 0) }
    run.identifiers = .list(identifiers)
    run.isListOfChanges = true
    run.unchangedCount = changes.count { $0.mark == .unchanged }
    var changedCells = ChangedCells()
    for (row, change) in changes.enumerated() where change.mark == .changed {
      // The first column is the kind of change.
      let lengths = Dictionary(uniqueKeysWithValues: text.oldLengths(change).map { ($0 + 1, $1) })
      changedCells.add(lengths, of: row, identifiers[row], in: run.table) {
        text.columns.hasNumbers(at: $0 - 1, tables)
      }
    }
    run.changedCells = changedCells
    let counts = Dictionary(grouping: changes, by: \.mark).mapValues(\.count)
    run.changeSummary = [("+", ListedChange.Mark.added), ("−", .removed), ("~", .changed), ("^", .moved)]
      .compactMap { sign, mark in counts[mark].map { "\(sign)\($0)" } }.joined(separator: " ")
    // The columns of the key are one further right, after the kind of change.
    run.key = tables.key.columns.map { .columns($0.map { $0 + 1 }) } ?? tables.key
    return run
  }
}
