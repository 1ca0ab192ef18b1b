import TestSupport
import Testing

@testable import ListSearch

@Suite("Queries") struct QueryTests {
  @Test("Queries are equal if they differ only in white space, case and diacritics") func whiteSpace() {
    expectEqual(Query("  Mönch \t BERN\n"), Query("monch bern"))
    expectEqual(Query("  Mönch \t BERN\n").normalizedText, "monch bern")
    #expect(Query("mönch") != Query("bern"))
  }

  @Test(
    "A query without letters is empty and highlights nothing",
    arguments: ["", "  ", "\u{3000}\n", "\u{301}", "\u{200B}"])
  func emptyQueries(_ text: String) {
    #expect(Query(text).isEmpty)
    #expect(Query(text).normalizedText.isEmpty)
    #expect(Query(text).highlights(in: "Mönch").isEmpty)
  }

  /// Queries, and texts with their highlights in brackets.
  @Test(
    "Highlights cover the characters that match a query",
    arguments: [
      ("ag", "[Ağ]rı D[ağ]ı"),
      ("monch", "[Mönch]"),
      ("s", "[S]tra[ß]e"),
      ("strasse", "[Straße]"),
      ("straß", "[Straß]e"),
      ("i", "[İ]ğd[ı]r"),
      ("e", "[e\u{301}]t[é]"),
      ("lom", "[Łom]nica"),
      ("blanc mont", "[Mont] [Blanc]"),
      ("on nt", "M[ont] Blanc"),
      ("mountain", "Mount Ain"),
      ("aaa", "b[aaaaa]b"),
      ("하", "[한]라산"),
      ("山", "富士[山]"),
      ("фудзи", "[Фудзи]яма"),
      ("कञ्चन", "[कञ्चन]जङ्घा"),
      ("🏔", "a[🏔\u{FE0F}]b"),
      ("👩", "[👩‍🚒]"),
      ("x", "Mönch"),
      ("", "Mönch"),
    ])
  func highlights(_ pair: (query: String, picture: String)) {
    let text = pair.picture.filter { $0 != "[" && $0 != "]" }
    var picture = ""
    let ranges = Query(pair.query).highlights(in: text)
    for (offset, character) in text.enumerated() {
      if ranges.contains(where: { $0.lowerBound == offset }) { picture += "[" }
      picture.append(character)
      if ranges.contains(where: { $0.upperBound == offset + 1 }) { picture += "]" }
    }
    expectEqual(picture, pair.picture)
  }

  @Test("The words of a query can match different texts, but no word matches across two")
  func severalTexts() {
    #expect(Query("bern monch").matches(["Mönch", "Bernese Alps"]))
    #expect(!Query("bern monch").matches(["Mönch"]))
    #expect(!Query("monchbern").matches(["Mönch", "Bernese Alps"]), "not across two texts")
    #expect(Query("").matches([]) && !Query("a").matches([]))
  }
}
