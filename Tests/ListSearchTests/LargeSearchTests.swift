import PositionSets
import Synchronization
import TestSupport
import Testing

@testable import ListSearch

/// Searches in more rows than one core processes at a time.
@Suite("Searches on several cores") struct LargeSearchTests {
  private static let texts: [String] = {
    var generator = SeededGenerator(seed: 5)
    let parts = ["ab", "ba", "/", " ", "-", "lib", "x", "py", "usr", "q"]
    return (0..<4_001).map { text in
      (0..<Int.random(in: 1...6, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }
        .joined()
        + (text == 4_000 ? " needle" : "")
    }
  }()
  /// The index of each row's text: the first 4,000 texts in random order, and the last text once.
  private static let places: [Int] = {
    var generator = SeededGenerator(seed: 6)
    return (0..<140_000).map { $0 == 131_072 ? 4_000 : generator.number(0..<4_000) }
  }()
  private static let rows = places.map { texts[$0] }
  private static let index = SearchIndex(rows) { [$0] }

  @Test(
    "A search of many rows finds every matching row and the best match",
    arguments: ["a", "ab", "py lib", "needle", "!ab", "^usr", "lib$ !x", "ndle", "q x lib", "zz"])
  func parallelSearch(_ text: String) {
    let result = Self.index.search(Query(text))
    let isMatch = Self.texts.map { result.query.matches(CollectionOfOne($0)) }
    let matching = Self.places.indices.filter { isMatch[Self.places[$0]] }
    expectEqual(Array(result.rows), matching)
    expectEqual(result.best, Self.index.matches(of: result).ranked().first)
  }

  @Test("A search ends without a result if it is no longer needed") func cancelling() {
    let asked = Mutex(0)
    let result = Self.index.search(Query("ab")) {
      asked.withLock {
        $0 += 1
        return $0 < 2
      }
    }
    #expect(result == nil)
    expectEqual(asked.withLock { $0 }, 3, "once for each part")
    #expect(Self.index.search(Query("ab")) { true } != nil)
  }
}
