/// Carries links through curses, which knows none: a cell with a link has two marks more, which become OSC 8 in what curses
/// writes.
///
/// ```text
///   cell  n U+E0001 U+E0103   ▶   ESC ] 8 ; id=3 ; https://… ESC \   n   ESC ] 8 ; ; ESC \
/// ```
///
/// So curses writes a cell again when its link changes, and scrolling takes links along. U+E0001 is a tag that Unicode
/// took back; no text has it.
package struct LinkMarks {
  /// Stands before the mark of the link.
  package static let tag: Unicode.Scalar = "\u{E0001}"
  /// The marks of links: variation selectors, which have no columns anywhere.
  private static let marks: ClosedRange<UInt32> = 0xE0100...0xE01EF
  /// Sent where a link ends.
  package static let ending = Array("\u{1B}]8;;\u{1B}\\".utf8)

  private struct Place {
    var link: Link?
    /// The last frame it was in.
    var frame = 0
  }

  private var places = [Place](repeating: Place(), count: marks.count)
  private var frame = 2
  /// The last frame that had any.
  private var lastFrame = 0

  package init() {}

  /// Whether the frame has links.
  package var isNeeded: Bool { lastFrame == frame }

  /// Begins a frame: links that were neither in it nor in the one before give their marks away.
  package mutating func beginFrame() { frame += 1 }

  /// The mark of a link; nil where a frame has more of them than there are marks.
  ///
  /// - Complexity: at most 240 comparisons.
  package mutating func mark(for link: Link) -> UInt32? {
    guard
      let place = places.firstIndex(where: { $0.link == link })
        ?? places.firstIndex(where: { $0.frame < frame - 1 })
    else { return nil }
    places[place] = Place(link: link, frame: frame)
    lastFrame = frame
    return Self.marks.lowerBound + UInt32(place)
  }

  /// Rewrites what curses wrote: marks become links around the characters they are on.
  ///
  /// - Parameters:
  ///   - bytes: what curses wrote.
  ///   - width: the columns of a character, 0 for marks.
  /// - Complexity: O(bytes).
  package func linked(_ bytes: [UInt8], width: (Unicode.Scalar) -> Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    let tag = Array(String(Self.tag).utf8)
    var open: Int?
    var written = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == tag[0], bytes[index...].starts(with: tag),
        let mark = Unicode.Scalar(at: index + tag.count, of: bytes), Self.marks.contains(mark.value)
      else {
        index += 1
        continue
      }
      let place = Int(mark.value - Self.marks.lowerBound)
      let first = bytes.characterStart(before: index, notBefore: written, width: width)
      if first > written || open != place {
        if open != nil { result += Self.ending }
        result += bytes[written..<first]
        result += beginning(place)
        open = place
      }
      result += bytes[first..<index]
      index += tag.count + UTF8.width(mark)
      written = index
    }
    if open != nil { result += Self.ending }
    return result + bytes[written...]
  }

  /// The number joins what belongs together, across lines and columns.
  private func beginning(_ place: Int) -> [UInt8] {
    places[place].link.map { Array("\u{1B}]8;id=\(place);\($0.address)\u{1B}\\".utf8) } ?? Self.ending
  }
}

// MARK: - StrikethroughMarks

/// Carries struck-out text through curses, which has no attribute for it: a cell has U+0336 as a mark, which becomes the
/// terminal's own attribute in what curses writes. So nothing is added to the text for copying and searching.
///
/// ```text
///   a U+0336 b U+0336 c   ▶   ESC [ 9 m   a b   ESC [ 2 9 m   c
/// ```
package struct StrikethroughMarks: Sendable {
  package static let mark: Unicode.Scalar = "\u{336}"

  /// Begins struck-out text, `smxx` of terminfo.
  let beginning: [UInt8]
  /// Ends it, `rmxx`.
  let ending: [UInt8]

  package init(beginning: [UInt8], ending: [UInt8]) {
    self.beginning = beginning
    self.ending = ending
  }

  /// Rewrites what curses wrote: marks become the attribute on the characters they are on.
  ///
  /// The attribute ends behind each run of such characters, so that curses, which knows nothing of it, may change others.
  ///
  /// - Parameters:
  ///   - bytes: what curses wrote.
  ///   - width: the columns of a character, 0 for marks.
  /// - Complexity: O(bytes).
  package func struckOut(_ bytes: [UInt8], width: (Unicode.Scalar) -> Int) -> [UInt8] {
    let mark = Array(String(Self.mark).utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 4)
    var isOpen = false
    var written = 0
    var index = 0
    while index < bytes.count {
      guard bytes[index] == mark[0], bytes[index...].starts(with: mark) else {
        index += 1
        continue
      }
      let first = bytes.characterStart(before: index, notBefore: written, width: width)
      if isOpen, first > written { result += ending }
      result += bytes[written..<first]
      if !isOpen || first > written { result += beginning }
      result += bytes[first..<index]
      isOpen = true
      index += mark.count
      written = index
    }
    if isOpen { result += ending }
    return result + bytes[written...]
  }
}

extension [UInt8] {
  /// Where the character begins that the marks before a place are on.
  fileprivate func characterStart(
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
