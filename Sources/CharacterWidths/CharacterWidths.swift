extension Unicode.Scalar {
  /// The number of columns that terminals, and programs that align text, count for a character: 0 for a mark or a
  /// sign without a picture, 2 for a wide character.
  ///
  /// It is that of the C library in a UTF-8 locale, where versions of Unicode agree, and the same on every machine.
  /// Control characters count as one column.
  package var columns: Int {
    switch value {
    case ..<0x300, 0x2010...0x2027, 0x2190...0x2319, 0x2500...0x25FC: return 1
    // Vowels and finals of Korean syllables.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
    // Letters of the flags.
    case 0x1F1E6...0x1F1FF: return 1
    default: break
    }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isEastAsianWide || properties.isEmojiPresentation ? 2 : 1
    }
  }

  /// Whether the character belongs to the scripts of East Asia, in full width.
  private var isEastAsianWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18CFF,
      0x1AFF0...0x1B2FF,
      0x1F200...0x1F265, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
