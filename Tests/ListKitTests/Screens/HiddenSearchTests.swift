import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A query that `/` opens and escape closes.
@MainActor
@Suite("Hidden search bars") struct HiddenSearchTests {
  private let screen: TestScreen<SearchController>

  init() {
    let controller = SearchController(0..<40)
    controller.searchBar?.placeholder = "number"
    controller.hidesSearchBarWhenEmpty = true
    controller.statusText = "ready"
    screen = TestScreen(controller, columns: 40, lines: 10)
  }

  @Test("ctrl-f opens a line for a find, n and N continue it, esc ends it, and no row is hidden") func find()
  {
    var actions: [FindAction] = []
    screen.press(.control("f"))
    #expect(!screen.controller.isFinding)
    screen.controller.findAction = { actions.append($0) }
    screen.press(.character("?"))
    #expect(screen.contains("Keys"), "? is the help on every screen where letters are keys")
    screen.press(.escape, .character("n"), .control("f"), .character("n"), .character("3"), .enter)
    expectEqual(actions, [.search("n"), .search("n3")])
    #expect(screen.controller.isFinding && screen.lines.count { $0.contains("n") } == 9)
    screen.press(.character("n"), .character("N"), .escape, .character("n"))
    expectEqual(actions.dropFirst(2), [.next(1), .next(-1), .end(isCancelled: false)])
    screen.press(.control("f"), .character("4"), .escape)
    expectEqual(actions.suffix(2), [.search("4"), .end(isCancelled: true)])
    screen.press(.control("f"), .enter)
    #expect(!screen.controller.isFinding && screen.ending == nil)
  }

  @Test("While the search bar is hidden, letters are keys and pasted text is ignored") func closedSearch() {
    #expect(!screen.contains("number"))
    expectEqual(screen.cursor?.line, 0)
    screen.press(.character("j"), .character("j"), .character("k"))
    #expect(screen.cursor?.text.contains("n1") == true)
    screen.press(.character("G"))
    #expect(screen.cursor?.text.contains("n39") == true)
    screen.press(.character("g"), .control("d"))
    #expect(screen.cursor?.text.contains("n8") == true)
    screen.paste("39")
    expectEqual(screen.lines.count { $0.contains("n") }, 9)
    screen.press(.character("q"))
    expectEqual(screen.ending?.exitStatus, 0)
  }

  @Test("The / key opens the search bar, and typed and pasted text filters the rows") func opening() {
    screen.press(.character("/"))
    expectEqual(screen.lines[0], "❯ number")
    expectEqual(screen.frame.cursor, ScreenPoint(line: 0, column: 2))
    screen.type("n3/j")
    expectEqual(screen.lines[0], "❯ n3/j")
    screen.press(.backspace, .control("w"))
    screen.paste("39")
    expectEqual(screen.lines[0], "❯ 39")
    #expect(screen.cursor?.text.contains("n39") == true)
  }

  @Test("Enter keeps the query and returns the keys to the rows, and esc clears the query") func keeping() {
    screen.press(.character("/"))
    screen.type("3")
    screen.press(.enter)
    #expect(screen.controller.chosen.isEmpty)
    expectEqual(screen.lines[0], "❯ 3")
    #expect(screen.frame.cursor?.line != 0)
    screen.press(.character("j"), .enter)
    expectEqual(screen.controller.chosen, [13])
    // Escape clears the query that was kept, and the cursor stays on its row.
    screen.press(.escape)
    #expect(screen.lines[0].contains("n"))
    #expect(screen.cursor?.text.contains("n13") == true)
    screen.press(.escape)
    expectEqual(screen.ending?.exitStatus, 0)
  }

  @Test("The / key and a click edit a kept query again") func editing() {
    screen.press(.character("/"))
    screen.type("13")
    screen.press(.enter, .character("/"), .control("a"))
    screen.type("n")
    expectEqual(screen.lines[0], "❯ n13")
    screen.press(.enter)
    screen.click(at: ScreenPoint(line: 0, column: 3))
    expectEqual(screen.frame.cursor, ScreenPoint(line: 0, column: 3))
    screen.press(.delete)
    expectEqual(screen.lines[0], "❯ n3")
  }

  @Test("The esc key clears and hides the search bar, and the cursor stays on its item") func closing() {
    screen.press(.character("/"))
    screen.type("n3")
    screen.press(.down, .down, .escape)
    #expect(!screen.contains("❯"))
    #expect(screen.cursor?.text.contains("n31") == true)
    #expect(screen.ending == nil)
    // The same holds for an empty query, and for enter.
    for key in [KeyPress.escape, .enter] {
      screen.press(.character("/"), key)
      #expect(!screen.contains("❯"))
      #expect(screen.cursor?.text.contains("n31") == true)
    }
    #expect(screen.controller.chosen.isEmpty)
  }

  @Test("Rows stay on their lines when the search bar opens and closes") func stableRows() {
    for _ in 0..<20 { screen.press(.character("j")) }
    screen.press(.up, .up, .up)
    let line = screen.cursor?.line
    let before = screen.lines
    screen.press(.character("/"))
    expectEqual(screen.cursor?.line, line)
    // Except for the scroll bar, and the keys in the last line.
    let texts = { (lines: [String]) in lines.dropFirst().dropLast().map { $0.prefix(20).trimmingBlanks } }
    expectEqual(texts(screen.lines), texts(before))
    screen.press(.escape)
    expectEqual(screen.lines, before)
  }
}

extension Substring {
  /// This text without trailing spaces.
  fileprivate var trimmingBlanks: Substring {
    prefix((lastIndex { $0 != " " }).map { self[...$0].count } ?? 0)
  }
}
