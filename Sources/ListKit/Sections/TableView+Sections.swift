extension TableView {
  /// Whether the items of a section have a box around them; a narrow window has no room for it.
  var framesSections: Bool { style == .insetGrouped && size.columns >= 16 }

  /// The columns in which items are drawn, gutter and scroll bar included.
  var itemColumns: Range<Int> { framesSections ? 1..<size.columns - 2 : 0..<size.columns }

  /// How a section's items stand at the width there is now.
  func arrangement(ofSection section: Int) -> ItemArrangement {
    let margins = margins(ofSection: section).columns
    switch content?.layout(ofSection: section).kind ?? .list {
    case .list: return .list
    case .grid(let columns):
      let most = max(1, itemColumns.count / (margins + Self.leastSlotContent))
      return .grid(columns: min(max(1, columns), most))
    case .gridOfWidth(let width):
      return .grid(columns: max(1, itemColumns.count / (max(1, width) + margins)))
    case .strip: return .strip
    }
  }

  /// The columns beside the content of a section's items.
  func margins(ofSection section: Int) -> RowMargins {
    content?.layout(ofSection: section).hasMargins ?? true ? .standard : .none
  }

  /// The columns beside the content of a row on the screen, or of one that is leaving or in the hand.
  func margins(of placed: TableLayout.PlacedRow) -> RowMargins {
    if let row = placed.row { return row.indexPath == nil ? .standard : margins(ofSection: row.section) }
    let isInHand = placed.identifier == lifted?.identifier
    let name = isInHand ? placed.tombstone?.neighbor.identifier : placed.tombstone?.section
    let section = name.flatMap { content?.section(of: $0) ?? content?.row(for: $0)?.section }
    return section.map(margins(ofSection:)) ?? .standard
  }

  /// Columns an item beside others has for its content, however many there should be on a line.
  static var leastSlotContent: Int { 2 }

  /// Columns of each item of a section, gutter included.
  func slotColumns(ofSection section: Int) -> Int {
    switch arrangement(ofSection: section) {
    case .list: return itemColumns.count
    case .grid(let columns): return itemColumns.count / columns
    case .strip:
      guard case .strip(let width, _) = content?.layout(ofSection: section).kind else { return 0 }
      return max(1, min(max(1, width) + margins(ofSection: section).columns, itemColumns.count))
    }
  }

  // MARK: Heights

  /// Lines of a header's or footer's text.
  func textLines(of row: TableRow) -> Int {
    let text =
      row.part == .header
      ? content?.header(ofSection: row.section) : content?.footer(ofSection: row.section)
    let columns = max(0, size.columns - Self.gutterColumns)
    return text.map { max(1, $0.lines(inColumns: columns, metrics: TextMetrics(traits))) } ?? 0
  }

  /// Blank lines above a header's text.
  func topPadding(of row: TableRow) -> Int {
    row.part == .header && textLines(of: row) > 0 ? max(0, sectionHeaderTopPadding) : 0
  }

  /// Lines a row's line takes.
  func height(of row: TableRow) -> Int {
    switch row.part {
    case .header, .footer:
      let edge = framesSections && (content?.numberOfItems(inSection: row.section) ?? 0) > 0 ? 1 : 0
      return topPadding(of: row) + textLines(of: row) + edge
    case .item: return itemLines(row)
    }
  }

  private func itemLines(_ row: TableRow) -> Int {
    guard let rows else { return 1 }
    switch rows.arrangement(row.section) {
    case .list:
      let separator = hasSeparator(row) ? 1 : 0
      return itemLines(row, likeSection: row.section) + noteLines(of: row) + separator
    case .grid:
      let lines = occupants(ofLine: row, in: rows).map { at in
        at.row.map { itemLines($0, likeSection: row.section) } ?? at.guest?.lines.count ?? 1
      }
      return lines.max() ?? 1
    case .strip: return itemLines(row, likeSection: row.section)
    }
  }

  /// Lines that an item takes for itself, or would take in another section.
  func itemLines(_ row: TableRow, likeSection section: Int) -> Int {
    if case .strip(_, let lines) = content?.layout(ofSection: section).kind { return max(1, lines) }
    guard let cell = cell(for: row) else { return 1 }
    let signs = accessoryLayout(of: cell, at: row, columns: slotColumns(ofSection: section))
    return cell.lines(inColumns: signs?.content.count ?? 0, metrics: TextMetrics(traits))
  }

  /// Whether a line is drawn below an item: between the items of a list.
  func hasSeparator(_ row: TableRow) -> Bool {
    guard separatorStyle == .singleLine, case .item(let item) = row.part, let content else { return false }
    return content.layout(ofSection: row.section) == .list
      && item + 1 < content.numberOfItems(inSection: row.section)
  }
}
