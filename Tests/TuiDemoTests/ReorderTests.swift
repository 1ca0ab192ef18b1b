import Files
import LibC
import ListKit
import ListKitTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("The store of the reorder demo") struct ReorderStoreTests {
  typealias Section = ReorderStore.Section
  typealias Item = ReorderStore.Item

  @Test("Updates by difference and by final snapshot both give the displayed order") func updates() {
    var random = SeededGenerator(seed: 3)
    var shown = DiffableDataSourceSnapshot(Section.allCases.map { ($0, ReorderStore.initial[$0]) })
    expectEqual(Set(ReorderStore.initial.allItems).count, ReorderStore.initial.allItems.count)
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
      let transaction = DiffableDataSourceTransaction(from: before, to: shown)
      byDifference.update(with: transaction, by: .collectionDifference)
      byFinalSnapshot.update(with: transaction, by: .finalSnapshot)
      var expected = ReorderStore([:])
      for section in Section.allCases { expected[section] = shown.itemIdentifiers(inSection: section) }
      expectEqual(byDifference, expected)
      expectEqual(byFinalSnapshot, expected)
    }
  }

  @Test("Merging appends missing items to their sections, and repeating it changes nothing") func merging() {
    let known = ReorderStore.initial
    var store = ReorderStore([.today: [Item(name: "Own")], .someday: [known[.today][0]]])
    store.merge(known)
    expectEqual(store[.today], [Item(name: "Own")] + known[.today].dropFirst())
    expectEqual(store[.someday], [known[.today][0]] + known[.someday])
    expectEqual(Set(store.allItems).count, known.allItems.count + 1)
    var again = store
    again.merge(known)
    expectEqual(again, store)
  }

  @Test("A store that is written as text and read again is the same; a truncated text is refused")
  func roundTrip() throws {
    func read(_ text: String) throws -> ReorderStore { try ReorderStore(text: Array(text.utf8)) }
    var store = ReorderStore.initial
    let bytes = Array(store.text.utf8)
    for count in 0..<bytes.count - 1 {
      #expect(throws: ReorderTextError.self) { try ReorderStore(text: Array(bytes[..<count])) }
    }
    try expectEqual(ReorderStore(text: Array(bytes.dropLast())), store)
    try expectEqual(read(store.text), store)
    try expectEqual(read(store.text.replacing("\n", with: "\r\n")), store)
    store[.month] = [Item(name: "ß = 日本 [x")]
    store[.week] = []
    try expectEqual(read(store.text), store)
    try expectEqual(read(store.text.replacing("[this week]\n", with: "\n \n")), store)
  }

  @Test(
    "A damaged text is refused with the number of its line",
    arguments: [
      ("", "line 1: not an order that tui-demo has saved"),
      ("PNG", "line 1: not an order that tui-demo has saved"),
      ("order 2\n[end]", "line 1: not an order that tui-demo has saved"),
      ("order 1\nTea\n[end]", "line 2: an item before the first section"),
      ("order 1\n[today]\n[tomorrow]\n[end]", "line 3: unknown section “tomorrow”"),
      ("order 1\n[today]\nTea\n[today]\n[end]", "line 4: a second section “today”"),
      ("order 1\n[today]\nTea\n[some day]\nTea\n[end]", "line 5: a second “Tea”"),
      ("order 1\n[today]\nT\u{1b}[2Jea\n[end]", "line 3: a control character"),
      ("order 1\n[today]\nTea\n[end]\nMilk", "line 5: text after the end"),
      ("order 1\n[today]\nTea", "line 3: the text is incomplete; the last line must be [end]"),
    ])
  func damagedText(_ text: String, _ message: String) {
    do throws(ReorderTextError) {
      _ = try ReorderStore(text: Array(text.utf8))
      Issue.record("no error")
    } catch {
      expectEqual("\(error)", message)
    }
  }

  @Test("Bytes that are not UTF-8 are refused") func invalidBytes() {
    #expect(throws: ReorderTextError(line: 3, reason: "not UTF-8")) {
      try ReorderStore(text: Array("order 1\n[today]\n".utf8) + [0xFF, 0xC3, 0x0A] + Array("[end]".utf8))
    }
  }
}

