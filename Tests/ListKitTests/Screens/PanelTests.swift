import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@MainActor @Suite("Panels") struct PanelTests {
  private func draw(_ panel: Panel, _ columns: Int, _ lines: Int, isUnicode: Bool = true) -> Frame {
    draw(ListBox(panel), columns, lines, isUnicode: isUnicode)
  }

  private func draw(_ box: ListBox, _ columns: Int, _ lines: Int, isUnicode: Bool = true) -> Frame {
    var canvas = Canvas(
      size: ScreenSize(columns: columns, lines: lines), traits: .testing(.mono, isUnicode: isUnicode))
    for line in 0..<lines { canvas.fill(line: line, with: Glyph("·")) }
    box.draw(in: &canvas, theme: .mono)
    return canvas.frame
  }

  private func numbers(_ count: Int) -> Panel {
    Panel(title: "Keys", lines: (0..<count).map { Panel.Line("", StyledText("\($0)")) })
  }

  @Test("A panel is as large as its text and is drawn in the middle of the screen") func fitting() {
    let panel = Panel(title: "K2", lines: [.init("height", "8611 m"), .init("first", "1954")])
    expectEqual(
      draw(panel, 30, 6).description,
      """
      ······························
      ······╭─ K2 ───────────╮······
      ······│ height  8611 m │······
      ······│ first   1954   │······
      ······╰─ esc close ────╯······
      ······························
      """)
    let ascii = draw(panel, 30, 6, isUnicode: false)
    #expect(ascii.text(ofLine: 1).contains("+- K2 -----------+"))
  }

  @Test("A panel scrolls to its first and last line and not further") func scrolling() {
    let box = ListBox(numbers(20))
    let first = draw(box, 20, 7)
    #expect(first.text(ofLine: 1).contains("0") && first.text(ofLine: 6).contains("▾"))
    box.scroll(by: -3)
    expectEqual(draw(box, 20, 7), first)
    box.scroll(by: 999)
    let last = draw(box, 20, 7)
    #expect(last.text(ofLine: 5).contains("19") && !last.text(ofLine: 6).contains("▾"))
    box.scroll(by: -1)
    #expect(draw(box, 20, 7).text(ofLine: 5).contains("18"))
  }

  @Test("A panel that was scrolled to the end shows all lines on a larger screen") func growing() {
    let box = ListBox(numbers(8))
    _ = draw(box, 20, 5)
    box.scroll(by: 99)
    let frame = draw(box, 20, 12)
    #expect((0..<8).allSatisfy { frame.text(ofLine: 2 + $0).contains("\($0)") })
    box.scroll(by: 1)
    expectEqual(draw(box, 20, 12), frame)
  }

  @Test("A panel can be drawn on screens of a few cells or none", arguments: 0...6, 0...8)
  func tinyScreens(_ columns: Int, _ lines: Int) {
    let panel = Panel(title: "漢字漢字", lines: [.init("漢字漢字漢字漢字漢字漢字", "漢字"), .init("", "x")])
    expectEqual(draw(panel, columns, lines).size, ScreenSize(columns: columns, lines: lines))
  }

  @Test("Long texts wrap beside their names") func wrapping() {
    let panel = Panel(
      title: "K2", lines: [.init("where", "Karakoram, Pakistan and China"), .init("first", "1954")])
    expectEqual(
      draw(panel, 29, 5).description,
      """
      ╭─ K2 ──────────────────────╮
      │ where  Karakoram,         │
      │        Pakistan and China │
      │ first  1954               │
      ╰─ esc close  / filter ─────╯
      """)
  }
}
