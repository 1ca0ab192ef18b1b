struct RowHeight: Equatable {
  var lines: Int
  /// The lines at the lower end that may be out of view while the row counts as in view.
  var noteLines = 0
}

@MainActor
protocol RowHeights {
  func height(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight
  /// Returns the lines of a section's header while it is pinned to the top edge; 0 if there is no header.
  func pinnedLines(ofSection section: Int) -> Int
}

/// Everything that a layout depends on besides the viewport: rows, their heights, and the screen.
///
/// The layout is a function of this input and a ``Viewport`` alone; it needs no clock.
///
/// ```text
///   former layout of the same basis, anchor on the same line  ▶ that layout
///                                    anchor n lines away      ▶ its rows, moved n lines, filled at one edge
///   else                                                      ▶ filled from the anchor
/// ```
@MainActor
struct LayoutInput {
  let rows: PresentedRows
  let heights: any RowHeights
  var basis: Basis

  /// The values that determine a layout together with the viewport. A layout with an
  /// equal basis can be reused.
  struct Basis: Equatable {
    /// The lines and columns of the screen, and the columns of items.
    var lines: Int
    var columns: Int
    var itemColumns: Range<Int>
    var pinsHeaders: Bool
    /// The versions of the content and of the measured heights.
    var contentVersion = 0
    var heightsVersion = 0
    fileprivate(set) var transient = TransientRows()
  }

  init(_ rows: PresentedRows, _ heights: any RowHeights, _ basis: Basis) {
    (self.rows, self.heights, self.basis) = (rows, heights, basis)
    self.basis.transient = rows.transient
  }

  var lines: Int { basis.lines }
  var itemColumns: Range<Int> { basis.itemColumns }
  var pinsHeaders: Bool { basis.pinsHeaders }

  /// Returns the rows at their places on the screen.
  ///
  /// - Complexity: O(lines of the screen).
  func layout(_ viewport: Viewport, reusing former: TableLayout? = nil) -> TableLayout {
    let layout = former.flatMap { shifted($0, viewport) } ?? filled(viewport)
    return viewport.showsCursor ? uncoveringCursor(layout, viewport) : layout
  }

  /// Returns the layout with a line of rows at a line of the screen, as near as the ends of the list allow.
  func layout(_ viewport: Viewport, of address: LineAddress, at line: Int) -> TableLayout {
    var filling = LayoutFilling(self, viewport, at: address, line: line)
    filling.fill()
    return filling.layout
  }

  /// Returns the leaving rows that must be removed at once.
  ///
  /// In a list that nearly fits the screen, leaving rows could push the row that keeps its line further down
  /// than it was, and than it will be after they are gone: it would move down and back. To prevent that, the
  /// uppermost leaving rows are removed at once, as many as necessary.
  ///
  /// - Parameter layout: the layout of the viewport.
  /// - Complexity: O(lines of the screen), times the rows that have to make way.
  func rowsInTheWay(_ layout: TableLayout, _ viewport: Viewport) -> Set<RowIdentifier> {
    guard layout.hasLeavingRows, let anchor = viewport.anchor, rows.content.row(for: anchor.identifier) != nil
    else { return [] }
    func line(in layout: TableLayout) -> Int { row(heldBy: anchor, layout)?.line ?? lines }
    guard line(in: layout) > anchor.line else { return [] }
    let most = max(anchor.line, line(in: removing(nil).layout(viewport)))
    var (gone, result) = (Set<RowIdentifier>(), layout)
    while case let line = line(in: result), line > most,
      let first = result.rows.first(where: { $0.line < line && $0.transient?.leaving != nil })
    {
      gone.insert(first.identifier)
      result = removing(gone).layout(viewport)
    }
    return gone
  }

  private func removing(_ gone: Set<RowIdentifier>?) -> Self {
    var transient = rows.transient
    transient.removeLeavingRows(gone)
    return Self(PresentedRows(rows.content, transient), heights, basis)
  }

