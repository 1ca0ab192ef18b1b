import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A screen that shows text.
@MainActor
@Suite("Text view controllers") struct TextViewControllerTests {
  private typealias Lines = TextViewController.Lines

  private func screen(_ lines: TextViewController.Lines, columns: Int = 30, height: Int = 8)
    -> TestScreen<TextViewController>
  {
    TestScreen(TextViewController(lines), columns: columns, lines: height)
  }

  private static func numbered(_ count: Int) -> Lines { Lines(count: count) { StyledText("line \($0)") } }

  @Test("The table reports when it ceases to follow the end and when it follows it again") func following() {
    let controller = TextViewController(.init(StyledText((0..<50).map(String.init).joined(separator: "\n"))))
    controller.tableView.followsEnd = true
    var log: [Bool] = []
    controller.tableView.cursorDidMove = { [unowned controller] _ in
      log.append(controller.tableView.isFollowing)
    }
    let screen = TestScreen(controller, columns: 20, lines: 10)
    screen.press(.down)
    expectEqual(log, [])
    screen.press(.up)
    screen.rest()
    expectEqual(log, [false])
    screen.press(.up, .end)
    screen.rest()
    expectEqual(log, [false, true])
  }

  @Test("Arrows and pages scroll; there is no cursor") func scrolling() {
    let screen = screen(Self.numbered(100))
    #expect(screen.lines[0].hasPrefix("  line 0"))
    screen.press(.down, .down, .character("j"))
    #expect(screen.lines[0].hasPrefix("  line 3"))
    screen.press(.character(" "))
    #expect(screen.lines[0].hasPrefix("  line 10"))
    screen.press(.end)
    #expect(screen.lines[6].hasPrefix("  line 99"))
    screen.press(.home, .up)
    #expect(screen.lines[0].hasPrefix("  line 0"))
  }

  @Test("A line wider than the screen wraps, or scrolls sideways") func wrapping() {
    let screen = screen(Lines("a\tb\n1234567890 abcdefghij 1234567890 end\nlast"), columns: 20)
    expectEqual(screen.lines[0], "  a       b")
    expectEqual(
      screen.lines[1...4].map { $0.drop { $0 == " " } },
      ["1234567890", "abcdefghij", "1234567890 end", "last"])
    screen.press(.character("w"))
    #expect(screen.lines[1].hasSuffix("…") && screen.lines[2].hasPrefix("  last"))
    screen.press(.right)
    #expect(screen.lines[0] == "  b" && screen.lines[1].hasPrefix("  90 abcdefghij"))
    screen.press(.left, .left)
    expectEqual(screen.lines[0], "  a       b")
  }

  @Test("Appended lines do not move the others; a followed end stays in view") func appending() {
    let screen = screen(Self.numbered(20))
    screen.press(.down)
    screen.controller.lines.append("more")
    #expect(screen.lines[0].hasPrefix("  line 1"))
    screen.press(.end)
    #expect(screen.lines[6].hasPrefix("  more"))
    let log = self.screen(Self.numbered(20))
    log.controller.tableView.followsEnd = true
    for number in 0..<3 { log.controller.lines.append(StyledText("new \(number)")) }
    #expect(log.lines[6].hasPrefix("  new 2"))
    log.press(.up)
    log.controller.lines.append("newest")
    #expect(!log.contains("newest"))
    #expect(!log.contains("▌"))
    log.controller.lines = Lines("short")
    #expect(log.lines[0] == "  short" && log.lines[1].isEmpty)
  }

  @Test(
    "A text that follows its end before the first frame shows its end, also with wrapped lines and other sizes",
    arguments: [1, 5])
  func followedEnd(words: Int) {
    let lines = (0..<20).map { "\($0) " + Array(repeating: "wrapped", count: words).joined(separator: " ") }
    let controller = TextViewController(Lines(StyledText(lines.joined(separator: "\n"))))
    controller.tableView.followsEnd = true
    let screen = TestScreen(controller, columns: 30, lines: 8)
    #expect(screen.contains("  19 wrapped"))
    controller.lines.append("more")
    #expect(screen.lines[6].hasPrefix("  more"))
    for size in [(30, 5), (50, 5), (20, 12)] {
      screen.resize(columns: size.0, lines: size.1)
      #expect(screen.lines[size.1 - 2].hasPrefix("  more"))
      controller.lines.append("more again")
      #expect(screen.lines[size.1 - 2].hasPrefix("  more again"))
    }
  }

