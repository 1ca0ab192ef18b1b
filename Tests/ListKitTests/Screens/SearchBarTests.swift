import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Search bars") struct SearchBarTests {
  private final class Listener: SearchBarDelegate {
    var heard: [String] = []
    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { heard.append(searchText) }
  }

  private func draw(_ bar: SearchBar, columns: Int = 12, isUnicode: Bool = true) -> (
    text: String, cursor: Int?
  ) {
    var canvas = Canvas(
      size: ScreenSize(columns: columns, lines: 1), traits: .testing(.mono, isUnicode: isUnicode))
    bar.draw(in: &canvas, theme: .mono)
    return (canvas.frame.description, canvas.frame.cursor?.column)
  }

  @Test("The delegate is notified of edits that change the text, not of text that the program sets")
  func notifications() {
    let (bar, listener) = (SearchBar(), Listener())
    bar.delegate = listener
    bar.text = "set"
    bar.apply(.move(-1))
    bar.apply(.insert("x"))
    bar.apply(.deleteForward)
    bar.apply(.deleteForward)
    bar.clear()
    bar.clear()
    expectEqual(listener.heard, ["sext", "sex", ""])
  }

  @Test("An empty query shows the placeholder") func placeholders() {
    let bar = SearchBar()
    bar.placeholder = "search"
    #expect(draw(bar) == ("❯ search", 2))
    expectEqual(draw(bar, isUnicode: false).text, "> search")
    bar.text = "k2"
    #expect(draw(bar) == ("❯ k2", 4))
  }

  @Test("Characters that cannot be read have the style of what is wrong, until the query changes")
  func wrong() {
    let bar = SearchBar()
    bar.text = "a b>x c"
    bar.wrong = 2..<5
    var canvas = Canvas(size: ScreenSize(columns: 20, lines: 1), traits: .testing(.mono))
    bar.draw(in: &canvas, theme: .dark)
    let color = Theme.dark.problem.foreground
    expectEqual(
      (2..<9).map { canvas[0, $0].style.foreground == color }, [false, false, true, true, true, false, false])
    bar.apply(.insert("d"))
    expectEqual(bar.wrong, nil)
  }

  @Test("A long query scrolls with the insertion point") func scrolling() {
    let bar = SearchBar()
    bar.text = "kangchenjunga"
    #expect(draw(bar) == ("❯ chenjunga", 11))
    bar.apply(.moveToStart)
    #expect(draw(bar) == ("❯ kangchenju", 2))
    bar.text = "漢字漢字漢字"
    expectEqual(draw(bar).cursor, 11)
    expectEqual(draw(bar).text, "❯  漢字漢字")
  }

  @Test("The cursor stays inside the line at every width", arguments: 0...14)
  func cursorColumn(_ columns: Int) {
    let bar = SearchBar()
    bar.text = "漢字 k2"
    let cursor = draw(bar, columns: columns).cursor
    #expect(cursor.map { $0 < columns } ?? true)
  }

  @Test(
    "A click moves the insertion point to the character under it",
    arguments: [(0, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 2), (7, 3), (40, 4)])
  func clicks(_ column: Int, _ point: Int) {
    let bar = SearchBar()
    bar.text = "漢字ab"
    _ = draw(bar, columns: 40)
    bar.moveInsertionPoint(toColumn: column)
    expectEqual(bar.editor.insertionPoint, point)
  }

  @Test("In a scrolled query, a click counts from the first visible character") func scrolledClicks() {
    let bar = SearchBar()
    bar.text = "kangchenjunga"
    _ = draw(bar)
    bar.moveInsertionPoint(toColumn: 2)
    expectEqual(bar.editor.insertionPoint, 4)
    bar.apply(.insert("|"))
    expectEqual(bar.text, "kang|chenjunga")
  }
}
