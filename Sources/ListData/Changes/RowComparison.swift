/// Compares rows of two states cell by cell, and not at all where their lines are the same bytes.
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
    isCutAlike = match.isIdentity && old.shape.cut == new.shape.cut
  }

  /// Appends the columns of `new` in which two rows differ. A column that only one state has is empty in the other.
  func appendChanges(_ oldRow: Int, _ row: Int, to columns: inout [Int]) {
    if isCutAlike, old.bytes[old.line(oldRow)].isEqual(to: new.bytes[new.line(row)]) { return }
    old.withCells(of: oldRow) { oldCells in
      new.withCells(of: row) { cells in
        for column in new.columns.indices {
          let oldColumn = match.old[column] ?? oldCells.count
          let before = oldColumn < oldCells.count ? old.bytes.trimmed(oldCells[oldColumn]) : 0..<0
          let after = column < cells.count ? new.bytes.trimmed(cells[column]) : 0..<0
          if old.bytes[before].isEqual(to: new.bytes[after]) { continue }
          // Quotes are no part of a cell.
          if !before.isEmpty, !after.isEmpty, isSame(oldRow, oldColumn, row, column) { continue }
          columns.append(column)
        }
        appendExtra(oldCells, cells, to: &columns)
      }
    }
  }

  private func isSame(_ oldRow: Int, _ oldColumn: Int, _ row: Int, _ column: Int) -> Bool {
    old.withCell(oldRow, oldColumn) { before in
      new.withCell(row, column) { before.isEqual(to: $0) }
    }
  }

  private func appendExtra(_ oldCells: [Range<Int>], _ cells: [Range<Int>], to columns: inout [Int]) {
    let before = oldCells.dropFirst(old.columns.count)
    let after = cells.dropFirst(new.columns.count)
    for number in 0..<max(before.count, after.count) {
      let one = number < before.count ? old.bytes.trimmed(before[before.startIndex + number]) : 0..<0
      let other = number < after.count ? new.bytes.trimmed(after[after.startIndex + number]) : 0..<0
      if !old.bytes[one].isEqual(to: new.bytes[other]) { columns.append(new.columns.count + number) }
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are the same, eight at a time.
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
