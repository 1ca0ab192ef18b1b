import TestSupport
import Testing

@testable import ListData

@Suite("Columns that are computed from others") struct ComputedColumnTests {
  private func column(_ definition: String) throws -> ComputedColumn {
    try #require(ComputedColumn(definition, now: 1_790_000_000), "\(definition)")
  }

  private func table(_ text: String, _ definitions: String..., format: TableFormat? = .csv) throws
    -> TextTable
  {
    var options = ReaderOptions(format: format, header: format == .csv ? .line(1) : .auto)
    options.computed = try definitions.map(column)
    return TextTable(TextBytes(text), shape: TableReader.shape(of: TextBytes(text), options: options))
  }

  @Test(
    "A result has the notation of its columns, and is exact",
    arguments: [
      ("a*b", "2.50", "3", "7.50"), ("a*b", "19.99", "1.5", "29.985"), ("a+b", "0.1", "0.2", "0.3"),
      ("a-b", "3", "10", "-7"), ("a*b", "9007199254740993", "3", "27021597764222979"),
      ("a/b", "7", "2", "3.5"),
      ("a/b", "1", "3", "0.333"), ("a/b", "1", "3000", "0.000333"), ("a/b", "6", "3", "2"),
      ("a/b", "6", "0", ""),
      ("a+b", "1.5G", "512M", "2G"), ("a-b", "2G", "1.5G", "512M"), ("a/b", "1.5G", "512M", "3"),
      ("a*2", "1.5G", "x", "3G"), ("a/b", "6M", "1m40s", "61.4K"), ("a+b", "2m30s", "3h", "3h2m"),
      ("a-b", "2026-11-22 12:00", "2026-11-20 09:00", "2d3h"), ("a+b", "1.234,50", "0,50", "1235,00"),
      ("a+b", "3.5%", "1%", "4.5%"), ("a-(b-1)*2", "10", "3", "6"), ("-a+b", "1", "5", "4"),
      ("a+' '+b", "Ann", "Lee", "Ann Lee"), ("a+\"-\"+b*2", "x", "4", "x-8"), ("a*b", "n/a", "2", ""),
      ("a", "007", "1", "007"), ("{2}", "1", "5", "5"), ("A", "1", "5", "1"), ("a/1M", "3M", "1", "3"),
    ])
  func results(expression: String, a: String, b: String, result: String) throws {
    // Enough rows for the kinds of the columns.
    let rows = repeatElement("\"\(a)\",\"\(b)\"\n", count: 3).joined()
    let table = try table("a,b\n\(rows)", "c=\(expression)")
    expectEqual(table.text(1, 2), result)
    expectEqual(table.problemsOfComputedColumns.count, 0)
  }

  @Test(
    "What is no expression is none",
    arguments: ["", "c", "c=", "=a", "c=a*", "c=(a", "c=a b", "c={a", "c='a", "c=a**b"])
  func malformed(definition: String) { #expect(ComputedColumn(definition, now: 0) == nil) }

  @Test("Columns that do not exist, are not known yet, or have no result together are named")
  func problems() throws {
    let table = try table(
      "a,d,w\n1,2026-11-22,x\n2,2026-11-23,y\n", "b=a*x", "c=c+1", "e=d+a", "a=w", "f=g", "g=a", "h=g+1")
    expectEqual(
      table.problemsOfComputedColumns.map(\.problem),
      [.unknown("x"), .unknown("c"), .kinds("+", .date, .integer), .taken, .unknown("g")])
    expectEqual(table.text(0, 9), "2")
    expectEqual(table.texts(0, 3...7), ["", "", "", "x", ""])
  }

  @Test(
    "All cells of a table are those that it has without the computed column, which stands behind them",
    arguments: [TableFormat.csv, .tsv, .aligned, .json])
  func cells(format: TableFormat) throws {
    var generator = SeededGenerator(seed: 58)
    for _ in 0..<100 {
      let rows = (0..<Int.random(in: 3...8, using: &generator)).map { _ in
        (Int.random(in: 1...99, using: &generator), Int.random(in: 1...99, using: &generator))
      }
      let text =
        switch format {
        case .csv: "size,count\n" + rows.map { "\($0),\($1)\($0 % 7 == 0 ? ",extra" : "")\n" }.joined()
        case .tsv: "size\tcount\n" + rows.map { "\($0)\t\($1)\n" }.joined()
        case .json:
          rows.map { "{\"size\":\($0),\"count\":\($1)\($0 % 7 == 0 ? ",\"late\":\"x\"" : "")}\n" }.joined()
        default: "size   count\n" + rows.map { "\("\($0)".padded(6)) \($1)\n" }.joined()
        }
      let (plain, table) = try (
        self.table(text, format: format), self.table(text, "sum=size+count", format: format)
      )
      let own = try #require(table.columns.firstIndex { $0.isComputed })
      expectEqual(table.columns[own].name, "sum")
      for row in rows.indices {
        let sum = "\(rows[row].0 + rows[row].1)"
        var cells: [String] = []
        table.forEachCell(of: row, nil) { cells.append(String(decoding: $1, as: UTF8.self)) }
        var expected: [String] = []
        plain.forEachCell(of: row, nil) { expected.append(String(decoding: $1, as: UTF8.self)) }
        expected.insert(sum, at: own)
        expectEqual(cells, expected)
        expectEqual(table.extraCells(row), plain.extraCells(row))
        expectEqual(
          table.columns.indices.map { table.text(row, $0) }, Array(cells.prefix(table.columns.count)))
        expectEqual(table.shownCells(of: row).map { table.beginning(in: $0, limit: 9) }, cells)
        expectEqual(table.valueBytes(row, own), Array(sum.utf8))
        expectEqual(table.line(row), plain.line(row))
      }
    }
  }

  @Test(
    "A computed cell changes with its values, identifies no rows, and is totalled and sorted as any other")
  func uses() throws {
    let (old, new) = try (table("k,a\nx,1\ny,2\n", "b=a*10"), table("k,a\nx,1\ny,3\n", "b=a*10"))
    expectEqual(KeyGuess(of: old).key, .columns([0]))
    var columns: [Int] = []
    RowComparison(old, new, ColumnMatch(from: old.columns, to: new.columns)).appendChanges(1, 1, to: &columns)
    expectEqual(columns, [1, 2])
    expectEqual(ColumnTotal(.sum, of: 2, in: new, 0..<2, now: 0).text, "40")
    expectEqual(ColumnOrder(of: new, [0, 1], by: 2, descending: true, now: 0).rows, [1, 0])
  }

  @Test("A long expression is computed, one of any length is refused") func longExpressions() throws {
    func sum(_ count: Int) -> String { "x=" + Array(repeating: "1", count: count).joined(separator: "+") }
    #expect(ComputedColumn(sum(2000), now: 0) != nil)
    #expect(ComputedColumn("x=" + String(repeating: "(", count: 2000) + "1", now: 0) == nil)
    #expect(ComputedColumn(sum(100_000), now: 0) == nil)
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
