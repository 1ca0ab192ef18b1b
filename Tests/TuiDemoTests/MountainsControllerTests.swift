import Testing

@testable import ListKit
import ListKitTesting
@testable import tui_demo

/// Scripted sessions: keys in, pictures out.
@MainActor
@Suite struct MountainsControllerTests {
  private func session(columns: Int = 80, lines: Int = 20, query: String = "", flat: Bool = false)
    -> TestScreen<MountainsController>
  {
    let model = MountainsModel(catalog: .embedded, query: query, isFlat: flat)
    return TestScreen(MountainsController(model: model), columns: columns, lines: lines)
  }

  private var total: Int { MountainCatalog.embedded.mountains.count }

  @Test func startsWithTheHighest() {
    let session = session()
    #expect(session.lines[0] == "Mountains")
    #expect(session.lines[3].hasPrefix(" ▾ Asia"))
    #expect(session.contains("Mount Everest"))
    #expect(session.lines[19].hasPrefix("\(total)/\(total)"))
  }

  @Test func everyKeyFiltersAndTheCursorGoesToTheBestMatch() {
    let session = session()
    session.type("aconc")
    #expect(session.cursor?.text.contains("Aconcagua") == true)
    #expect(session.lines[19].hasPrefix("1/\(total)"))
    #expect(session.frame.cursor != nil)
    session.type("zzz")
    #expect(session.contains("No mountain matches"))
    #expect(session.lines[19].hasPrefix("0/\(total)"))
    for _ in 0..<3 { session.press(.backspace) }
    #expect(session.cursor?.text.contains("Aconcagua") == true)
  }

  @Test func matchedLettersStandOut() throws {
    let session = session()
    session.type("karak")
    let line = try #require((0..<20).first { session.frame.text(ofLine: $0).contains("▾ Karakoram") })
    let start = try #require((0..<80).first { session.frame[line, $0].scalar == "K" })
    #expect((start..<start + 5).allSatisfy { session.frame[line, $0].style.attributes.contains(.underline) })
    #expect(!session.frame[line, start + 5].style.attributes.contains(.underline))
  }

  @Test func keysThatComeTogetherHighlightAllOfTheQuery() throws {
    let session = session()
    session.send("alps".map { .key(.character($0)) })
    let line = try #require((0..<20).first { session.frame.text(ofLine: $0).contains("▾ Japanese Alps  9") })
    let start = try #require((0..<80).first { session.frame[line, $0].scalar == "A" })
    #expect((start..<start + 4).allSatisfy { session.frame[line, $0].style.attributes.contains(.underline) })
    #expect(session.frame[line, start + 6].style.attributes.contains(.dim))
  }

  @Test func clearingTheQueryKeepsTheItemAndItsLineAndRestoresWhatWasOpen() {
    let session = session(lines: 30)
    session.press(.alt("-"))
    session.rest()
    let closed = session.lines
    #expect(openRanges(session).isEmpty)
    session.type("denali")
    session.rest()
    let found = session.cursor
    #expect(found?.text.contains("Denali") == true)
    session.press(.escape)
    session.rest()
    #expect(session.cursor?.text == found?.text)
    // Only the range of the item under the cursor was opened for it.
    #expect(openRanges(session).count == 1)
    session.press(.left, .left, .home)
    session.rest()
    #expect(session.lines == closed)
  }

  private func openRanges(_ session: TestScreen<MountainsController>) -> [String] {
    session.lines.filter { $0.dropFirst(2).hasPrefix("▾") }
  }

  @Test func aContinentClosesAndAQueryOpensItForAsLongAsItLasts() {
    let session = session()
    session.press(.left, .left)
    #expect(session.cursor?.text.contains("▾ Asia") == true)
    session.press(.left)
    session.rest()
    #expect(session.lines[3...4].map { $0.prefix(6) } == ["▌▸ Asi", " ▾ Sou"])
    session.type("everest")
    session.rest()
    #expect(session.cursor?.text.contains("Mount Everest") == true)
    session.type("xyz")
    session.press(.escape)
    session.rest()
    #expect(session.contains("▸ Asia  209"))
  }

