import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@Suite("Styled text") struct StyledTextTests {
  private let bold = Style(attributes: .bold)
  private let red = Style(foreground: .palette(1))

  private func styles(_ text: StyledText, over base: Style = .plain) -> [Style] {
    text.glyphs(over: base, match: Style(attributes: .underline), metrics: TextMetrics(.testing(.mono))).map(
      \.style)
  }

  @Test("Runs count characters, not scalars or columns") func characterRuns() {
    let text = StyledText("e\u{301}漢x", runs: [.init(1..<2, bold)])
    expectEqual(styles(text), [.plain, bold, bold, .plain])
  }

  @Test("Later runs override earlier ones") func runOrder() {
    let text = StyledText("abc", runs: [.init(0..<2, red), .init(1..<3, Style(foreground: .palette(2)))])
    expectEqual(styles(text).map(\.foreground), [.palette(1), .palette(2), .palette(2)])
  }

  @Test("Matches have the style that is given for matches") func matches() {
    expectEqual(styles(StyledText("abc", matches: [1..<2])).map(\.attributes), [[], .underline, []])
  }

  @Test("The base style fills the properties that a run does not set") func baseStyle() {
    let styles = styles(StyledText("ab", runs: [.init(0..<1, bold)]), over: red)
    expectEqual(styles, [Style(foreground: .palette(1), attributes: .bold), red])
  }

  @Test("The part of a run beyond the end of the text is ignored") func longRuns() {
    expectEqual(styles(StyledText("ab", runs: [.init(1..<9, bold)])), [.plain, bold])
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

  @Test("Runs have the range of their characters and their style") func runRanges() {
    let runs = (StyledText("ab", style: red) + StyledText("cd", matches: [0..<1])).runs
    expectEqual(runs.map(\.characters), [0..<2, 2..<3])
    expectEqual(runs.map(\.style), [red, nil])
  }
}
