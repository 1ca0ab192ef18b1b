import Dispatch
import LibC
import ListKit
import ListKitPaging
import Synchronization

/// A file that memory cannot hold: its first rows are a table at once, and all of them are one on disk, once they
/// are copied. A file that changes is copied again.
final class DuckLoading: Sendable {
  private struct State {
    /// The table in SQL, of the first rows until all are copied.
    var table = "first"
    var number = 0
    var note: String?
  }

  private let path: String
  private let reader: String
  private let state: Mutex<State>
  private let loads = AsyncStream<PageChange>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// The number of rows that are shown at once.
  private static let first = 10_000

  init(_ path: String) {
    self.path = path
    let isJSON = [".jsonl", ".ndjson"].contains { path.lowercased().hasSuffix($0) }
    reader = isJSON ? "read_json(\(path.sqlLiteral)" : "read_csv(\(path.sqlLiteral)"
    state = Mutex(State(note: "the first \(Self.first) rows, while all are read"))
  }

  /// The table in SQL, and a note about it for the user.
  var table: (source: String, note: String?) { state.withLock { ($0.table, $0.note) } }

  /// Whether all rows are read.
  var isComplete: Bool { state.withLock { $0.number > 0 } }

  /// A value each time that all rows were copied.
  var changes: AsyncStream<PageChange> { loads.stream }

  /// Opens the database. Its file has no name any more, so that nothing of it is left, however the program ends.
  func open(_ folder: String, memory: Int?) throws -> DuckInstance {
    mkdir(folder, 0o700)
    let file = "\(folder)/rows.duckdb"
    let instance = try DuckInstance(
      nil, folder: folder, memory: memory,
      setup: [
        "ATTACH \(file.sqlLiteral) AS rows", "CREATE TABLE first AS FROM \(reader)) LIMIT \(Self.first)",
      ])
    unlink(file)
    return instance
  }

  /// Copies the file, and again after each change, until the object is gone.
  func start(_ instance: DuckInstance) throws {
    let connection = try DuckConnection(instance)
    let path = path
    let changes = FileChanges(paths: [path]) { { FileState(of: path) } }.stream()
    let queue = DispatchQueue(label: "databases.loading", qos: .utility)
    Task { [weak self] in
      for await _ in changes {
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
    let (former, number) = state.withLock { ($0.table, $0.number + 1) }
    let table = "rows.r\(number)"
    var note: String?
    do {
      do {
        try connection.execute("CREATE TABLE \(table) AS FROM \(reader))")
      } catch {
        // A value further on does not have the type of its column.
        try connection.execute("CREATE TABLE \(table) AS FROM \(reader), all_varchar = true)")
        note = "all columns are text: \(error)"
      }
    } catch {
      guard number == 1, (try? connection.execute("ALTER TABLE first RENAME TO begun")) != nil else { return }
      state.withLock { ($0.table, $0.note) = ("begun", "only the first \(Self.first) rows: \(error)") }
      loads.continuation.yield(.certain)
      return
    }
    state.withLock { $0 = State(table: table, number: number, note: note) }
    try? connection.execute("DROP TABLE \(former)")
    loads.continuation.yield(.certain)
  }
}
