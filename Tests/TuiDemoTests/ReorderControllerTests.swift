import Foundation
import ListKit
import ListKitTesting
import Testing

@testable import tui_demo

@MainActor
@Suite struct ReorderControllerTests {
  private typealias Item = ReorderStore.Item

  private func session(_ store: ReorderStore = .initial, lines: Int = 44)
    -> TestScreen<ReorderController>
  {
    TestScreen(ReorderController(store), columns: 80, lines: lines)
  }

  private let first = ReorderStore.initial[.today].map(\.name)

  /// The rows as shown, section by section.
  private func shown(_ session: TestScreen<ReorderController>) -> ReorderStore {
    var store = ReorderStore([:])
    let snapshot = session.controller.dataSource.snapshot()
    #expect(snapshot.sectionIdentifiers == ReorderStore.Section.allCases)
    for section in snapshot.sectionIdentifiers {
      store[section] = snapshot.itemIdentifiers(inSection: section)
    }
    return store
  }

  private func line(of text: String, _ session: TestScreen<ReorderController>) throws -> Int {
    try #require(session.lines.firstIndex { $0.contains(text) })
  }

  @Test func everyRowHasItsGrip() {
    let session = session()
    #expect(session.lines[0] == "To do")
    for item in ReorderStore.initial.allItems {
      #expect(session.lines.contains { $0.contains(item.name) && $0.contains("≡") }, "\(item.name)")
    }
    #expect(session.contains("Today  6") && session.contains("Some day  6"))
  }

  @Test func drawingAnewChangesNothing() {
    let session = session()
    session.press(.character("m"))
    #expect(session.contains("esc cancels"))
    session.press(.control("l"))
    #expect(session.contains("esc cancels"))
  }

  @Test(arguments: [false, true])
  func aDropIsWrittenBack(_ byFinalSnapshot: Bool) {
    let session = session()
    if byFinalSnapshot { session.press(.character("u")) }
    #expect(session.contains(byFinalSnapshot ? "u: by finalSnapshot" : "u: by CollectionDifference"))
    session.press(KeyPress(.down, .alt))
    #expect(session.controller.backingStore[.today].map(\.name).prefix(2) == [first[1], first[0]])
    // Over the end of the section into the next.
    session.press(.character("m"))
    for _ in 0..<6 { session.press(.down) }
    session.press(.enter)
    #expect(session.controller.backingStore[.week].map(\.name)[1] == first[0])
    #expect(session.controller.backingStore[.today].map(\.name) == Array(first.dropFirst()))
    #expect(shown(session) == session.controller.backingStore)
    #expect(session.contains("Today  5") && session.contains("This week  8"))
    session.press(.character("b"))
    #expect(shown(session) == session.controller.backingStore)
  }

  @Test func whatIsCancelledIsNotWritten() {
    let session = session()
    session.press(.character("m"), .down, .down, .escape)
    #expect(session.controller.backingStore == .initial)
    session.press(.character("m"), .enter)
    #expect(session.controller.backingStore == .initial)
    #expect(shown(session) == .initial)
  }

  @Test func rowsAreDraggedAcrossSections() throws {
    let session = session()
    let start = try line(of: first[0], session)
    let target = try line(of: "Sort the cellar", session)
    session.drag(from: Point(line: start, column: 10), to: Point(line: target, column: 10))
    #expect(session.controller.backingStore[.month].map(\.name).contains(first[0]))
    #expect(shown(session) == session.controller.backingStore)
  }

  @Test func theInitialOrderIsShownAndOnesOwnComesBack() {
    let session = session()
    session.press(KeyPress(.down, .alt), KeyPress(.down, .alt))
    let own = session.controller.backingStore
    session.press(.character("i"))
    #expect(shown(session) == .initial)
    #expect(session.controller.backingStore == own)
    #expect(session.contains("initial order, yours: b"))
    session.press(.character("b"))
    #expect(shown(session) == own)
  }

