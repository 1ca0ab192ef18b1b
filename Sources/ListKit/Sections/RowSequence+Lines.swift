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

  /// The item a number of items further along a row's line, or the one at the line's end.
  func itemBeside(_ row: TableRow, by count: Int) -> TableRow {
    guard case .item(let item) = row.part, case .item(let first) = lineStart(row).part,
      case .item(let last) = lineEnd(row).part
    else { return row }
    return TableRow(
      section: row.section, .item(count < 0 ? max(first, item + count) : item + min(count, last - item)))
  }

  /// The item on the next line that has items, in a column of the grid or the one nearest to it.
  func itemBelow(_ row: TableRow, inColumn column: Int) -> TableRow? {
    var next = lineAfter(row)
    while let line = next, line.indexPath == nil { next = lineAfter(line) }
    return next.map { item(ofLine: $0, inColumn: column) }
  }

  /// The item on the line before that has items, in a column of the grid or the one nearest to it.
  func itemAbove(_ row: TableRow, inColumn column: Int) -> TableRow? {
    var next = lineBefore(row)
    while let line = next, line.indexPath == nil { next = lineBefore(line) }
    return next.map { item(ofLine: $0, inColumn: column) }
  }

  /// How many items stand before one on the line of a grid; none elsewhere.
  func gridColumn(_ row: TableRow) -> Int {
    guard case .grid(let columns) = arrangement(row.section), case .item(let item) = row.part else {
      return 0
    }
    return item % columns
  }

  /// The item of a grid's line in a column, or the nearest to it; elsewhere the line's first.
  func item(ofLine line: TableRow, inColumn column: Int) -> TableRow {
    let start = lineStart(line)
    guard case .grid = arrangement(line.section) else { return start }
    return itemBeside(start, by: column)
  }
}
