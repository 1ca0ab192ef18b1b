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

  /// Reads all rows, up to the maximum.
  private func text() async throws -> PolledText.Answer {
    var answer = PolledText.Answer()
    switch content {
    case .tables:
      let rows = try await database.tables().map {
        [$0.name, $0.kind, Self.text($0.rows), Self.text(ofSize: $0.bytes)]
      }
      answer.bytes = ([["name", "kind", "rows", "size"]] + rows)
        .flatMap { CSVText.line($0.map { Array($0.utf8) }) }
      answer.areNumbers = [false, false, nil, nil]
    case .rows(let statements):
      let text = Gathered()
      let most = most ?? .max
      try await database.forEachRow(of: statements) { columns in
        (text.bytes, text.count) = (CSVText.line(columns.map { Array($0.name.utf8) }), 0)
        text.kinds = columns.map { $0.isNumber ? [.number] : [] }
      } _: { cells in
        if text.count == most {
          text.isCut = true
          return false
        }
        text.count += 1
        text.bytes += CSVText.line(
          (0..<cells.count).map { column in
            let cell = cells[column]
            if column < text.kinds.count { text.kinds[column].insert(cell.kind) }
            return cell.kind == .blob ? Array("blob of \(cell.bytes.count) bytes".utf8) : Array(cell.bytes)
          })
        return true
      }
      (answer.bytes, answer.isCut, answer.areNumbers) = (text.bytes, text.isCut, text.areNumbers)
    }
    return answer
  }

  // Filled on the queue of a read, and used after the read.
  private final class Gathered: @unchecked Sendable {
    var bytes: [UInt8] = []
    var count = 0
    var isCut = false
    /// The declared kinds of the columns, and those of their cells: SQLite has both kinds in one column.
    var kinds: [Set<SQLCell.Kind>] = []

    var areNumbers: [Bool?] {
      kinds.map { kinds in
        switch (kinds.contains(.number), kinds.contains(.text)) {
        case (true, false): true
        case (false, true): false
        default: nil
        }
      }
    }
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