  private func filled(_ viewport: Viewport) -> TableLayout {
    if let anchor = viewport.anchor, let row = rows.content.row(for: anchor.identifier) {
      let isCursor = viewport.showsCursor && anchor.identifier == viewport.cursor
      let highest = isCursor && anchor.line < 0 ? min(0, lines - ownLines(of: row, anchor.identifier)) : 0
      let line = isCursor ? min(max(anchor.line, highest), max(0, lines - 1)) : anchor.line
      let leaving = anchor.leaving.flatMap { rows.line(ofLeaving: $0, directlyAbove: row) }
      return layout(viewport, of: leaving ?? rows.line(of: row), at: line)
    }
    return rows.firstLine.map { layout(viewport, of: $0, at: 0) } ?? TableLayout(basis: basis)
  }

  /// Returns the row that an anchor keeps on its line.
  func row(heldBy anchor: Viewport.Anchor, _ layout: TableLayout) -> TableLayout.PlacedRow? {
    if let leaving = anchor.leaving, let row = rows.content.row(for: anchor.identifier),
      rows.line(ofLeaving: leaving, directlyAbove: row) != nil,
      let placed = layout.rows.first(where: { $0.identifier == leaving && $0.transient?.leaving != nil })
    {
      return placed
    }
    return layout.placed(anchor.identifier)
  }

  /// Returns a former layout, scrolled; nil if rows may have moved for another reason.
  private func shifted(_ former: TableLayout, _ viewport: Viewport) -> TableLayout? {
    guard former.basis == basis, !former.scrollsSideways, let anchor = viewport.anchor,
      let placed = row(heldBy: anchor, former)
    else { return nil }
    if placed.line == anchor.line { return former }
    if former.hasLeavingRows { return nil }
    var filling = LayoutFilling(self, viewport, former, shiftedBy: anchor.line - placed.line)
    filling.fill()
    return filling.layout
  }

  /// Returns a layout in which neither the pinned header nor an edge hides the cursor's row.
  private func uncoveringCursor(_ layout: TableLayout, _ viewport: Viewport) -> TableLayout {
    guard lines > 0, let cursor = viewport.cursor, let row = rows.content.row(for: cursor) else {
      return layout
    }
    let placed = layout.placed(cursor)
    if let placed, layout.areLinesInView(of: placed) { return layout }
    let own = placed?.ownRange.count ?? ownLines(of: row, cursor)
    let isAbove = layout.rows.contains { $0.row.map { $0 > row } ?? false }
    let line = placed?.line ?? (isAbove ? 0 : lines)
    let shown = line.clamped(to: layout.linesInView(ofRowWith: own))
    let address = rows.line(of: row)
    let next = self.layout(viewport, of: address, at: shown)
    guard shown < next.pinnedLines, line > shown || own <= lines - next.pinnedLines else { return next }
    return self.layout(viewport, of: address, at: next.pinnedLines)
  }

  private func ownLines(of row: TableRow, _ identifier: RowIdentifier) -> Int {
    let height = heights.height(of: row, identifier)
    return height.lines - height.noteLines
  }
}

// MARK: - LayoutFilling

/// Fills the screen outwards from one line of rows, so that the cost depends on the visible rows only.
///
/// ```text
///             ▲ lineBefore until line 0
///   anchor ──▶ ████████  line 7            then the ends of the list pull: nothing is left blank below while
///             ▼ lineAfter until the last   there are rows above, nor above the first row
/// ```
@MainActor
private struct LayoutFilling {
  private let input: LayoutInput
  private let viewport: Viewport
  private var rows: [TableLayout.PlacedRow]
  private var first: LineAddress
  private var last: LineAddress
  /// The filled lines of the screen.
  private var lines: Range<Int>

  /// Begins with one line of rows at a line of the screen.
  init(_ input: LayoutInput, _ viewport: Viewport, at address: LineAddress, line: Int) {
    (self.input, self.viewport) = (input, viewport)
    (first, last) = (address, address)
    rows = input.placedRows(address, at: line, viewport)
    lines = line..<line + (rows.first?.lines ?? 0)
  }

  /// Begins with the rows of a layout of the same input, scrolled by lines. The layout must have rows.
  init(_ input: LayoutInput, _ viewport: Viewport, _ former: TableLayout, shiftedBy count: Int) {
    (self.input, self.viewport) = (input, viewport)
    rows = former.rows
    (first, last) = (rows[0].address, rows[rows.count - 1].address)
    lines = rows[0].line..<rows[rows.count - 1].range.upperBound
    shift(by: count)
  }

