/// Where an item lies from another one of its line.
enum LineDirection {
  case left
  case right
}

/// Rows by lines: a header, a footer, a list's item, all items of a strip, or those of a grid that stand
/// beside each other.
extension RowSequence {
  /// The first row of a row's line.
  func lineStart(_ row: TableRow) -> TableRow {
    guard case .item(let item) = row.part else { return row }
    switch arrangement(row.section) {
    case .list: return row
    case .grid(let columns): return TableRow(section: row.section, .item(item - item % columns))
    case .strip: return TableRow(section: row.section, .item(0))
    }
  }

  /// The last row of a row's line.
  func lineEnd(_ row: TableRow) -> TableRow {
    guard case .item(let item) = row.part else { return row }
    let last = content.numberOfItems(inSection: row.section) - 1
    switch arrangement(row.section) {
    case .list: return row
    case .grid(let columns):
      return TableRow(section: row.section, .item(min(last, item - item % columns + columns - 1)))
    case .strip: return TableRow(section: row.section, .item(last))
    }
  }

  /// The first row of the next line.
  func lineAfter(_ row: TableRow) -> TableRow? { after(lineEnd(row)) }

  /// The first row of the line before.
  func lineBefore(_ row: TableRow) -> TableRow? { before(lineStart(row)).map(lineStart) }

  /// Whether other items may stand beside a row.
  func isShared(_ row: TableRow) -> Bool { row.indexPath != nil && arrangement(row.section) != .list }

  /// The item beside another one on its line; nil at the line's end, and in a list.
  func itemBeside(_ row: TableRow, _ direction: LineDirection) -> TableRow? {
    guard case .item(let item) = row.part else { return nil }
    let beside = direction == .left ? item - 1 : item + 1
    let (first, last) = (lineStart(row), lineEnd(row))
    let target = TableRow(section: row.section, .item(beside))
    return target < first || target > last ? nil : target
  }

  /// The item on the next line that has items, as far to the right as the row is.
  func itemBelow(_ row: TableRow) -> TableRow? {
    var next = lineAfter(row)
    while let line = next, line.indexPath == nil { next = lineAfter(line) }
    return next.map { item(ofLine: $0, atColumn: gridColumn(row)) }
  }

  /// The item on the line before that has items, as far to the right as the row is.
  func itemAbove(_ row: TableRow) -> TableRow? {
    var next = lineBefore(row)
    while let line = next, line.indexPath == nil { next = lineBefore(line) }
    return next.map { item(ofLine: $0, atColumn: gridColumn(row)) }
  }

  private func gridColumn(_ row: TableRow) -> Int {
    guard case .grid(let columns) = arrangement(row.section), case .item(let item) = row.part else {
      return 0
    }
    return item % columns
  }

  private func item(ofLine line: TableRow, atColumn column: Int) -> TableRow {
    guard case .grid = arrangement(line.section), case .item(let first) = line.part else { return line }
    return min(TableRow(section: line.section, .item(first + column)), lineEnd(line))
  }
}
