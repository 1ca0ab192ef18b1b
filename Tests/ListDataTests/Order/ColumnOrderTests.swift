import TestSupport
import Testing
import TextOrder

@testable import ListData

@Suite("Rows sorted by a column")
struct ColumnOrderTests {
  private let now = 1_795_351_500.0

  @Test(
    "Rows are sorted by the values of cells",
    arguments: [
      (["10", "9", "-1", "1,000"], ["-1", "9", "10", "1,000"]),
      (["1.2G", "900M", "0", "4.0K", "28"], ["0", "28", "4.0K", "900M", "1.2G"]),
      (["3d4h", "61s", "12d", "2m"], ["61s", "2m", "3d4h", "12d"]),
      (
        ["Nov 22 12:00", "Nov 22 2025", "Jan 3 2026", "Dec 24 10:00"],
        ["Nov 22 2025", "Dec 24 10:00", "Jan 3 2026", "Nov 22 12:00"]
      ),
      (["3/4/2026", "21/3/2026", "1/5/2026"], ["21/3/2026", "3/4/2026", "1/5/2026"]),
      (["10%", "9.5%"], ["9.5%", "10%"]),
      (["file-10", "file-2", "file-1"], ["file-1", "file-2", "file-10"]),
      (["/usr/lib/x12", "/usr/lib/x9", "/usr/lib"], ["/usr/lib", "/usr/lib/x9", "/usr/lib/x12"]),
    ])
  func byWhatCellsMean(cells: [String], expected: [String]) {
    expectEqual(sorted(cells), expected)
    expectEqual(sorted(cells, descending: true), expected.reversed())
  }

  @Test("Values that are not numbers follow the numbers, and empty cells are last, in both directions")
  func classes() {
    let cells = ["", "7", "n/a 10", "300", "n/a 9", "20", "5", "1", "6", "8", "9", "2", "3"]
    expectEqual(sorted(cells), ["1", "2", "3", "5", "6", "7", "8", "9", "20", "300", "n/a 9", "n/a 10", ""])
    expectEqual(
      sorted(cells, descending: true),
      [
        "300", "20", "9", "8", "7", "6", "5", "3", "2", "1", "n/a 10", "n/a 9", "",
      ])
  }

  @Test("Equal cells keep their order", arguments: [false, true])
  func isStable(descending: Bool) {
    var generator = SeededGenerator(seed: 3)
    for kinds in [["1", "2", "10"], ["a", "b", "same front and more", "same front and less"]] {
      let cells = (0..<500).map { _ in kinds[generator.number(0..<kinds.count)] }
      let rows = ColumnOrder(of: table(cells), by: 0, descending: descending, now: now).rows
      for (one, other) in zip(rows, rows.dropFirst()) where cells[one] == cells[other] {
        #expect(one < other)
      }
      expectEqual(rows.sorted(), Array(cells.indices))
    }
  }

  @Test("Whole numbers beyond the precision of a Double are sorted")
  func longNumbers() {
    let cells = ["9007199254740993", "9007199254740992", "-9007199254740993", "-9007199254740992", "5"]
    let expected = ["-9007199254740993", "-9007199254740992", "5", "9007199254740992", "9007199254740993"]
    expectEqual(sorted(cells), expected)
    expectEqual(sorted(cells, descending: true), expected.reversed())
  }

  @Test("Numbers and texts of a few letters are sorted as by comparisons") func comparisonSort() {
    var generator = SeededGenerator(seed: 5)
    let numbers = (0..<2_000).map { _ in "\(generator.number(-50..<50)).\(generator.number(0..<10))" }
    expectEqual(sorted(numbers).compactMap(Double.init), numbers.compactMap(Double.init).sorted())
    let letters = Array("ab1-")
    let texts = (0..<2_000).map { _ in
      "x" + String((0..<generator.number(1..<14)).map { _ in letters[generator.number(0..<4)] })
    }
    let expected = texts.sorted { one, other in
      withBytes(one) { one in withBytes(other) { NaturalOrder.compare(one, $0) } } < 0
    }
    expectEqual(sorted(texts), expected)
  }

  /// Enough rows for several processors: neighbours are in order, equal rows keep their order, and no row is
  /// lost.
  @Test("Many rows are sorted completely, and equal rows keep their order", arguments: [false, true])
  func manyRows(descending: Bool) {
    var generator = SeededGenerator(seed: 9)
    let beginnings = ["", "same/long/beginning/of/", "same/long/beginning/of/x0", "20260415", "é"]
    let letters = Array("ab01-/")
    let texts = (0..<70_000).map { _ in
      beginnings[generator.number(0..<beginnings.count)] + "x"
        + String((0..<generator.number(0..<9)).map { _ in letters[generator.number(0..<letters.count)] })
    }
    let numbers = (0..<70_000).map { _ in "\(generator.number(-300..<300))" }
    let table = TextTable(["text", "number"], zip(texts, numbers).map { [$0, $1] })
    let byText = ColumnOrder(of: table, by: 0, descending: descending, now: now).rows
    let byNumber = ColumnOrder(of: table, by: 1, descending: descending, now: now).rows
    expect(byText, descending) { one, other in
      withBytes(texts[one]) { one in withBytes(texts[other]) { NaturalOrder.compare(one, $0) } }
    }
    expect(byNumber, descending) { (Int(numbers[$0]) ?? .max) - (Int(numbers[$1]) ?? .min) }
  }

  private func expect(_ rows: [Int], _ descending: Bool, _ compare: (Int, Int) -> Int) {
    var isSeen = [Bool](repeating: false, count: rows.count)
    for row in rows { isSeen[row] = true }
    #expect(!isSeen.contains(false))
    let wrong = zip(rows, rows.dropFirst()).first { one, other in
      let order = compare(one, other)
      return order == 0 ? one > other : (order > 0) != descending
    }
    #expect(wrong == nil)
  }

  @Test("Quoted cells are sorted by their text without the quotes")
  func quotedTexts() {
    let cells = ["say \"no\"", "say \"a\"", "plain", "say no", "\"", "a"]
    expectEqual(sorted(cells), ["\"", "a", "plain", "say \"a\"", "say \"no\"", "say no"])
  }

  @Test("A part of the rows can be sorted")
  func subset() {
    let table = table(["3", "1", "2", "0"])
    expectEqual(ColumnOrder(of: table, [0, 2, 3], by: 0, now: now).rows, [3, 2, 0])
    #expect(ColumnOrder(of: table, [], by: 0, now: now).rows.isEmpty)
  }

  private func sorted(_ cells: [String], descending: Bool = false) -> [String] {
    let table = table(cells)
    return table.texts(0, ColumnOrder(of: table, by: 0, descending: descending, now: now).rows)
  }

  private func table(_ cells: [String]) -> TextTable {
    TextTable(["value", "beside"], cells.map { [$0, "x"] })
  }
}