  @Test func arrowsCloseAndOpenRanges() throws {
    let session = session()
    let range = try #require(session.cursor?.text)
    #expect(range.contains("▾"))
    session.press(.left)
    session.rest()
    #expect(session.cursor?.text.contains("▸") == true)
    #expect(session.cursor?.line == 4)
    #expect(!session.contains("Mount Everest"))
    session.press(.right)
    session.rest()
    #expect(session.contains("Mount Everest"))
    session.press(.right)
    #expect(session.cursor?.text.contains("Mount Everest") == true)
    session.press(.left)
    #expect(session.cursor?.text == range)
  }

  @Test func flatListIsSortedByHeight() {
    let session = session(lines: 24)
    session.press(.down)
    session.rest()
    let item = session.cursor
    session.press(.control("o"))
    #expect(session.lines.last?.contains("↕") == false, "numbers tell of changes of the data")
    #expect(!session.contains(" Asia"))
    #expect(session.cursor?.text.contains("Mount Everest") == true)
    session.rest()
    session.press(.control("o"))
    session.rest()
    #expect(session.cursor?.text == item?.text)
  }

  @Test func aContinentFindsWhatStandsUnderIt() {
    let session = session()
    session.type("oceania")
    let oceania = MountainCatalog.embedded.mountains.filter { $0.continent == .oceania }
    #expect(!oceania.isEmpty)
    #expect(session.lines[19].hasPrefix("\(oceania.count)/\(total)"))
    #expect(session.lines[3].hasPrefix(" ▾ Oceania"))
  }

  @Test func theFlatListGoesOnAtTheRangeUnderTheCursor() {
    let session = session()
    session.type("alps")
    session.press(.up, .control("o"))
    session.rest()
    let range = "Bernese Alps"
    session.press(.control("o"))
    session.press(.home)
    while session.cursor?.text.contains(range) == false { session.press(.down) }
    session.press(.control("o"))
    #expect(session.cursor?.text.contains("Finsteraarhorn") == true, "the highest of the \(range)")
  }

  @Test func enterShowsDetailsAndEscapeClosesThem() {
    let session = session()
    session.type("k2")
    session.press(.enter)
    #expect(session.contains("─ K2 ─"))
    #expect(session.contains("28,251 ft"))
    session.press(.escape)
    #expect(!session.contains("28,251 ft"))
    #expect(session.lines[1] == "❯ k2")
  }

  @Test func helpListsEveryKeyThatHasATitle() {
    let session = session(lines: 60)
    let possible = session.controller.circumstances
    session.press(.function(1))
    for binding in session.controller.keyMap.bindings {
      guard let title = binding.title, possible.isSuperset(of: binding.conditions) else { continue }
      #expect(session.contains(title), "\(title)")
    }
    session.press(.escape)
    session.type("a?")
    #expect(session.lines[1] == "❯ a?")
  }

  @Test(arguments: [(20, 5), (40, 10), (80, 24), (200, 60), (300, 100)])
  func everySizeShowsTheRowUnderTheCursor(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.type("everest")
    #expect(session.cursor?.text.contains("Mount Ever") == true)
    session.press(.escape, .end)
    #expect(session.cursor != nil)
  }

  @Test func tooSmallAWindowSaysSoAndRecovers() {
    let session = session()
    session.resize(columns: 10, lines: 4)
    #expect(session.lines[0] == "window to…")
    session.resize(columns: 80, lines: 20)
    #expect(session.contains("Mount Everest"))
  }

  @Test func pastingIsOneEdit() {
    let session = session()
    session.paste("mont\nblanc")
    #expect(session.lines[1] == "❯ mont blanc")
    #expect(session.cursor?.text.contains("Mont Blanc") == true)
  }

  @Test func columnsAlignOverEveryScript() {
    let session = session(columns: 110, lines: 100, flat: true)
    for line in 3..<90 {
      let row = session.frame.line(line)
      let metres = row.indices.filter {
        row[$0].scalar == "m" && row[$0 - 1].scalar == " " && row[$0 - 2].scalar.properties.numericType != nil
      }
      #expect(metres.map { $0 - row.startIndex } == [66], "\(session.frame.text(ofLine: line))")
    }
  }

  @Test func aQueryGivenAtTheStartLooksLikeOneThatWasTyped() throws {
    let typed = session(lines: 24)
    typed.type("alps")
    typed.rest()
    let given = session(lines: 24, query: "alps")
    given.rest()
    #expect(given.lines == typed.lines)
  }
}
