import TestSupport
import Testing

@testable import ListData

@Suite("Counts of values")
struct ValueCountsTests {
  @Test(
    "The most frequent value is first, ties keep their order, and blanks around a value are ignored")
  func order() {
    let table = TextTable(
      ["S", "N"], [["b", "1"], ["a", "2"], [" a", "3"], ["c", "4"], ["", "5"], ["a", "6"]])
    let counts = ValueCounts(of: table, 0..<6, by: 0)
    expectEqual(counts.entries.map(\.row), [1, 0, 3, 4])
    expectEqual(counts.entries.map(\.count), [3, 1, 1, 1])
    #expect(counts.total == 6 && counts.distinct == 3)
    expectEqual(ValueCounts(of: table, [0, 3], by: 0).entries.map(\.row), [0, 3])
    #expect(ValueCounts(of: table, [], by: 0).entries.isEmpty)
  }

  @Test("The counts are those of a dictionary")
  func random() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<50 {
      let values = (0..<generator.number(1..<60)).map { _ in "v\(generator.number(0..<9))" }
      let table = TextTable(["V", "N"], values.map { [$0, "x"] })
      let counts = ValueCounts(of: table, values.indices, by: 0)
      let expected = values.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
      let found = counts.entries.map { (table.text($0.row, 0), $0.count) }
      expectEqual(Dictionary(uniqueKeysWithValues: found), expected)
      #expect(zip(found, found.dropFirst()).allSatisfy { $0.1 >= $1.1 })
    }
  }
}
