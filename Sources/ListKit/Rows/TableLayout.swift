/// The rows on the screen, each with the line it begins at.
///
/// A layout grows outwards from one row, the anchor, so that its cost is bounded by the screen, heights
/// may differ from row to row, and the anchor stays where it is while rows come and go around it.
///
/// ```text
///             ▲ before(row) until line 0 …
///   anchor ──▶ ████████  line 7
///             ▼ after(row) until the last line …
/// ```
struct TableLayout {
  /// A row, or one that is leaving, at its place.
  struct PlacedRow {
    var row: TableRow?
    var identifier: RowIdentifier
    /// The line of its upper edge, counted from the top of the table; negative where it is cut off.
    var line: Int
    var lines: Int
    /// What a leaving row looked like.
    var tombstone: Tombstone?

    var range: Range<Int> { line..<line + lines }
  }

  var rows: [PlacedRow] = []
  /// Lines at the top under which rows are hidden by a pinned header.
  var stickyLines = 0
  /// The section whose header is pinned.
  var stickySection: Int?

  func placed(_ identifier: RowIdentifier) -> PlacedRow? {
    rows.first { $0.identifier == identifier && $0.tombstone == nil }
  }

  /// The row at a line, which is not under the pinned header.
  func row(atLine line: Int) -> PlacedRow? {
    guard line >= stickyLines else { return nil }
    return rows.first { $0.range.contains(line) }
  }
}

/// Builds a ``TableLayout``.
@MainActor
struct TableLayoutBuilder {
  let rows: RowSequence
  let viewportLines: Int
  let stickyHeaders: Bool
  let height: (TableRow) -> Int
  let tombstones: [Tombstone]

  private typealias PlacedRow = TableLayout.PlacedRow

  /// The layout with a row's upper edge at a line, or as near to it as the ends of the list allow.
  func layout(anchor: TableRow, line: Int) -> TableLayout {
    var placed = down(from: anchor, line: line)
    placed.insert(contentsOf: up(from: anchor, line: line).reversed(), at: 0)
    if let last = placed.last, last.range.upperBound < viewportLines {
      shift(&placed, by: viewportLines - last.range.upperBound)
      extendUpwards(&placed)
    }
    if let first = placed.first, first.line > 0 {
      shift(&placed, by: -first.line)
      extendDownwards(&placed)
    }
    placed.removeAll { $0.range.upperBound <= 0 || $0.line >= viewportLines }
    return pinned(TableLayout(rows: placed))
  }

  private func down(from anchor: TableRow, line: Int) -> [PlacedRow] {
    var placed: [PlacedRow] = []
    var line = line
    var next: TableRow? = anchor
    while let row = next, row == anchor || line < viewportLines {
      if row != anchor {
        append(tombstones(.before(rows.content.identifier(of: row))), at: &line, to: &placed)
      }
      append(row, at: &line, to: &placed)
      next = rows.after(row)
    }
    return placed
  }

  /// The rows above the anchor, nearest first.
  private func up(from anchor: TableRow, line: Int) -> [PlacedRow] {
    var placed: [PlacedRow] = []
    var bottom = line
    var next = rows.before(anchor)
    prepend(tombstones(.before(rows.content.identifier(of: anchor))), above: &bottom, to: &placed)
    while let row = next, bottom > 0 {
      let identifier = rows.content.identifier(of: row)
      prepend(tombstones(.behind(identifier)), above: &bottom, to: &placed)
      let lines = height(row)
      bottom -= lines
      placed.append(PlacedRow(row: row, identifier: identifier, line: bottom, lines: lines))
      prepend(tombstones(.before(identifier)), above: &bottom, to: &placed)
      next = rows.before(row)
    }
    return placed
  }

  private func append(_ row: TableRow, at line: inout Int, to placed: inout [PlacedRow]) {
    let identifier = rows.content.identifier(of: row)
    let lines = height(row)
    placed.append(PlacedRow(row: row, identifier: identifier, line: line, lines: lines))
    line += lines
    append(tombstones(.behind(identifier)), at: &line, to: &placed)
  }

  private func append(
    _ tombstones: [Tombstone], at line: inout Int, to placed: inout [PlacedRow]
  ) {
    for tombstone in tombstones {
      placed.append(Self.placed(tombstone, line: line))
      line += tombstone.lines.count
    }
  }

  private func prepend(
    _ tombstones: [Tombstone], above bottom: inout Int, to placed: inout [PlacedRow]
  ) {
    for tombstone in tombstones.reversed() {
      bottom -= tombstone.lines.count
      placed.append(Self.placed(tombstone, line: bottom))
    }
  }

  private static func placed(_ tombstone: Tombstone, line: Int) -> PlacedRow {
    PlacedRow(
      row: nil, identifier: tombstone.identifier, line: line, lines: tombstone.lines.count,
      tombstone: tombstone)
  }

  private func tombstones(_ neighbor: Tombstone.Neighbor) -> [Tombstone] {
    tombstones.isEmpty ? [] : tombstones.filter { $0.neighbor == neighbor }
  }

  private func shift(_ placed: inout [PlacedRow], by lines: Int) {
    for index in placed.indices { placed[index].line += lines }
  }

  private func extendUpwards(_ placed: inout [PlacedRow]) {
    guard let first = placed.first(where: { $0.row != nil }), let row = first.row else { return }
    let known = placed.drop { $0.row == nil }
    placed = up(from: row, line: first.line).reversed() + known
  }

  private func extendDownwards(_ placed: inout [PlacedRow]) {
    guard let last = placed.last(where: { $0.row != nil }), let row = last.row else { return }
    let index = placed.lastIndex { $0.row != nil } ?? 0
    placed = placed[..<index] + down(from: row, line: last.line)
  }

  /// Pins the header of the section at the top edge where that section began further up.
  private func pinned(_ layout: TableLayout) -> TableLayout {
    guard stickyHeaders, viewportLines > 2, let top = layout.rows.first(where: { $0.row != nil }),
      let row = top.row,
      rows.content.header(ofSection: row.section) != nil, !(row.part == .header && top.line >= 0)
    else { return layout }
    var layout = layout
    layout.stickySection = row.section
    layout.stickyLines = height(TableRow(section: row.section, .header))
    return layout
  }
}
