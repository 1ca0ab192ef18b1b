import ListKit

/// Carries links through curses, which does not support them: a cell with a link has two additional marks,
/// which become OSC 8 in the output of curses.
///
/// ```text
///   cell  n U+E0001 U+E0103   ▶   ESC ] 8 ; id=3 ; https://… ESC \   n   ESC ] 8 ; ; ESC \
/// ```
///
/// Curses therefore writes a cell again when its link changes, and scrolling moves links with the text.
/// U+E0001 is a tag that Unicode has deprecated; no text contains it.
struct LinkMarks {
  /// The character before the mark of the link.
  static let tag: Unicode.Scalar = "\u{E0001}"
  /// The marks of links: variation selectors, which take no columns in any terminal.
  private static let marks: ClosedRange<UInt32> = 0xE0100...0xE01EF
  /// The sequence that ends a link.
  static let ending = Array("\u{1B}]8;;\u{1B}\\".utf8)

  private struct Place {
    var link: Link?
    /// The last frame with the link.
    var frame = 0
  }

  private var places = [Place](repeating: Place(), count: marks.count)
  private var frame = 2
  /// The last frame with any link.
  private var lastFrame = 0

  var isNeeded: Bool { lastFrame == frame }

  /// Begins a frame: links that are neither in it nor in the previous one release their marks.
  mutating func beginFrame() { frame += 1 }

  /// Returns the mark of a link; nil if a frame has more links than there are marks.
  ///
  /// - Complexity: at most 240 comparisons.
  mutating func mark(for link: Link) -> UInt32? {
    guard
      let place = places.firstIndex(where: { $0.link == link })
        ?? places.firstIndex(where: { $0.frame < frame - 1 })
    else { return nil }
    places[place] = Place(link: link, frame: frame)
    lastFrame = frame
    return Self.marks.lowerBound + UInt32(place)
  }

  /// Returns the output of curses, with marks replaced by links around the characters that have them.
  ///
  /// - Parameters:
  ///   - bytes: the output of curses.
  ///   - width: the columns of a character, 0 for marks.
  /// - Complexity: O(bytes).
  func linked(_ bytes: [UInt8], width: (Unicode.Scalar) -> Int) -> [UInt8] {
    let tag = Array(String(Self.tag).utf8)
    return bytes.replacingMarks(tag, ending: Self.ending, width: width) { place in
      guard let mark = Unicode.Scalar(at: place, of: bytes), Self.marks.contains(mark.value) else {
        return nil
      }
      return (UTF8.width(mark), beginning(Int(mark.value - Self.marks.lowerBound)))
    }
  }

  /// Returns the sequence that begins a link. Its id joins the parts of the link across lines and columns.
  private func beginning(_ place: Int) -> [UInt8] {
    places[place].link?.address.map { Array("\u{1B}]8;id=\(place);\($0)\u{1B}\\".utf8) } ?? Self.ending
  }
}

// MARK: - StrikethroughMarks

/// Carries struck-out text through curses, which has no attribute for it: a cell has U+0336 as a mark, which
/// becomes the terminal's own attribute in the output of curses. Text that is copied or searched thus
/// contains no such marks.
///
/// ```text
///   a U+0336 b U+0336 c   ▶   ESC [ 9 m   a b   ESC [ 2 9 m   c
/// ```
struct StrikethroughMarks: Sendable {
  static let mark: Unicode.Scalar = "\u{336}"

  /// The sequence that begins struck-out text, `smxx` of terminfo.
  let beginning: [UInt8]
  /// The sequence that ends it, `rmxx`.
  let ending: [UInt8]

  /// Returns the output of curses, with marks replaced by the attribute on the characters that have them.
  ///
  /// The attribute ends after each run of such characters, because curses does not know about it and may
  /// change other attributes.
  ///
  /// - Parameters:
  ///   - bytes: the output of curses.
  ///   - width: the columns of a character, 0 for marks.
  /// - Complexity: O(bytes).
  func struckOut(_ bytes: [UInt8], width: (Unicode.Scalar) -> Int) -> [UInt8] {
    bytes.replacingMarks(Array(String(Self.mark).utf8), ending: ending, width: width) { _ in (0, beginning) }
  }
}

extension [UInt8] {
  /// Returns the bytes with marks replaced by sequences around the characters that have them.
  ///
  /// - Parameters:
  ///   - mark: the mark.
  ///   - ending: the sequence that ends what another one began.
  ///   - width: the columns of a character, 0 for marks.
  ///   - beginning: returns the sequence for a mark, and the number of bytes after the mark that belong to it; nil if
  ///     it is an ordinary character.
  fileprivate func replacingMarks(
    _ mark: [UInt8], ending: [UInt8], width: (Unicode.Scalar) -> Int,
    _ beginning: (_ placeAfterMark: Int) -> (added: Int, sequence: [UInt8])?
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count + count / 4)
    var open: [UInt8]?
    var written = 0
    var index = 0
    while index < count {
      guard self[index] == mark[0], self[index...].starts(with: mark),
        let (added, sequence) = beginning(index + mark.count)
      else {
        index += 1
        continue
      }
      let first = characterStart(before: index, notBefore: written, width: width)
      if first > written || open != sequence {
        if open != nil { result += ending }
        result += self[written..<first]
        result += sequence
        open = sequence
      }
      result += self[first..<index]
      index += mark.count + added
      written = index
    }
    if open != nil { result += ending }
    return result + self[written...]
  }

  /// Returns the start of the character to which the marks before an index belong.
  private func characterStart(
    before end: Int, notBefore start: Int, width: (Unicode.Scalar) -> Int
  ) -> Int {
    var place = end
    while place > start {
      place -= 1
      if self[place] & 0xC0 == 0x80 { continue }
      guard let scalar = Unicode.Scalar(at: place, of: self), width(scalar) == 0 else { break }
    }
    return place
  }
}