  mutating func fill() {
    extend()
    if lines.upperBound < input.lines {
      shift(by: input.lines - lines.upperBound)
      extend()
    }
    if lines.lowerBound > 0 {
      shift(by: -lines.lowerBound)
      extend()
    }
  }

  var layout: TableLayout {
    var layout = TableLayout(
      rows: rows.filter { $0.range.upperBound > 0 && $0.line < input.lines }, lines: input.lines,
      itemColumns: input.itemColumns, basis: input.basis)
    layout.showsStart = lines.lowerBound >= 0 && input.rows.lineBefore(first) == nil
    layout.showsEnd = lines.upperBound <= input.lines && input.rows.lineAfter(last) == nil
    // The header of the section at the top edge is pinned if the section begins further up.
    guard input.pinsHeaders, let top = layout.rows.first(where: { $0.row != nil }), let row = top.row,
      row.part != .header || top.line < 0,
      case let pinned = input.heights.pinnedLines(ofSection: row.section),
      pinned > 0, input.lines > pinned + 1
    else { return layout }
    (layout.pinnedSection, layout.pinnedLines) = (row.section, pinned)
    layout.pinnedHeader = input.rows.content.identifier(of: TableRow(section: row.section, .header))
    return layout
  }

  private mutating func shift(by count: Int) {
    lines = lines.lowerBound + count..<lines.upperBound + count
    for index in rows.indices { rows[index].line += count }
  }

  private mutating func extend() {
    while lines.upperBound < input.lines, let next = input.rows.lineAfter(last) {
      let line = input.placedRows(next, at: lines.upperBound, viewport)
      rows += line
      (last, lines) = (next, lines.lowerBound..<lines.upperBound + (line.first?.lines ?? 0))
    }
    var above: [[TableLayout.PlacedRow]] = []
    while lines.lowerBound > 0, let next = input.rows.lineBefore(first) {
      var line = input.placedRows(next, at: 0, viewport)
      let start = lines.lowerBound - (line.first?.lines ?? 0)
      for index in line.indices { line[index].line = start }
      above.append(line)
      (first, lines) = (next, start..<lines.upperBound)
    }
    if !above.isEmpty { rows = above.reversed().flatMap(\.self) + rows }
  }
}

extension LayoutInput {
  /// Returns the rows of a line that are on the screen, all as high as the highest one.
  fileprivate func placedRows(_ address: LineAddress, at line: Int, _ viewport: Viewport) -> [TableLayout
    .PlacedRow]
  {
    let section = rows.section(at: address.section)
    let geometry = section.geometry
    func placed(_ part: TableRow.Part, or transient: TransientRow?, in columns: Range<Int>)
      -> TableLayout.PlacedRow
    {
      if let transient {
        return TableLayout.PlacedRow(
          identifier: transient.identifier, transient: transient, address: address, section: section.number,
          line: line, lines: transient.picture.count, columns: columns, geometry: geometry)
      }
      let row = TableRow(section: section.number ?? 0, part)
      let identifier = rows.content.identifier(of: row)
      let height = heights.height(of: row, identifier)
      return TableLayout.PlacedRow(
        identifier: identifier, row: row, address: address, section: section.number, line: line,
        lines: height.lines, columns: columns, geometry: geometry, noteLines: height.noteLines)
    }
    switch section[address.line] {
    case .header: return [placed(.header, or: section.header, in: 0..<basis.columns)]
    case .footer: return [placed(.footer, or: section.footer, in: 0..<basis.columns)]
    case .slots(let number):
      let start = viewport.startColumn(of: section, self)
      let seen = geometry.seenSlots(ofLine: number, in: itemColumns, from: start, of: section.slots.count)
      var row = seen.map { slot in
        let columns = geometry.columns(of: slot, from: start)
        switch section.slots[slot] {
        case .permanent(let item): return placed(.item(item), or: nil, in: columns)
        case .transient(let index): return placed(.header, or: section.transient[index], in: columns)
        }
      }
      let lines = row.lazy.map(\.lines).max() ?? 0
      for index in row.indices { (row[index].lines, row[index].margins) = (lines, section.shape.margins) }
      return row
    }
  }

  /// Returns the screen lines of a line of rows.
  func lines(of address: LineAddress, _ viewport: Viewport) -> Int {
    placedRows(address, at: 0, viewport).first?.lines ?? 0
  }
}
