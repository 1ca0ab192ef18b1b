import ListKitTesting
import TestSupport
import Testing

@testable import ListKit
@testable import ListKitCurses

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
