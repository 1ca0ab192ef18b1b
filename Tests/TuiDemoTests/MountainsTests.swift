import Foundation
import ListKitTesting
import TerminalTesting
import TestSupport
import Testing

@testable import ListKit
@testable import tui_demo

@Suite("The model of the mountains demo") struct MountainsModelTests {
  private func model(_ query: String = "", flat: Bool = false) -> MountainsModel {
    MountainsModel(catalog: .embedded, query: query, isFlat: flat)
  }

  @Test("Without a query, the outline and the flat list contain each mountain once") func noQuery() {
    var model = model()
    let items = model.outlines(expanding: nil).flatMap(\.outline.items)
    let mountains = items.filter { if case .mountain = $0 { true } else { false } }
    expectEqual(mountains.count, model.catalog.mountains.count)
    expectEqual(Set(items).count, items.count)
    expectEqual(model.flatList().numberOfItems, model.catalog.mountains.count)
  }

  @Test(
    "The flat list contains the same matches as the outline", arguments: ["", "alps", "mont", "zzz", "a"])
  func matches(_ query: String) {
    var model = model(query)
    let found = Set(model.flatList().itemIdentifiers)
    let outlined = model.outlines(expanding: nil).flatMap(\.outline.items)
    expectEqual(outlined.count { if case .mountain = $0 { true } else { false } }, found.count)
    #expect(found.isSubset(of: outlined))
  }

  @Test("The outline begins with Asia, and the flat list is sorted by descending height") func order() {
    var model = model()
    expectEqual(model.outlines(expanding: nil).first?.section, .continent(.asia))
    let items = model.flatList().itemIdentifiers
    expectEqual(items.first, .mountain(id: "Mount Everest"))
    let heights = items.compactMap { item -> Int? in
      guard case .mountain(let id) = item else { return nil }
      return model.mountain(id)?.height
    }
    expectEqual(heights, heights.sorted(by: >))
  }

  @Test(
    "A query keeps the ranges of the matches and expands them",
    arguments: ["karakoram", "KARAKORAM", "karak pakistan", "pakistan karak"])
  func ranges(_ query: String) {
    let outlines = model(query).outlines(expanding: [])
    expectEqual(outlines.map(\.section), [.continent(.asia)])
    let outline = outlines[0].outline
    #expect(outline.contains(.mountain(id: "K2")))
    #expect(outline.parent(of: .mountain(id: "K2")).map { outline.isExpanded($0) } == true)
    #expect(outline.rootItems.allSatisfy { !outline.isLeaf($0) })
  }

  @Test("A query that is typed letter by letter finds the same as the whole query") func incrementalSearch() {
    for query in ["alps swit", "mont", "aconcagua", "ağrı", "富士", "zzz", "a e i"] {
      var typed = model()
      for end in query.indices { typed.search(String(query[...end])) }
      expectEqual(typed.matches, model(query).matches)
      for count in stride(from: query.count, through: 0, by: -1) { typed.search(String(query.prefix(count))) }
      expectEqual(typed.countText, model().countText)
    }
  }

  @Test("The best match begins with the query") func bestMatch() {
    expectEqual(model("everest").bestMatch, .mountain(id: "Mount Everest"))
    expectEqual(model("denali").bestMatch, .mountain(id: "Denali"))
    expectEqual(model("k").bestMatch, .mountain(id: "K2"))
    #expect(model().bestMatch == nil)
  }

  @Test("Each match has a plain line with seven fields") func plainLines() {
    let lines = model("k2").plainLines
    #expect(lines.contains { $0.hasPrefix("K2\t") && $0.split(separator: "\t").contains("8611") })
    #expect(lines.allSatisfy { $0.split(separator: "\t", omittingEmptySubsequences: false).count == 7 })
    #expect(model("nothing like it").plainLines.isEmpty)
  }
}

/// Scripted sessions: keys are the input, screens the output.
@MainActor
@Suite("The screen of the mountains demo") struct MountainsControllerTests {
  private func session(columns: Int = 80, lines: Int = 20, query: String = "", flat: Bool = false)
    -> TestScreen<MountainsController>
  {
    let model = MountainsModel(catalog: .embedded, query: query, isFlat: flat)
    return TestScreen(MountainsController(model: model), columns: columns, lines: lines)
  }

  private var total: Int { MountainCatalog.embedded.mountains.count }

