import ListKit
import ListKitTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("The model of the cards demo") struct CardsModelTests {
  private func identifiers(_ model: CardsModel) -> [Card.ID] { model.cards.map(\.id) }

  @Test("Each card has its own number") func uniqueNumbers() {
    let numbers = identifiers(CardsModel())
    expectEqual(Set(numbers).count, numbers.count)
    expectEqual(numbers.count, CardsModel().total)
  }

  @Test(
    "Shuffles and passing days keep all cards, and only lent cards have a fourth row",
    arguments: 0..<10 as Range<UInt64>)
  func shuffles(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = CardsModel()
    for day in 2..<50 {
      model.shuffle(using: &generator)
      model.passDay(using: &generator)
      expectEqual(model.day, day)
      expectEqual(identifiers(model).sorted(), identifiers(CardsModel()).sorted())
      for card in model.cards {
        expectEqual(Set(card.rows).count, card.rows.count)
        expectEqual(card.rows.count, (card.loan == nil ? 3 : 4))
      }
    }
  }

  @Test("Each day reduces the remaining days of a loan by one") func loans() {
    var generator = SeededGenerator(seed: 1)
    var model = CardsModel()
    for _ in 0..<100 {
      let before = model
      model.passDay(using: &generator)
      for (former, card) in zip(before.cards, model.cards) {
        guard let former = former.loan, let loan = card.loan else { continue }
        expectEqual(loan, Card.Loan(reader: former.reader, days: former.days - 1))
      }
    }
  }

  @Test("Restoring appends the removed cards once") func restoring() {
    var model = CardsModel()
    let all = identifiers(model)
    model.remove(all[2])
    model.remove(all[0])
    expectEqual(identifiers(model), all.filter { $0 != all[0] && $0 != all[2] })
    model.restore()
    expectEqual(identifiers(model).suffix(2), [all[0], all[2]])
    model.restore()
    expectEqual(model.cards.count, model.total)
  }

  @Test("The same seed gives the same session, and another seed another session") func seeds() {
    func session(_ seed: UInt64) -> [String] {
      var generator = SeededGenerator(seed: seed)
      var model = CardsModel()
      model.shuffle(using: &generator)
      model.passDay(using: &generator)
      return model.plainLines
    }
    expectEqual(session(7), session(7))
    #expect(session(7) != session(8))
  }

  @Test(
    "The status row shows that a book is on its shelf, or when it is due",
    arguments: [
      (nil, "on its shelf"), (0, "due today"), (1, "due tomorrow"), (5, "due in 5 days"),
      (-1, "overdue by 1 day"), (-3, "overdue by 3 days"),
    ] as [(Int?, String)])
  func statuses(_ days: Int?, _ status: String) {
    let loan = days.map { Card.Loan(reader: "somebody", days: $0) }
    let card = Card(id: 1, title: "A", author: "B", year: 2000, loan: loan)
    expectEqual(card.rows.first { $0.name == "Status" }?.detail, status)
  }
}

/// Scripted sessions: keys are the input, screens the output.
@MainActor
@Suite("The screen of the cards demo") struct CardsControllerTests {
  private func session(columns: Int = 60, lines: Int = 60) -> TestScreen<CardsController> {
    TestScreen(
      CardsController(generator: SeededGenerator(seed: 1)), columns: columns, lines: lines)
  }

  /// Returns the titles on the screen, from top to bottom.
  private func titles(_ session: TestScreen<CardsController>) -> [String] {
    let all = CardsModel().cards.map(\.title)
    return session.lines.compactMap { line in all.first(where: line.contains) }
  }

  @Test("The first screen shows all cards with their rows, and marks no changes") func firstScreen() {
    let session = session()
    expectEqual(titles(session), CardsModel().cards.map(\.title))
    #expect(session.lines.contains { $0.contains("The Quiet Compiler") && $0.contains("No. 101") })
    #expect(session.lines.contains { $0.contains("Author") && $0.contains("Maud Sinclair") })
    #expect(session.lines.contains { $0.contains("Status") && $0.contains("overdue by 2 days") })
    #expect(session.controller.tableView.changeSummary == nil)
  }

