import ListKit
import ListKitTesting
import SeededRandom
import Testing

@testable import tui_demo

/// Scripted sessions: keys in, pictures out.
@MainActor
@Suite struct CardsControllerTests {
  private func session(columns: Int = 60, lines: Int = 60) -> TestScreen<CardsController> {
    TestScreen(
      CardsController(model: CardsModel(), generator: SeededGenerator(seed: 1)), columns: columns,
      lines: lines)
  }

  /// The titles on the screen, from top to bottom.
  private func titles(_ session: TestScreen<CardsController>) -> [String] {
    let all = CardsModel().cards.map(\.title)
    return session.lines.compactMap { line in all.first(where: line.contains) }
  }

  @Test func everyCardHasItsTitleAndItsRows() {
    let session = session()
    #expect(titles(session) == CardsModel().cards.map(\.title))
    #expect(session.lines.contains { $0.contains("The Quiet Compiler") && $0.contains("No. 101") })
    #expect(session.lines.contains { $0.contains("Author") && $0.contains("Maud Sinclair") })
    #expect(session.lines.contains { $0.contains("Status") && $0.contains("overdue by 2 days") })
    #expect(session.controller.tableView.changeSummary == nil)
  }

  @Test func aRemovedCardIsToldAndTheCursorGoesToTheNext() {
    let session = session()
    session.press(.down, .character("x"))
    #expect(session.controller.tableView.changeSummary == ChangeSummary(deleted: 3))
    session.rest()
    #expect(titles(session) == CardsModel().cards.dropFirst().map(\.title))
    #expect(session.cursor?.text.contains("Tomasz Wilk") == true)
    #expect(session.lines[59].contains("7/8 cards"))
  }

  @Test func whenAllAreGoneTheScreenSaysHowToGetThemBack() {
    let session = session()
    for _ in 0..<9 { session.press(.character("x")) }
    session.rest()
    #expect(session.contains("No card left"))
    session.press(.character("r"))
    session.rest()
    #expect(titles(session) == CardsModel().cards.map(\.title))
    #expect(session.cursor != nil)
  }

  @Test func shufflingKeepsTheCursorOnItsRow() {
    let session = session()
    while session.cursor?.text.contains("Rafael Ibarra") != true { session.press(.down) }
    session.press(.character("s"))
    session.rest()
    #expect(titles(session) == session.controller.model.cards.map(\.title))
    #expect(titles(session) != CardsModel().cards.map(\.title))
    #expect(session.cursor?.text.contains("Rafael Ibarra") == true)
  }

  @Test func aDayChangesDetailsAndAddsAndRemovesRows() throws {
    let session = session()
    session.press(.character("n"))
    let summary = try #require(session.controller.tableView.changeSummary)
    #expect(summary.changed > 0)
    #expect(session.lines.contains { $0.contains("~") && $0.contains("Status") })
    session.rest()
    for card in session.controller.model.cards {
      for row in card.rows { #expect(session.lines.contains { $0.contains(row.detail) }, "\(row)") }
    }
  }

  @Test(arguments: [(20, 5), (80, 24), (200, 60)])
  func everySizeShowsTheCursor(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.press(.end)
    #expect(session.cursor?.text.contains("Stat") == true)
    session.press(.home)
    #expect(session.cursor?.text.contains("Auth") == true)
  }
}
