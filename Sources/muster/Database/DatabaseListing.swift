import Databases
import ListData
import Rows
import Runs

/// Rows of a database that are all read at once, as a list like any other: its tables, the rows of a
/// statement, a view.
struct DatabaseListing: Sendable {
  enum Content: Sendable {
    case tables
    /// Statements whose rows are read one after the other, such as those of a view.
    case rows([SQLStatement])
  }

  let database: any Database
  let content: Content
  let title: String
  /// The maximum number of rows to read; nil for all.
  var most: Int? = Self.mostShown

  /// The maximum number of rows on a screen, where the list is read again and again.
  static let mostShown = 200_000

  /// The rows, and when to read them again.
  var polledText: PolledText {
    PolledText(
      title: title, ask: { try await text() },
      watch: { [database] interval, mayHaveChanged in
        for await _ in database.changes(of: nil, every: interval) { mayHaveChanged() }
      })
  }

  /// Reads all rows.
  ///
  /// - Returns: CSV, and whether there are more rows than the maximum.
  private func text() async throws -> (bytes: [UInt8], isCut: Bool) {
    switch content {
    case .tables:
      let rows = try await database.tables().map {
        [$0.name, $0.kind, Self.text($0.rows), Self.text(ofSize: $0.bytes)]
      }
      return (
        ([["name", "kind", "rows", "size"]] + rows).flatMap { CSVText.line($0.map { Array($0.utf8) }) }, false
      )
    case .rows(let statements):
      let text = Gathered()
      let most = most ?? .max
      try await database.forEachRow(of: statements) { columns in
        (text.bytes, text.count) = (CSVText.line(columns.map { Array($0.name.utf8) }), 0)
      } _: { cells in
        if text.count == most {
          text.isCut = true
          return false
        }
        text.count += 1
        text.bytes += CSVText.line((0..<cells.count).map { Self.bytes(cells[$0]) })
        return true
      }
      return (text.bytes, text.isCut)
    }
  }

  // Filled on the queue of a read, and used after the read.
  private final class Gathered: @unchecked Sendable {
    var bytes: [UInt8] = []
    var count = 0
    var isCut = false
  }

  private static func bytes(_ cell: SQLCell) -> [UInt8] {
    cell.kind == .blob ? Array("blob of \(cell.bytes.count) bytes".utf8) : Array(cell.bytes)
  }

  private static func text(_ rows: TableSummary.RowCount?) -> String {
    switch rows {
    case nil: ""
    case .exactly(let count)?: "\(count)"
    case .about(let count)?: "~\(count)"
    }
  }

  /// Returns a size in bytes as text: `12K`, `1.5G`.
  private static func text(ofSize bytes: Int?) -> String {
    guard let bytes else { return "" }
    let (size, unit) = RowCells.scaled(Double(bytes))
    let tenths = Int((size * 10).rounded())
    return unit.isEmpty || tenths >= 100
      ? "\(Int(size.rounded()))\(unit)" : "\(tenths / 10).\(tenths % 10)\(unit)"
  }
}
