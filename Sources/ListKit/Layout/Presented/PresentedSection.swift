/// What a section looks like, apart from which items it has.
struct SectionShape: Hashable {
  var numberOfItems: Int
  var hasHeader = false
  /// Whether the cursor can be on the header, which closes the section.
  var headerTakesCursor = false
  var hasFooter = false
  var geometry: LineGeometry
  var margins = RowMargins.standard
}

/// A section as it is shown: its lines, counted with header and footer.
///
/// ```text
///   line 0    ── header ──
///   line 1    slot 0  slot 1  slot 2
///   line 2    slot 3  slot 4
///   line 3    ── footer ──
/// ```
struct PresentedSection {
  /// What stands on a line.
  enum Line: Hashable {
    case header
    /// Slots, by the number of their line among those of the section's items.
    case slots(Int)
    case footer
  }

  /// Its index in the content; nil for one that left.
  let number: Int?
  let shape: SectionShape
  let slots: Splice
  /// The transient rows that the slots name.
  let transient: [TransientRow]
  /// The header and the footer of a section that left.
  var header: TransientRow?
  var footer: TransientRow?

  var geometry: LineGeometry { shape.geometry }

  var numberOfLines: Int { headerLines + geometry.lines(of: slots.count) + (shape.hasFooter ? 1 : 0) }

  private var headerLines: Int { shape.hasHeader ? 1 : 0 }

  subscript(line: Int) -> Line {
    if line < headerLines { return .header }
    let line = line - headerLines
    return line < geometry.lines(of: slots.count) ? .slots(line) : .footer
  }

  /// The line of a part of the content's section.
  func line(of part: TableRow.Part) -> Int {
    switch part {
    case .header: 0
    case .item(let item): headerLines + geometry.line(of: slots.slot(of: item))
    case .footer: numberOfLines - 1
    }
  }

  func line(ofSlot slot: Int) -> Int { headerLines + geometry.line(of: slot) }

  /// The items on a line.
  func items(ofLine line: Int) -> Range<Int> {
    guard case .slots(let line) = self[line] else { return 0..<0 }
    return slots.things(in: geometry.slots(ofLine: line, of: slots.count))
  }

  /// The item on a line that stands in a column, or the nearest one before it; nil on a line without items.
  func item(ofLine line: Int, inColumn column: Int) -> Int? {
    let items = items(ofLine: line)
    guard let first = items.first, let last = items.last else { return nil }
    let start = geometry.line(of: slots.slot(of: first)) &* geometry.slotsPerLine
    let goal = geometry.isStrip ? 0 : min(column, geometry.slotsPerLine - 1)
    return min(max(first, slots.thing(from: start + goal + 1) - 1), last)
  }
}
