import ListKit

/// Gives characters of ambiguous width the columns that curses counts, whatever the terminal counts.
///
/// ```text
///   🥰|   ▶   save · two blanks · return · restore · save · 🥰 · restore · advance two columns · |
/// ```
///
/// It saves the position once for each restore, because some terminals keep a stack of positions.
///
/// A terminal that counts one column for 🥰 leaves a blank after it, one that counts two leaves none, and `|`
/// is in the same column in both. Curses moves its cursor relative to the position it assumes, so without
/// this a wrong count shifts the rest of the line, and sometimes of the screen.
struct ColumnResync {
  /// Saves the cursor's position.
  let save: [UInt8]
  /// Restores the saved position.
  let restore: [UInt8]
  /// Moves the cursor one column to the right, without drawing.
  let advance: [UInt8]
  /// The number of columns that curses counts.
  let width: @Sendable (Unicode.Scalar) -> Int

  /// Returns the output of curses with the positions of ambiguous characters corrected.
  ///
  /// - Complexity: O(bytes).
  func resynchronized(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    var place = 0
    while place < bytes.count {
      guard let first = Unicode.Scalar(at: place, of: bytes) else {
        result.append(bytes[place])  // ASCII: text, and all control sequences.
        place += 1
        continue
      }
      var end = place + UTF8.width(first)
      var isAmbiguous = first.hasAmbiguousWidth
      // Its marks, which curses writes directly after it.
      while let mark = Unicode.Scalar(at: end, of: bytes), width(mark) == 0 {
        end += UTF8.width(mark)
        isAmbiguous = isAmbiguous || mark.hasAmbiguousWidth
      }
      let columns = max(0, width(first))
      if isAmbiguous {
        // A terminal that is about to wrap would do so despite the restore; the return prevents that.
        result += save + [UInt8](repeating: 0x20, count: columns) + [0x0D] + restore + save
      }
      result += bytes[place..<end]
      if isAmbiguous {
        result += restore
        for _ in 0..<columns { result += advance }
      }
      place = end
    }
    return result
  }
}

// MARK: - WidthAmbiguity

/// Whether all terminals count the columns of a character as the C library does.
///
/// Each terminal has its own table, of the version of Unicode it was built with. The tables agree on letters
/// of most scripts, on East Asian characters and on box-drawing characters. They disagree on pictures, which
/// some versions made wide, and on marks and characters that are newer than the table.
enum WidthAmbiguity: Int, Comparable {
  /// All terminals agree.
  case none
  /// Some terminals may count fewer columns: the following text would move to the left.
  case fewer
  /// Some terminals may count more columns: the following text would move to the right,
  /// or overwrite the character.
  case more

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension Glyph {
  /// Whether all terminals count the columns that the glyph has here.
  var widthAmbiguity: WidthAmbiguity {
    if hasAmbiguousMarks { return .more }
    guard scalar.hasAmbiguousWidth else { return .none }
    return width == 2 || scalar.properties.generalCategory == .spacingMark ? .fewer : .more
  }

  /// Whether some terminals may count one of the marks as a separate character.
  var hasAmbiguousMarks: Bool {
    guard marks != .zero else { return false }
    return (0..<4).contains { Unicode.Scalar(marks[$0])?.hasAmbiguousWidth ?? false }
  }
}

extension Unicode.Scalar {
  /// Whether some terminals may count other columns than the C library.
  var hasAmbiguousWidth: Bool {
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

  /// Whether the character is of a kind that tables of different ages count differently.
  private var isLikelyAmbiguous: Bool {
    if properties.isEmoji { return true }
    let age = properties.age ?? (.max, 0)
    switch properties.generalCategory {
    case .spacingMark, .format: return true
    // A widespread table of marks is from Unicode 5.0.
    case .nonspacingMark, .enclosingMark: return age > (5, 0)
    // Unicode 9 was the first version to define which pictures are wide; hardly any table is older.
    default: return age >= (9, 0)
    }
  }
}

// MARK: - ColumnIsolation

/// Keeps right-to-left text from moving the text beside it.
///
/// VTE, Konsole and mlterm reorder each line as a whole: of two columns `عربي  8,849` the number would come
/// first. A left-to-right mark (U+200E) on the first blank after such a text ends the reordered part. If the
/// text is the first on its line, it has a mark before it as well; otherwise the entire line would be read
/// from the right.
///
/// ```text
///   ▌ ·کے ٹو·  8,611 m            · a blank with the mark
/// ```
enum ColumnIsolation {
  /// Returns the blanks of a line that need such a mark, in order; none are between words of a text.
  ///
  /// - Complexity: O(columns).
  static func places(in line: ArraySlice<Glyph>) -> [Int] {
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
      // A text ends at two successive blanks, as there are between columns.
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
  /// Whether its bidirectional class is R, AL or AN: Hebrew, Arabic, Syriac, Thaana, N'Ko and the like.
  fileprivate var isReadFromTheRight: Bool {
    guard value >= 0x590 else { return false }
    return switch value {
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00, 0x10800..<0x11000, 0x1E800..<0x1F000: true
    default: false
    }
  }

  // MARK: - Bytes

  /// Creates the character beyond ASCII that begins at an index of some bytes; nil if there is none.
  init?(at place: Int, of bytes: [UInt8]) {
    guard place < bytes.count, bytes[place] >= 0xC2 else { return nil }
    var decoder = UTF8()
    var rest = bytes[place..<min(place + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    self = scalar
  }
}
