import PositionSets
import TestSupport
import Testing

@testable import ListSearch

/// Laws that hold for every query and all rows, checked with small random worlds in which words often match.
@Suite("Laws of every search") struct SearchLaws {
  /// Random rows and queries of a few letters. Some letters are long in UTF-8; some fold to several letters
  /// or to none.
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

  @Test("An index finds the same matches as a naive search") func naiveSearch() {
    forEachWorld { index, rows, query in
      expectEqual(
        index.exactMatches(Query(query)), NaiveSearch(rows: rows).matches(query), "\(rows) \(query)")
    }
  }

  /// Queries with operators before, in and after words, with and without names of columns.
  @Test("An index finds the same matches as a naive search for queries with operators") func operators() {
    let columns = ["a", "bs"]
    var found = 0
    for seed in Self.seeds {
      var world = World(generator: SeededGenerator(seed: seed))
      let rows = world.rows()
      let index = SearchIndex(rows) { $0 }
      for _ in 0..<12 {
        let words = (0..<Int.random(in: 1...3, using: &world.generator)).map { _ in
          let signs = ["", "", "!", "^", "'", "a:", "bs:", "!a:", "!bs:!", "bs:!", "bs:^", "!^"]
          let sign = signs.randomElement(using: &world.generator) ?? ""
          return sign + world.text(upTo: 2) + (Int.random(in: 0...3, using: &world.generator) == 0 ? "$" : "")
        }
        let query = words.joined(separator: " ")
        let matches = index.exactMatches(Query(query, columns: columns))
        let expected = NaiveSearch(rows: rows, columns: columns).matches(query)
        found += expected.count
        expectEqual(matches, expected, "\(rows) \(query)")
      }
    }
    #expect(found > 1000, "queries and worlds hardly meet")
  }

  @Test("A result has the rows of all matches, and its best match is the first of the ranked") func best() {
    forEachWorld { index, _, query in
      let result = index.search(Query(query))
      let matches = index.matches(Query(query))
      #expect(Array(result.rows) == matches.map(\.row) && result.count == matches.count)
      if !Query(query).isEmpty { expectEqual(result.best, matches.ranked().first, "\(query)") }
    }
  }

  @Test("A prefix of a query finds every row that the query finds") func prefixes() {
    forEachWorld { index, _, text in
      let plain = text.filter { !"'!^$".contains($0) }
      let found = Set(index.exactMatches(Query(plain)).map(\.row))
      for length in 0..<plain.count {
        let shorter = Query(String(plain.prefix(length)))
        #expect(found.isSubset(of: index.matches(shorter).map(\.row)), "\(plain) to \(length)")
      }
    }
  }

  @Test("The order of the words of a query does not affect its matches") func wordOrder() {
    forEachWorld { index, _, text in
      let words = NaiveSearch.words(text)
      let reversed = words.reversed().joined(separator: " ")
      expectEqual(index.matches(Query(reversed)).map(\.row), index.matches(Query(text)).map(\.row), "\(text)")
    }
  }

  @Test("A query equals the query of its normalized text") func normalizedText() {
    forEachWorld { _, _, text in
      expectEqual(Query(Query(text).normalizedText), Query(text), "\(text)")
    }
  }

  @Test("Highlights are separate ranges and contain the letters that a naive search highlights")
  func highlights() {
    forEachWorld { _, rows, query in
      for text in rows.joined() {
        let ranges = Query(query).highlights(in: text)
        expectEqual(
          ranges.flatMap(Array.init), NaiveSearch.highlights(query, in: text), "\(query) in \(text)")
        #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
      }
    }
  }

  @Test("A row matches exactly if each word of the query has a highlight in one of its fields")
  func highlightedWords() {
    forEachWorld { index, rows, text in
      let result = index.search(Query(text))
      let words = NaiveSearch.words(text).map { Query($0) }.filter { !$0.isEmpty }
      for row in rows.indices where result.query == Query(text) {
        let hasEachWord = words.allSatisfy { word in
          rows[row].contains { !word.highlights(in: $0).isEmpty }
        }
        expectEqual(result.rows.contains(row), hasEachWord, "\(rows) \(text)")
      }
    }
  }

  @Test("The query of a result matches exactly the rows of the result") func resultQuery() {
    forEachWorld { index, rows, text in
      let result = index.search(Query(text))
      let matching = rows.indices.filter { result.query.matches(rows[$0]) }
      expectEqual(Array(result.rows), matching, "\(rows) \(text)")
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

extension SearchIndex {
  /// Returns the matches of complete words, or no matches if the letters would have to be separate.
  fileprivate func exactMatches(_ query: Query) -> [Match] {
    search(query).query == query ? matches(query) : []
  }
}
