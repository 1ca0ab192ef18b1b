import ListKit
import ListKitTesting
import TestSupport
import Testing

@Suite("Frames") struct FrameTests {
  @Test("A new frame is blank and has no cursor") func blankFrame() {
    let frame = Frame(size: ScreenSize(columns: 3, lines: 2))
    expectEqual(frame.glyphs.count, 6)
    #expect(frame.glyphs.allSatisfy { $0.isBlank })
    expectEqual(frame.description, "\n")
    #expect(frame.cursor == nil)
  }

  @Test("The glyphs of a frame are stored line by line") func storage() {
    var frame = Frame(size: ScreenSize(columns: 3, lines: 2))
    frame[1, 2] = Glyph("x")
    expectEqual(frame.glyphs[5].scalar, "x")
    expectEqual(frame.line(1).map(\.text), [" ", " ", "x"])
    #expect(frame.text(ofLine: 0).isEmpty)
    expectEqual(frame.text(ofLine: 1), "  x")
  }

  @Test("The text of a line contains each wide character once") func lineText() {
    var canvas = Canvas(size: ScreenSize(columns: 6, lines: 1), traits: .testing(.mono))
    canvas.write("漢 e\u{301}")
    expectEqual(canvas.frame.text(ofLine: 0), "漢 e\u{301}")
  }

  @Test("Frames with the same glyphs are equal") func equality() {
    let blank = Frame(size: ScreenSize(columns: 2, lines: 1))
    var drawn = blank
    drawn[0, 0] = Glyph("x", style: TextStyle(attributes: .bold))
    #expect(drawn != blank)
    drawn[0, 0] = .blank
    expectEqual(drawn, blank)
  }

  @Test("A frame of an empty or negative size has no glyphs", arguments: [-4, 0])
  func negativeSize(_ number: Int) {
    let frame = Frame(size: ScreenSize(columns: number, lines: number))
    #expect(frame.glyphs.isEmpty)
    #expect(frame.description.isEmpty)
  }
}
