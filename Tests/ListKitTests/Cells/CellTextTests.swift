import TestSupport
import ListKitTesting
import Testing

@testable import ListKit

/// Texts that take several lines.
@Suite("Cell texts") struct CellTextTests {
  private let metrics = TextMetrics(.testing(.mono))

  private func lines(_ text: StyledText, _ columns: Int, limit: Int = 0) -> [String] {
    text.wrapped(to: columns, limit: limit, style: .plain, match: .plain, metrics).map {
      $0.map(\.text).joined()
    }
  }

  @Test("Lines break between words, and inside words that are too long") func wrapping() {
    let text: StyledText = "the highest mountain of the continent"
    expectEqual(lines(text, 40), ["the highest mountain of the continent"])
    expectEqual(lines(text, 12), ["the highest", "mountain of", "the", "continent"])
    expectEqual(lines(text, 5), ["the", "highe", "st", "mount", "ain", "of", "the", "conti", "nent"])
    expectEqual(lines("a  b", 1), ["a", "b"])
    expectEqual(lines("", 5), [""])
  }

  @Test("An ellipsis at the end of the last line indicates truncated text") func truncation() {
    let text: StyledText = "the highest mountain of the continent"
    expectEqual(lines(text, 12, limit: 1), ["the highest…"])
    expectEqual(lines(text, 13, limit: 2), ["the highest", "mountain of…"])
    expectEqual(lines(text, 11, limit: 2), ["the highest", "mountain o…"])
    expectEqual(lines(text, 20, limit: 2), ["the highest mountain", "of the continent"])
  }

  @Test("Line breaks of the text are kept, and shown as a sign if only one line is allowed")
  func lineBreaks() {
    expectEqual(lines("one\ntwo\n\nfour", 10), ["one", "two", "", "four"])
    expectEqual(lines("one\ntwo\nthree", 10, limit: 2), ["one", "two…"])
    expectEqual(lines("one\ntwo", 10, limit: 1), ["one␊two"])
  }

  @Test("Wide characters are not cut in half") func wideCharacters() {
    expectEqual(lines("漢字漢字", 5), ["漢字", "漢字"])
    #expect(lines("漢字", 1).allSatisfy { metrics.width(of: $0) <= 2 })
  }

  @Test("The style of matches stays on their characters in wrapped text") func matchStyles() {
    let text = StyledText("one two\nsix", matches: [4..<7, 8..<11])
    let lines = text.wrapped(to: 4, style: .plain, match: TextStyle(attributes: .bold), metrics)
    let bold = lines.map { $0.filter { $0.style.attributes == .bold }.map(\.text).joined() }
    expectEqual(bold, ["", "two", "six"])
  }

  @Test("No line of a random text is too wide, and no character is lost", arguments: 0..<30)
  func randomTexts(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let pieces = ["a", "b", " ", " ", "漢", "e\u{301}", "👍", "long", "\n"]
    for _ in 0..<50 {
      let text = (0..<generator.number(0..<30)).map { _ in pieces[generator.number(0..<pieces.count)] }
        .joined()
      let columns = generator.number(2..<12)
      let shown = lines(StyledText(text), columns)
      #expect(shown.allSatisfy { metrics.width(of: $0) <= columns }, "\(text) in \(columns)")
      expectEqual(shown.joined().filter { $0 != " " }, text.filter { $0 != " " && $0 != "\n" })
      let limit = generator.number(2..<5)
      let limited = lines(StyledText(text), columns, limit: limit)
      expectEqual(limited.count, min(limit, shown.count))
      #expect(limited.allSatisfy { metrics.width(of: $0) <= columns })
      expectEqual(StyledText(text).lineCount(in: columns, limit: limit, metrics), limited.count)
    }
  }

  @MainActor @Test("A row is as high as its wrapped text") func rowHeight() {
    let harness = TableHarness(columns: 20, lines: 8, showing: ["a", "b"])
    var content = ListContentConfiguration(
      text: "the highest mountain of the continent", secondaryText: "in the north", image: "△",
      arrangement: .below)
    content.textProperties.numberOfLines = 0
    content.secondaryTextProperties.alignment = .trailing
    harness.tableView.cellForRow(at: [0, 0])?.contentConfiguration = content
    harness.tableView.cellForRow(at: [0, 0])?.accessories = [.disclosureIndicator()]
    harness.tableView.setNeedsDisplay()
    expectEqual(
      harness.draw(at: 10_000),
      [
        "▌ △  the highest  ›", "     mountain of", "     the", "     continent", "     in the north", "  b",
        "", "",
      ])
  }

  @MainActor @Test("The value beside a caption is wrapped in its own columns") func wrappedValue() {
    let harness = TableHarness(columns: 20, lines: 4, showing: ["a", "b"])
    var content = ListContentConfiguration(
      text: "name", secondaryText: "three words more", arrangement: .caption)
    harness.tableView.cellForRow(at: [0, 0])?.contentConfiguration = content
    content.secondaryTextProperties.numberOfLines = 0
    harness.tableView.cellForRow(at: [0, 1])?.contentConfiguration = content
    harness.tableView.setNeedsDisplay()
    expectEqual(
      harness.draw(at: 10_000),
      ["▌  name  three wor…", "   name  three", "         words more", ""])
  }

  @MainActor @Test("A secondary text without a text starts where the text would") func onlySecondaryText() {
    let harness = TableHarness(columns: 20, lines: 2, showing: ["a", "b"])
    harness.tableView.cellForRow(at: [0, 0])?.contentConfiguration = ListContentConfiguration(
      text: "one", secondaryText: "two", image: "△")
    harness.tableView.cellForRow(at: [0, 1])?.contentConfiguration = ListContentConfiguration(
      secondaryText: "two", image: "△")
    harness.tableView.setNeedsDisplay()
    expectEqual(harness.draw(at: 10_000), ["▌ △  one  two", "  △  two"])
  }
}
