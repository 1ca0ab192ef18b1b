import ListData
import ListKitPaging
import TerminalTesting
import TestSupport
import Testing

@testable import DatabaseTesting
@testable import Databases
@testable import Rows

/// The same rows from a file that muster reads, from SQLite and from DuckDB.
@Suite(.enabled(if: TemporaryDuck.isInstalled, Comment(rawValue: TemporaryDuck.reason)))
struct DifferentialTests {
  /// A row as text, without differences in how readers write a value.
  private struct Line {
    var id: Int
    var kind: String
    var name: String
    var size: Int
    var price: Int
    var day: Int

    var texts: [String] {
      ["\(id)", kind, name, "\(size)", "\(price).25", "2024-03-\(day < 10 ? "0" : "")\(day)"]
    }
  }

  private static let names = ["id", "kind", "name", "size", "price", "day"]
  private static let words = ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove"]

  private static func lines(_ generator: inout SeededGenerator) -> [Line] {
    (1...400).map { id in
      Line(
        id: id, kind: words[Int.random(in: 0..<4, using: &generator)],
        name: words.randomElement(using: &generator)! + " " + words.randomElement(using: &generator)!,
        size: Int.random(in: -50...50, using: &generator), price: Int.random(in: 0...9, using: &generator),
        day: Int.random(in: 1...30, using: &generator))
    }
  }

  /// Returns a query of one to three conditions.
  private static func query(_ generator: inout SeededGenerator) -> String {
    func word() -> String {
      let word = words.randomElement(using: &generator)!
      return Bool.random(using: &generator)
        ? word : String(word.dropFirst(Int.random(in: 0...2, using: &generator)).prefix(3))
    }
    func relation() -> String { ["<", "<=", ">", ">=", "=", "!="].randomElement(using: &generator)! }
    func condition() -> String {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: word()
      case 1: "!" + word()
      case 2: "kind:" + ["", "^", "!="].randomElement(using: &generator)! + word()
      case 3: "name:\(word())$"
      case 4: "size:\(relation())\(Int.random(in: -55...55, using: &generator))"
      case 5:
        "price:\(relation())\(Int.random(in: 0...9, using: &generator)).\(Bool.random(using: &generator) ? "25" : "5")"
      case 6: "day:\(relation())2024-03-\(Int.random(in: 10...29, using: &generator))"
      default: "kind:=\(word())|\(word())|size:>\(Int.random(in: 0...50, using: &generator))"
      }
    }
    return (0..<Int.random(in: 1...3, using: &generator)).map { _ in condition() }.joined(separator: " ")
  }

  @Test("CSV, SQLite and DuckDB give the same rows, groups and totals for random queries")
  func queries() async throws {
    var generator = SeededGenerator(seed: 57)
    let lines = Self.lines(&generator)
    let csv = ([Self.names] + lines.map(\.texts)).map { $0.joined(separator: ",") + "\n" }.joined()
    let bytes = TextBytes(csv)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: .csv)))
    let values = lines.map { "(" + $0.texts.map { "'\($0)'" }.joined(separator: ",") + ")" }.joined(
      separator: ",")
    let sqlite = try TemporaryDatabase(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, kind TEXT, name TEXT, size INT, price REAL, day TEXT); INSERT INTO t VALUES \(values)"
    )
    let duck = try TemporaryDuck()
    try duck.folder.write(csv, to: "t.csv")
    try duck.execute(
      "COPY (SELECT * REPLACE (price::DECIMAL(9,2) AS price) FROM 'DIR/t.csv') TO 'DIR/t.parquet'")
    let engines = [try await sqlite.engine("t"), try await duck.engine("t.parquet")]
    for _ in 0..<(TestRun.isThorough ? 300 : 40) {
      let text = Self.query(&generator)
      let column = Int.random(in: 0..<Self.names.count, using: &generator)
      let isDescending = Bool.random(using: &generator)
      var arrangement = Arrangement()
      arrangement.query = text
      arrangement.sorts = [Arrangement.Sort(column: column, isDescending: isDescending)]
      arrangement.totals = [0: .distinct, 3: .sum, 4: .sum]
      let ours = ArrangedRows(of: table, key: nil, among: 0..<table.rowCount, arrangement, now: 0)
      guard case .list(let rows) = ours.structure else { throw DatabaseError(.unusable, "no list") }
      let what = Comment(rawValue: "\(text), by \(isDescending ? "-" : "")\(Self.names[column])")
      for engine in engines {
        let order = TableOrder(
          column: column == engine.table.keyColumn ? nil : column, isDescending: isDescending)
        let query = TableQuery(filter: TableFilter(text, of: engine.table.columns), order: order)
        #expect(query.filter.problem == nil, what)
        let found = try await engine.pages([.all], matching: query)[0].rows.map(\.content)
        // Rows with equal values may be in any order.
        expectEqual(
          found.map { $0[column] }.map(Self.plain), rows.map { Self.plain(table.text($0, column)) }, "\(what)"
        )
        expectEqual(
          found.compactMap { $0[0] }.sorted(), rows.map { table.text($0, 0) }.sorted(), "\(what)")
        let totals = try await engine.totals([0: .distinct, 3: .sum, 4: .sum], matching: query).texts
        for (place, total) in ours.totals.all where !rows.isEmpty {
          #expect(totals[place].flatMap(Double.init) == Double(total.text), "\(what) \(place) \(totals)")
        }
        let groups = try await engine.valueCounts(of: 1, matching: query, limit: 100)
        let counts = Dictionary(grouping: rows) { table.text($0, 1) }.mapValues(\.count)
        expectEqual(
          Dictionary(uniqueKeysWithValues: groups.map { ($0.value ?? "", $0.count) }), counts, "\(what)")
      }
    }
    withExtendedLifetime((sqlite, duck)) {}
  }

  private static func plain(_ text: String?) -> String? { text.map { Double($0).map { "\($0)" } ?? $0 } }
}
