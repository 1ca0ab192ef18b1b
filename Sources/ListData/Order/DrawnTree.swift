/// A tree that a program draws in a column: `lsblk`, `tree`, `ps --forest`, `cargo tree`, `systemd-cgls`.
///
/// ```text
/// NAME          SIZE        .               812 sshd -D
/// sda         447.1G        ├── Sources     4100  \_ sshd: ann
/// ├─sda1        512M        │   └── a.c     4121      \_ -bash
/// └─sda2      446.6G        └── README      5012          \_ ps
/// ```
///
/// The depth of a row is the screen column where its text begins, behind the drawing; its parent is the
/// nearest row above that is less deep.
package struct DrawnTree: Sendable, Equatable {
  /// The column that contains the drawing.
  package let column: Int
  /// The parent of each row; nil for roots.
  package let parents: [Int?]
  /// The range of the text of each row in ``TextTable/bytes``, without the drawing.
  let texts: [Range<Int>]

  /// Creates the tree that is drawn in a table; returns nil if there is none.
  ///
  /// - Complexity: O(*n*) in the bytes of the first 200 rows, or, if there is a tree, of all rows.
  package init?(of table: TextTable) {
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

  /// Returns the column in which a fifth of the first 200 rows begin with tree characters, at least two if
  /// there are more than five, but not the first row, which is a root.
  package static func column(of table: TextTable) -> Int? {
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
          // The graph of `git log` has lines as well, but no branches.
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

  /// Whether a cell begins with tree characters: `├─`, `└─`, `│`, `|-`, `\_`, `` `- ``, `+-`.
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

  /// Returns the depth of a cell, which is the screen column where its text begins, that text, and whether
  /// the drawing joins it to a branch: `├─`, `|-`, `\_`.
  private static func branch(
    of cell: Range<Int>, of bytes: TextBytes
  ) -> (depth: Int, text: Range<Int>, hasJoint: Bool) {
    var hasJoint = false
    var offset = cell.lowerBound
    var depth = 0
    /// Whether the previous byte is an ASCII tree character, which a line can continue.
    var isAfterSign = false
    while offset < cell.upperBound {
      let byte = bytes[offset]
      if let sign = bytes.boxSign(at: offset) {
        if sign == .crossing { hasJoint = true }
        offset += 3
        isAfterSign = false
      } else if byte == 0xC2, offset + 1 < cell.upperBound, bytes[offset + 1] == 0xA0 {
        offset += 2
        isAfterSign = false
      } else if byte == ASCII.space {
        offset += 1
        isAfterSign = false
      } else if isAfterSign ? isStroke(byte) : opensBranch(offset, before: cell.upperBound, of: bytes) {
        if byte != UInt8(ascii: "|") { hasJoint = true }
        offset += 1
        isAfterSign = true
      } else {
        break
      }
      depth += 1
    }
    return (depth, bytes.trimmed(offset..<cell.upperBound), hasJoint)
  }

  /// Whether a byte continues an ASCII branch: `|--`, `` `- ``, `\_`.
  private static func isStroke(_ byte: UInt8) -> Bool {
    byte == ASCII.minus || byte == UInt8(ascii: "_") || byte == ASCII.plus
  }

  /// Whether an ASCII branch begins at a place. `-bash` is a name.
  private static func opensBranch(_ offset: Int, before end: Int, of bytes: TextBytes) -> Bool {
    guard offset + 1 < end, case let next = bytes[offset + 1] else { return false }
    switch bytes[offset] {
    case UInt8(ascii: "|"): return next == ASCII.minus || next == ASCII.space
    case UInt8(ascii: "`"), ASCII.plus: return next == ASCII.minus
    case ASCII.backslash: return next == UInt8(ascii: "_")
    default: return false
    }
  }

  /// Returns the range of the text of a row without the drawing, if a tree is drawn in a column.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  package static func text(of row: Int, in column: Int, of table: TextTable) -> Range<Int> {
    branch(of: drawing(of: row, in: column, of: table), of: table.bytes).text
  }

  /// Returns the range of a cell with the drawing and all blanks before it, which determine its depth.
  ///
  /// - Complexity: O(*n*) in the length of the row.
  package static func drawing(of row: Int, in column: Int, of table: TextTable) -> Range<Int> {
    let exact = table.exactCell(row, column)
    if column == 0 { return table.line(row).lowerBound..<exact.upperBound }
    guard column < table.columns.count - 1 else { return exact }
    let start = table.withCells(of: row) { column < $0.count ? $0[column].lowerBound : exact.lowerBound }
    return min(start, exact.lowerBound)..<exact.upperBound
  }

  /// Returns the texts of a row and its ancestors, from the root.
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
