import Dispatch
import Files
import LibC
import ListKit
import ListKitPaging
import Synchronization

/// A file that memory cannot hold: its first rows are a table at once, and all of them are one on disk, once they
/// are copied. A file that changes is copied again.
final class DuckLoading: Sendable {
  private struct State {
    /// Whether all rows are read.
    var isComplete = false
    var note: String?
  }

  private let path: String
  private let folder: String
  /// The database on disk. Two of them never share what DuckDB writes beside it.
  private let file: String
  private let isJSON: Bool
  private let state: Mutex<State>
  private let loads = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))
  private let reads = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// The number of rows that are shown at once.
  private static let first = 10_000

  /// - Parameter folder: Where the rows are copied to.
  init(_ path: String, in folder: String) {
    (self.path, self.folder) = (path, folder)
    file = "\(folder)/\(UInt64.random(in: 0 ... .max)).duckdb"
    isJSON = [".jsonl", ".ndjson"].contains { path.lowercased().hasSuffix($0) }
    state = Mutex(State(note: "the first \(Self.first) rows, while all are read"))
  }

  deinit { reads.continuation.finish() }

  /// The table in SQL, and a note about it for the user.
  var table: (source: String, note: String?) {
    state.withLock { ($0.isComplete ? "rows.whole" : "first", $0.note) }
  }

  var isComplete: Bool { state.withLock(\.isComplete) }

  /// A value each time that all rows were copied.
  var changes: AsyncStream<PageChange> { loads.stream }

  /// Returns the rows of the file in SQL.
  private func rows(_ option: String? = nil) -> String {
    "\(isJSON ? "read_json" : "read_csv")(\(path.sqlLiteral)\(option.map { ", " + $0 } ?? ""))"
  }

  /// Opens the database with the first rows. A single thread does not read beyond them.
  func open(memory: Int?) throws -> DuckInstance {
    let rows = rows(isJSON ? nil : "parallel = false")
    return try DuckInstance(
      nil, folder: folder, memory: memory, setup: ["CREATE TABLE first AS FROM \(rows) LIMIT \(Self.first)"])
  }

  /// Lets copying begin, which would delay the first rows.
  func didRead() { reads.continuation.yield() }

  /// Copies the file after the first read, and again after each change, until the object is gone.
  func start(_ instance: DuckInstance) throws {
    let connection = try DuckConnection(instance)
    let queue = DispatchQueue(label: "databases.loading", qos: .utility)
    Task { [weak self, path, reads = reads.stream] in
      for await _ in reads { break }
      for await _ in FileChanges(paths: [path], makeValue: { { FileStatus(path: path) } }).stream() {
        guard let self else { return }
        await withCheckedContinuation { continuation in
          queue.async {
            self.copy(connection)
            continuation.resume()
          }
        }
      }
    }
  }

  private func copy(_ connection: DuckConnection) {
    do {
      let note = try copyRows(connection)
      state.withLock { $0 = State(isComplete: true, note: note) }
    } catch {
      try? connection.execute("ROLLBACK")
      let rows = isComplete ? "the rows of the former copy" : "only the first \(Self.first) rows"
      let note = "\(rows): \(error)"
      state.withLock { $0.note = note }
      // Readers notice that the table is another one.
      try? connection.execute("COMMENT ON TABLE \(table.source) IS \(note.sqlLiteral)")
    }
    loads.continuation.yield(.certain)
  }

  /// - Returns: A note about the rows for the user.
  private func copyRows(_ connection: DuckConnection) throws -> String? {
    // The file has no name any more, so that nothing of it is left, however the program ends.
    mkdir(folder, 0o700)
    try connection.execute("ATTACH IF NOT EXISTS \(file.sqlLiteral) AS rows")
    unlink(file)
    var note: String?
    do {
      try connection.execute("CREATE OR REPLACE TABLE rows.next AS FROM \(rows())")
    } catch {
      if isJSON { throw error }
      // A value further on does not have the type of its column.
      try connection.execute("CREATE OR REPLACE TABLE rows.next AS FROM \(rows("all_varchar = true"))")
      note = "all columns are text: \(error)"
    }
    // At each moment there is a table to read.
    try connection.execute(
      "BEGIN; DROP TABLE IF EXISTS rows.whole; ALTER TABLE rows.next RENAME TO whole; COMMIT")
    return note
  }
}
