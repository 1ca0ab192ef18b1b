/// The rows of a table in their order, walked from any of them without counting the rest.
@MainActor
struct RowSequence {
  let content: any TableContent
  /// Whether a section with items has a header and a footer for the edges of its box.
  var framesSections = false
  /// How the items of a section stand.
  var arrangement: (Int) -> ItemArrangement = { _ in .list }
  /// The items of a section that guests stand before, in order.
  var guests: (Int) -> [Int] = { _ in [] }

  var first: TableRow? { firstRow(fromSection: 0) }

  var last: TableRow? { lastRow(toSection: content.numberOfSections - 1) }

  var firstItem: TableRow? { item(from: first, step: after) }

  var lastItem: TableRow? { item(from: last, step: before) }

  func after(_ row: TableRow) -> TableRow? {
    let parts = parts(ofSection: row.section)
    switch row.part {
    case .header where parts.items > 0: return TableRow(section: row.section, .item(0))
    case .item(let item) where item + 1 < parts.items: return TableRow(section: row.section, .item(item + 1))
    case .header, .item:
      if parts.footer { return TableRow(section: row.section, .footer) }
      return firstRow(fromSection: row.section + 1)
    case .footer: return firstRow(fromSection: row.section + 1)
    }
  }

  func before(_ row: TableRow) -> TableRow? {
    let parts = parts(ofSection: row.section)
    switch row.part {
    case .footer where parts.items > 0: return TableRow(section: row.section, .item(parts.items - 1))
    case .item(let item) where item > 0: return TableRow(section: row.section, .item(item - 1))
    case .footer, .item:
      if parts.header { return TableRow(section: row.section, .header) }
      return lastRow(toSection: row.section - 1)
    case .header: return lastRow(toSection: row.section - 1)
    }
  }

  func itemAfter(_ row: TableRow) -> TableRow? { item(from: after(row), step: after) }

  func itemBefore(_ row: TableRow) -> TableRow? { item(from: before(row), step: before) }

  /// Whether the row exists.
  func contains(_ row: TableRow) -> Bool {
    guard (0..<content.numberOfSections).contains(row.section) else { return false }
    let parts = parts(ofSection: row.section)
    switch row.part {
    case .header: return parts.header
    case .item(let item): return (0..<parts.items).contains(item)
    case .footer: return parts.footer
    }
  }

  private func item(from start: TableRow?, step: (TableRow) -> TableRow?) -> TableRow? {
    var row = start
    while let candidate = row, candidate.indexPath == nil { row = step(candidate) }
    return row
  }

  private func parts(ofSection section: Int) -> (header: Bool, items: Int, footer: Bool) {
    let items = content.numberOfItems(inSection: section)
    let isFramed = framesSections && items > 0
    return (
      isFramed || content.header(ofSection: section) != nil, items,
      isFramed || content.footer(ofSection: section) != nil
    )
  }

  private func firstRow(fromSection start: Int) -> TableRow? {
    for section in start..<max(start, content.numberOfSections) {
      let parts = parts(ofSection: section)
      if parts.header { return TableRow(section: section, .header) }
      if parts.items > 0 { return TableRow(section: section, .item(0)) }
      if parts.footer { return TableRow(section: section, .footer) }
    }
    return nil
  }

  private func lastRow(toSection end: Int) -> TableRow? {
    for section in stride(from: end, through: 0, by: -1) {
      let parts = parts(ofSection: section)
      if parts.footer { return TableRow(section: section, .footer) }
      if parts.items > 0 { return TableRow(section: section, .item(parts.items - 1)) }
      if parts.header { return TableRow(section: section, .header) }
    }
    return nil
  }
}
