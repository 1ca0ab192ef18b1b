import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// The width policy that works in every terminal: one cell per spacing scalar, with its combining marks;
/// other scalars are reduced.
@Suite("Text metrics") struct TextMetricsTests {
  /// A text, its visible glyphs, and the number of columns they take.
  static let policy: [(String, [String], Int)] = [
    ("abc", ["a", "b", "c"], 3),
    ("e\u{301}", ["e\u{301}"], 1),
    ("漢", ["漢"], 2),
    ("Ａ", ["Ａ"], 2),
    ("😀", ["😀"], 2),
    ("❤\u{FE0F}", ["❤"], 1),
    ("©\u{FE0F}", ["©"], 1),
    ("1\u{FE0F}\u{20E3}", ["1"], 1),
    ("🇺🇸", ["U", "S"], 2),
    ("🇺", ["U"], 1),
    ("👍🏽", ["👍"], 2),
    ("👨‍👩‍👧", ["👨"], 2),
    ("🏳\u{FE0F}‍🌈", ["🏳"], 1),
    ("👩🏽‍💻", ["👩"], 2),
    ("🏴\u{E0067}\u{E0062}\u{E007F}", ["🏴"], 2),
    ("क\u{94D}ष\u{93F}", ["क\u{94D}", "ष", "\u{93F}"], 3),
    ("a\u{200B}b\u{FEFF}\u{2060}", ["a", "b"], 2),
    ("\u{202E}abc\u{202C}\u{200F}\u{2066}", ["a", "b", "c"], 3),
    ("a\u{AD}b", ["a", "b"], 2),
    ("\u{301}", [], 0),
    ("z\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", ["z\u{300}\u{301}\u{302}\u{303}"], 1),
    ("漢\u{301}", ["漢\u{301}"], 2),
    ("", [], 0),
  ]

  @Test("A text measured only as far as needed is truncated like the whole text", arguments: policy)
  func truncation(_ text: String, _: [String], _: Int) {
    let metrics = TextMetrics(.testing(.mono))
    let texts = ["\(text)\(text)x\(text)", "x\(text)", "\(text)漢\(text)"]
    for text in texts {
      for columns in 0...8 {
        let all = metrics.glyphs(of: text).truncated(to: columns, isUnicode: true)
        let part = metrics.glyphs(of: text, style: .plain, fillingColumns: columns)
        #expect(part.count <= columns + 4)
        expectEqual(part.truncated(to: columns, isUnicode: true), all)
        let styled = StyledText(text, runs: [StyledText.Run(1..<3, TextStyle(attributes: .bold))])
        expectEqual(
          styled.glyphs(over: .plain, match: .plain, metrics: metrics, fillingColumns: columns)
            .truncated(to: columns, isUnicode: true),
          styled.glyphs(over: .plain, match: .plain, metrics: metrics)
            .truncated(to: columns, isUnicode: true))
      }
    }
  }

  @Test("Common punctuation has replacements in ASCII") func asciiPunctuation() {
    let metrics = TextMetrics(.testing(.mono, isUnicode: false))
    let glyphs = metrics.glyphs(of: "a · b → c − d – e × “f” …é")
    expectEqual(glyphs.map(\.text).joined(), "a - b > c - d - e x \"f\" ~?")
  }

  @Test("Each character has the glyphs and the width of the policy", arguments: policy)
  func widths(_ text: String, _ shown: [String], _ columns: Int) {
    let metrics = TextMetrics(.testing(.mono))
    let glyphs = metrics.glyphs(of: text)
    expectEqual(glyphs.filter { $0.width > 0 }.map(\.text), shown)
    expectEqual(metrics.width(of: text), columns)
    expectEqual(glyphs.reduce(0) { $0 + Int($1.width) }, columns)
  }

  static let controls: [(String, String)] = [
    ("a\tb", "a␉b"), ("a\nb", "a␊b"), ("a\r\nb", "a␍␊b"), ("\u{1B}[2J", "␛[2J"), ("\0", "␀"), ("\u{7F}", "␡"),
    ("\u{9B}31m", "\u{FFFD}31m"), ("\u{7}", "␇"), ("\u{1B}]0;x\u{7}", "␛]0;x␇"),
  ]

  @Test("Control characters are shown as symbols", arguments: controls)
  func controlCharacters(_ text: String, _ shown: String) {
    expectEqual(TextMetrics(.testing(.mono)).glyphs(of: text).map(\.text).joined(), shown)
    let ascii = TextMetrics(.testing(.mono, isUnicode: false)).glyphs(of: text)
    expectEqual(ascii.map(\.text).joined(), String(shown.map { $0.isASCII ? $0 : "?" }))
  }

  @Test("No glyph contains a control character or, in ASCII mode, a non-ASCII character") func safeScalars() {
    for isUnicode in [true, false] {
      let metrics = TextMetrics(.testing(.mono, isUnicode: isUnicode))
      for value in UInt32(0)..<0x3000 {
        guard let scalar = Unicode.Scalar(value) else { continue }
        for glyph in metrics.glyphs(of: "x\(scalar)y") where glyph.width > 0 {
          #expect(glyph.scalar.value >= 0x20 && !(0x7F...0x9F).contains(glyph.scalar.value))
          #expect(isUnicode || (glyph.scalar.isASCII && glyph.marks == .zero))
        }
      }
    }
  }

  @Test("A character that the terminal cannot show is replaced") func unknownCharacters() {
    let traits = ScreenTraits { $0 == "🫨" ? -1 : 1 }
    expectEqual(TextMetrics(traits).glyphs(of: "a🫨b").map(\.text), ["a", "\u{FFFD}", "b"])
  }

  @Test("A wide character is followed by a trailing half with its style") func wideCharacters() {
    let style = TextStyle(attributes: .bold)
    let glyphs = TextMetrics(.testing(.mono)).glyphs(of: "漢a", style: style)
    expectEqual(glyphs.map(\.width), [2, 0, 1])
    expectEqual(glyphs[1], .trailing(style))
  }

  @Test("In ASCII mode, question marks replace other characters, and accents are removed") func ascii() {
    let metrics = TextMetrics(.testing(.mono, isUnicode: false))
    expectEqual(metrics.glyphs(of: "K2 漢é e\u{301}").map(\.text).joined(), "K2 ?? e")
  }
}