@MainActor
@Suite("The screen of the reorder demo") struct ReorderControllerTests {
  private typealias Session = TestScreen<ReorderController>

  private func session(_ store: ReorderStore = .initial) -> Session {
    TestScreen(ReorderController(store), columns: 96, lines: 44)
  }

  private let first = ReorderStore.initial[.today].map(\.name)

  private func names(_ session: Session, _ section: ReorderStore.Section) -> [String] {
    session.controller.backingStore[section].map(\.name)
  }

  /// Returns the displayed rows, section by section.
  private func shown(_ session: Session) -> ReorderStore {
    var store = ReorderStore([:])
    let snapshot = session.controller.dataSource.snapshot()
    expectEqual(snapshot.sectionIdentifiers, ReorderStore.Section.allCases)
    for section in snapshot.sectionIdentifiers {
      store[section] = snapshot.itemIdentifiers(inSection: section)
    }
    return store
  }

  @Test("Moves update the backing store by the chosen method, and are undone", arguments: [false, true])
  func moves(_ byFinalSnapshot: Bool) throws {
    let session = session()
    for item in ReorderStore.initial.allItems {
      #expect(session.lines.contains { $0.contains(item.name) && $0.contains("≡") }, "\(item.name)")
    }
    #expect(session.contains("Today  6") && session.contains("Some day  6"))
    if byFinalSnapshot { session.press("w") }
    #expect(session.contains(byFinalSnapshot ? "w: by finalSnapshot" : "w: by CollectionDifference"))
    session.press("m", .down, .escape)
    expectEqual(session.controller.backingStore, .initial, "a cancelled move changes nothing")
    session.press("alt-down")
    expectEqual(names(session, .today).prefix(2), [first[1], first[0]])
    // Past the end of the section into the next.
    session.press("m")
    for _ in 0..<6 { session.press(.down) }
    session.press(.enter)
    expectEqual(names(session, .week)[1], first[0])
    expectEqual(names(session, .today), Array(first.dropFirst()))
    #expect(session.contains("Today  5") && session.contains("This week  8"))
    session.press("b")
    let start = try #require(session.location(of: first[1]))
    let target = try #require(session.location(of: "Sort the cellar"))
    session.drag(from: start, to: target)
    #expect(names(session, .month).contains(first[1]))
    let moved = session.controller.backingStore
    expectEqual(shown(session), moved)
    session.press("u", "u", "u")
    expectEqual(session.controller.backingStore, .initial)
    expectEqual(shown(session), .initial)
    session.press("ctrl-r", "ctrl-r", "ctrl-r")
    #expect(session.controller.backingStore == moved && shown(session) == moved)
  }

  @Test(
    "The i key shows the initial order with the user's own items; a move adopts it, b shows the user's order")
  func initialOrder() {
    var store = ReorderStore.initial
    store[.today].insert(ReorderStore.Item(name: "Own"), at: 0)
    let session = session(store)
    session.press("alt-down", "alt-down")
    let own = session.controller.backingStore
    session.press("i")
    expectEqual(shown(session)[.today].map(\.name), first + ["Own"])
    expectEqual(session.controller.backingStore, own)
    #expect(session.contains("initial order, b shows yours"))
    session.press("b")
    expectEqual(shown(session), own)
    session.press("i", .home, "alt-down")
    expectEqual(shown(session), session.controller.backingStore)
    expectEqual(names(session, .today).prefix(3), [first[1], first[0], first[2]])
    expectEqual(Set(session.controller.backingStore.allItems), Set(store.allItems))
  }

  @Test("An empty section shows a hint and accepts rows") func emptySection() {
    var store = ReorderStore.initial
    store[.someday] += store[.today]
    store[.today] = []
    let session = session(store)
    #expect(session.contains("empty; drop rows here"))
    for _ in 0..<3 { session.press("alt-up") }
    expectEqual(names(session, .today), ["Mend the bicycle tyre"])
    #expect(!session.contains("empty; drop rows here"))
  }

  private func session(_ file: StoredFile) throws -> Session {
    var stored = try ReorderFile(file)
    let store = try stored.load()
    return TestScreen(ReorderController(store, file: stored), columns: 80, lines: 44)
  }

  private func contents(_ file: StoredFile) throws -> ReorderStore {
    var stored = try ReorderFile(file)
    return try stored.load()
  }

