import PositionSets
import TestSupport
import Testing

@testable import ListSearch

/// Words that occur in no row, but whose letters do, in order.
@Suite("Words with their letters apart") struct LettersInOrderTests {
  private func rows(_ query: String, _ texts: [String], columns: [String] = []) -> [String] {
    let index = SearchIndex(texts) { [$0] }
    return index.search(Query(query, columns: columns)).rows.map { texts[$0] }
  }

  @Test("The letters of a word match separately only if no row contains the word") func fallback() {
    expectEqual(rows("frfx", ["Firefox", "a frfx"]), ["a frfx"])
    expectEqual(rows("frfx", ["Firefox", "a fox"]), ["Firefox"])
    expectEqual(rows("fire frfx", ["Firefox", "Fire"]), ["Firefox"])
    #expect(rows("fire fox", ["a fire", "a fox"]).isEmpty, "each word occurs")
  }

  @Test(
    "Short words, words with operators and unordered letters do not match separately",
    arguments: ["fx", "'frfx", "^frfx", "frfx$", "ffox!", "orefox"])
  func exclusions(_ query: String) { #expect(rows(query, ["Firefox"]).isEmpty) }

  @Test("Words of three to 64 letters match separately") func lengths() {
    for (length, isFound) in [(2, false), (3, true), (64, true), (65, false)] {
      let letters = (0..<length).map { $0 % 2 == 0 ? "a" : "é" }
      expectEqual(
        rows(letters.joined(), [letters.joined(separator: "-")]).count, isFound ? 1 : 0, "\(length)")
    }
  }

  @Test("The first letter matches the start of a word or of a camel-case part") func firstLetter() {
    expectEqual(
      rows("sidx", ["mySearchIndex", "mysearchindex", "my-search-index"]),
      [
        "mySearchIndex", "my-search-index",
      ])
  }

  @Test("Separate letters match only within one field") func singleField() {
    let index = SearchIndex([["fire", "fox"], ["x", "Firefox"]]) { $0 }
    expectEqual(Array(index.search(Query("frfx")).rows), [1])
    expectEqual(index.search(Query("b:frfx", columns: ["a", "b"])).count, 1)
    expectEqual(index.search(Query("a:frfx", columns: ["a", "b"])).count, 0)
  }

  @Test("Separate letters match in other scripts") func otherScripts() {
    #expect(rows("джмлнаг", ["Джомолунгма", "Дхаулагири"]).isEmpty)
    expectEqual(rows("джмлнгма", ["Джомолунгма", "Дхаулагири"]), ["Джомолунгма"])
    expectEqual(rows("富山市", ["富士の山、市", "富士山"]), ["富士の山、市"])
  }

  @Test("The best match is the first of the ranked matches") func best() {
    let texts = [
      "swift linux build", "swift-build", "SwiftBuilder", "software bundle for old days", "s w f t b l d",
      "süß wf tb ld",
      "a/swift/b/ld.txt", "swift/x/tbld", "some words for the blind lady",
    ]
    for rotation in texts.indices {
      let rows = Array(texts[rotation...] + texts[..<rotation])
      let index = SearchIndex(rows) { [$0] }
      for query in ["swftbld", "swfld", "swbld", "sftbd"] {
        let result = index.search(Query(query))
        #expect(result.count > 2)
        expectEqual(result.best, index.matches(of: result).ranked().first, "\(query)")
      }
    }
  }

  @Test("The query of a result highlights the separate letters") func highlights() {
    let index = SearchIndex(["the SwiftBuild tool"]) { [$0] }
    let query = index.search(Query("swbld")).query
    expectEqual(query.highlights(in: "the SwiftBuild tool"), [4..<6, 9..<10, 12..<14])
    #expect(query.matches(["SwiftBuild"]) && !query.matches(["Swift"]))
    #expect(Query("swbld").highlights(in: "SwiftBuild").isEmpty)
  }
}
