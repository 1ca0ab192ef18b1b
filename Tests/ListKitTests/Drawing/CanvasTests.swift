import TestSupport
import ListKitTesting
import Testing

@testable import ListKit

@Suite("Canvas") struct CanvasTests {
  private func canvas(_ columns: Int, _ lines: Int = 1, isUnicode: Bool = true) -> Canvas {
    Canvas(size: ScreenSize(columns: columns, lines: lines), traits: .testing(.mono, isUnicode: isUnicode))
  }

  static let truncations: [(String, Int, String)] = [
    ("Denali", 6, "Denali"), ("Denali", 5, "Dena…"), ("Denali", 1, "…"), ("漢字漢", 6, "漢字漢"), ("漢字漢", 5, "漢字…"),
    ("漢字漢", 4, "漢…"), ("漢字", 1, "…"), ("e\u{301}e\u{301}e", 2, "e\u{301}…"), ("", 3, ""),
  ]

  @Test("Truncated text ends with a whole character and an ellipsis", arguments: truncations)
  func truncation(_ text: String, _ columns: Int, _ shown: String) {
    var canvas = canvas(columns)
    canvas.write(StyledText(text))
    expectEqual(canvas.frame.description, shown)
    #expect(isWhole(canvas.frame))
  }

  @Test("In ASCII mode, truncated text ends with a tilde") func asciiEllipsis() {
    var canvas = canvas(4, isUnicode: false)
    canvas.write("Denali")
    expectEqual(canvas.frame.description, "Den~")
  }

  @Test(
    "Text is aligned within its width, and write returns the column after it",
    arguments: [(TextAlignment.leading, "ab"), (.center, "  ab"), (.trailing, "   ab")])
  func alignment(_ alignment: TextAlignment, _ shown: String) {
    var canvas = canvas(9)
    let end = canvas.write("ab", column: 0, width: 5 + (alignment == .center ? 1 : 0), alignment: alignment)
    expectEqual(canvas.frame.description, shown)
    expectEqual(end, shown.count)
  }

  @Test("Drawing outside the canvas has no effect") func clipping() {
    var canvas = canvas(4, 2)
    canvas.write("x", line: 2)
    canvas.write("x", line: -1)
    canvas.write("x", column: 4)
    canvas.fill(line: 5, with: Glyph("x"))
    canvas.fill(line: 0, columns: -3..<1, with: Glyph("y"))
    canvas.restyle(line: 1, columns: 2..<99) { _ in TextStyle(attributes: .bold) }
    expectEqual(canvas.frame.description, "y\n")
    expectEqual(canvas.frame[1, 3].style.attributes, .bold)
  }

  @Test("A nested canvas has its own origin and clips at its edges") func nesting() {
    var canvas = canvas(8, 4)
    canvas.inside(Rect(line: 1, column: 2, columns: 4, lines: 2)) { canvas in
      expectEqual(canvas.size, ScreenSize(columns: 4, lines: 2))
      canvas.write("abcdefgh")
      canvas.inside(Rect(line: 1, column: 1, columns: 99, lines: 99)) { canvas in
        expectEqual(canvas.size, ScreenSize(columns: 3, lines: 1))
        canvas.fill(line: 0, with: Glyph("#"))
        canvas.placeCursor(line: 0, column: 9)
      }
    }
    expectEqual(canvas.frame.description, "\n  abc…\n   ###\n")
    expectEqual(canvas.frame.cursor, ScreenPoint(line: 2, column: 5))
    canvas.hideCursor()
    #expect(canvas.frame.cursor == nil)
  }

  @Test("A nested canvas that starts outside is clipped and not moved") func negativeOrigin() {
    var canvas = canvas(6, 3)
    canvas.inside(Rect(line: -1, column: -2, columns: 5, lines: 3)) { canvas in
      expectEqual(canvas.size, ScreenSize(columns: 5, lines: 3))
      for (line, text) in ["above", "漢字", "below"].enumerated() { canvas.write(StyledText(text), line: line) }
      canvas.restyle(line: 2) { _ in TextStyle(attributes: .bold) }
      canvas[0, 4] = Glyph("!")
      #expect(canvas[0, 4] == .blank && canvas[1, 0] == .blank)
      canvas.inside(Rect(line: 2, column: 1, columns: 2, lines: 9)) { canvas in
        expectEqual(canvas.size, ScreenSize(columns: 2, lines: 1))
        canvas.fill(line: 0, with: Glyph("#"))
        canvas.placeCursor(line: 0, column: 0)
      }
    }
    expectEqual(canvas.frame.description, "字\n#ow\n")
    #expect(canvas.frame[1, 1].style.attributes == .bold && canvas.frame[0, 0].style.attributes == [])
    expectEqual(canvas.frame.cursor, ScreenPoint(line: 1, column: 0))
    #expect(isWhole(canvas.frame))
  }

  @Test("Drawing over half of a wide character blanks the other half") func coveredHalves() {
    var canvas = canvas(8)
    canvas.write("漢字漢字")
    canvas.write("|", column: 1)
    canvas.write("|", column: 4)
    expectEqual(canvas.frame.description, " |字| 字")
    canvas.place([Glyph("x")], line: 0, column: 6)
    #expect(isWhole(canvas.frame))
  }

  @Test("Random drawing leaves only whole characters") func randomDrawing() {
    var generator = SeededGenerator(seed: 1)
    let texts = ["漢字", "a漢", "e\u{301}x", "😀", "…", "漢a字b漢"]
    var canvas = canvas(9, 2)
    for _ in 0..<4000 {
      let text = texts[generator.number(0..<texts.count)]
      let column = generator.number(-4..<11)
      switch generator.number(0..<4) {
      case 0: canvas.write(StyledText(text), column: max(0, column), width: generator.number(0..<6))
      case 1: canvas.place(canvas.metrics.glyphs(of: text), line: generator.number(0..<2), column: column)
      case 2: canvas.fill(line: 0, columns: column..<column + generator.number(0..<4), with: Glyph("·"))
      default:
        canvas.inside(Rect(line: 0, column: column, columns: generator.number(0..<6), lines: 1)) {
          $0.place($0.metrics.glyphs(of: text), line: 0, column: generator.number(-3..<3))
        }
      }
      #expect(isWhole(canvas.frame), "\(canvas.frame)")
    }
  }

  private func isWhole(_ frame: Frame) -> Bool {
    (0..<frame.size.lines).allSatisfy { line in
      let widths = frame.line(line).map { Int($0.width) }
      return widths.last != 2 && widths.first != 0
        && zip(widths, widths.dropFirst()).allSatisfy { ($0 == 2) == ($1 == 0) }
    }
  }
}
