import LibC
import ListKit
import ListKitTesting
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@MainActor
@Suite("The screen of the mountains demo") struct MountainsControllerTests {
  private func session(columns: Int = 80, lines: Int = 20, query: String = "", flat: Bool = false)
    -> TestScreen<MountainsController>
  {
    let model = MountainsModel(catalog: .embedded, query: query, isFlat: flat)
    return TestScreen(MountainsController(model: model), columns: columns, lines: lines)
  }

  private var total: Int { MountainCatalog.embedded.mountains.count }

  @Test("Each key filters the list, the cursor moves to the best match, and enter shows its details")
  func filtering() {
    let session = session()
    expectEqual(session.lines[0], "Mountains")
    #expect(session.lines[3].hasPrefix(" ▾ Asia") && session.contains("Mount Everest"))
    #expect(session.lines[19].hasPrefix("\(total)/\(total)"))
    session.type("k2")
    session.press(.enter)
    #expect(session.contains("─ K2 ─") && session.contains("28,251 ft"))
    session.press(.escape)
    #expect(!session.contains("28,251 ft"))
    expectEqual(session.lines[1], "❯ k2")
    session.press("ctrl-u")
    session.type("oceania")
    let oceania = MountainCatalog.embedded.mountains.count { $0.continent == .oceania }
    #expect(oceania > 0 && session.lines[19].hasPrefix("\(oceania)/\(total)"))
    #expect(session.lines[3].hasPrefix(" ▾ Oceania"))
    session.type("zzz")
    #expect(session.contains("No mountain matches") && session.lines[19].hasPrefix("0/\(total)"))
  }

  @Test("A query expands what it finds; esc keeps the row under the cursor and collapses the rest again")
  func clearing() {
    let session = session(lines: 30)
    func openRanges() -> [String] { session.lines.filter { $0.dropFirst(2).hasPrefix("▾") } }
    session.press("alt--")
    session.rest()
    let closed = session.lines
    #expect(openRanges().isEmpty)
    session.type("denali")
    session.rest()
    let found = session.cursor
    #expect(found?.text.contains("Denali") == true)
    session.press(.escape)
    session.rest()
    expectEqual(session.cursor?.text, found?.text)
    // Only the range of the item under the cursor was expanded for it.
    expectEqual(openRanges().count, 1)
    session.press(.left, .left, .home)
    session.rest()
    expectEqual(session.lines, closed)
    while session.cursor?.text.contains("Asia") != true { session.press(.left) }
    session.press(.left)
    session.rest()
    session.type("everest")
    session.rest()
    #expect(session.cursor?.text.contains("Mount Everest") == true)
    session.type("xyz")
    session.press(.escape)
    session.rest()
    #expect(session.contains("▸ Asia  209"))
  }

  @Test("ctrl-o shows the list by height and the outline again, and the cursor keeps its row")
  func flatList() {
    let session = session(lines: 24)
    session.press(.down)
    session.rest()
    let item = session.cursor
    session.press("ctrl-o")
    #expect(session.lines.last?.contains("↕") == false, "numbers tell of changes of the data")
    #expect(!session.contains(" Asia") && session.cursor?.text.contains("Mount Everest") == true)
    session.rest()
    #expect(session.lines[3].contains("Mount Everest") && session.lines[4].contains("K2"))
    session.press("ctrl-o")
    session.rest()
    expectEqual(session.cursor?.text, item?.text)
    session.type("alps")
    session.press(.home)
    while session.cursor?.text.contains("Bernese Alps") == false { session.press(.down) }
    session.press("ctrl-o")
    #expect(session.cursor?.text.contains("Finsteraarhorn") == true, "the highest of the range")
  }

  @Test("A query given at the start shows the same screen as a typed one") func initialQuery() {
    let (typed, given) = (session(lines: 24), session(lines: 24, query: "alps"))
    typed.type("alps")
    typed.rest()
    given.rest()
    expectEqual(given.lines, typed.lines)
  }
}

@Suite("The mountains demo on a terminal", .waitsForProcesses) struct MountainsSessionTests {
  @Test(
    "A user searches, reads details and leaves, and the terminal is restored",
    arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"])
  func searching(_ type: String) throws {
    let terminal = try startDemo(environment: ["TERM": type])
    try terminal.wait(for: "Mount Everest")
    terminal.type("kili")
    try terminal.wait { $0.contains("1/") && $0.contains("Kilimanjaro") }
    terminal.type("\r")
    try terminal.wait(for: " ft")
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains(" ft") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("Mount Kenya") && $0.contains("Kilimanjaro") }
    try terminal.finish(typing: "\u{1b}")
  }

  @Test("A key after a flood of 60,000 keys takes effect, and so does SIGTERM during a flood")
  func floods() throws {
    let terminal = try startDemo()
    try terminal.wait(for: "Mount Everest")
    // Each key has four bytes, so that the pieces in which they are typed end at the end of a key.
    terminal.type(String(repeating: "\u{1b}[1B", count: 60_000))
    terminal.type("\u{1b}OP")
    try terminal.wait(for: "Keys")
    #expect(!terminal.screen.contains("❯ B"), "no key is taken for letters")
    // No escape sequences: a sequence whose end comes late counts as the escape key, which ends the demo.
    let flood = String(repeating: "x", count: 4096)
    for _ in 0..<10 { terminal.type(flood) }
    terminal.send(signal: SIGTERM)
    for _ in 0..<10_000 where terminal.end == nil { terminal.type(flood) }
    expectEqual(terminal.end, .exited(143))
    expectEqual(terminal.damage, [])
  }

  @Test(
    "LISTKIT_MOTION determines whether changes are marked",
    arguments: [("none", false), ("full", true), ("wild", true)])
  func motion(_ motion: String, _ marks: Bool) throws {
    let terminal = try startDemo("cards", "--seed", "3", environment: ["LISTKIT_MOTION": motion])
    try terminal.wait(for: "day 1")
    terminal.type("n")
    try terminal.wait { $0.contains("day 2") && $0.contains("~") == marks }
    try terminal.finish(typing: "\u{3}", .exited(130))
  }
}
