import ListKit
import ListKitTesting
import Testing

@Suite struct FrameTests {
  @Test func startsBlank() {
    let frame = Frame(size: Size(columns: 3, lines: 2))
    #expect(frame.glyphs.count == 6)
    #expect(frame.glyphs.allSatisfy { $0.isBlank })
    #expect(frame.description == "\n")
    #expect(frame.cursor == nil)
  }

  @Test func linesAreStoredOneBehindTheOther() {
    var frame = Frame(size: Size(columns: 3, lines: 2))
    frame[1, 2] = Glyph("x")
    #expect(frame.glyphs[5].scalar == "x")
    #expect(frame.line(1).map(\.text) == [" ", " ", "x"])
    #expect(frame.text(ofLine: 0).isEmpty)
    #expect(frame.text(ofLine: 1) == "  x")
  }

  @Test func textSkipsOtherHalves() {
    var canvas = Canvas(size: Size(columns: 6, lines: 1), traits: .testing(.mono))
    canvas.write("漢 e\u{301}")
    #expect(canvas.frame.text(ofLine: 0) == "漢 e\u{301}")
  }

  @Test func framesAreValues() {
    let blank = Frame(size: Size(columns: 2, lines: 1))
    var drawn = blank
    drawn[0, 0] = Glyph("x", style: Style(attributes: .bold))
    #expect(drawn != blank)
    drawn[0, 0] = .blank
    #expect(drawn == blank)
  }

  @Test(arguments: [-4, 0]) func noSizeIsNegative(_ number: Int) {
    let frame = Frame(size: Size(columns: number, lines: number))
    #expect(frame.glyphs.isEmpty)
    #expect(frame.description.isEmpty)
  }

  @Test func rectanglesContainTheirPlaces() {
    let rect = Rect(line: 1, column: 2, columns: 3, lines: 1)
    #expect(rect.contains(Point(line: 1, column: 4)))
    #expect(!rect.contains(Point(line: 1, column: 5)))
    #expect(!rect.contains(Point(line: 2, column: 2)))
  }
}
