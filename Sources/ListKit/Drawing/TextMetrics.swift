/// Converts text to glyphs, with the columns that all terminals count.
///
/// A terminal moves its cursor by the width of each spacing character, so these widths count here: a
/// `Character` becomes its spacing scalars, each with up to four marks, and what terminals draw differently
/// (emoji sequences, variation selectors, direction controls) is reduced to what all of them draw alike.
/// Control characters become visible symbols; none ever reaches the screen.
public struct TextMetrics: Sendable {
  private let traits: ScreenTraits

  /// Creates the metrics of a terminal.
  public init(_ traits: ScreenTraits) { self.traits = traits }

  /// Returns the text as glyphs in one style; wide characters are followed by their trailing half.
  ///
  /// - Complexity: O(scalars of the text).
  public func glyphs(of text: String, style: TextStyle = .plain) -> [Glyph] {
    glyphs(of: text, style: style, fillingColumns: .max)
  }

  /// Returns the glyphs of the text's beginning: those that fill a number of columns, and at least one more
  /// if the text is longer. A text may be far longer than a screen is wide.
  ///
  /// - Complexity: O(scalars of the beginning).
  func glyphs(of text: String, style: TextStyle, fillingColumns columns: Int) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(min(text.utf8.count, columns.addingReportingOverflow(2).partialValue))
    for character in text {
      append(character, style: style, to: &glyphs)
      if glyphs.count > columns { break }
    }
    return glyphs
  }

  /// Returns the number of columns of the text.
  ///
  /// - Complexity: O(scalars of the text).
  public func width(of text: String) -> Int { glyphs(of: text).count }

  /// Returns the number of columns of the text, or a larger one than `most` if it is wider: a text may be much wider than
  /// the screen.
  func width(of text: String, upTo most: Int) -> Int {
    glyphs(of: text, style: .plain, fillingColumns: most).count
  }

  /// Appends the glyphs of one character.
  ///
  /// - Complexity: O(scalars of the character).
  func append(_ character: Character, style: TextStyle, to glyphs: inout [Glyph]) {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii < 0x7F {
      glyphs.append(Glyph(Unicode.Scalar(ascii), style: style))
      return
    }
    var marks = 0
    var hasBase = false
    for scalar in character.unicodeScalars {
      if scalar == Self.zeroWidthJoiner { break }
      if Self.isIgnored(scalar) || (hasBase && Self.isSkinTone(scalar)) { continue }
      if let letter = Self.regionalLetter(scalar) {
        glyphs.append(Glyph(letter, style: style))
        hasBase = true
        continue
      }
      switch columns(of: scalar) {
      case 0 where hasBase:
        if marks < 4 { addMark(scalar, at: marks, to: &glyphs) }
        marks += 1
      case 0:
        continue
      case let width:
        appendBase(scalar, width: width, style: style, to: &glyphs)
        hasBase = true
        marks = 0
      }
    }
  }

  private func appendBase(_ scalar: Unicode.Scalar, width: Int, style: TextStyle, to glyphs: inout [Glyph]) {
    guard width > 0, traits.isUnicode || scalar.isASCII else {
      glyphs.append(Glyph(symbol(for: scalar), style: style))
      return
    }
    glyphs.append(Glyph(scalar, width: width > 1 ? 2 : 1, style: style))
    if width > 1 { glyphs.append(.trailing(style)) }
  }

  private func addMark(_ mark: Unicode.Scalar, at index: Int, to glyphs: inout [Glyph]) {
    guard traits.isUnicode, var last = glyphs.popLast() else { return }
    if last.width == 0, var wide = glyphs.popLast() {
      wide.marks[index] = mark.value
      glyphs.append(wide)
    } else {
      last.marks[index] = mark.value
    }
    glyphs.append(last)
  }

  private func columns(of scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) ? -1 : traits.width(scalar)
  }

  /// Returns the visible symbol for a character that cannot be shown: a control picture for a control
  /// character, U+FFFD for others; in ASCII, a similar character.
  private func symbol(for scalar: Unicode.Scalar) -> Unicode.Scalar {
    guard traits.isUnicode else { return Self.lookalike(of: scalar) }
    switch scalar.value {
    case 0..<0x20: return Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: return "\u{2421}"
    default: return "\u{FFFD}"
    }
  }

  /// Returns the ASCII replacement for a symbol that programs write between words.
  private static func lookalike(of scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "·", "•": "-"
    case "–", "—", "−": "-"
    case "→", "›", "»": ">"
    case "←", "‹", "«": "<"
    case "↑": "^"
    case "↓": "v"
    case "×": "x"
    case "…": "~"
    case "‘", "’": "'"
    case "“", "”", "„": "\""
    default: "?"
    }
  }

  private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"

  /// Whether a scalar is omitted: because it has no picture of its own and terminals disagree about it, or
  /// because it changes the direction of the following text, which could make a text misleading.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD, 0x61C, 0x180E, 0x200B, 0x200C, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x20E3,
      0xFE00...0xFE0F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF:
      true
    default: false
    }
  }

  private static func isSkinTone(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F3FB...0x1F3FF).contains(scalar.value)
  }

  /// Returns the letter of a regional indicator. A flag is two of them; every
  /// terminal can show their letters.
  private static func regionalLetter(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41)
  }
}
