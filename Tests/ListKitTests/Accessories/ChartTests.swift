import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@Suite("Charts") struct ChartTests {
  private func text(_ chart: Chart, columns: Int? = nil, isUnicode: Bool = true) -> String {
    chart.text(columns: columns, symbols: isUnicode ? .unicode : .ascii)
  }

  @Test("Sparklines map the minimum and maximum to the lowest and highest bar; gaps are blank")
  func sparklines() {
    expectEqual(text(.sparkline([0, 1, 2, 3, 4, 5, 6])), "▁▂▃▄▅▆▇")
    expectEqual(text(.sparkline([0, 1, 2, 3, 4, 5, 6]), isUnicode: false), "_.-:=+*")
    expectEqual(text(.sparkline([1, nil, .nan, 2])), "▁  ▇")
    expectEqual(text(.sparkline([5, 5, 5])), "▁▁▁")
    #expect(text(.sparkline([])).isEmpty && text(.sparkline([nil])).isEmpty)
    expectEqual(text(.sparkline([50, 100, 200], in: 0...100)), "▄▇▇", "what is beyond is clamped")
    expectEqual(text(.sparkline([1, 9, 2, 3]), columns: 2), "▁▇", "the last ones")
    expectEqual(text(.sparkline([-.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude])), "▁▄▇")
  }

  @Test("Bars have a resolution of half a column, and a value above zero is never drawn as nothing")
  func bars() {
    expectEqual(text(.bar(0.5, columns: 4)), "━━")
    expectEqual(text(.bar(0.59, columns: 10)), "━━━━━━")
    #expect(
      text(.bar(0.0001, columns: 10)) == "╸" && text(.bar(0.26, columns: 10)) == "━━╸"
        && text(.bar(0, columns: 10)).isEmpty)
    #expect(text(.bar(3, columns: 3)) == "━━━" && text(.bar(.nan, columns: 3)).isEmpty)
    expectEqual(text(.bar(0.59, columns: 10), isUnicode: false), "######")
  }

  @Test("Only the exact values 0 and 1 are shown as 0% and 100%")
  func percentages() {
    expectEqual(
      [0, 0.0002, 0.042, 0.65, 1].map { text(.percentage($0)) }, ["0%", "<0.1%", "4.2%", "65%", "100%"])
    #expect(text(.percentage(0.9972)) == "99.7%" && text(.percentage(0.99999)) == ">99.9%")
    #expect(text(.percentage(1.5)) == "150%" && text(.percentage(.infinity)).isEmpty)
  }

  @Test("In a column, a chart is alone, before a number or after a text")
  func columns() {
    let columns = [
      TableColumn("a", width: 6...6), TableColumn("b", width: 9...9, alignment: .trailing),
      TableColumn("c", width: 9...9),
    ]
    var content = ColumnContentConfiguration(["", "12.5", "ab"])
    content.charts = [
      0: .bar(1, columns: 2), 1: .sparkline([1, 2], columns: 4), 2: .sparkline([2, 1], columns: 4),
    ]
    var canvas = Canvas(size: ScreenSize(columns: 28, lines: 1), traits: .testing(.mono))
    content.draw(in: &canvas, context: CellContext(columns: columns.placed(in: 28)))
    expectEqual(canvas.frame.description, "━━━━━━    ▁▇ 12.5  ab     ▇▁")
  }

  @Test("As an accessory, a chart has the colour of the prompt")
  func accessory() {
    let content: any AccessoryContent = Chart.bar(0.5, columns: 4)
    expectEqual(content.columns(context: CellContext()), 4)
    var canvas = Canvas(size: ScreenSize(columns: 4, lines: 1), traits: .testing(.trueColor))
    content.draw(in: &canvas, context: CellContext(theme: .dark))
    expectEqual(canvas[0, 0].style.foreground, Theme.dark.prompt.foreground)
  }
}
