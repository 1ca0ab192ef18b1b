import ListKit
import ListKitTesting
import SeededRandom
import TestSupport
import Testing

@testable import tui_demo

@MainActor
@Suite("The screen of the cards demo") struct CardsControllerTests {
  private let session = TestScreen(
    CardsController(generator: SeededGenerator(seed: 1)), columns: 60, lines: 60)
  private let all = CardsModel().cards.map(\.title)

  /// The titles on the screen, from top to bottom.
  private var titles: [String] { session.lines.compactMap { line in all.first(where: line.contains) } }

  @Test("Keys remove cards with their rows, and restore all; the cursor moves to the next card")
  func removing() {
    expectEqual(titles, all)
    #expect(session.lines.contains { $0.contains("The Quiet Compiler") && $0.contains("No. 101") })
    #expect(session.lines.contains { $0.contains("Author") && $0.contains("Maud Sinclair") })
    #expect(session.controller.tableView.changeSummary == nil)
    session.press(.down, "x")
    expectEqual(session.controller.tableView.changeSummary, ChangeSummary(deleted: 3))
    session.rest()
    expectEqual(titles, Array(all.dropFirst()))
    #expect(session.cursor?.text.contains("Tomasz Wilk") == true)
    #expect(session.lines[59].contains("7/8 cards"))
    for _ in 0..<8 { session.press("x") }
    session.rest()
    #expect(session.contains("No cards left") && titles.isEmpty)
    session.press("r")
    session.rest()
    #expect(session.lines[59].contains("8/8 cards"))
    expectEqual(titles, all)
    #expect(session.cursor != nil)
  }

  @Test("Shuffling keeps the cursor on its row, and a day marks the changed details") func changes() throws {
    while session.cursor?.text.contains("Rafael Ibarra") != true { session.press(.down) }
    session.press("s")
    session.rest()
    expectEqual(titles, session.controller.model.cards.map(\.title))
    #expect(titles != all)
    #expect(session.cursor?.text.contains("Rafael Ibarra") == true)
    let before = session.controller.model.cards
    session.press("n")
    let summary = try #require(session.controller.tableView.changeSummary)
    let changed = zip(before, session.controller.model.cards).count { $0.rows[2].detail != $1.rows[2].detail }
    #expect(changed > 0 && summary.changed == changed)
    #expect(session.lines.contains { $0.contains("~") && $0.contains("Status") })
    session.rest()
    #expect(session.lines[59].contains("day 2"))
    for row in session.controller.model.cards.flatMap(\.rows) {
      #expect(session.lines.contains { $0.contains(row.name) && $0.contains(row.detail) }, "\(row)")
    }
  }
}