  @Test func whoMovesInTheInitialOrderTakesItOver() {
    let session = session()
    session.press(KeyPress(.down, .alt), .character("i"), .home, KeyPress(.down, .alt))
    #expect(shown(session) == session.controller.backingStore)
    #expect(session.controller.backingStore[.today].map(\.name).prefix(3) == [first[1], first[0], first[2]])
  }

  @Test func itemsOfOnesOwnAreInTheInitialOrderToo() {
    var store = ReorderStore.initial
    store[.today].insert(Item(name: "Own"), at: 0)
    let session = session(store)
    session.press(.character("i"))
    #expect(shown(session)[.today].last?.name == "Own")
    session.press(.end, KeyPress(.up, .alt))
    #expect(Set(session.controller.backingStore.allItems) == Set(store.allItems))
  }

  @Test func anEmptySectionSaysSoAndTakesRows() throws {
    var store = ReorderStore.initial
    store[.someday] += store[.today]
    store[.today] = []
    let session = session(store)
    #expect(session.contains("nothing; rows may be dropped here"))
    for _ in 0..<3 { session.press(KeyPress(.up, .alt)) }
    #expect(session.controller.backingStore[.today].map(\.name) == ["Mend the bicycle tyre"])
    #expect(!session.contains("nothing; rows may be dropped here"))
  }

  @Test func aFileThatCannotBeWrittenIsNamedAndNothingIsLost() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("orders")
    let file = StoredFile(path: place.path + "/orders/order")
    let session = TestScreen(ReorderController(keptIn: try ReorderFile(file)), columns: 80, lines: 44)
    session.press(KeyPress(.down, .alt))
    #expect(try ReorderFile(file).store == session.controller.backingStore)
    try place.remove("orders")
    session.press(KeyPress(.down, .alt))
    #expect(session.contains("not saved: No such file or directory"))
    #expect(shown(session) == session.controller.backingStore)
    try place.makeDirectory("orders")
    session.press(KeyPress(.down, .alt))
    #expect(try ReorderFile(file).store == session.controller.backingStore)
    #expect(!session.contains("not saved"))
  }

  @Test func twoProgramsKeepTheirOrderInOneFile() throws {
    let place = try TemporaryDirectory()
    let path = place.path + "/order"
    let file = StoredFile(path: path)
    func start() throws -> TestScreen<ReorderController> {
      TestScreen(ReorderController(keptIn: try ReorderFile(file)), columns: 80, lines: 44)
    }
    func today(_ session: TestScreen<ReorderController>) -> [String] {
      session.controller.backingStore[.today].map(\.name)
    }
    let (one, other) = (try start(), try start())
    one.press(KeyPress(.down, .alt))  // Bread before tomatoes.
    other.press(.end)
    other.press(.character("t"))  // The last recipe on top of all.
    #expect(other.contains("joined with what another program put into"))
    #expect(
      today(other).prefix(3) == ["Write down the recipes", "Buy bread and coffee", "Water the tomatoes"])
    #expect(shown(other) == other.controller.backingStore)
    #expect(try ReorderFile(file).store == other.controller.backingStore)
    one.press(.character("b"))
    #expect(one.contains("joined with what another program put into"))
    #expect(one.controller.backingStore == other.controller.backingStore)
    #expect(shown(one) == one.controller.backingStore)
    one.press(KeyPress(.down, .alt))
    #expect(!one.contains("joined"))
    // What is no order any more is not written over, and what was moved is not lost.
    try place.write("order 1\n[today]\nMine\n", to: "order")
    one.press(KeyPress(.down, .alt))
    #expect(one.contains("not saved: it was changed, line 4: it breaks off"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "order 1\n[today]\nMine\n")
    try place.write("order 1\n[today]\nMine\n[end]\n", to: "order")
    one.press(.character("b"))
    #expect(today(one).contains("Mine") && today(one).contains("Water the tomatoes"))
    #expect(try ReorderFile(file).store == one.controller.backingStore)
  }
}