  @Test("A failed save is reported, and the next move saves the whole order") func failedSave() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("orders")
    let file = StoredFile(path: place.file("orders/order"))
    let session = try session(file)
    session.press("alt-down")
    try expectEqual(contents(file), session.controller.backingStore)
    try place.remove("orders")
    session.press("alt-down")
    #expect(session.contains("not saved: No such file or directory"))
    expectEqual(shown(session), session.controller.backingStore)
    try place.makeDirectory("orders")
    session.press("alt-down")
    try expectEqual(contents(file), session.controller.backingStore)
    #expect(!session.contains("not saved"))
  }

  @Test("Changes by another program are not overwritten, and b loads them") func otherProgram() throws {
    let place = try TemporaryDirectory()
    let file = StoredFile(path: place.file("order"))
    let (one, other) = (try session(file), try session(file))
    one.press("alt-down")
    other.press("alt-down", "alt-down")
    #expect(other.contains("not saved: another program has changed the file, b loads it"))
    try expectEqual(contents(file), one.controller.backingStore)
    other.press("b")
    expectEqual(other.controller.backingStore, one.controller.backingStore)
    expectEqual(shown(other), one.controller.backingStore)
    other.press("alt-down")
    #expect(!other.contains("not saved"))
    try expectEqual(contents(file), other.controller.backingStore)
    // A file that contains no order is reported, and not overwritten.
    try place.write("order 1\n[today]\nMine\n", to: "order")
    other.press("b")
    #expect(other.contains("line 4: the text is incomplete"))
    try expectEqual(place.read("order"), "order 1\n[today]\nMine\n")
    expectEqual(shown(other), other.controller.backingStore)
  }
}

@Suite("The reorder demo on a terminal", .waitsForProcesses) struct ReorderSessionTests {
  private let place: TemporaryDirectory
  private var path: String { place.file("order") }

  init() throws { place = try TemporaryDirectory() }

  private func start(_ type: String = "xterm-256color") throws -> PseudoTerminal {
    try startDemo("reorder", "--file", path, "--motion", "none", environment: ["TERM": type])
  }

  /// Returns the items as the program writes them to a pipe.
  private func saved() throws -> [String] {
    let run = try runDemo("reorder", "--file", path)
    expectEqual(run.end, .exited(0))
    return run.standardOutput.split(separator: "\n").map(String.init)
  }

  @Test("The order is saved before the program is killed", arguments: ["xterm-256color", "vt100"])
  func killedProgram(_ type: String) throws {
    let (first, second) = ("Water the tomatoes", "Buy bread and coffee")
    for drop in 1...3 {
      let terminal = try start(type)
      let order = drop % 2 == 1 ? [second, first] : [first, second]
      try terminal.wait(for: first)
      terminal.type("mj\r")
      // While the row is grabbed, it is already displayed at its new place.
      try terminal.wait { screen in
        let lines = order.compactMap { name in screen.lines.firstIndex { $0.contains(name) } }
        return lines.count == 2 && lines[0] < lines[1] && screen.contains("saved in")
      }
      terminal.send(signal: SIGKILL)
      try expectEqual(terminal.waitForEnd(), .killed(SIGKILL))
      let names = try saved().map { String($0.split(separator: "\t")[1]) }
      expectEqual(Array(names.prefix(2)), order)
      expectEqual(names.count, 25)
    }
    try expectEqual(place.names, ["order"])
  }

  @Test("A damaged file is refused in one line and not changed") func damagedFile() throws {
    let text = "order 1\n[tomorrow]\n[end]\n"
    try place.write(text, to: "order")
    let terminal = try start()
    try terminal.finish(.exited(2))
    expectEqual(terminal.outputText, "tui-demo: \(path), line 2: unknown section “tomorrow”\r\n")
    try expectEqual(place.read("order"), text)
  }

  @Test("The items of a file are merged with the initial order") func merging() throws {
    try place.write("order 1\n[some day]\nOwn\nWater the tomatoes\n[end]\n", to: "order")
    let lines = try saved()
    expectEqual(lines.count, 26)
    expectEqual(lines.first, "today\tBuy bread and coffee")
    #expect(lines.contains("some day\tOwn"))
  }
}
