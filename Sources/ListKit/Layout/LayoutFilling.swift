/// Fills the screen outwards from one line of rows, so that it costs what is seen and not what there is.
///
/// ```text
///             ▲ lineBefore until line 0
///   anchor ──▶ ████████  line 7            then the ends of the list pull: nothing is left blank below while
///             ▼ lineAfter until the last   there are rows above, nor above the first row
/// ```
@MainActor
struct LayoutFilling {
  private let input: LayoutInput
  private let viewport: Viewport
  private var rows: [TableLayout.PlacedRow]
  private var first: LineAddress
  private var last: LineAddress
  /// The lines of the screen that are filled.
  private var lines: Range<Int>

  /// Begins with one line of rows at a line of the screen.
  init(_ input: LayoutInput, _ viewport: Viewport, at address: LineAddress, line: Int) {
    (self.input, self.viewport) = (input, viewport)
    (first, last) = (address, address)
    rows = input.placedRows(address, at: line, viewport)
    lines = line..<line + (rows.first?.lines ?? 0)
  }

  /// Begins with the rows of a layout of the same input, of which there must be some, scrolled by lines.
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
      itemColumns: input.itemColumns, generation: input.generation)
    layout.showsStart = lines.lowerBound >= 0 && input.rows.lineBefore(first) == nil
    layout.showsEnd = lines.upperBound <= input.lines && input.rows.lineAfter(last) == nil
    // The header of the section at the top edge, where that began further up.
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
  /// The rows of a line that are on the screen, all as high as the highest of the line.
  func placedRows(_ address: LineAddress, at line: Int, _ viewport: Viewport) -> [TableLayout.PlacedRow] {
    let section = rows.section(at: address.section)
    let geometry = section.geometry
    func placed(_ part: TableRow.Part, or transient: TransientRow?, in columns: Range<Int>)
      -> TableLayout.PlacedRow
    {
      if let transient {
        return TableLayout.PlacedRow(
          identifier: transient.identifier, transient: transient, address: address, section: section.number,
          line: line, lines: transient.lines, columns: columns, geometry: geometry)
      }
      let row = TableRow(section: section.number ?? 0, part)
      let identifier = rows.content.identifier(of: row)
      let height = heights.height(of: row, identifier)
      return TableLayout.PlacedRow(
        identifier: identifier, row: row, address: address, section: section.number, line: line,
        lines: height.lines, columns: columns, geometry: geometry, noteLines: height.noteLines)
    }
    switch section[address.line] {
    case .header: return [placed(.header, or: section.header, in: 0..<columns)]
    case .footer: return [placed(.footer, or: section.footer, in: 0..<columns)]
    case .slots(let number):
      let origin = origin(of: section, viewport)
      let seen = geometry.seenSlots(
        ofLine: number, in: itemColumns, origin: origin, of: section.slots.count)
      var row = seen.map { slot in
        let columns = geometry.columns(of: slot, origin: origin)
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

  /// Lines of a line of rows.
  func lines(of address: LineAddress, _ viewport: Viewport) -> Int {
    placedRows(address, at: 0, viewport).first?.lines ?? 0
  }

  /// The column of the first slot of a section's lines; left of the items' columns where a strip is scrolled.
  ///
  /// As rows are anchored to lines, a strip's items are anchored to columns: one item says where all stand, so
  /// that it stays in its place while others come and go beside it.
  func origin(of section: PresentedSection, _ viewport: Viewport) -> Int {
    guard section.geometry.isStrip, let number = section.number else { return itemColumns.lowerBound }
    let (width, room) = (section.geometry.slotColumns, itemColumns.count)
    var start = 0
    if let anchor = viewport.strips[rows.content.identifier(of: TableRow(section: number, .header))],
      let row = rows.content.row(for: anchor.identifier), row.section == number,
      case .item(let item) = row.part
    {
      start = anchor.column - section.slots.slot(of: item) * width
    }
    if let slot = shownSlot(of: section, number, viewport) {
      start = max(min(start, room - (slot + 1) * width), -slot * width)
    }
    return itemColumns.lowerBound + max(min(start, 0), min(0, room - section.slots.count * width))
  }

  /// The slot of a strip that must be seen: where keys have brought a row, else the cursor's.
  private func shownSlot(of section: PresentedSection, _ number: Int, _ viewport: Viewport) -> Int? {
    if let carried = rows.transient.carried {
      return carried.byKeys && carried.section == number ? carried.slot : nil
    }
    guard viewport.showsCursor, let row = viewport.cursor.flatMap(rows.content.row(for:)),
      row.section == number, case .item(let item) = row.part
    else { return nil }
    return section.slots.slot(of: item)
  }
}
