import ListKitTesting
import TestSupport
import Testing

@testable import ListKit
@testable import ListKitCurses

extension InProcess {
  @Suite("Column resynchronisation") @MainActor struct ColumnResyncTests {
    /// Returns readable bytes: `<` saves the cursor position, `>` restores it, `+` advances the cursor.
    private func keep(_ text: String) throws -> String {
      let drawn = try DrawnScreen()  // Sets the locale.
      defer { drawn.close() }
      let columnResync = ColumnResync(
        save: Array("<".utf8), restore: Array(">".utf8), advance: Array("+".utf8),
        width: TerminalLocale.width)
      return String(decoding: columnResync.resynchronized(Array(text.utf8)), as: UTF8.self)
    }

    @Test(
      "A character of ambiguous width is surrounded by sequences that restore its columns",
      arguments: [
        ("", ""), ("plain \u{1B}[7m text", "plain \u{1B}[7m text"), ("漢字é한", "漢字é한"),
        ("a🥰b", "a<  \r><🥰>++b"), ("☀", "< \r><☀>+"), ("🥰🥰", "<  \r><🥰>++<  \r><🥰>++"),
        ("👍\u{336}|", "<  \r><👍\u{336}>++|"), ("e\u{301}", "e\u{301}"),
        // A mark that old terminals count as a column, and one that new terminals do not.
        ("a\u{93A}b", "a<\r><\u{93A}>b"), ("ক\u{9C0}", "ক< \r><\u{9C0}>+"),
      ])
    func ambiguousWidth(text: String, kept: String) throws {
      try expectEqual(keep(text), kept)
    }

    @Test("Malformed UTF-8 is not changed") func malformedBytes() throws {
      let columnResync = ColumnResync(save: [1], restore: [2], advance: [3], width: { _ in 1 })
      for bytes: [UInt8] in [[0xF0], [0xF0, 0x9F], [0xC3], [0x80, 0x80], [0xFF, 0x41], [0xE2, 0x41]] {
        expectEqual(columnResync.resynchronized(bytes), bytes)
      }
    }

    @Test("Every terminal type supports column resynchronisation", arguments: terminalTypes)
    func terminalSupport(type: String) throws {
      let drawn = try DrawnScreen(type)
      defer { drawn.close() }
      #expect(drawn.screen.columnResync != nil)
    }

    @Test("A screen detects whether its text contains characters of ambiguous width")
    func ambiguity() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      drawn.present(["plain text, 漢字, ─│▸…, Жé"])
      expectEqual(drawn.screen.ambiguity, .none)
      drawn.present(["🥰"])
      expectEqual(drawn.screen.ambiguity, .fewer)
      drawn.present(["☀"])
      expectEqual(drawn.screen.ambiguity, .more)
    }
  }
}

@Suite("Column isolation") struct ColumnIsolationTests {
  /// Returns the line with `_` at each place.
  private func marked(_ text: String) -> String {
    let glyphs = TextMetrics(.testing(.mono)).glyphs(of: text)
    let places = Set(ColumnIsolation.places(in: glyphs[...]))
    return glyphs.indices.map { places.contains($0) ? "_" : glyphs[$0].text }.joined()
  }

  @Test(
    "A mark follows right-to-left text, and precedes it at the start of a line",
    arguments: [
      ("▌ K2  کے ٹو  8,611 m", "▌ K2  کے ٹو_ 8,611 m"),
      ("  کے ٹو  8,611 m", " _کے ٹو_ 8,611 m"),
      ("a عربي b  1", "a عربي b_ 1"),
      ("a  عربي 12  7  עברית  9", "a  عربي 12_ 7  עברית_ 9"),
      ("a עברית", "a עברית"),
      ("12  עברית  ", "12 _עברית_ "),
      ("עברית  1", "עברית_ 1"),
      ("Everest  8,849 m", "Everest  8,849 m"),
      ("山  सगरमाथा  1953", "山  सगरमाथा  1953"),
      ("", ""),
    ])
  func isolation(_ text: String, _ expected: String) {
    expectEqual(marked(text), expected)
  }
}