  @Test("The first screen shows Mount Everest in Asia, and counts all mountains") func firstScreen() {
    let session = session()
    expectEqual(session.lines[0], "Mountains")
    #expect(session.lines[3].hasPrefix(" ▾ Asia"))
    #expect(session.contains("Mount Everest"))
    #expect(session.lines[19].hasPrefix("\(total)/\(total)"))
  }

  @Test("Each key filters the list, and the cursor moves to the best match") func filtering() {
    let session = session()
    session.type("aconc")
    #expect(session.cursor?.text.contains("Aconcagua") == true)
    #expect(session.lines[19].hasPrefix("1/\(total)"))
    #expect(session.frame.cursor != nil)
    session.type("zzz")
    #expect(session.contains("No mountain matches"))
    #expect(session.lines[19].hasPrefix("0/\(total)"))
    for _ in 0..<3 { session.press(.backspace) }
    #expect(session.cursor?.text.contains("Aconcagua") == true)
  }

  @Test("Matched letters are underlined") func highlights() throws {
    let session = session()
    session.type("karak")
    let line = try #require((0..<20).first { session.frame.text(ofLine: $0).contains("▾ Karakoram") })
    let start = try #require((0..<80).first { session.frame[line, $0].scalar == "K" })
    #expect((start..<start + 5).allSatisfy { session.frame[line, $0].style.attributes.contains(.underline) })
    #expect(!session.frame[line, start + 5].style.attributes.contains(.underline))
  }

  @Test("Keys that arrive together highlight the whole query") func keysTogether() throws {
    let session = session()
    session.send("alps".map { .key(.character($0)) })
    let line = try #require((0..<20).first { session.frame.text(ofLine: $0).contains("▾ Japanese Alps  9") })
    let start = try #require((0..<80).first { session.frame[line, $0].scalar == "A" })
    #expect((start..<start + 4).allSatisfy { session.frame[line, $0].style.attributes.contains(.underline) })
    #expect(session.frame[line, start + 6].style.attributes.contains(.dim))
  }

  @Test("esc clears the query, keeps the row under the cursor and restores the outline") func clearing() {
    let session = session(lines: 30)
    session.press(.alt("-"))
    session.rest()
    let closed = session.lines
    #expect(openRanges(session).isEmpty)
    session.type("denali")
    session.rest()
    let found = session.cursor
    #expect(found?.text.contains("Denali") == true)
    session.press(.escape)
    session.rest()
    expectEqual(session.cursor?.text, found?.text)
    // Only the range of the item under the cursor was expanded for it.
    expectEqual(openRanges(session).count, 1)
    session.press(.left, .left, .home)
    session.rest()
    expectEqual(session.lines, closed)
  }

  private func openRanges(_ session: TestScreen<MountainsController>) -> [String] {
    session.lines.filter { $0.dropFirst(2).hasPrefix("▾") }
  }

  @Test("A query expands a collapsed continent, and esc collapses it again") func collapsedContinent() {
    let session = session()
    session.press(.left, .left)
    #expect(session.cursor?.text.contains("▾ Asia") == true)
    session.press(.left)
    session.rest()
    expectEqual(session.lines[3...4].map { $0.prefix(6) }, ["▌▸ Asi", " ▾ Sou"])
    session.type("everest")
    session.rest()
    #expect(session.cursor?.text.contains("Mount Everest") == true)
    session.type("xyz")
    session.press(.escape)
    session.rest()
    #expect(session.contains("▸ Asia  209"))
  }

  @Test("The left and right keys collapse and expand ranges, and move into them and out")
  func arrows() throws {
    let session = session()
    let range = try #require(session.cursor?.text)
    #expect(range.contains("▾"))
    session.press(.left)
    session.rest()
    #expect(session.cursor?.text.contains("▸") == true)
    expectEqual(session.cursor?.line, 4)
    #expect(!session.contains("Mount Everest"))
    session.press(.right)
    session.rest()
    #expect(session.contains("Mount Everest"))
    session.press(.right)
    #expect(session.cursor?.text.contains("Mount Everest") == true)
    session.press(.left)
    expectEqual(session.cursor?.text, range)
  }

