import ListKit
import SeededRandom
import Testing

@testable import tui_demo

@Suite struct ReorderStoreTests {
  typealias Section = ReorderStore.Section
  typealias Item = ReorderStore.Item

  private func snapshot(_ store: ReorderStore) -> DiffableDataSourceSnapshot<Section, Item> {
    var snapshot = DiffableDataSourceSnapshot<Section, Item>()
    for section in Section.allCases {
      snapshot.appendSections([section])
      snapshot.appendItems(store[section])
    }
    return snapshot
  }

  private func store(_ snapshot: DiffableDataSourceSnapshot<Section, Item>) -> ReorderStore {
    var store = ReorderStore([:])
    for section in Section.allCases { store[section] = snapshot.itemIdentifiers(inSection: section) }
    return store
  }

  @Test func noItemIsThereTwice() {
    #expect(Set(ReorderStore.initial.allItems).count == ReorderStore.initial.allItems.count)
  }

  @Test func bothMethodsLeadToWhatIsShown() {
    var random = SeededGenerator(seed: 3)
    var shown = snapshot(.initial)
    var (byDifference, byFinalSnapshot) = (ReorderStore.initial, ReorderStore.initial)
    for _ in 0..<300 {
      let before = shown
      guard let item = shown.itemIdentifiers.randomElement(using: &random) else { break }
      shown.deleteItems([item])
      let section = Section.allCases.randomElement(using: &random) ?? .today
      let others = shown.itemIdentifiers(inSection: section)
      if let neighbor = others.randomElement(using: &random), Bool.random(using: &random) {
        shown.insertItems([item], beforeItem: neighbor)
      } else {
        shown.appendItems([item], toSection: section)
      }
      let transaction = ReorderStore.Transaction(from: before, to: shown)
      byDifference.update(with: transaction, by: .collectionDifference)
      byFinalSnapshot.update(with: transaction, by: .finalSnapshot)
      #expect(byDifference == store(shown))
      #expect(byFinalSnapshot == store(shown))
    }
  }

  @Test func whatIsMissingComesAtTheEndOfItsSection() {
    let known = ReorderStore.initial
    var store = ReorderStore([.today: [Item(name: "Own")], .someday: [known[.today][0]]])
    store.merge(known)
    #expect(store[.today] == [Item(name: "Own")] + known[.today].dropFirst())
    #expect(store[.someday] == [known[.today][0]] + known[.someday])
    #expect(Set(store.allItems).count == known.allItems.count + 1)
    var again = store
    again.merge(known)
    #expect(again == store)
  }

  /// All pairs of moves of one item in a small world: whoever comes second finds the move of the first kept, and
  /// makes its own, and nothing is lost.
  @Test func movesOfTwoAreJoined() {
    let items = (0..<4).map { Item(name: "\($0)") }
    let former = ReorderStore([.today: Array(items[..<2]), .week: Array(items[2...])])
    func moves() -> [(item: Item, store: ReorderStore)] {
      items.flatMap { item in
        [Section.today, .week, .month].flatMap { section in
          var without = former
          for section in Section.allCases { without[section].removeAll { $0 == item } }
          return (0...without[section].count).map { place in
            var store = without
            store[section].insert(item, at: place)
            return (item, store)
          }
        }
      }
    }
    func section(of item: Item, in store: ReorderStore) -> Section? {
      Section.allCases.first { store[$0].contains(item) }
    }
    for theirs in moves() {
      #expect(theirs.store.moving(as: former, from: former) == theirs.store)
      for mine in moves() {
        let joined = theirs.store.moving(as: mine.store, from: former)
        #expect(joined.allItems.count == 4 && Set(joined.allItems) == Set(items))
        #expect(former.moving(as: mine.store, from: former) == mine.store)
        // Within a section it is a matter of view which of two items was moved.
        let (here, there) = (section(of: mine.item, in: former), section(of: mine.item, in: mine.store))
        if here != there { #expect(section(of: mine.item, in: joined) == there) }
      }
    }
  }

  // MARK: As text

  private func read(_ text: String) throws -> ReorderStore { try ReorderStore(text: Array(text.utf8)) }

  private func error(_ text: String) -> String? {
    do throws(ReorderTextError) {
      _ = try ReorderStore(text: Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func textComesBackAsItWas() throws {
    var store = ReorderStore.initial
    #expect(try read(store.text) == store)
    #expect(try read(store.text.replacing("\n", with: "\r\n")) == store)
    store[.month] = [Item(name: "ß = 日本 [x")]
    store[.week] = []
    #expect(try read(store.text) == store)
    #expect(try read(store.text.replacing("[this week]\n", with: "\n \n")) == store)
  }

  @Test func aTextThatBreaksOffIsRefusedWhereverItDoes() {
    let bytes = Array(ReorderStore.initial.text.utf8)
    for count in 0..<bytes.count - 1 {
      #expect(throws: ReorderTextError.self) { try ReorderStore(text: Array(bytes[..<count])) }
    }
    #expect(throws: Never.self) { try ReorderStore(text: Array(bytes.dropLast())) }
  }

  @Test(arguments: [
    ("", "line 1: not an order that tui-demo has saved"),
    ("PNG", "line 1: not an order that tui-demo has saved"),
    ("order 2\n[end]", "line 1: not an order that tui-demo has saved"),
    ("order 1\nTea\n[end]", "line 2: an item before the first section"),
    ("order 1\n[today]\n[tomorrow]\n[end]", "line 3: unknown section “tomorrow”"),
    ("order 1\n[today]\nTea\n[today]\n[end]", "line 4: a second section “today”"),
    ("order 1\n[today]\nTea\n[some day]\nTea\n[end]", "line 5: a second “Tea”"),
    ("order 1\n[today]\nT\u{1b}[2Jea\n[end]", "line 3: a control character"),
    ("order 1\n[today]\nTea\n[end]\nMilk", "line 5: more behind the end"),
    ("order 1\n[today]\nTea", "line 3: it breaks off; the last line should be [end]"),
  ])
  func aDamagedTextIsRefusedByItsLine(_ text: String, _ message: String) {
    #expect(error(text) == message)
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: ReorderTextError(line: 3, reason: .notUTF8)) {
      try ReorderStore(text: Array("order 1\n[today]\n".utf8) + [0xFF, 0xC3, 0x0A] + Array("[end]".utf8))
    }
  }
}
