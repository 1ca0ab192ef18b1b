/// Keeps texts that are read from right to left from moving what stands beside them.
///
/// VTE, Konsole and mlterm reorder each line as a whole: of two columns `عربي  8,849` the number would come first. A
/// character that is read from left to right and looks like a blank (U+2800, or U+200E on a blank) in the first blank
/// behind such a text ends what is reordered; where the text is the first on its line, one before it as well, for
/// else the whole line would be read from the right.
///
/// ```text
///   ▌ ⠀کے ٹو⠀  8,611 m            ⠀ in place of a blank
/// ```
package enum ColumnIsolation {
  /// The blanks of a line to put such a character in; in order, and none between words of a text.
  ///
  /// - Complexity: O(columns).
  package static func places(in line: ArraySlice<Glyph>) -> [Int] {
    var places: [Int] = []
    var hasDirection = false
    var index = line.startIndex
    while index < line.endIndex {
      let scalar = line[index].scalar
      defer { index += 1 }
      guard scalar.isReadFromTheRight else {
        if !hasDirection { hasDirection = scalar.properties.isAlphabetic }
        continue
      }
      if !hasDirection, let before = line[..<index].lastIndex(where: \.isBlank) { places.append(before) }
      hasDirection = true
      // A text ends where two blanks stand, as there do between columns.
      let end = line[index...].indices.first {
        line[$0].isBlank && ($0 + 1 == line.endIndex || line[$0 + 1].isBlank)
      }
      guard let end else { break }
      places.append(end)
      index = end
    }
    return places
  }
}

extension Unicode.Scalar {
  /// Whether it is of the bidirectional classes R, AL or AN: Hebrew, Arabic, Syriac, Thaana, N'Ko and the like.
  fileprivate var isReadFromTheRight: Bool {
    guard value >= 0x590 else { return false }
    return switch value {
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000: true
    default: false
    }
  }
}
