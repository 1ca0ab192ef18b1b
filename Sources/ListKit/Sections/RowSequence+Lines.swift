/// Rows by lines: a header, a footer, a list's item, all items of a strip, or those of a grid that stand
/// beside each other.
extension RowSequence {
  /// The items of a section and the guests among them.
  func slots(_ section: Int) -> SlotSequence {
    SlotSequence(items: content.numberOfItems(inSection: section), guests: guests(section))
  }

  /// The items of a row's line; nil for headers and footers.
  private func line(_ row: TableRow) -> Range<Int>? {
    guard case .item(let item) = row.part else { return nil }
    switch arrangement(row.section) {
    case .list: return item..<item + 1
    case .grid(let columns):
      let slots = slots(row.section)
      return slots.items(ofLine: slots.slot(ofItem: item) / columns, slots: columns)
    case .strip: return 0..<content.numberOfItems(inSection: row.section)
    }
  }

  /// The first row of a row's line.
  func lineStart(_ row: TableRow) -> TableRow {
    line(row).map { TableRow(section: row.section, .item($0.lowerBound)) } ?? row
  }

  /// The last row of a row's line.
  func lineEnd(_ row: TableRow) -> TableRow {
    line(row).map { TableRow(section: row.section, .item($0.upperBound - 1)) } ?? row
  }

  /// The first row of the next line.
  func lineAfter(_ row: TableRow) -> TableRow? { after(lineEnd(row)) }

  /// The first row of the line before.
  func lineBefore(_ row: TableRow) -> TableRow? { before(lineStart(row)).map(lineStart) }

  /// Whether other items may stand beside a row.
  func isShared(_ row: TableRow) -> Bool { row.indexPath != nil && arrangement(row.section) != .list }

  /// The item a number of items further along a row's line, or the one at the line's end.
  func itemBeside(_ row: TableRow, by count: Int) -> TableRow {
    guard case .item(let item) = row.part, let line = line(row) else { return row }
    let beside =
      count < 0 ? max(line.lowerBound, item + count) : item + min(count, line.upperBound - 1 - item)
    return TableRow(section: row.section, .item(beside))
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

  /// How many slots there are before an item on the line of a grid; none elsewhere.
  func gridColumn(_ row: TableRow) -> Int {
    guard case .grid(let columns) = arrangement(row.section), case .item(let item) = row.part else {
      return 0
    }
    return slots(row.section).slot(ofItem: item) % columns
  }

  /// The item of a grid's line in a column, or the nearest one before it; elsewhere the line's first.
  func item(ofLine row: TableRow, inColumn column: Int) -> TableRow {
    guard case .grid(let columns) = arrangement(row.section), let line = line(row) else {
      return lineStart(row)
    }
    let slots = slots(row.section)
    let start = slots.slot(ofItem: line.lowerBound) / columns * columns
    let item = slots.item(from: start + min(column, columns - 1) + 1) - 1
    return TableRow(section: row.section, .item(min(max(line.lowerBound, item), line.upperBound - 1)))
  }
}
