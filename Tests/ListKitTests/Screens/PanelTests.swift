import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@Suite("Panels") struct PanelTests {
  private func draw(_ panel: Panel, _ columns: Int, _ lines: Int, isUnicode: Bool = true) -> Frame {
    var canvas = Canvas(
      size: Size(columns: columns, lines: lines), traits: .testing(.mono, isUnicode: isUnicode))
    for line in 0..<lines { canvas.fill(line: line, with: Glyph("·")) }
    let layout = PanelLayout(panel, in: canvas.size, metrics: canvas.metrics, theme: .mono)
    panel.draw(layout, in: &canvas, theme: .mono, symbols: isUnicode ? .unicode : .ascii)
    return canvas.frame
  }

  private func layout(_ panel: Panel, _ columns: Int, _ lines: Int) -> PanelLayout {
    PanelLayout(
      panel, in: Size(columns: columns, lines: lines), metrics: TextMetrics(.testing(.mono)), theme: .mono)
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

  @Test("A panel that is nearly as wide as the screen takes all of its columns, and its edge names its keys")
  func wholeWidth() {
    var panel = Panel(
      title: "Keys",
      lines: [.init("s", "sort the rows by a column"), .title("This screen"), .init("q", "quit")])
    let frame = draw(panel, 36, 6)
    expectEqual(
      frame.description,
      """
      ╭─ Keys ───────────────────────────╮
      │ s  sort the rows by a column     │
      │ This screen                      │
      │ q  quit                          │
      ╰─ esc close  / filter ────────────╯
      ····································
      """)
    let theme = Theme.mono
    expectEqual([frame[1, 2].style, frame[2, 2].style], [theme.secondaryText, theme.title])
    panel.beginFilter()
    #expect(draw(panel, 36, 6).description.contains("─ enter keep  esc all lines ─"))
  }

  @Test("A panel scrolls to its first and last line and not further") func scrolling() {
    var panel = numbers(20)
    let visible = layout(panel, 20, 7)
    expectEqual(visible.visibleRows, 5)
    panel.scroll(by: -3, in: visible)
    #expect(draw(panel, 20, 7).text(ofLine: 1).contains("0"))
    #expect(draw(panel, 20, 7).text(ofLine: 6).contains("▾"))
    panel.scroll(by: 999, in: visible)
    #expect(draw(panel, 20, 7).text(ofLine: 5).contains("19"))
    #expect(!draw(panel, 20, 7).text(ofLine: 6).contains("▾"))
    panel.scroll(by: -1, in: visible)
    #expect(draw(panel, 20, 7).text(ofLine: 5).contains("18"))
  }

  @Test("A panel that was scrolled to the end shows all lines on a larger screen") func growing() {
    var panel = numbers(8)
    panel.scroll(by: 99, in: layout(panel, 20, 5))
    let frame = draw(panel, 20, 12)
    #expect((0..<8).allSatisfy { frame.text(ofLine: 2 + $0).contains("\($0)") })
    panel.scroll(by: 1, in: layout(panel, 20, 12))
    expectEqual(panel.offset, 0)
  }

  @Test("A panel can be drawn on screens of a few cells or none", arguments: 0...6, 0...8)
  func tinyScreens(_ columns: Int, _ lines: Int) {
    let panel = Panel(title: "漢字漢字", lines: [.init("漢字漢字漢字漢字漢字漢字", "漢字"), .init("", "x")])
    expectEqual(draw(panel, columns, lines).size, Size(columns: columns, lines: lines))
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

  @Test("On a narrow screen, texts are drawn below their names") func narrowScreens() {
    let panel = Panel(title: "K2", lines: [.init("where", "Pakistan and China"), .init("first", "1954")])
    expectEqual(
      draw(panel, 18, 8).description,
      """
      ╭─ K2 ───────────╮
      │ where          │
      │   Pakistan and │
      │   China        │
      │ first          │
      │   1954         │
      ╰─ esc close ────╯
      ··················
      """)
  }

  @Test("Scrolling keeps the layout of a panel, and another size or content replaces it")
  @MainActor func caching() {
    let controller = TableViewController()
    let chrome = controller.chrome
    chrome.coverSize = Size(columns: 20, lines: 7)
    controller.present(numbers(20))
    let first = chrome.panelLayout
    chrome.panel?.scroll(by: 3, in: layout(numbers(20), 20, 7))
    #expect(chrome.laidOutPanel.map { $0.isOf(numbers(20), at: place(controller)) } == true)
    expectEqual(chrome.panelLayout?.rows, first?.rows)
    chrome.coverSize.columns = 4
    expectEqual(chrome.panelLayout?.rect.size.columns, 4)
    controller.present(numbers(3))
    expectEqual(chrome.panelLayout?.rows.count, 3)
  }

  @MainActor private func place(_ controller: TableViewController) -> LaidOutPanel.Place {
    LaidOutPanel.Place(
      size: controller.chrome.coverSize, traits: controller.drawnTraits, theme: controller.currentTheme)
  }

  @Test("A panel hides the terminal's cursor") func hiddenCursor() {
    var canvas = Canvas(size: Size(columns: 20, lines: 5), traits: .testing(.mono))
    canvas.placeCursor(line: 0, column: 0)
    numbers(1).draw(layout(numbers(1), 20, 5), in: &canvas, theme: .mono, symbols: .unicode)
    #expect(canvas.frame.cursor == nil)
  }
}
