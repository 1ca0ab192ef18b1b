/// Compares rows of two states cell by cell, unless their lines have the same bytes.
struct RowComparison {
  private let old: TextTable
  private let new: TextTable
  private let match: ColumnMatch
  /// Whether equal lines are equal rows.
  private let isCutAlike: Bool

  init(_ old: TextTable, _ new: TextTable, _ match: ColumnMatch) {
    self.old = old
    self.new = new
    self.match = match
    isCutAlike = match.isIdentity && old.shape.cut.isEqual(to: new.shape.cut)
  }

  /// Appends the columns of `new` in which two rows differ. A column that only one state has is empty in the
  /// other one.
  func appendChanges(_ oldRow: Int, _ row: Int, to columns: inout [Int]) {
    if isCutAlike, old.bytes[old.line(oldRow)].isEqual(to: new.bytes[new.line(row)]) { return }
    if appendChangedMembers(oldRow, row, to: &columns) { return }
    let oldCells = ExactCells(old, oldRow)
    let cells = ExactCells(new, row)
    for column in new.columns.indices {
      let before = match.old[column].map { oldCells[$0] } ?? 0..<0
      let after = cells[column]
      let isRead = !TextTable.isComputed(before) && !TextTable.isComputed(after)
      if isRead, old.bytes[before].isEqual(to: new.bytes[after]) { continue }
      // Quotes are not part of a cell.
      if isSame(before, after) { continue }
      columns.append(column)
    }
    for number in 0..<max(oldCells.count - old.columns.count, cells.count - new.columns.count, 0) {
      let (before, after) = (oldCells[old.columns.count + number], cells[new.columns.count + number])
      if !old.bytes[before].isEqual(to: new.bytes[after]) { columns.append(new.columns.count + number) }
    }
  }

  /// Does the same for two JSON objects, at a cost that does not depend on the columns that they lack.
  ///
  /// - Returns: False if the rows have to be compared cell by cell.
  private func appendChangedMembers(_ oldRow: Int, _ row: Int, to columns: inout [Int]) -> Bool {
    guard new.columns.count > 64, match.isIdentity, !new.hasComputedCells,
      let before = old.memberValues(inLine: old.line(oldRow)),
      let after = new.memberValues(inLine: new.line(row))
    else { return false }
    var (one, other) = (before[...], after[...])
    while let column = [one.first?.column, other.first?.column].compactMap({ $0 }).min() {
      let (left, right) = (one.prefix { $0.column == column }, other.prefix { $0.column == column })
      one = one.dropFirst(left.count)
      other = other.dropFirst(right.count)
      // An empty value equals a missing one.
      let texts = [(old, left), (new, right)].map { table, values in
        values.map { table.decoded($0.range) ?? Array(table.bytes[table.bare($0.range)]) }.filter {
          !$0.isEmpty
        }
      }
      if texts[0] != texts[1] { columns.append(min(column, new.columns.count)) }
    }
    return true
  }

  private func isSame(_ before: Range<Int>, _ after: Range<Int>) -> Bool {
    let (one, other) = (old.decoded(before), new.decoded(after))
    if one == nil, other == nil { return old.bytes[old.bare(before)].isEqual(to: new.bytes[new.bare(after)]) }
    return (one ?? Array(old.bytes[old.bare(before)])) == (other ?? Array(new.bytes[new.bare(after)]))
  }
}

/// The cells of a row, cut once; missing cells are empty.
private struct ExactCells {
  private let table: TextTable
  private let line: Range<Int>
  private let cells: [Range<Int>]

  init(_ table: TextTable, _ row: Int) {
    self.table = table
    line = table.line(row)
    cells = table.cells(of: row, in: line)
  }

  var count: Int { cells.count }

  subscript(column: Int) -> Range<Int> {
    column < cells.count ? table.exact(cells[column], column, in: line) : 0..<0
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are equal, comparing eight at a time.
  @inline(__always)
  func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    let one = UnsafeRawBufferPointer(self)
    let other = UnsafeRawBufferPointer(other)
    var offset = 0
    while offset + 8 <= count {
      if one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      {
        return false
      }
      offset += 8
    }
    while offset < count {
      if one[offset] != other[offset] { return false }
      offset += 1
    }
    return true
  }
}