  @Test(
    "esc after a search shows the lines from before, and a followed end goes on being followed",
    arguments: ["line 12", "nothing"])
  func searchAtEnd(text: String) {
    let controller = TextViewController(Self.numbered(50))
    controller.tableView.followsEnd = true
    let screen = TestScreen(controller, columns: 30, lines: 8)
    let before = screen.lines.dropLast()
    screen.press("/")
    expectEqual(screen.lines[6], before[6])
    screen.type(text)
    screen.press(.escape)
    expectEqual(screen.lines.dropLast(), before)
    controller.lines.append("more")
    #expect(screen.lines[6].hasPrefix("  more"))
    // The same in the middle of the text.
    for _ in 0..<20 { screen.press(.up) }
    let middle = screen.lines.dropLast()
    screen.press("/")
    expectEqual(screen.lines[1...6], middle[1...6])
    screen.press(.escape)
    expectEqual(screen.lines.dropLast(), middle)
    screen.press("/")
    screen.type(text)
    screen.press(.escape)
    expectEqual(screen.lines.dropLast(), middle)
  }

  @Test("/ finds, n and N continue past the ends, and esc ends the search") func finding() {
    let screen = screen(Self.numbered(300), columns: 60)
    screen.press(.character("/"))
    screen.type("LINE 12")
    #expect(screen.contains("not found: LINE 12"))
    for _ in "LINE 12" { screen.press(.backspace) }
    screen.type("e 12")
    #expect(screen.contains("  line 12"))
    screen.press(.enter, .character("n"))
    #expect(screen.contains("  line 120"))
    #expect(screen.style(of: "e 12")?.attributes.contains(.reverse) == true)
    screen.press(.character("N"), .character("N"))
    #expect(screen.contains("  line 129") && screen.contains("search continued at the end"))
    screen.press(.character("n"))
    #expect(screen.contains("  line 12") && screen.contains("search continued at the top"))
    screen.press(.escape)
    #expect(screen.ending == nil && screen.style(of: "e 12")?.attributes.contains(.reverse) != true)
    screen.press(.escape)
    #expect(screen.ending != nil)
  }

  @Test(
    "n typed several times at once moves by as many matches, also past the end", arguments: [1_000, 50_000])
  func severalMatches(count: Int) async {
    let screen = screen(
      Lines(count: count) { line in line % (count / 20) == 0 ? "match \(line / (count / 20))." : "" },
      columns: 60)
    screen.press(.character("/"))
    screen.type("match")
    screen.press(.enter)
    for (key, times, match) in [("n", 5, 5), ("N", 7, 18), ("n", 45, 3), ("n", 20, 3), ("N", 1, 2)] {
      screen.send((0..<times).map { _ in .key(.character(Character(key))) })
      #expect(await screen.wait { $0.contains("match \(match).") }, "\(key) \(times)")
    }
  }

  @Test("A search through many lines does not block the keys") func findingFar() async {
    let screen = screen(Self.numbered(50_000), columns: 60)
    screen.press(.character("/"))
    screen.type("49999")
    #expect(await screen.wait { $0.contains("line 49999") })
    screen.press(.enter, .home, .character("/"))
    screen.type("x")
    screen.press(.down)
    #expect(await screen.wait { $0.contains("not found: x") })
  }

  @Test("Lines keep the styles of the text, and found text is highlighted on top") func styles() {
    let red = TextStyle(foreground: .palette(1))
    let screen = screen(Lines(StyledText("plain\n\tred here", runs: [.init(7..<10, red)])))
    expectEqual(screen.style(of: "red")?.foreground, .palette(1))
    #expect(screen.style(of: "plain")?.foreground != .palette(1))
    screen.press(.character("/"))
    screen.type("re")
    screen.press(.enter)
    #expect(screen.style(of: "re")?.attributes.contains(.reverse) == true)
  }

  @Test("A program can scroll to a line before the first frame") func showingALine() {
    let controller = TextViewController(Self.numbered(500))
    controller.scrollToLine(at: 250)
    let screen = TestScreen(controller, columns: 30, lines: 8)
    #expect(screen.style(of: "line 250")?.attributes.contains(.reverse) == true)
  }

  @Test(
    "A text is found as it is typed; without capitals in either case",
    arguments: [
      ("ab", "xABab", [1..<3, 3..<5]), ("Ab", "abAb", [2..<4]), ("é", "eÉ", [1..<2]), ("aa", "aaa", [0..<2]),
      ("", "a", []), ("long", "l", []), ("ß", "ß", [0..<1]),
      ("e", "e\u{301}", []), ("e", "e\u{301}e", [1..<2]),
    ])
  func ranges(text: String, line: String, ranges: [Range<Int>]) {
    let search = TextSearch(text)
    expectEqual(search.ranges(in: line), ranges)
    if !search.isEmpty { expectEqual(search.isFound(in: line), !ranges.isEmpty) }
  }
}
