/// A tree that a program has drawn in a column: `lsblk`, `tree`, `ps --forest`, `cargo tree`, `systemd-cgls`.
///
/// ```text
/// NAME          SIZE        .               812 sshd -D
/// sda         447.1G        ├── Sources     4100  \_ sshd: ann
/// ├─sda1        512M        │   └── a.c     4121      \_ -bash
/// └─sda2      446.6G        └── README      5012          \_ ps
/// ```
///
/// How far to the right a row's text begins behind the signs says how deep it is; its parent is the nearest row above that
/// is less deep.
public struct DrawnTree: Sendable, Equatable {
  /// The column in which it is drawn.
  public let column: Int
  /// For each row its parent; nil for roots.
  public let parents: [Int?]
  /// For each row where its own text stands in ``TextTable/bytes``, behind the signs.
  let texts: [Range<Int>]

  /// The tree that is drawn in a table; nil if none is.
  ///
  /// - Complexity: O(*n*) in the bytes of the first 200 rows, and, if there is a tree, of all.
  public init?(of table: TextTable) {
    guard let column = Self.column(of: table) else { return nil }
    self.column = column
    var parents: [Int?] = []
    var texts: [Range<Int>] = []
    // The rows that may still have children, each deeper than the one before.
    var open: [(row: Int, depth: Int)] = []
    for row in 0..<table.rowCount {
      let (depth, text, _) = Self.branch(of: Self.drawing(of: row, in: column, of: table), of: table.bytes)
      while let last = open.last, last.depth >= depth { open.removeLast() }
      parents.append(open.last?.row)
      texts.append(text)
      open.append((row, depth))
    }
    self.parents = parents
    self.texts = texts
  }

  /// The column of which a fifth of the first rows, and two at least, begin with signs of a tree, and none is drawn before
  /// there is a root.
  public static func column(of table: TextTable) -> Int? {
    let rows = min(table.rowCount, 200)
    guard rows > 1,
      table.shape.format == .aligned || table.shape.format == .lines || table.shape.format == .tsv
    else {
      return nil
    }
    var counts = Array(repeating: 0, count: table.columns.count)
    var firsts = counts
    for row in 0..<rows {
      table.withShownCells(of: row) { cells in
        for column in table.columns.indices where column < cells.count {
          let cell = table.bytes.trimmed(cells[column])
          // The graph of `git log` has strokes too, and nothing below anything.
          guard hasSign(cell, of: table.bytes), branch(of: cell, of: table.bytes).hasJoint else { continue }
          counts[column] += 1
          if row == 0 { firsts[column] += 1 }
        }
      }
    }
    return counts.indices.first {
      counts[$0] * 5 >= rows && counts[$0] > 0 && firsts[$0] == 0 && (counts[$0] > 1 || rows < 6)
    }
  }

  /// Whether a cell begins with a sign that joins a branch: `├─`, `└─`, `│`, `|-`, `\_`, `` `- ``, `+-`.
  private static func hasSign(_ cell: Range<Int>, of bytes: TextBytes) -> Bool {
    guard let first = cell.first else { return false }
    if bytes.boxSign(at: first) != nil { return cell.count > 3 }
    guard cell.count > 2 else { return false }
    switch (bytes[first], bytes[first + 1]) {
    case (UInt8(ascii: "|"), ASCII.minus), (UInt8(ascii: "`"), ASCII.minus), (ASCII.plus, ASCII.minus),
      (ASCII.backslash, UInt8(ascii: "_")), (UInt8(ascii: "|"), ASCII.space):
      return true
    default: return false
    }
  }

  /// How deep a cell is, as the column of the screen in which its text begins, that text, and whether a sign before it joins it
  /// to a branch: `├─`, `|-`, `\_`.
  private static func branch(
    of cell: Range<Int>, of bytes: TextBytes
  ) -> (depth: Int, text: Range<Int>, hasJoint: Bool) {
    var hasJoint = false
    var place = cell.lowerBound
    var depth = 0
    /// Whether the byte before is a sign of ASCII, with which a stroke may go on.
    var isAfterSign = false
    while place < cell.upperBound {
      let byte = bytes[place]
      if let sign = bytes.boxSign(at: place) {
        if sign == .crossing { hasJoint = true }
        place += 3
        isAfterSign = false
      } else if byte == 0xC2, place + 1 < cell.upperBound, bytes[place + 1] == 0xA0 {
        place += 2
        isAfterSign = false
      } else if byte == ASCII.space {
        place += 1
        isAfterSign = false
      } else if isAfterSign ? isStroke(byte) : opensBranch(place, before: cell.upperBound, of: bytes) {
        if byte != UInt8(ascii: "|") { hasJoint = true }
        place += 1
        isAfterSign = true
      } else {
        break
      }
      depth += 1
    }
    return (depth, bytes.trimmed(place..<cell.upperBound), hasJoint)
  }

  /// Whether a byte goes on with a sign: `|--`, `` `- ``, `\_`.
  private static func isStroke(_ byte: UInt8) -> Bool {
    byte == ASCII.minus || byte == UInt8(ascii: "_") || byte == ASCII.plus
  }

  /// Whether a sign of ASCII begins at a place. `-bash` is a name.
  private static func opensBranch(_ place: Int, before end: Int, of bytes: TextBytes) -> Bool {
    guard place + 1 < end, case let next = bytes[place + 1] else { return false }
    switch bytes[place] {
    case UInt8(ascii: "|"): return next == ASCII.minus || next == ASCII.space
    case UInt8(ascii: "`"), ASCII.plus: return next == ASCII.minus
    case ASCII.backslash: return next == UInt8(ascii: "_")
    default: return false
    }
  }

  /// Where the own text of a row stands in the bytes, behind the signs, if a tree is drawn in a column.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  public static func text(of row: Int, in column: Int, of table: TextTable) -> Range<Int> {
    branch(of: drawing(of: row, in: column, of: table), of: table.bytes).text
  }

  /// Where a cell stands with the signs and all blanks before them, by which it is known how deep it is.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  public static func drawing(of row: Int, in column: Int, of table: TextTable) -> Range<Int> {
    let exact = table.exactCell(row, column)
    if column == 0 { return table.line(row).lowerBound..<exact.upperBound }
    guard column < table.columns.count - 1 else { return exact }
    let start = table.withCells(of: row) { column < $0.count ? $0[column].lowerBound : exact.lowerBound }
    return min(start, exact.lowerBound)..<exact.upperBound
  }

  /// The texts of a row and of its ancestors, from the root.
  func path(of row: Int) -> [Range<Int>] {
    var path: [Range<Int>] = []
    var next: Int? = row
    while let current = next {
      path.append(texts[current])
      next = parents[current]
    }
    return path.reversed()
  }
}