  @Test("The x key removes a card with its rows, and the cursor moves to the next card") func removing() {
    let session = session()
    session.press(.down, .character("x"))
    expectEqual(session.controller.tableView.changeSummary, ChangeSummary(deleted: 3))
    session.rest()
    expectEqual(titles(session), CardsModel().cards.dropFirst().map(\.title))
    #expect(session.cursor?.text.contains("Tomasz Wilk") == true)
    #expect(session.lines[59].contains("7/8 cards"))
  }

  @Test("The screen reports that no cards are left, and the r key restores all cards") func noCards() {
    let session = session()
    for _ in 0..<9 { session.press(.character("x")) }
    session.rest()
    #expect(session.contains("No cards left") && titles(session).isEmpty)
    #expect(session.lines[59].contains("0/8 cards"))
    session.press(.character("r"))
    session.rest()
    #expect(session.lines[59].contains("8/8 cards"))
    expectEqual(titles(session), CardsModel().cards.map(\.title))
    #expect(session.cursor != nil)
  }

  @Test("Shuffling keeps the cursor on its row") func shuffling() {
    let session = session()
    while session.cursor?.text.contains("Rafael Ibarra") != true { session.press(.down) }
    session.press(.character("s"))
    session.rest()
    expectEqual(titles(session), session.controller.model.cards.map(\.title))
    #expect(titles(session) != CardsModel().cards.map(\.title))
    #expect(session.cursor?.text.contains("Rafael Ibarra") == true)
  }

  @Test("The n key passes a day, marks changed details and shows the new ones") func nextDay() throws {
    let session = session()
    session.press(.character("n"))
    let summary = try #require(session.controller.tableView.changeSummary)
    let changed = zip(CardsModel().cards, session.controller.model.cards).count { former, card in
      former.rows[2].detail != card.rows[2].detail
    }
    #expect(changed > 0 && summary.changed == changed)
    #expect(session.lines.contains { $0.contains("~") && $0.contains("Status") })
    session.rest()
    #expect(session.lines[59].contains("day 2"))
    for card in session.controller.model.cards {
      for row in card.rows {
        #expect(session.lines.contains { $0.contains(row.name) && $0.contains(row.detail) }, "\(row)")
      }
    }
  }

  @Test(
    "The row under the cursor is visible at every size of the window",
    arguments: [(20, 5), (80, 24), (200, 60)])
  func windowSizes(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.press(.end)
    #expect(session.cursor?.text.contains("Stat") == true)
    session.press(.home)
    #expect(session.cursor?.text.contains("Auth") == true)
  }
}

/// Sessions with the real program on a pseudo-terminal.
@Suite("The cards demo on a terminal", .waitsForProcesses) struct CardsSessionTests {
  @Test("Keys remove and restore cards and pass a day, and esc ends the program") func keys() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["cards", "--seed", "1"], environment: [:], columns: 70, lines: 24)
    try terminal.wait(for: "The Quiet Compiler")
    terminal.type("x")
    try terminal.wait { $0.contains("7/8 cards") && !$0.contains("The Quiet Compiler") }
    terminal.type("n")
    try terminal.wait(for: "day 2")
    terminal.type("s")
    terminal.type("r")
    try terminal.wait(for: "8/8 cards")
    terminal.type("\u{1b}")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A pipe receives the rows of all cards") func pipe() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["cards"])
    expectEqual(run.end, .exited(0))
    #expect(run.standardOutput.hasPrefix("101\tThe Quiet Compiler\tAuthor\tInes Halloran\n"))
    expectEqual(run.standardOutput.split(separator: "\n").count, 8 * 3 + 2)
  }
}
