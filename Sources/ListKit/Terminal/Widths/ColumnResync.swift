/// Gives characters of ambiguous width the columns curses thinks they have, whatever the terminal thinks.
///
/// ```text
///   🥰|   ▶   remember · two blanks · go back · 🥰 · go back · two columns on · |
/// ```
///
/// A terminal that counts one column for 🥰 leaves a blank behind it, one that counts two leaves none, and
/// `|` stands in the same column in both. Curses moves its cursor relative to where it thinks it is, so
/// without this a wrong count shifts the rest of the line, and sometimes of the screen.
package struct ColumnResync {
  /// Remembers the cursor's place.
  let save: [UInt8]
  /// Goes back to it.
  let restore: [UInt8]
  /// Moves the cursor one column to the right, without drawing.
  let advance: [UInt8]
  /// The columns curses counts.
  let width: @Sendable (Unicode.Scalar) -> Int

  package init(
    save: [UInt8], restore: [UInt8], advance: [UInt8], width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.save = save
    self.restore = restore
    self.advance = advance
    self.width = width
  }

  /// Rewrites what curses wrote.
  ///
  /// - Complexity: O(bytes).
  package func resynchronized(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    var place = 0
    while place < bytes.count {
      guard let first = Unicode.Scalar(at: place, of: bytes) else {
        result.append(bytes[place])  // ASCII: text, and all that controls the terminal.
        place += 1
        continue
      }
      var end = place + UTF8.width(first)
      var isAmbiguous = first.hasAmbiguousWidth
      // Its marks, which curses writes in the same breath.
      while let mark = Unicode.Scalar(at: end, of: bytes), width(mark) == 0 {
        end += UTF8.width(mark)
        isAmbiguous = isAmbiguous || mark.hasAmbiguousWidth
      }
      let columns = max(0, width(first))
      if isAmbiguous {
        // A return, or a terminal that is about to wrap does so although it goes back.
        result += save + [UInt8](repeating: 0x20, count: columns) + [0x0D] + restore
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
