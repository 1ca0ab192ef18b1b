import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// A text field of several lines in an alert.
@MainActor
@Suite("Text fields of several lines") struct TextFieldLinesTests {
  private func screen(_ text: String, columns: Int = 40, lines: Int = 14) -> TestScreen<TableViewController> {
    let screen = TestScreen(TableViewController(), columns: columns, lines: lines)
    let alert = AlertController(title: "Note")
    alert.addTextField {
      $0.isMultiline = true
      $0.text = text
    }
    alert.addAction(AlertAction(title: "Cancel", style: .cancel))
    alert.addAction(AlertAction(title: "OK"))
    screen.controller.present(alert)
    // Keys that arrive before the alert is drawn do not go to it.
    _ = screen.lines
    return screen
  }

  private func field(_ screen: TestScreen<TableViewController>) -> TextField? {
    screen.controller.presentedAlert?.textFields[0]
  }

  @Test("A long line wraps, and the arrow keys move through its rows") func wrapping() {
    let long = String(repeating: "abcdefghi ", count: 5)
    let screen = screen(long + "\nend")
    #expect(screen.lines.contains { $0.contains("❯ abcdefghi abcdefghi abcdefghi abc") })
    #expect(screen.lines.contains { $0.contains("  defghi abcdefghi") })
    screen.press(.up, "X")
    #expect(
      field(screen)?.text.hasPrefix(long.prefix(36) + "X") == true, "rows of a line are rows to go through")
    screen.press(.up, "Y")
    #expect(field(screen)?.text.hasPrefix("abcdY") == true)
  }

  @Test("Vertical moves keep the column across shorter rows") func keptColumn() {
    let screen = screen("first line\n\nthird line")
    screen.press(.up, .up, "!")
    expectEqual(field(screen)?.text, "first line!\n\nthird line")
    screen.press(.home, .pageDown, "?")
    expectEqual(field(screen)?.text, "first line!\n\n?third line")
  }

  @Test(
    "The insertion point stays visible on screens of every size",
    arguments: [(20, 5), (40, 8), (40, 14), (200, 60)])
  func visibility(_ columns: Int, _ lines: Int) throws {
    let screen = screen((1...40).map { "line \($0)" }.joined(separator: "\n"), columns: columns, lines: lines)
    for _ in 0..<45 {
      let cursor = try #require(screen.frame.cursor)
      #expect(screen.lines[cursor.line].contains("line "))
      screen.press(.up)
    }
    #expect(screen.frame.cursor.map { screen.lines[$0.line].contains("line 1") } == true)
    screen.press("x")
    #expect(field(screen)?.text.hasPrefix("line 1x") == true)
  }

  @Test("A click places the insertion point") func clicks() throws {
    let screen = screen("first\nsecond")
    let place = try #require(screen.location(of: "first"))
    screen.click(at: ScreenPoint(line: place.line, column: place.column + 2))
    screen.type("|")
    expectEqual(field(screen)?.text, "fi|rst\nsecond")
  }

  @Test("Pasted text keeps its line breaks") func pasting() {
    let screen = screen("")
    screen.paste("a\r\nb\n")
    expectEqual(field(screen)?.text, "a\nb\n")
  }

  @Test("Tab moves the focus from the field to the actions") func tabKey() {
    let screen = screen("text")
    screen.press(.tab, .tab, .enter)
    #expect(screen.controller.presentedAlert == nil)
  }
}