  @Test("ctrl-o shows the list by height and the outline again, and the cursor keeps its row")
  func flatList() {
    let session = session(lines: 24)
    session.press(.down)
    session.rest()
    let item = session.cursor
    session.press(.control("o"))
    #expect(session.lines.last?.contains("↕") == false, "numbers tell of changes of the data")
    #expect(!session.contains(" Asia"))
    #expect(session.cursor?.text.contains("Mount Everest") == true)
    session.rest()
    #expect(session.lines[3].contains("Mount Everest") && session.lines[4].contains("K2"))
    session.press(.control("o"))
    session.rest()
    expectEqual(session.cursor?.text, item?.text)
  }

  @Test("The name of a continent finds its mountains") func continents() {
    let session = session()
    session.type("oceania")
    let oceania = MountainCatalog.embedded.mountains.filter { $0.continent == .oceania }
    #expect(!oceania.isEmpty)
    #expect(session.lines[19].hasPrefix("\(oceania.count)/\(total)"))
    #expect(session.lines[3].hasPrefix(" ▾ Oceania"))
  }

  @Test("The flat list opens at the highest mountain of the range under the cursor") func flatRange() {
    let session = session()
    session.type("alps")
    session.press(.up, .control("o"))
    session.rest()
    let range = "Bernese Alps"
    session.press(.control("o"))
    session.press(.home)
    while session.cursor?.text.contains(range) == false { session.press(.down) }
    session.press(.control("o"))
    #expect(session.cursor?.text.contains("Finsteraarhorn") == true, "the highest of the \(range)")
  }

  @Test("Enter shows details, and esc closes them") func details() {
    let session = session()
    session.type("k2")
    session.press(.enter)
    #expect(session.contains("─ K2 ─"))
    #expect(session.contains("28,251 ft"))
    session.press(.escape)
    #expect(!session.contains("28,251 ft"))
    expectEqual(session.lines[1], "❯ k2")
  }

  @Test("F1 lists every key that has a title, and ? is a letter of the query") func help() {
    let session = session(lines: 60)
    let possible = session.controller.circumstances
    session.press(.function(1))
    for binding in session.controller.keyMap.bindings {
      guard let title = binding.title, possible.isSuperset(of: binding.conditions) else { continue }
      #expect(session.contains(title), "\(title)")
    }
    session.press(.escape)
    session.type("a?")
    expectEqual(session.lines[1], "❯ a?")
  }

  @Test(
    "The row under the cursor is visible at every size of the window",
    arguments: [(20, 5), (40, 10), (80, 24), (200, 60), (300, 100)])
  func windowSizes(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.type("everest")
    #expect(session.cursor?.text.contains("Mount Ever") == true)
    session.press(.escape, .end)
    #expect(session.cursor != nil)
  }

  @Test("A window that is too small shows a message until it is enlarged") func smallWindow() {
    let session = session()
    session.resize(columns: 10, lines: 4)
    expectEqual(session.lines[0], "too small")
    session.resize(columns: 80, lines: 20)
    #expect(session.contains("Mount Everest"))
  }

  @Test("A paste is inserted into the query, with spaces for line breaks") func pasting() {
    let session = session()
    session.paste("mont\nblanc")
    expectEqual(session.lines[1], "❯ mont blanc")
    #expect(session.cursor?.text.contains("Mont Blanc") == true)
    session.press(.backspace)
    session.paste("k")
    expectEqual(session.lines[1], "❯ mont blank")
  }

  @Test("Columns are aligned beside names in every script") func alignment() {
    let session = session(columns: 110, lines: 100, flat: true)
    for line in 3..<90 {
      let row = session.frame.line(line)
      let metres = row.indices.filter {
        row[$0].scalar == "m" && row[$0 - 1].scalar == " " && row[$0 - 2].scalar.properties.numericType != nil
      }
      expectEqual(metres.map { $0 - row.startIndex }, [66], "\(session.frame.text(ofLine: line))")
    }
  }

  @Test("A query given at the start shows the same screen as a typed one") func initialQuery() throws {
    let typed = session(lines: 24)
    typed.type("alps")
    typed.rest()
    let given = session(lines: 24, query: "alps")
    given.rest()
    expectEqual(given.lines, typed.lines)
  }
}

