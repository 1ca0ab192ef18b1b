/// What the rows of a table are made from: sections in order, each with its shape, and their rows by name.
///
/// Every answer costs O(1) or O(log n).
@MainActor
protocol RowContent {
  var numberOfSections: Int { get }
  func shape(ofSection section: Int) -> SectionShape
  func identifier(of row: TableRow) -> RowIdentifier
  func row(for identifier: RowIdentifier) -> TableRow?
}

/// A line of rows: of a section as it is shown, counted with header and footer.
struct LineAddress: Hashable, Comparable {
  var section: Int
  var line: Int

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.section, lhs.line) < (rhs.section, rhs.line) }
}

/// The rows as they are shown: sections with header and footer, their items, and transient rows among them.
///
/// ```text
///   content            shown                        line
///   A  1 3             ── A ──                      (0, 0)
///                        1                          (0, 1)
///   2 left, as           2  leaving                 (0, 2)
///   did section C        3                          (0, 3)
///                      ── C ── leaving section      (1, 0)
///   B  4               ── B ──                      (2, 0)
///   1 is carried         1  carried                 (2, 1)
///                        4                          (2, 2)
/// ```
///
/// Transient rows are spliced into sections as leaving sections are into the table. Nothing is walked or copied:
/// the content may be huge, and questions cost O(log *transient*).
@MainActor
struct PresentedRows {
  let content: any RowContent
  let transient: TransientRows
  private let sections: Splice

  init(_ content: any RowContent, _ transient: TransientRows = TransientRows()) {
    (self.content, self.transient) = (content, transient)
    sections = Splice(things: content.numberOfSections, transient: transient.sections.map(\.rank))
  }

  // MARK: Sections

  var numberOfSections: Int { sections.count }

  func section(at index: Int) -> PresentedSection {
    switch sections[index] {
    case .permanent(let number): return section(number)
    case .transient(let index):
      let leaving = transient.sections[index]
      let shape = SectionShape(
        numberOfItems: 0, hasHeader: leaving.header != nil, hasFooter: leaving.footer != nil,
        geometry: leaving.geometry, margins: leaving.margins)
      let slots = Splice(things: 0, transient: leaving.items.map { _ in 0 })
      return PresentedSection(
        number: nil, shape: shape, slots: slots, transient: leaving.items, header: leaving.header,
        footer: leaving.footer)
    }
  }

  /// A section of the content.
  func section(_ number: Int) -> PresentedSection {
    let shape = content.shape(ofSection: number)
    let inserted = transient.items[number]
    return PresentedSection(
      number: number, shape: shape,
      slots: Splice(things: shape.numberOfItems, transient: inserted?.ranks ?? []),
      transient: inserted?.rows ?? [])
  }

  // MARK: Lines

  var firstLine: LineAddress? { line(1, from: LineAddress(section: -1, line: 0)) }
  var lastLine: LineAddress? { line(-1, from: LineAddress(section: numberOfSections, line: 0)) }
  func lineAfter(_ address: LineAddress) -> LineAddress? { line(1, from: address) }
  func lineBefore(_ address: LineAddress) -> LineAddress? { line(-1, from: address) }

  private func line(_ step: Int, from address: LineAddress) -> LineAddress? {
    let count = numberOfSections
    var index = address.section
    if (0..<count).contains(index), (0..<section(at: index).numberOfLines).contains(address.line + step) {
      return LineAddress(section: index, line: address.line + step)
    }
    index += step
    while (0..<count).contains(index) {
      let lines = section(at: index).numberOfLines
      if lines > 0 { return LineAddress(section: index, line: step > 0 ? 0 : lines - 1) }
      index += step
    }
    return nil
  }

  /// The line of a row of the content.
  func line(of row: TableRow) -> LineAddress {
    LineAddress(section: sections.slot(of: row.section), line: section(row.section).line(of: row.part))
  }

  /// The line of a row that left, where it is shown with nothing but others that left between it and a row below.
  func line(ofLeaving identifier: RowIdentifier, directlyAbove row: TableRow) -> LineAddress? {
    guard case .item(let item) = row.part, case let section = section(row.section),
      let index = section.transient.firstIndex(where: { $0.identifier == identifier && $0.kind == .leaving }),
      case let (slot, end) = (section.slots.slot(ofTransient: index), section.slots.slot(of: item)),
      slot < end, section.slots.things(in: slot..<end).isEmpty
    else { return nil }
    return LineAddress(section: sections.slot(of: row.section), line: section.line(ofSlot: slot))
  }

  /// The line of the row that is carried.
  var carriedLine: LineAddress? {
    transient.carried.map {
      LineAddress(section: sections.slot(of: $0.section), line: section($0.section).line(ofSlot: $0.slot))
    }
  }
}
