import ListKit
import TestSupport
import Testing

@Suite("Escaped text") struct EscapedTextTests {
  @Test(
    "Control, bidirectional and invisible characters are escaped",
    arguments: [
      ("readme.md", "readme.md"),
      ("naïve 日本語 👩‍👩‍👧 نص", "naïve 日本語 👩‍👩‍👧 نص"),
      ("two\nlines\r\ttab", "two\\nlines\\r\\ttab"),
      ("\u{1B}[31mred\u{7F}", "\\x1B[31mred\\x7F"),
      ("\u{202E}gpj.exe", "\\u{202E}gpj.exe"),
      ("a\u{2028}b\u{85}", "a\\u{2028}b\\u{85}"),
      ("back\\slash", "back\\slash"),
      ("nothing\u{0}lost", "nothing\\x00lost"),
      ("\u{9B}2J\u{9D}0;t\u{9C}", "\\u{9B}2J\\u{9D}0;t\\u{9C}"),
      ("\u{200E}\u{2066}\u{FEFF}\u{AD}", "\\u{200E}\\u{2066}\\u{FEFF}\\u{AD}"),
      (
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
        "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}"
      ),
      ("🏴\u{E0067}", "🏴\\u{E0067}"),
      ("🏴\u{E007F}", "🏴\\u{E007F}"),
      ("a\u{E0067}\u{E007F}", "a\\u{E0067}\\u{E007F}"),
      ("", ""),
    ])
  func controls(_ name: String, _ shown: String) {
    expectEqual(EscapedText(name).text, shown)
  }

  @Test(
    "Bytes that are not valid UTF-8 are escaped",
    arguments: [
      ([0x63, 0xE9] as [UInt8], "c\\xE9"),
      ([0xFF, 0xFE, 0x41], "\\xFF\\xFEA"),
      ([0xE2, 0x82], "\\xE2\\x82"),
      ([0xE2, 0x82, 0xAC, 0xE2], "€\\xE2"),
      ([0xC0, 0xAF, 0xED, 0xA0, 0x80], "\\xC0\\xAF\\xED\\xA0\\x80"),
    ])
  func invalidBytes(_ bytes: [UInt8], _ shown: String) {
    expectEqual(EscapedText(bytes).text, shown)
  }

  /// All names of up to three of the relevant bytes: each escaped name is one line, and no two are equal.
  @Test("Escaped names have no control characters, and different names stay different") func uniqueness() {
    let bytes: [UInt8] = [0x0A, 0x5C, 0x6E, 0x78, 0x41, 0x1B, 0xC3, 0xA9, 0xFF, 0x09]
    var names: [[UInt8]] = [[]]
    for _ in 0..<3 { names += names.flatMap { name in bytes.map { name + [$0] } } }
    let distinct = Set(names)
    let escaped = Set(distinct.map { EscapedText($0).field })
    expectEqual(escaped.count, distinct.count)
    let harmful = escaped.filter { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
    #expect(harmful.isEmpty)
  }

  /// Messages quote other messages, so their text is escaped more than once.
  @Test(
    "Escaping an escaped text changes nothing",
    arguments: ["a\nb\u{1B}[m\\", "\u{202E}", "c\\xE9", "日本語"])
  func idempotence(_ text: String) {
    let once = EscapedText(text).text
    expectEqual(EscapedText(once).text, once)
  }

  @Test(
    "Escaped and plain pieces alternate, none is empty, and together they are the whole text",
    arguments: [
      ("", []), ("\n", ["\\n"]), ("plain", ["plain"]), ("a\n\rb\u{1B}", ["a", "\\n\\r", "b", "\\x1B"]),
      ("\u{85}é\u{1B}ü", ["\\u{85}", "é", "\\x1B", "ü"]),
    ] as [(String, [String])])
  func alternation(_ text: String, _ expected: [String]) {
    let pieces = EscapedText(text).pieces
    expectEqual(pieces.map(\.text), expected)
    #expect(zip(pieces, pieces.dropFirst()).allSatisfy { $0.isSpelled != $1.isSpelled })
  }
}
