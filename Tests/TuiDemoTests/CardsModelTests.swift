import SeededRandom
import Testing

@testable import tui_demo

@Suite struct CardsModelTests {
  private func identifiers(_ model: CardsModel) -> [Card.ID] { model.cards.map(\.id) }

  @Test func numbersAreUniqueForTheyAreIdentifiers() {
    let numbers = identifiers(CardsModel())
    #expect(Set(numbers).count == numbers.count)
    #expect(numbers.count == CardsModel().total)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func shufflesAndDaysKeepTheCards(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var model = CardsModel()
    for day in 2..<50 {
      model.shuffle(using: &generator)
      model.passDay(using: &generator)
      #expect(model.day == day)
      #expect(identifiers(model).sorted() == identifiers(CardsModel()).sorted())
      for card in model.cards {
        #expect(Set(card.rows).count == card.rows.count)
        #expect(card.rows.count == (card.loan == nil ? 3 : 4))
      }
    }
  }

  @Test func aLoanRunsADayEachDay() {
    var generator = SeededGenerator(seed: 1)
    var model = CardsModel()
    for _ in 0..<100 {
      let before = model
      model.passDay(using: &generator)
      for (former, card) in zip(before.cards, model.cards) {
        guard let former = former.loan, let loan = card.loan else { continue }
        #expect(loan == Card.Loan(reader: former.reader, days: former.days - 1))
      }
    }
  }

  @Test func removedCardsComeBackAtTheEnd() {
    var model = CardsModel()
    let all = identifiers(model)
    model.remove(all[2])
    model.remove(all[0])
    #expect(identifiers(model) == all.filter { $0 != all[0] && $0 != all[2] })
    model.restore()
    #expect(identifiers(model).suffix(2) == [all[0], all[2]])
    model.restore()
    #expect(model.cards.count == model.total)
  }

  @Test func theSameSeedIsTheSameSession() {
    func session(_ seed: UInt64) -> [String] {
      var generator = SeededGenerator(seed: seed)
      var model = CardsModel()
      model.shuffle(using: &generator)
      model.passDay(using: &generator)
      return model.plainLines
    }
    #expect(session(7) == session(7))
    #expect(session(7) != session(8))
  }

  @Test(
    arguments: [
      (nil, "on its shelf"), (0, "due today"), (1, "due tomorrow"), (5, "due in 5 days"),
      (-1, "overdue by 1 day"), (-3, "overdue by 3 days"),
    ] as [(Int?, String)])
  func statusSaysWhereTheBookIs(_ days: Int?, _ status: String) {
    let loan = days.map { Card.Loan(reader: "somebody", days: $0) }
    let card = Card(id: 1, title: "A", author: "B", year: 2000, loan: loan)
    #expect(card.rows.first { $0.name == "Status" }?.detail == status)
  }
}
