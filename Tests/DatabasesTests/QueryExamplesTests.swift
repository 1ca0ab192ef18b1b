import ListKitPaging
import Databases
import Foundation
import ListData
import ListKit
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Rows

/// The examples in `Documentation/queries.md`, for everything that evaluates queries: rows of text, a search index
/// and a database.
@Suite("Examples of queries") struct QueryExamplesTests {
  private let lines: [String]

  init() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let page = try String(contentsOfFile: "/\(root)/Documentation/queries.md", encoding: .utf8)
    lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The lines of the example table.
  private var rows: [String] {
    Array(lines.drop { $0 != "```csv" }.dropFirst().prefix { $0 != "```" })
  }

  /// The queries, and the names of the rows that they find.
  private var examples: [(query: String, names: [String])] {
    lines.drop { $0 != "| query | rows |" }.dropFirst(2).prefix { $0.hasPrefix("|") }.flatMap { line in
      let cells = line.replacing("\\|", with: "\0").split(separator: "|").map {
        $0.replacing("\0", with: "|").trimmingCharacters(in: .whitespaces)
      }
      let names = cells.count > 1 ? cells[1].split(separator: ", ").map(String.init).filter { $0 != "" } : []
      return cells[0].split(separator: "`").enumerated().filter { $0.offset % 2 == 0 }.map {
        (String($0.element), names)
      }
    }
  }

  @Test("Rows of text, a search index and a database find the rows that the page says")
  func examplesOfThePage() async throws {
    #expect(rows.count == 5 && examples.count > 20)
    let bytes = TextBytes(rows.map { $0 + "\n" }.joined())
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    let values = rows.dropFirst().map { row in
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      return "(\(cells.map { $0.isEmpty ? "NULL" : "'\($0)'" }.joined(separator: ", ")))"
    }
    let database = try TemporaryDatabase(
      """
      CREATE TABLE pods (name TEXT, status TEXT, restarts INT, size INT, note TEXT);
      INSERT INTO pods VALUES \(values.joined(separator: ", "));
      """)
    let engine = try await database.engine("pods")
    let index = RowIndex()
    for (text, names) in examples {
      let query = RowQuery(text, for: table, now: 0)
      func found(_ search: RowSearch) -> [String] {
        query.search(among: 0..<table.rowCount, search).rows.sorted().map { table.text($0, 0) }
      }
      expectEqual(found(.words), names, "rows: \(text)")
      expectEqual(found(.ranked(index)), names, "index: \(text)")
      let filter = TableFilter(text, of: engine.table.columns)
      if text.contains("~") {
        expectEqual(filter.problem, "a database cannot search for a regular expression")
      } else {
        try await expectEqual(
          engine.all(text).compactMap { $0.content[0] }, names, "database: \(text)")
        expectEqual(filter.problem == nil, query.problem == nil && query.missing == nil, "\(text)")
      }
    }
  }
}
