/// Whether all terminals count the columns of a character as the C library does.
///
/// Each carries a table of its own, of the version of Unicode it was built with. They agree on letters of
/// most scripts, on East Asian ones and on what lines and boxes are drawn with; they do not on pictures,
/// which some versions made wide, nor on marks and characters that are younger than the table.
package enum WidthAmbiguity: Int, Comparable {
  /// They agree.
  case none
  /// Some may count fewer columns: what follows would move to the left.
  case fewer
  /// Some may count more columns: what follows would move to the right, or be drawn over.
  case more

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Glyph {
  /// Whether all terminals give the glyph the columns it has here.
  package var widthAmbiguity: WidthAmbiguity {
    if hasAmbiguousMarks { return .more }
    guard scalar.hasAmbiguousWidth else { return .none }
    return width == 2 || scalar.properties.generalCategory == .spacingMark ? .fewer : .more
  }

  /// Whether some terminals may count one of the marks as a character of its own.
  package var hasAmbiguousMarks: Bool {
    guard marks != .zero else { return false }
    return (0..<4).contains { Unicode.Scalar(marks[$0])?.hasAmbiguousWidth ?? false }
  }
}

extension Unicode.Scalar {
  /// Whether some terminals may count other columns than the C library.
  package var hasAmbiguousWidth: Bool {
    switch value {
    // Latin, Greek and Cyrillic with the common marks; punctuation, arrows and mathematics; lines, boxes
    // and blocks; kana, Han and Hangul.
    case 0..<0x483, 0x2030...0x205E, 0x2070...0x20CF, 0x2100..<0x2300, 0x2500..<0x25A0, 0x3041...0x3096,
      0x30A1...0x30FA, 0x3400..<0x4DC0, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFF01...0xFFEE, 0x20000...0x3FFFD:
      return false
    // Wide in some version of Unicode and narrow in another: trigrams, the marks of kana and Han, a filler,
    // circled numbers, hexagrams, Tai Xuan Jing, counting rods, a rifle and a pentathlete.
    case 0x2630...0x2637, 0x268A...0x268F, 0x302A...0x302F, 0x3099...0x309A, 0x3164, 0x3248...0x324F,
      0x4DC0...0x4DFF, 0x1D300...0x1D376, 0x1F93B, 0x1F946:
      return true
    default:
      return isLikelyAmbiguous
    }
  }

  /// Whether it is one of the kinds that tables of different ages count differently.
  private var isLikelyAmbiguous: Bool {
    if properties.isEmoji { return true }
    let age = properties.age ?? (.max, 0)
    switch properties.generalCategory {
    case .spacingMark, .format: return true
    // A widespread table of marks is that of Unicode 5.0.
    case .nonspacingMark, .enclosingMark: return age > (5, 0)
    // Unicode 9 was the first that says which pictures are wide; hardly a table is older.
    default: return age >= (9, 0)
    }
  }
}
