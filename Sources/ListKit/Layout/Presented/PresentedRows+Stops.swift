/// The rows that the cursor can be on: items, and the headers of sections that a person can close.
extension PresentedRows {
  /// Where the cursor begins: the first item, unless a header comes before it whose items are not there to see.
  var firstStop: TableRow? {
    guard let address = firstLine, let first = stop(atOrBeyond: address, by: 1, inColumn: 0) else {
      return nil
    }
    let hasItems = content.shape(ofSection: first.section).numberOfItems > 0
    return first.part == .header && hasItems ? itemAfter(first) : first
  }

  /// The last item, or a header behind it.
  var lastStop: TableRow? {
    let last = lastLine.flatMap { stop(atOrBeyond: $0, by: -1, inColumn: 0) }
    return last?.part == .header ? last : lastItem
  }

  /// Whether the cursor can be on a row.
  func takesCursor(_ row: TableRow) -> Bool {
    guard contains(row) else { return false }
    return switch row.part {
    case .item: true
    case .header: content.shape(ofSection: row.section).headerTakesCursor
    case .footer: false
    }
  }

  /// The row for the cursor on the next line that has one, or going up on the one before, in a column or the nearest
  /// to it.
  func stop(_ step: Int, fromLineOf row: TableRow, inColumn column: Int) -> TableRow? {
    let address = line(of: row)
    return (step > 0 ? lineAfter(address) : lineBefore(address)).flatMap {
      stop(atOrBeyond: $0, by: step, inColumn: column)
    }
  }

  /// The row for the cursor on a line, or on the nearest one beyond it that has one.
  func stop(atOrBeyond start: LineAddress, by step: Int, inColumn column: Int) -> TableRow? {
    var address: LineAddress? = start
    while let line = address {
      if let stop = stop(ofLine: line, inColumn: column) { return stop }
      address = step > 0 ? lineAfter(line) : lineBefore(line)
    }
    return nil
  }

  private func stop(ofLine address: LineAddress, inColumn column: Int) -> TableRow? {
    if let item = item(ofLine: address, inColumn: column) { return item }
    let section = section(at: address.section)
    guard section.shape.headerTakesCursor, section[address.line] == .header else { return nil }
    return section.number.map { TableRow(section: $0, .header) }
  }
}
