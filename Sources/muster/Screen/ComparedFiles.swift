import Files
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
  private let reading: ComparedReading
  private let tables: ComparedTables
  /// The columns of all readings.
  private let identity: RowIdentity

  /// Reads the files, off the main actor.
  ///
  /// - Throws: The error of a file that cannot be read.
  @concurrent
  static func read(
    from old: FilePathBytes, to new: FilePathBytes, _ options: ReadingOptions
  ) async throws -> ComparedFiles {
    let reading = ComparedReading(from: old, to: new, options)
    return ComparedFiles(
      reading: reading, tables: try reading.read(), identity: RowIdentity(choice: KeyOption.none))
  }

  /// Reads the files again, off the main actor.
  @concurrent
  func again() async throws -> ComparedFiles {
    ComparedFiles(reading: reading, tables: try reading.read(after: tables), identity: identity)
  }

  /// Returns the files again whenever one of them has changed, or the reason why they could not be read.
  func changes(clock: any Clock<Duration>) -> some AsyncSequence<Result<ComparedFiles, any Error>, Never> {
    reading.changes(after: tables, clock: clock).map { result in
      result.map { ComparedFiles(reading: reading, tables: $0, identity: identity) }
    }
  }

  /// Returns the changes as a run, off the main actor. A row has the same identifier with and without the
  /// unchanged rows, and after the files were read again.
  ///
  /// - Complexity: O(bytes of the files).
  @concurrent
  func run(showingUnchanged showsUnchanged: Bool) async throws -> Run {
    let text = ChangeText(files: tables, format: .csv, columns: ComparedColumns(tables))
    let changes = ChangeList(of: tables, listsUnchanged: showsUnchanged).changes
    var reader = RunReader(options: ChangeText.tableOptions, identity: identity)
    var run = try reader.finish(RunReader.Reading(bytes: ChangeText.table(of: changes, tables)), at: .now)
    try identity.restart(with: run.table)
    run.schema = identity.schema
    let identifiers = changes.map { change in
      change.row.map { tables.identifiers[$0] } ?? change.oldRow.map { tables.oldIdentifiers[$0] } ?? 0
    }
    run.identifiers = .list(identifiers)
    run.isListOfChanges = true
    run.unchangedCount = changes.count { $0.kind == .unchanged }
    var changedCells = ChangedCells()
    for (row, change) in changes.enumerated() where change.kind == .changed {
      // The first column is the kind of change.
      let lengths = Dictionary(uniqueKeysWithValues: text.oldLengths(change).map { ($0 + 1, $1) })
      changedCells.add(lengths, of: row, identifiers[row], in: run.table) {
        text.columns.hasNumbers(at: $0 - 1, tables)
      }
    }
    run.changedCells = changedCells
    let counts = Dictionary(grouping: changes, by: \.kind).mapValues(\.count)
    run.changeSummary = [("+", ListedChange.Kind.added), ("−", .removed), ("~", .changed), ("^", .moved)]
      .compactMap { sign, mark in counts[mark].map { "\(sign)\($0)" } }.joined(separator: " ")
    // The columns of the key are one further right, after the kind of change.
    run.key = tables.key.columns.map { .columns($0.map { $0 + 1 }) } ?? tables.key
    return run
  }
}
