import ListKit
import ListKitTesting
import TestSupport
import Testing

/// Custom contents that use public API only.
@MainActor
@Suite("Custom contents") struct OwnContentTests {
  /// A bar as long as its value, which records the context and traits that it receives.
  private struct Bar: ContentConfiguration {
    final class Seen: @unchecked Sendable {
      // Drawing happens on the main actor only.
      var context: CellContext?
      var traits: ScreenTraits?
    }

    var value: Int
    let seen = Seen()

    func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
      (value + columns - 1) / max(1, columns)
    }

    func draw(in canvas: inout Canvas, context: CellContext) {
      (seen.context, seen.traits) = (context, canvas.traits)
      for step in 0..<value {
        let place = (line: step / canvas.size.columns, column: step % canvas.size.columns)
        var glyph = Glyph(canvas.traits.isUnicode ? "█" : "#")
        glyph.style = TextStyle(attributes: .bold).over(canvas[place.line, place.column].style)
        canvas[place.line, place.column] = glyph
      }
    }
  }

  private func harness(_ bar: Bar) -> TableHarness<Int> {
    let harness = TableHarness(columns: 8, lines: 4, showing: [1, 2])
    harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.contentConfiguration = bar
    return harness
  }

  @Test("A custom content has the number of lines that it requests, and draws them") func height() {
    let harness = harness(Bar(value: 7))
    expectEqual(harness.draw(at: 0), ["▌ 1", "  █████", "  ██", ""])
    harness.traits = .testing(.trueColor, isUnicode: false)
    expectEqual(harness.draw(at: 0), ["> 1", "  #####", "  ##", ""])
  }

  @Test("A custom content is drawn over the background of its cell") func background() {
    let harness = harness(Bar(value: 3))
    harness.tableView.cellForRow(at: IndexPath(row: 1, section: 0))?.backgroundConfiguration =
      BackgroundConfiguration(TextStyle(background: .palette(5)))
    harness.draw(at: 0)
    expectEqual(harness.frame[1, 2].style, TextStyle(background: .palette(5), attributes: .bold))
    expectEqual(harness.frame[1, 6].style, TextStyle(background: .palette(5)))
  }

  @Test("A custom content receives the context and traits of its table") func surroundings() throws {
    let bar = Bar(value: 1)
    let harness = harness(bar)
    harness.tableView.motion = .reduced
    harness.tableView.theme = .highContrast
    harness.tableView.columns = [TableColumn("n", width: 2...5, alignment: .trailing)]
    harness.draw(at: 1234)
    let context = try #require(bar.seen.context)
    expectEqual(context.theme, .highContrast)
    expectEqual(context.symbols, .unicode)
    expectEqual(context.motion, .reduced)
    expectEqual(context.time, .milliseconds(1234))
    expectEqual(context.columns.map(\.alignment), [.trailing])
    expectEqual(context.columns.map(\.range.lowerBound), [0])
    #expect(!context.state.isFocused && !context.state.isReordering)
    expectEqual(bar.seen.traits?.colorDepth, .trueColor)
  }

  @Test("Drawing inside a rectangle changes only the cells that it contains") func rectangles() {
    let rect = Rect(line: 1, column: 2, columns: 3, lines: 2)
    expectEqual(rect.origin, ScreenPoint(line: 1, column: 2))
    #expect(rect.lines == 1..<3 && rect.columns == 2..<5)
    var canvas = Canvas(size: ScreenSize(columns: 6, lines: 4), traits: .testing(.mono))
    canvas.inside(rect) { canvas in
      canvas.fill(line: 0, with: Glyph("x"))
      canvas[1, 0] = Glyph("y")
    }
    let filled = (0..<4).flatMap { line in (0..<6).map { ScreenPoint(line: line, column: $0) } }
      .filter { canvas.frame[$0.line, $0.column] != .blank }
    #expect(filled.allSatisfy(rect.contains))
    expectEqual(canvas.frame.description.split(separator: "\n").joined(), "  xxx  y")
  }
}