/// Sessions with the real program on a pseudo-terminal, as a user would have them.
@Suite("The mountains demo on a terminal", .waitsForProcesses) struct MountainsSessionTests {
  private func start(
    _ arguments: [String] = [], columns: Int = 80, lines: Int = 24, environment: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), arguments, environment: environment, columns: columns, lines: lines)
  }

  @Test(
    "A user searches, reads details and leaves, and the terminal is restored",
    arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "vt100"])
  func searching(_ type: String) throws {
    let terminal = try start(environment: ["TERM": type])
    try terminal.wait(for: "Mount Everest")
    terminal.type("kili")
    try terminal.wait(for: "1/")
    try terminal.wait(for: "Kilimanjaro")
    terminal.type("\r")
    try terminal.wait(for: "ft")
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains(" ft") }
    terminal.type("\u{1b}")
    try terminal.wait { $0.contains("Mount Kenya") && $0.contains("Kilimanjaro") }
    terminal.type("\u{1b}")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
    #expect(!terminal.screen.isAlternateScreen)
    #expect(terminal.screen.isCursorVisible)
  }

  @Test("The query and the row under the cursor stay visible when the window is resized")
  func resizing() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.type("denali")
    try terminal.wait(for: "1/")
    terminal.resize(columns: 40, lines: 10)
    try terminal.wait { $0.line(1).hasPrefix("❯ denali") && $0.contains("Denali") }
    terminal.resize(columns: 15, lines: 3)
    try terminal.wait(for: "Denali")
    terminal.resize(columns: 100, lines: 40)
    try terminal.wait { $0.line(39).contains("help") && $0.contains("Denali") }
    terminal.type("\u{3}")
    try expectEqual(terminal.waitForEnd(), .exited(130))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("Signals end the program and restore the terminal", arguments: [SIGTERM, SIGHUP, SIGINT])
  func signals(_ signal: Int32) throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.send(signal: signal)
    try expectEqual(terminal.waitForEnd(), .exited(128 + signal))
    expectEqual(terminal.settings, terminal.initialSettings)
    #expect(!terminal.screen.isAlternateScreen)
    expectEqual(terminal.screen.mouse, .none)
  }

  @Test("ctrl-z restores the terminal, and continuing redraws the screen") func suspending() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.type("elbr")
    try terminal.wait(for: "1/")
    terminal.type("\u{1a}")
    _ = try terminal.waitForStop()
    expectEqual(terminal.settings, terminal.initialSettings)
    #expect(!terminal.screen.isAlternateScreen)
    terminal.resize(columns: 60, lines: 20)
    terminal.continueInForeground()
    try terminal.wait { $0.isAlternateScreen && $0.contains("Elbrus") && $0.line(19).contains("1/") }
    terminal.type("\u{1b}\u{1b}")
    terminal.send(signal: SIGTERM)
    _ = try terminal.waitForEnd()
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("Keys work after invalid bytes and a long paste") func longPaste() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    terminal.type([0xFF, 0xC3, 0xE2, 0x82, 0xFE, 0x80])
    terminal.type("\u{1b}[200~" + String(repeating: "mont blanc ", count: 1000) + "\u{1b}[201~")
    try terminal.wait(for: "Mont Blanc")
    terminal.type("\u{15}k2")
    try terminal.wait(for: "❯ k2")
    terminal.type("\u{3}")
    try expectEqual(terminal.waitForEnd(), .exited(130))
  }

  @Test("A click on the sign of a range collapses it, and its continent stays expanded") func clicks() throws
  {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    let lines = terminal.screen.lines
    let line = try #require(lines.firstIndex { $0.contains("▾") && !$0.contains("Asia") })
    let place = "\(lines[line].prefix { $0 != "▾" }.count + 1);\(line + 1)"
    terminal.type("\u{1b}[<0;\(place)M\u{1b}[<0;\(place)m")
    try terminal.wait { $0.line(line).contains("▸") && !$0.contains("Mount Everest") }
    #expect(terminal.screen.contains("▾ Asia"))
    terminal.send(signal: SIGTERM)
    _ = try terminal.waitForEnd()
  }

  @Test("With NO_COLOR, the output contains no colours") func noColor() throws {
    let terminal = try start(environment: ["NO_COLOR": "1"])
    try terminal.wait(for: "Mount Everest")
    terminal.type("k2")
    try terminal.wait(for: "❯ k2")
    terminal.send(signal: SIGTERM)
    _ = try terminal.waitForEnd()
    #expect(!terminal.outputText.contains("\u{1b}[38;"))
    #expect(terminal.outputText.firstMatch(of: /\u{1b}\[(3|4)[0-7]m/) == nil)
  }

  @Test("A pipe receives plain lines, and the status is 1 if no mountain matches") func pipe() throws {
    let found = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["--query", "k2", "--flat"])
    expectEqual(found.end, .exited(0))
    #expect(found.standardOutput.hasPrefix("K2\t"))
    let nothing = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["mountains", "--query", "zzzz"])
    expectEqual(nothing.end, .exited(1))
    #expect(nothing.standardOutput.isEmpty)
  }

  @Test(
    "Wrong arguments print the usage and exit with status 64",
    arguments: [["--nonsense"], ["nonsense"], ["--motion", "wild"], ["--color", "plaid"]])
  func wrongOptions(_ arguments: [String]) throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), arguments)
    expectEqual(run.end, .exited(64))
    #expect(run.standardError.contains("Usage:"))
  }

  @Test(
    "The options --version and --help print text and exit with status 0",
    arguments: [["--version"], ["--help"], ["mountains", "--help"]])
  func versionAndHelp(_ arguments: [String]) throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), arguments)
    expectEqual(run.end, .exited(0))
    #expect(!run.standardOutput.isEmpty)
  }

  @Test("An unusable terminal is refused in one line", arguments: ["dumb", "no-such-terminal", nil])
  func unusableTerminal(_ type: String?) throws {
    let terminal = try start(environment: ["TERM": type])
    try expectEqual(terminal.waitForEnd(), .exited(2))
    let lines = terminal.outputText.split(whereSeparator: \.isNewline)
    expectEqual(lines.count, 1)
    #expect(lines.first?.hasPrefix("tui-demo: ") == true)
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  @Test("A theme can be a file, and errors in it are reported with their line") func themes() throws {
    let path = "/tmp/listkit-theme-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try "base = light\ntitle = bold reverse\n".write(toFile: path, atomically: true, encoding: .utf8)
    let terminal = try start(["mountains", "--theme", path])
    try terminal.wait(for: "Mount Everest")
    terminal.type("\u{3}")
    try expectEqual(terminal.waitForEnd(), .exited(130))
    try "title = bold\ntitle = pinkish\n".write(toFile: path, atomically: true, encoding: .utf8)
    let refused = try start(["mountains", "--theme", path])
    try expectEqual(refused.waitForEnd(), .exited(64))
    #expect(refused.outputText.contains(":2: 'pinkish' is neither a colour nor an attribute"))
    let missing = try start(["mountains", "--theme", "/nowhere"])
    try expectEqual(missing.waitForEnd(), .exited(64))
    #expect(missing.outputText.contains("a theme is dark, light, high-contrast, mono, terminal or a file"))
  }

  @Test(
    "LISTKIT_MOTION determines whether changes are marked",
    arguments: [("none", false), ("full", true), ("wild", true)])
  func motion(_ motion: String, _ marks: Bool) throws {
    let terminal = try start(["cards", "--seed", "3"], environment: ["LISTKIT_MOTION": motion])
    try terminal.wait(for: "day 1")
    terminal.type("n")
    try terminal.wait { $0.contains("day 2") && $0.contains("~") == marks }
    terminal.type("\u{3}")
    try expectEqual(terminal.waitForEnd(), .exited(130))
  }

  @Test("A key after a flood of 60,000 keys takes effect") func flood() throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    // Each key has four bytes, so that the pieces in which they are typed end at the end of a key.
    terminal.type(String(repeating: "\u{1b}[1B", count: 60_000))
    terminal.type("\u{1b}OP")
    try terminal.wait(for: "Keys")
    #expect(!terminal.screen.contains("❯ B"), "no key is taken for letters")
  }

  // No escape sequences: a sequence whose end comes late counts as the escape key, which ends the demo.
  @Test("SIGTERM ends the program during a flood of keys", arguments: ["x", "\u{e}\u{10}"])
  func signalDuringFlood(_ keys: String) throws {
    let terminal = try start()
    try terminal.wait(for: "Mount Everest")
    let flood = String(repeating: keys, count: 4096 / keys.utf8.count)
    for _ in 0..<10 { terminal.type(flood) }
    terminal.send(signal: SIGTERM)
    for _ in 0..<10_000 where terminal.end == nil { terminal.type(flood) }
    expectEqual(terminal.end, .exited(143))
    expectEqual(terminal.damage, [])
  }
}
