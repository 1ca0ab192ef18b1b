import Files
import Foundation
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

  @Test("The initial order contains each item once") func initialOrder() {
    expectEqual(Set(ReorderStore.initial.allItems).count, ReorderStore.initial.allItems.count)
  }

  @Test("Updates by difference and by final snapshot both give the displayed order") func updates() {
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
      let transaction = DiffableDataSourceTransaction(from: before, to: shown)
      byDifference.update(with: transaction, by: .collectionDifference)
      byFinalSnapshot.update(with: transaction, by: .finalSnapshot)
      expectEqual(byDifference, store(shown))
      expectEqual(byFinalSnapshot, store(shown))
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

  // MARK: Text form

  private func read(_ text: String) throws -> ReorderStore { try ReorderStore(text: Array(text.utf8)) }

  private func error(_ text: String) -> String? {
    do throws(ReorderTextError) {
      _ = try ReorderStore(text: Array(text.utf8))
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test("A store that is written as text and read again is the same") func roundTrip() throws {
    var store = ReorderStore.initial
    try expectEqual(read(store.text), store)
    try expectEqual(read(store.text.replacing("\n", with: "\r\n")), store)
    store[.month] = [Item(name: "ß = 日本 [x")]
    store[.week] = []
    try expectEqual(read(store.text), store)
    try expectEqual(read(store.text.replacing("[this week]\n", with: "\n \n")), store)
  }

  @Test("A text that is truncated at any byte is refused") func truncatedText() {
    let bytes = Array(ReorderStore.initial.text.utf8)
    for count in 0..<bytes.count - 1 {
      #expect(throws: ReorderTextError.self) { try ReorderStore(text: Array(bytes[..<count])) }
    }
    #expect(throws: Never.self) { try ReorderStore(text: Array(bytes.dropLast())) }
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
    expectEqual(error(text), message)
  }

  @Test("Bytes that are not UTF-8 are refused") func invalidBytes() {
    #expect(throws: ReorderTextError(line: 3, reason: "not UTF-8")) {
      try ReorderStore(text: Array("order 1\n[today]\n".utf8) + [0xFF, 0xC3, 0x0A] + Array("[end]".utf8))
    }
  }
}

@MainActor
@Suite("The screen of the reorder demo") struct ReorderControllerTests {
  private typealias Item = ReorderStore.Item

  private func session(_ store: ReorderStore = .initial, lines: Int = 44)
    -> TestScreen<ReorderController>
  {
    TestScreen(ReorderController(store), columns: 80, lines: lines)
  }

  private let first = ReorderStore.initial[.today].map(\.name)

  /// Returns the displayed rows, section by section.
  private func shown(_ session: TestScreen<ReorderController>) -> ReorderStore {
    var store = ReorderStore([:])
    let snapshot = session.controller.dataSource.snapshot()
    expectEqual(snapshot.sectionIdentifiers, ReorderStore.Section.allCases)
    for section in snapshot.sectionIdentifiers {
      store[section] = snapshot.itemIdentifiers(inSection: section)
    }
    return store
  }

  private func line(of text: String, _ session: TestScreen<ReorderController>) throws -> Int {
    try #require(session.lines.firstIndex { $0.contains(text) })
  }

  @Test("Each row has a grip, and each header the number of its rows") func grips() {
    let session = session()
    expectEqual(session.lines[0], "To do")
    for item in ReorderStore.initial.allItems {
      #expect(session.lines.contains { $0.contains(item.name) && $0.contains("≡") }, "\(item.name)")
    }
    #expect(session.contains("Today  6") && session.contains("Some day  6"))
  }

  @Test("Redrawing the screen with ctrl-l does not end a move") func redrawing() {
    let session = session()
    session.press(.character("m"))
    #expect(session.contains("esc cancels"))
    session.press(.control("l"))
    #expect(session.contains("esc cancels"))
  }

  @Test("A drop updates the backing store, by both methods", arguments: [false, true])
  func dropping(_ byFinalSnapshot: Bool) {
    let session = session()
    if byFinalSnapshot { session.press(.character("w")) }
    #expect(session.contains(byFinalSnapshot ? "w: by finalSnapshot" : "w: by CollectionDifference"))
    session.press(KeyPress(.down, .alt))
    expectEqual(session.controller.backingStore[.today].map(\.name).prefix(2), [first[1], first[0]])
    // Past the end of the section into the next.
    session.press(.character("m"))
    for _ in 0..<6 { session.press(.down) }
    session.press(.enter)
    expectEqual(session.controller.backingStore[.week].map(\.name)[1], first[0])
    expectEqual(session.controller.backingStore[.today].map(\.name), Array(first.dropFirst()))
    expectEqual(shown(session), session.controller.backingStore)
    #expect(session.contains("Today  5") && session.contains("This week  8"))
    session.press(.character("b"))
    expectEqual(shown(session), session.controller.backingStore)
  }

  @Test("The u key undoes moves, and ctrl-r repeats them") func undo() {
    let session = session()
    session.press(KeyPress(.down, .alt), KeyPress(.down, .alt))
    let moved = session.controller.backingStore
    session.press("u")
    expectEqual(session.controller.backingStore[.today].map(\.name).prefix(2), [first[1], first[0]])
    expectEqual(shown(session), session.controller.backingStore)
    session.press("u", "u")
    expectEqual(session.controller.backingStore, .initial)
    session.press("ctrl-r", "ctrl-r", "ctrl-r")
    #expect(session.controller.backingStore == moved && shown(session) == moved)
  }

  @Test("A cancelled move does not change the backing store") func cancelling() {
    let session = session()
    session.press(.character("m"), .down, .down, .escape)
    expectEqual(session.controller.backingStore, .initial)
    session.press(.character("m"), .enter)
    expectEqual(session.controller.backingStore, .initial)
    expectEqual(shown(session), .initial)
  }

  @Test("The mouse drags a row to another section") func dragging() throws {
    let session = session()
    let start = try line(of: first[0], session)
    let target = try line(of: "Sort the cellar", session)
    session.drag(from: Point(line: start, column: 10), to: Point(line: target, column: 10))
    #expect(session.controller.backingStore[.month].map(\.name).contains(first[0]))
    expectEqual(shown(session), session.controller.backingStore)
  }

  @Test("The i key shows the initial order, and b the user's own order") func initialOrder() {
    let session = session()
    session.press(KeyPress(.down, .alt), KeyPress(.down, .alt))
    let own = session.controller.backingStore
    session.press(.character("i"))
    expectEqual(shown(session), .initial)
    expectEqual(session.controller.backingStore, own)
    #expect(session.contains("initial order, b shows yours"))
    session.press(.character("b"))
    expectEqual(shown(session), own)
  }

  @Test("A move in the initial order makes it the user's own order") func adopting() {
    let session = session()
    session.press(KeyPress(.down, .alt), .character("i"), .home, KeyPress(.down, .alt))
    expectEqual(shown(session), session.controller.backingStore)
    expectEqual(
      session.controller.backingStore[.today].map(\.name).prefix(3), [first[1], first[0], first[2]])
  }

  @Test("The initial order contains the user's own items too") func ownItems() {
    var store = ReorderStore.initial
    store[.today].insert(Item(name: "Own"), at: 0)
    let session = session(store)
    session.press(.character("i"))
    expectEqual(shown(session)[.today].last?.name, "Own")
    session.press(.end, KeyPress(.up, .alt))
    expectEqual(Set(session.controller.backingStore.allItems), Set(store.allItems))
  }

  @Test("An empty section shows a hint and accepts rows") func emptySection() throws {
    var store = ReorderStore.initial
    store[.someday] += store[.today]
    store[.today] = []
    let session = session(store)
    #expect(session.contains("empty; drop rows here"))
    for _ in 0..<3 { session.press(KeyPress(.up, .alt)) }
    expectEqual(session.controller.backingStore[.today].map(\.name), ["Mend the bicycle tyre"])
    #expect(!session.contains("empty; drop rows here"))
  }

  private func session(_ file: StoredFile) throws -> TestScreen<ReorderController> {
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
    let file = StoredFile(path: place.path + "/orders/order")
    let session = try session(file)
    session.press(KeyPress(.down, .alt))
    try expectEqual(contents(file), session.controller.backingStore)
    try place.remove("orders")
    session.press(KeyPress(.down, .alt))
    #expect(session.contains("not saved: No such file or directory"))
    expectEqual(shown(session), session.controller.backingStore)
    try place.makeDirectory("orders")
    session.press(KeyPress(.down, .alt))
    try expectEqual(contents(file), session.controller.backingStore)
    #expect(!session.contains("not saved"))
  }

  @Test("Changes by another program are not overwritten, and b loads them") func otherProgram() throws {
    let place = try TemporaryDirectory()
    let file = StoredFile(path: place.path + "/order")
    let (one, other) = (try session(file), try session(file))
    one.press(KeyPress(.down, .alt))
    other.press(KeyPress(.down, .alt), KeyPress(.down, .alt))
    #expect(other.contains("not saved: another program has changed the file, b loads it"))
    try expectEqual(contents(file), one.controller.backingStore)
    other.press(.character("b"))
    expectEqual(other.controller.backingStore, one.controller.backingStore)
    expectEqual(shown(other), one.controller.backingStore)
    other.press(KeyPress(.down, .alt))
    #expect(!other.contains("not saved"))
    try expectEqual(contents(file), other.controller.backingStore)
    // A file that contains no order is reported, and not overwritten.
    try place.write("order 1\n[today]\nMine\n", to: "order")
    other.press(.character("b"))
    #expect(other.contains("line 4: the text is incomplete"))
    try expectEqual(String(contentsOfFile: file.path, encoding: .utf8), "order 1\n[today]\nMine\n")
    expectEqual(shown(other), other.controller.backingStore)
  }
}

/// Moves rows on a pseudo-terminal, and checks what the file contains afterwards.
@Suite("The reorder demo on a terminal", .waitsForProcesses) struct ReorderSessionTests {
  private let place: TemporaryDirectory
  private var path: String { place.path + "/order" }

  init() throws { place = try TemporaryDirectory() }

  private func start(_ type: String = "xterm-256color", columns: Int = 80, lines: Int = 24) throws
    -> PseudoTerminal
  {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path, "--motion", "none"],
      environment: ["TERM": type], columns: columns, lines: lines)
  }

  /// Returns the items as the program writes them to a pipe.
  private func saved() throws -> [String] {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path])
    expectEqual(run.end, .exited(0))
    return run.standardOutput.split(separator: "\n").map(String.init)
  }

  @Test(
    "The order is saved before the program is killed",
    arguments: ["xterm-256color", "tmux-256color", "linux", "vt100"])
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
    try expectEqual(FileManager.default.contentsOfDirectory(atPath: place.path), ["order"])
  }

  @Test("The mouse drags a row to another section, and the file contains the new order")
  func dragging() throws {
    let terminal = try start(lines: 44)
    try terminal.wait(for: "Write down the recipes")
    func line(_ text: String) throws -> Int {
      try #require(terminal.screen.lines.firstIndex { $0.contains(text) })
    }
    let (from, to) = (try line("Water the tomatoes") + 1, try line("Mend the bicycle") + 1)
    terminal.type("\u{1b}[<0;9;\(from)M\u{1b}[<32;9;\(to)M\u{1b}[<0;9;\(to)m")
    try terminal.wait(for: "This week  8")
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
    #expect(try saved().contains("this week\tWater the tomatoes"))
  }

  @Test(
    "A damaged file is refused in one line and not changed",
    arguments: [
      ("", "line 1: not an order that tui-demo has saved"),
      ("order 1\n[today]\nWater the tomatoes\n", "the text is incomplete"),
      ("order 1\n[tomorrow]\n[end]\n", "line 2: unknown section “tomorrow”"),
    ])
  func damagedFile(_ text: String, _ message: String) throws {
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let terminal = try start()
    try expectEqual(terminal.waitForEnd(), .exited(2))
    let lines = terminal.outputText.split(whereSeparator: \.isNewline)
    expectEqual(lines.count, 1)
    #expect(lines.first?.hasPrefix("tui-demo: \(path), ") == true)
    #expect(lines.first?.contains(message) == true)
    try expectEqual(String(contentsOfFile: path, encoding: .utf8), text)
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A file in a missing directory is refused") func missingDirectory() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path + "/order"])
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "tui-demo: \(path): No such file or directory\n")
  }

  @Test("The items of a file are merged with the initial order") func merging() throws {
    try "order 1\n[some day]\nOwn\nWater the tomatoes\n[end]\n".write(
      toFile: path, atomically: true, encoding: .utf8)
    let lines = try saved()
    expectEqual(lines.count, 26)
    expectEqual(lines.first, "today\tBuy bread and coffee")
    #expect(lines.contains("some day\tOwn"))
  }
}
