import ListKitTesting
import SeededRandom
import TestSupport
import Testing

@testable import ListKit

@Suite("Styled text") struct StyledTextTests {
  private let bold = TextStyle(attributes: .bold)
  private let red = TextStyle(foreground: .palette(1))

  private func styles(_ text: StyledText, over base: TextStyle = .plain) -> [TextStyle] {
    text.glyphs(over: base, match: TextStyle(attributes: .underline), metrics: TextMetrics(.testing(.mono)))
      .map(
        \.style)
  }

  @Test("Runs count characters, not scalars or columns") func characterRuns() {
    let text = StyledText("e\u{301}漢x", runs: [.init(1..<2, bold)])
    expectEqual(styles(text), [.plain, bold, bold, .plain])
  }

  @Test("A match keeps the colour of a run below it, and has its own elsewhere") func coloredMatches() {
    let text = StyledText("abc", runs: [.init(0..<2, red), .init(1..<3, nil)])
    let match = TextStyle(foreground: .palette(3), attributes: .underline)
    expectEqual(
      text.glyphs(over: .plain, match: match, metrics: TextMetrics(.testing(.mono))).map(\.style),
      [red, TextStyle(foreground: .palette(1), attributes: .underline), match])
  }

  @Test("Appending keeps the styles and the matches of both texts") func appending() {
    let text = StyledText("漢", style: bold) + StyledText("bc", matches: [1..<2])
    expectEqual(text.text, "漢bc")
    expectEqual(text.runs, [.init(0..<1, bold), .init(2..<3, nil)])
    #expect(StyledText("").isEmpty && !text.isEmpty)
  }

  @Test("Interpolated texts keep their styles and offsets") func interpolation() {
    let text: StyledText = "\(12) is \(StyledText("漢", style: bold)) and \(Optional(3) as Any)"
    expectEqual(text, StyledText("12 is 漢 and Optional(3)", runs: [.init(6..<7, bold)]))
    expectEqual("a" + StyledText("b", style: red) + "\("c")", StyledText("abc", runs: [.init(1..<2, red)]))
  }

  @Test("Each character has the styles of the runs that cover it, the later ones on top") func coverage() {
    var generator = SeededGenerator(seed: 52)
    for _ in 0..<200 {
      let runs = (0..<Int.random(in: 0..<7, using: &generator)).map { number in
        let start = Int.random(in: 0..<12, using: &generator)
        let range = start..<start + Int.random(in: 0..<6, using: &generator)
        return StyledText.Run(
          range,
          [bold, nil, TextStyle(foreground: .palette(UInt8(number)))].randomElement(using: &generator)!)
      }
      let expected = (0..<10).map { offset in
        runs.reduce(red) { style, run in
          run.characters.contains(offset)
            ? (run.style ?? TextStyle(attributes: .underline)).over(style) : style
        }
      }
      expectEqual(styles(StyledText("abcdefghij", runs: runs), over: red), expected, "\(runs)")
    }
  }

  @Test("A long line may have as many matches as it has characters") func manyMatches() {
    let count = 100_000
    let text = StyledText(String(repeating: "a", count: count), matches: (0..<count).map { $0..<$0 + 1 })
    #expect(styles(text).allSatisfy { $0.attributes == .underline })
  }

  @Test("Texts that begin with a combining mark are appended in any order with the same styles")
  func combiningMarks() {
    var generator = SeededGenerator(seed: 52)
    let texts = ["", "a", "\u{301}", "\u{301}b", "e\u{301}", "漢\u{302}c", "\u{301}\u{302}"]
    for _ in 0..<300 {
      let parts = (0..<3).map { _ in
        StyledText(
          texts.randomElement(using: &generator)!, style: [bold, red].randomElement(using: &generator)!)
      }
      let (left, right) = ((parts[0] + parts[1]) + parts[2], parts[0] + (parts[1] + parts[2]))
      expectEqual(left.text, right.text)
      expectEqual(styles(left), styles(right), "\(parts)")
    }
    expectEqual(styles("e" + StyledText("\u{301}x", style: bold) + "y"), [bold, bold, .plain])
  }
}
