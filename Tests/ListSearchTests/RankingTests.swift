import TestSupport
import Testing

@testable import ListSearch

/// The best of several matches, by the parts of `Score` in order.
@Suite("Ranking") struct RankingTests {
  /// A query, and rows in their expected order. Each row is a name and other fields.
  @Test(
    "Matches are ranked by word starts, then by field, then by how much they cover",
    arguments: [
      // 1. Whether a word starts at the match.
      ("ken", [["Kenya"], ["Mackenzie"]]),
      ("ken", [["Peak", "", "", "", "Kenya"], ["Mackenzie"]]),
      ("aneto", [["Pic d'Aneto"], ["Grananeto"]]),
      ("мон", [["Монблан"], ["Лимон"]]),
      // 2. The position of the field.
      ("kenya", [["Mount Kenya", "Kenya"], ["Mount Elgon", "Kenya"]]),
      ("alps", [["A", "Alps"], ["B", "", "Alps"], ["C", "", "", "Alps"]]),
      // 3. How much of the field the match covers.
      ("blanc", [["Mont Blanc"], ["Blanche"]]),
      ("k2", [["K2"], ["K2 West"], ["K20"]]),
      ("peak", [["Peak"], ["Peak Ten"], ["Ten Peak"], ["Ten Peaks"]]),
      ("mont blanc", [["Mont Blanc"], ["Mont Blanc de Courmayeur"], ["Blanc de Mont"]]),
      ("blanc mont", [["Mont Blanc"], ["Montblanc"]]),
      // The last part of a path.
      ("search", [["src/search.txt"], ["src/the-search.txt"], ["search/src.txt"], ["src/research.txt"]]),
      ("usr", [["/usr"], ["/usr/"], ["/srv/usr-old"], ["/usr/bin"]]),
      ("my", [["~/my files/my.txt"], ["~/my files/a.txt"]]),
      ("and", [["this and/or that"], ["x/yandz"]]),
    ])
  func ranks(_ example: (query: String, rows: [[String]])) {
    let backwards = Array(example.rows.reversed())
    let index = SearchIndex(backwards) { $0 }
    let ranked = index.matches(Query(example.query)).ranked().map { backwards[$0.row] }
    expectEqual(ranked, example.rows)
  }

  @Test("Separate letters that end in the last part of a path outrank letters before that part")
  func lettersInLastPart() {
    let rows = ["swift/build/x", "lib/swift/build"]
    let index = SearchIndex(rows) { [$0] }
    let result = index.search(Query("swbld"))
    expectEqual(index.matches(of: result).ranked().map(\.row), [1, 0])
    expectEqual(result.best?.row, 1)
  }

  @Test(
    "Alignment prefers starts of lines, then of path parts, then of words, and adjacent letters",
    arguments: [
      ("hotfix", ["hotfix/session-leak", "is-class/hotfix", "is-class-hotfix", "myhotfix"]),
      ("pager", ["pager-tests.swift", "fix/pager", "fix-pager", "fixPager", "fixpager"]),
      ("json dec", ["/lib/json/decoder.py", "/lib/my-json-my-decoder.py"]),
      ("fxpg", ["fix-pg", "fix/pager", "fixapager", "fix/a/long/way/pager"]),
    ])
  func alignment(query: String, rows: [String]) {
    let backwards = Array(rows.reversed())
    let index = SearchIndex(backwards) { [$0] }
    let matches = index.matches(of: index.search(Query(query)), by: .alignment)
    expectEqual(matches.ranked().map { backwards[$0.row] }, rows)
  }

  @Test("Matches of equal score are ranked by the length of the text, then by row") func equalScores() {
    let index = SearchIndex(["Alps and more", "Alps", "Alp", "Alps"]) { [$0] }
    expectEqual(index.matches(Query("alp")).ranked().map(\.row), [2, 1, 3, 0])
    expectEqual(index.matches(Query("alps")).best?.row, 1)
    expectEqual(index.search(Query("alps")).best?.row, 1)
    expectEqual(index.search(Query("a")).best?.row, 2, "of one letter too")
  }

  @Test("Each part of the score outweighs all later parts together") func weights() {
    let fields = 0...Score.rankedFields
    let beginnings = fields.map { Score.value(false, false, false, true, $0) }
    let middles = fields.map { Score.value(true, true, true, false, $0) }
    #expect(middles.max() ?? 0 < beginnings.min() ?? 0)
    for field in 0..<Score.rankedFields {
      let whole = Score.value(true, true, true, true, field + 1)
      #expect(whole < Score.value(false, false, false, true, field))
    }
  }

  @Test("Ranking is a stable sort by score and length") func stability() {
    var generator = SeededGenerator(seed: 11)
    for count in 0...200 {
      let matches = (0..<count).map { row in
        Match(
          row: row, score: .random(in: 0...9, using: &generator),
          length: .random(in: 0...3, using: &generator))
      }
      let sorted = matches.sorted { ($1.score, $1.shortness, $0.row) < ($0.score, $0.shortness, $1.row) }
      expectEqual(matches.ranked(), sorted)
      expectEqual(matches.best, sorted.first)
    }
    expectEqual(MemoryLayout<Match>.stride, 8)
  }
}

extension Score {
  fileprivate static func value(
    _ isWordEnd: Bool, _ isFieldStart: Bool, _ isFieldEnd: Bool, _ isWordStart: Bool, _ field: Int
  ) -> Int {
    value(
      isWordStart: isWordStart, isWordEnd: isWordEnd, isFieldStart: isFieldStart, isFieldEnd: isFieldEnd,
      field: field)
  }
}
