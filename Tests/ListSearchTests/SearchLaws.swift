import TestSupport
import Testing

@testable import ListSearch

/// What holds for every query and all rows, tried on small random worlds in which words meet often.
@Suite struct SearchLaws {
  /// Random rows and queries over a few letters, some of them long in UTF-8, some folding to several or to none.
  struct World {
    var generator: SeededGenerator

    static let letters: [Character] = [
      "a", "a", "b", "b", "A", "á", "ß", "s", "ı", "İ", "か", "が", "山", "한", "क़", "🏔", "👩‍🚒", "'", "-", " ", " ",
      "\u{301}", "\u{AD}",
    ]

    mutating func text(upTo length: Int) -> String {
      String((0..<Int.random(in: 0...length, using: &generator)).map { _ in letter() })
    }

    mutating func letter() -> Character { Self.letters.randomElement(using: &generator) ?? "a" }

    mutating func rows() -> [[String]] {
      (0..<Int.random(in: 0...8, using: &generator)).map { _ in
        (0..<Int.random(in: 0...5, using: &generator)).map { _ in text(upTo: 24) }
      }
    }
  }

  static let seeds: ClosedRange<UInt64> = 1...400

  @Test func theNaiveSearchFindsTheSame() {
    forEachWorld { index, rows, query in
      #expect(index.matches(Query(query)) == NaiveSearch(rows: rows).matches(query), "\(rows) \(query)")
    }
  }

  @Test func lettersTakenAwayLoseNoMatch() {
    forEachWorld { index, _, text in
      let found = Set(index.matches(Query(text)).map(\.row))
      for length in 0..<text.count {
        let shorter = Query(String(text.prefix(length)))
        #expect(found.isSubset(of: index.matches(shorter).map(\.row)), "\(text) to \(length)")
        #expect(Query(text).refines(shorter), "\(text) to \(length)")
      }
    }
  }

  @Test func orderOfWordsDoesNotMatter() {
    forEachWorld { index, _, text in
      let words = NaiveSearch.words(text)
      let reversed = words.reversed().joined(separator: " ")
      #expect(index.matches(Query(reversed)).map(\.row) == index.matches(Query(text)).map(\.row), "\(text)")
    }
  }

  @Test func aQueryIsItsNormalizedText() {
    forEachWorld { _, _, text in
      #expect(Query(Query(text).normalizedText) == Query(text), "\(text)")
    }
  }

  @Test func whatRefinesNeedsOnlyTheEarlierMatches() {
    var refined = 0
    for seed in Self.seeds {
      var world = World(generator: SeededGenerator(seed: seed))
      let index = SearchIndex(world.rows()) { $0 }
      for _ in 0..<20 {
        let query = Query(world.text(upTo: 4))
        let earlier = Query(world.text(upTo: 2))
        guard query.refines(earlier) else { continue }
        refined += query.isEmpty || query == earlier ? 0 : 1
        let matches = index.matches(query)
        #expect(index.matches(query, within: index.matches(earlier)) == matches, "\(query) \(earlier)")
      }
    }
    #expect(refined > 100, "the worlds are too large for queries to meet")
  }

  @Test func highlightsAreTheLettersOfTheWords() {
    forEachWorld { _, rows, query in
      for text in rows.joined() {
        let ranges = Query(query).highlights(in: text)
        #expect(ranges.flatMap(Array.init) == NaiveSearch.highlights(query, in: text), "\(query) in \(text)")
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }

  @Test func aRowMatchesWhenItsFieldsHoldAllHighlightedWords() {
    forEachWorld { index, rows, text in
      let words = NaiveSearch.words(text)
      let expected = rows.indices.filter { row in
        words.allSatisfy { word in rows[row].contains { !Query(word).highlights(in: $0).isEmpty } }
      }
      #expect(index.matches(Query(text)).map(\.row) == expected, "\(rows) \(text)")
    }
  }

  private func forEachWorld(_ body: (SearchIndex, [[String]], String) -> Void) {
    for seed in Self.seeds {
      var world = World(generator: SeededGenerator(seed: seed))
      let rows = world.rows()
      let index = SearchIndex(rows) { $0 }
      for length in [0, 1, 1, 2, 3, 6] { body(index, rows, world.text(upTo: length)) }
    }
  }
}
