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
    /// The columns it takes; beyond the edges where it is cut off.
    var columns: Range<Int>
    /// Whether other items may stand beside it.
    var isShared = false
    /// Lines at the lower end that need not be seen for the row to be.
    var noteLines = 0
    /// What a leaving row looked like.
    var tombstone: Tombstone?

    var range: Range<Int> { line..<line + lines }

    /// The lines that are the row itself.
    var ownRange: Range<Int> { line..<line + lines - noteLines }
  }

  var rows: [PlacedRow] = []
  /// Lines at the top under which rows are hidden by a pinned header.
  var stickyLines = 0
  /// The section whose header is pinned.
  var stickySection: Int?

  func placed(_ identifier: RowIdentifier) -> PlacedRow? {
    rows.first { $0.identifier == identifier && $0.tombstone == nil }
  }

  /// The row at a place, which is not under the pinned header.
  func row(at place: Point) -> PlacedRow? {
    guard place.line >= stickyLines else { return nil }
    return rows.first { $0.range.contains(place.line) && $0.columns.contains(place.column) }
  }
}

/// Builds a ``TableLayout``.
@MainActor
struct TableLayoutBuilder {
  let rows: RowSequence
  let viewportLines: Int
  let stickyHeaders: Bool
  /// Lines of a row's line.
  let height: (TableRow) -> Int
  /// Lines below a row that tell how its children are being found.
  let noteLines: (TableRow) -> Int
  /// Lines of a section's header while it is pinned.
  let pinnedLines: (Int) -> Int
  /// The rows and guests of a line that are on the screen.
  let line: (TableRow) -> [LineOccupant]
  /// The lines of guests above or below a line.
  let guestLines: (Tombstone.Side, TableRow) -> [GuestLine]
  /// Guests that go before their time.
  var isGone: (Tombstone) -> Bool = { _ in false }

  private typealias PlacedRow = TableLayout.PlacedRow

  /// The layout with a row's upper edge at a line, or as near to it as the ends of the list and the rows that
  /// are leaving allow.
  func filled(anchor: TableRow, line: Int) -> TableLayout {
    let anchor = rows.lineStart(anchor)
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
        append(guests(.before, row), at: &line, to: &placed)
      }
      append(row, at: &line, to: &placed)
      next = rows.lineAfter(row)
    }
    return placed
  }

  /// The rows above the anchor, nearest first.
  private func up(from anchor: TableRow, line: Int) -> [PlacedRow] {
    var placed: [PlacedRow] = []
    var bottom = line
    var next = rows.lineBefore(anchor)
    prepend(guests(.before, anchor), above: &bottom, to: &placed)
    while let row = next, bottom > 0 {
      prepend(guests(.behind, row), above: &bottom, to: &placed)
      bottom -= height(row)
      placed += placedLine(row, at: bottom).reversed()
      prepend(guests(.before, row), above: &bottom, to: &placed)
      next = rows.lineBefore(row)
    }
    return placed
  }

  private func append(_ row: TableRow, at line: inout Int, to placed: inout [PlacedRow]) {
    let items = placedLine(row, at: line)
    placed += items
    line += items.first?.lines ?? 0
    append(guests(.behind, row), at: &line, to: &placed)
  }

  /// The rows and guests of a line, at a line of the screen.
  private func placedLine(_ start: TableRow, at line: Int) -> [PlacedRow] {
    let lines = height(start)
    return self.line(start).compactMap { at in
      let name = at.row.map(rows.content.identifier(of:)) ?? at.guest?.identifier
      return name.map {
        PlacedRow(
          row: at.row, identifier: $0, line: line, lines: lines, columns: at.columns,
          isShared: rows.isShared(start), noteLines: at.row.map(noteLines) ?? 0, tombstone: at.guest)
      }
    }
  }

  private func append(_ lines: [GuestLine], at line: inout Int, to placed: inout [PlacedRow]) {
    for guests in lines {
      placed += self.placed(guests, line: line)
      line += guests.lines
    }
  }

  private func prepend(_ lines: [GuestLine], above bottom: inout Int, to placed: inout [PlacedRow]) {
    for guests in lines.reversed() {
      bottom -= guests.lines
      placed += self.placed(guests, line: bottom).reversed()
    }
  }

  private func placed(_ line: GuestLine, line number: Int) -> [PlacedRow] {
    line.guests.map { tombstone, columns in
      PlacedRow(
        row: nil, identifier: tombstone.identifier, line: number, lines: line.lines, columns: columns,
        isShared: tombstone.columns != nil, tombstone: tombstone)
    }
  }

  private func shift(_ placed: inout [PlacedRow], by lines: Int) {
    for index in placed.indices { placed[index].line += lines }
  }

  private func extendUpwards(_ placed: inout [PlacedRow]) {
    guard let first = placed.first(where: { $0.row != nil }), let row = first.row else { return }
    let known = placed.drop { $0.line < first.line }
    placed = up(from: rows.lineStart(row), line: first.line).reversed() + known
  }

  private func extendDownwards(_ placed: inout [PlacedRow]) {
    guard let last = placed.last(where: { $0.row != nil }), let row = last.row else { return }
    let index = placed.firstIndex { $0.line == last.line } ?? 0
    placed = placed[..<index] + down(from: rows.lineStart(row), line: last.line)
  }

  /// Pins the header of the section at the top edge where that section began further up.
  private func pinned(_ layout: TableLayout) -> TableLayout {
    guard stickyHeaders, let top = layout.rows.first(where: { $0.row != nil }),
      let row = top.row,
      rows.content.header(ofSection: row.section) != nil, !(row.part == .header && top.line >= 0),
      viewportLines > pinnedLines(row.section) + 1
    else { return layout }
    var layout = layout
    layout.stickySection = row.section
    layout.stickyLines = pinnedLines(row.section)
    return layout
  }
}
