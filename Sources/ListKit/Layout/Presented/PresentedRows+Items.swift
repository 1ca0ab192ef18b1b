/// From item to item: in their order, and by the lines and columns in which they are shown.
///
/// ```text
///   1  2  3      down from 3, in column 2:  3 ▶ 4 ▶ 7      x leaves; 4 is the nearest before the column
///   4  x
///   ── B ──
///   5  6  7
/// ```
extension PresentedRows {
  var firstItem: TableRow? { item(inSectionsFrom: 0, by: 1) }

  var lastItem: TableRow? { item(inSectionsFrom: content.numberOfSections - 1, by: -1) }

  func itemAfter(_ row: TableRow) -> TableRow? {
    let count = content.shape(ofSection: row.section).numberOfItems
    let next =
      switch row.part {
      case .header: 0
      case .item(let item): item + 1
      case .footer: count
      }
    if next < count { return TableRow(section: row.section, .item(next)) }
    return item(inSectionsFrom: row.section + 1, by: 1)
  }

  func itemBefore(_ row: TableRow) -> TableRow? {
    let next =
      switch row.part {
      case .header: 0
      case .item(let item): item
      case .footer: content.shape(ofSection: row.section).numberOfItems
      }
    if next > 0 { return TableRow(section: row.section, .item(next - 1)) }
    return item(inSectionsFrom: row.section - 1, by: -1)
  }

  /// The first item, or going up the last one, of the nearest section that has any.
  private func item(inSectionsFrom start: Int, by step: Int) -> TableRow? {
    var section = start
    while (0..<content.numberOfSections).contains(section) {
      let count = content.shape(ofSection: section).numberOfItems
      if count > 0 { return TableRow(section: section, .item(step > 0 ? 0 : count - 1)) }
      section += step
    }
    return nil
  }

  /// Whether the row exists.
  func contains(_ row: TableRow) -> Bool {
    guard (0..<content.numberOfSections).contains(row.section) else { return false }
    let shape = content.shape(ofSection: row.section)
    switch row.part {
    case .header: return shape.hasHeader
    case .item(let item): return (0..<shape.numberOfItems).contains(item)
    case .footer: return shape.hasFooter
    }
  }

  // MARK: Lines

  /// Whether other items may stand beside a row.
  func isShared(_ row: TableRow) -> Bool {
    row.item != nil && content.shape(ofSection: row.section).geometry.isShared
  }

  /// The column to keep on the way up and down from a row.
  func column(of row: TableRow) -> Int {
    guard case .item(let item) = row.part else { return 0 }
    let section = section(row.section)
    return section.geometry.column(of: section.slots.slot(of: item))
  }

  /// The items of a row's line.
  func items(beside row: TableRow) -> Range<Int> {
    let section = section(row.section)
    return section.items(ofLine: section.line(of: row.part))
  }

  /// The item a number of items further along a row's line, or the one at the line's end.
  func itemBeside(_ row: TableRow, by count: Int) -> TableRow {
    guard case .item(let item) = row.part else { return row }
    let line = items(beside: row)
    let last = line.upperBound - 1
    let beside = count < 0 ? max(line.lowerBound, item + max(count, -item)) : item + min(count, last - item)
    return TableRow(section: row.section, .item(beside))
  }

  /// The item of a line in a column, or the nearest one before it; nil on a line without items.
  func item(ofLine address: LineAddress, inColumn column: Int) -> TableRow? {
    let section = section(at: address.section)
    guard let number = section.number, let item = section.item(ofLine: address.line, inColumn: column) else {
      return nil
    }
    return TableRow(section: number, .item(item))
  }
}
