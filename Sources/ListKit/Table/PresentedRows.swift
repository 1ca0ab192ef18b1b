internal import ListDiff

/// A line of rows: by the section as displayed and the line in it, counted with header and footer.
struct LineAddress: Hashable, Comparable {
  var section: Int
  var line: Int

  static func < (lhs: Self, rhs: Self) -> Bool { (lhs.section, lhs.line) < (rhs.section, rhs.line) }
}

/// The rows as displayed: sections with header and footer, their items, and transient rows among them.
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
/// Transient rows are spliced into sections, and leaving sections into the table. Rows are neither traversed
/// nor copied: the content may be huge, and queries cost O(log *transient*).
@MainActor
struct PresentedRows {
  let content: any RowContent
  let heights: any RowHeights
  /// The transient rows, and all else that a layout of the rows depends on besides the viewport.
  var basis: TableLayout.Basis
  private let sections: Splice

  var transient: TransientRows { basis.transient }

  init(_ content: any RowContent, _ heights: any RowHeights, _ basis: TableLayout.Basis) {
    (self.content, self.heights, self.basis) = (content, heights, basis)
    sections = Splice(elements: content.numberOfSections, transient: basis.transient.sections.map(\.rank))
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
      let slots = Splice(elements: 0, transient: leaving.items.map { _ in 0 })
      return PresentedSection(
        number: nil, shape: shape, slots: slots, transient: leaving.items, header: leaving.header,
        footer: leaving.footer)
    }
  }

  func section(_ number: Int) -> PresentedSection {
    let shape = content.shape(ofSection: number)
    let inserted = transient.items[number]
    return PresentedSection(
      number: number, shape: shape,
      slots: Splice(elements: shape.numberOfItems, transient: inserted?.ranks ?? []),
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

  func line(of row: TableRow) -> LineAddress {
    LineAddress(section: sections.slot(of: row.section), line: section(row.section).line(of: row.part))
  }

  /// Returns the line of a leaving row if there are only other leaving rows between it and a row below.
  func line(ofLeaving identifier: RowIdentifier, directlyAbove row: TableRow) -> LineAddress? {
    guard case .item(let item) = row.part, case let section = section(row.section),
      let index = section.transient.firstIndex(where: { $0.identifier == identifier && $0.leaving != nil }),
      case let (slot, end) = (section.slots.slot(ofTransient: index), section.slots.slot(of: item)),
      slot < end, section.slots.elements(in: slot..<end).isEmpty
    else { return nil }
    return LineAddress(section: sections.slot(of: row.section), line: section.line(ofSlot: slot))
  }

  var carriedLine: LineAddress? {
    transient.carried.map {
      LineAddress(section: sections.slot(of: $0.section), line: section($0.section).line(ofSlot: $0.slot))
    }
  }
}

// MARK: - Items

/// Moving from item to item: in their order, and by the lines that display them.
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

  /// Returns the first item or, for a negative step, the last item of the nearest section that has any.
  private func item(inSectionsFrom start: Int, by step: Int) -> TableRow? {
    var section = start
    while (0..<content.numberOfSections).contains(section) {
      let count = content.shape(ofSection: section).numberOfItems
      if count > 0 { return TableRow(section: section, .item(step > 0 ? 0 : count - 1)) }
      section += step
    }
    return nil
  }

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

  /// Whether other items may be beside a row.
  func hasItemsBeside(_ row: TableRow) -> Bool {
    row.item != nil && content.shape(ofSection: row.section).geometry.scrollsSideways
  }

  /// Returns the items of a row's line.
  func items(beside row: TableRow) -> Range<Int> {
    let section = section(row.section)
    return section.items(ofLine: section.line(of: row.part))
  }

  /// Returns the item a number of items further along a row's line, or the one at the line's end.
  func itemBeside(_ row: TableRow, by count: Int) -> TableRow {
    guard case .item(let item) = row.part else { return row }
    let line = items(beside: row)
    let last = line.upperBound - 1
    let beside = count < 0 ? max(line.lowerBound, item + max(count, -item)) : item + min(count, last - item)
    return TableRow(section: row.section, .item(beside))
  }

  /// Returns the first item of a line; nil on a line without items.
  func firstItem(ofLine address: LineAddress) -> TableRow? {
    let section = section(at: address.section)
    guard let number = section.number, let item = section.items(ofLine: address.line).first else {
      return nil
    }
    return TableRow(section: number, .item(item))
  }
}

// MARK: - Stops

/// The rows that the cursor can be on: items, and the headers of sections that the user can close.
extension PresentedRows {
  /// The row where the cursor begins: the first item, or a header before it whose section shows no items.
  var firstStop: TableRow? {
    guard let address = firstLine, let first = stop(atOrBeyond: address, by: 1) else {
      return nil
    }
    let hasItems = content.shape(ofSection: first.section).numberOfItems > 0
    return first.part == .header && hasItems ? itemAfter(first) : first
  }

  /// The last item, or a header after it.
  var lastStop: TableRow? {
    let last = lastLine.flatMap { stop(atOrBeyond: $0, by: -1) }
    return last?.part == .header ? last : lastItem
  }

  func takesCursor(_ row: TableRow) -> Bool {
    guard contains(row) else { return false }
    return switch row.part {
    case .item: true
    case .header: content.shape(ofSection: row.section).headerTakesCursor
    case .footer: false
    }
  }

  /// Returns the first row for the cursor on the next line that has one or, for a negative
  /// step, on the previous one.
  func stop(_ step: Int, fromLineOf row: TableRow) -> TableRow? {
    let address = line(of: row)
    return (step > 0 ? lineAfter(address) : lineBefore(address)).flatMap { stop(atOrBeyond: $0, by: step) }
  }

  /// Returns the row for the cursor on a line, or on the nearest line beyond it that has one.
  func stop(atOrBeyond start: LineAddress, by step: Int) -> TableRow? {
    var address: LineAddress? = start
    while let line = address {
      if let stop = stop(ofLine: line) { return stop }
      address = step > 0 ? lineAfter(line) : lineBefore(line)
    }
    return nil
  }

  private func stop(ofLine address: LineAddress) -> TableRow? {
    if let item = firstItem(ofLine: address) { return item }
    let section = section(at: address.section)
    guard section.shape.headerTakesCursor, section[address.line] == .header else { return nil }
    return section.number.map { TableRow(section: $0, .header) }
  }
}

// MARK: - PresentedSection

/// The shape of a section: all of its layout except which items it has.
struct SectionShape: Equatable {
  var numberOfItems: Int
  var hasHeader = false
  /// Whether the cursor can be on the header, which then closes the section.
  var headerTakesCursor = false
  var hasFooter = false
  var geometry: LineGeometry
  var margins = RowMargins.standard
}

/// A section as displayed: its lines, counted with header and footer.
///
/// ```text
///   line 0    ── header ──
///   line 1    slot 0  slot 1  slot 2
///   line 2    slot 3  slot 4
///   line 3    ── footer ──
/// ```
struct PresentedSection {
  /// The kind of a line.
  enum Line: Hashable {
    case header
    /// Slots, by the number of their line among those of the section's items.
    case slots(Int)
    case footer
  }

  /// The index in the content; nil for a removed section.
  let number: Int?
  let shape: SectionShape
  let slots: Splice
  /// The transient rows that the slots refer to.
  let transient: [TransientRow]
  /// The header and the footer of a removed section.
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

  /// Returns the line of a part of a section of the content.
  func line(of part: TableRow.Part) -> Int {
    switch part {
    case .header: 0
    case .item(let item): headerLines + geometry.line(of: slots.slot(of: item))
    case .footer: numberOfLines - 1
    }
  }

  func line(ofSlot slot: Int) -> Int { headerLines + geometry.line(of: slot) }

  func items(ofLine line: Int) -> Range<Int> {
    guard case .slots(let line) = self[line] else { return 0..<0 }
    return slots.elements(in: geometry.slots(ofLine: line, of: slots.count))
  }
}

// MARK: - Splice

/// A sequence of numbered elements with transient ones between them.
///
/// ```text
///   elements 0 1 2 3, a transient one before element 2 ▶ slots 0 1 t 2 3
/// ```
///
/// The sequence is not stored: each query is a binary search among the few transient ones.
struct Splice: Equatable {
  /// The content of a slot.
  enum Occupant: Equatable {
    /// An element, by its number.
    case permanent(Int)
    /// A transient one, by its index.
    case transient(Int)
  }

  let elements: Int
  /// For each transient one, in order, the element that it precedes; the number of elements for the end.
  let transient: [Int]

  var count: Int { elements + transient.count }

  /// The content of a slot, which must exist.
  subscript(slot: Int) -> Occupant {
    let before = transients(before: slot)
    let isTransient = before < transient.count && transient[before] + before == slot
    return isTransient ? .transient(before) : .permanent(slot - before)
  }

  func slot(of element: Int) -> Int {
    element + transient.indices.partitioningIndex { transient[$0] > element }
  }

  func slot(ofTransient index: Int) -> Int { transient[index] + index }

  /// Returns the first element in this slot or a later one; the number of elements if there is none.
  func element(from slot: Int) -> Int { slot - transients(before: slot) }

  func elements(in slots: Range<Int>) -> Range<Int> {
    let end = min(elements, element(from: slots.upperBound))
    return min(element(from: slots.lowerBound), end)..<end
  }

  private func transients(before slot: Int) -> Int {
    // No two share a slot, so these numbers strictly increase.
    transient.indices.partitioningIndex { transient[$0] + $0 >= slot }
  }
}

// MARK: - TransientRows

/// A row that is displayed without being in the content, or away from its place there.
struct TransientRow: Equatable {
  enum Kind: Equatable {
    /// The row was removed and is displayed for a moment longer.
    case leaving(RowEffect)
    /// The row is displayed where it would be dropped. If keys carry it, its line scrolls to it.
    case carried(byKeys: Bool)
  }

  var identifier: RowIdentifier
  var kind: Kind
  /// The lines of the row.
  var picture: [[Glyph]]

  /// How the row is displayed if it was removed.
  var leaving: RowEffect? { if case .leaving(let leaving) = kind { leaving } else { nil } }
}

/// Transient rows among the items of a section, in order, each with the item that it precedes.
struct TransientItems: Equatable {
  var ranks: [Int] = []
  var rows: [TransientRow] = []

  mutating func append(_ row: TransientRow, before item: Int) {
    // Ranks never decrease, so that the rows keep their order.
    ranks.append(max(item, ranks.last ?? 0))
    rows.append(row)
  }
}

/// A removed section that is displayed for a moment longer, in its former shape; its rows are transient.
struct LeavingSection: Equatable {
  /// The section of the content that it precedes.
  var rank: Int
  var geometry: LineGeometry
  var margins: RowMargins
  var header: TransientRow?
  var items: [TransientRow] = []
  var footer: TransientRow?

  var isEmpty: Bool { header == nil && footer == nil && items.isEmpty }
}

/// All rows that are displayed without being in the content, or away from their place there.
struct TransientRows: Equatable {
  /// The place of a carried row.
  struct Carried: Equatable {
    /// A section of the content, and the row's slot there.
    var section: Int
    var slot: Int
    var byKeys: Bool
  }

  /// The transient rows among items, by section of the content.
  private(set) var items: [Int: TransientItems] = [:]
  private(set) var sections: [LeavingSection] = []

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  /// The rows, in no order.
  var rows: [TransientRow] {
    items.values.flatMap(\.rows)
      + sections.flatMap { $0.items + [$0.header, $0.footer].compactMap(\.self) }
  }

  /// Displays a carried row before an item of a section of the content.
  mutating func carry(_ row: TransientRow, before item: Int, ofSection section: Int) {
    let ranks = items[section]?.ranks ?? []
    let index = ranks.indices.partitioningIndex { ranks[$0] > item }
    items[section, default: TransientItems()].ranks.insert(item, at: index)
    items[section]?.rows.insert(row, at: index)
  }

  /// The place of the carried row.
  ///
  /// - Complexity: O(*transient rows*).
  var carried: Carried? {
    for (section, items) in items {
      guard let index = items.rows.firstIndex(where: { $0.leaving == nil }) else { continue }
      let byKeys = items.rows[index].kind == .carried(byKeys: true)
      return Carried(section: section, slot: items.ranks[index] + index, byKeys: byKeys)
    }
    return nil
  }

  /// Removes leaving rows; all of them by default.
  mutating func removeLeavingRows(_ gone: Set<RowIdentifier>? = nil) {
    let isKept = { (row: TransientRow) in row.leaving == nil || !(gone?.contains(row.identifier) ?? true) }
    items = items.compactMapValues { former in
      var kept = TransientItems()
      for (rank, row) in zip(former.ranks, former.rows) where isKept(row) { kept.append(row, before: rank) }
      return kept.rows.isEmpty ? nil : kept
    }
    for index in sections.indices {
      if let header = sections[index].header, !isKept(header) { sections[index].header = nil }
      if let footer = sections[index].footer, !isKept(footer) { sections[index].footer = nil }
      sections[index].items.removeAll { !isKept($0) }
    }
    sections.removeAll(where: \.isEmpty)
  }
}

// MARK: - Leaving

/// How removed rows keep their places among the remaining ones.
///
/// ```text
///   shown   1 2 3 4 5      content now   1 7 4      ▶   1  2x 3x  7  4  5x
///                                                          ▲
///                                     after the nearest remaining row above, in their order
/// ```
extension TransientRows {
  /// Creates the leaving rows at their former places; removed rows that were not on the
  /// screen disappear at once.
  ///
  /// - Parameter former: the rows of the layout on the screen, with their sections in the new content: a row
  ///   that kept its place among the others has its row there, one that leaves is transient, and others
  ///   disappear at once.
  /// - Complexity: O(rows on the screen).
  init(leaving former: [TableLayout.PlacedRow]) {
    self.init()
    // If no row remains, nothing determines a place.
    guard let firstStanding = former.lazy.compactMap(\.row).first else { return }
    var leaving: [Int: TransientItems] = [:]
    var gone: [LeavingSection] = []
    var above: Int?
    var rest = former[...]
    while let first = rest.first {
      let group = rest.prefix { $0.address.section == first.address.section }
      rest = rest[group.endIndex...]
      if let section = first.section {
        Self.collect(group, in: section, &leaving)
      } else if case let rank = max(above.map { $0 + 1 } ?? firstStanding.section, gone.last?.rank ?? 0),
        case let section = LeavingSection(group, rank: rank),
        !section.isEmpty
      {
        gone.append(section)
      }
      above = group.lazy.compactMap(\.row?.section).last ?? above
    }
    self.init(items: leaving, sections: gone)
  }

  /// Inserts rows after the nearest remaining item of their section above, else before the one below.
  private static func collect(
    _ group: ArraySlice<TableLayout.PlacedRow>, in section: Int, _ leaving: inout [Int: TransientItems]
  ) {
    let items = group.lazy.compactMap(\.row).filter { $0.section == section }.compactMap(\.item)
    var rank = items.first ?? 0
    for row in group {
      if let standing = row.row, standing.section == section, let item = standing.item { rank = item + 1 }
      if let transient = row.transient, row.isItem {
        leaving[section, default: TransientItems()].append(transient, before: rank)
      }
    }
  }
}

extension LeavingSection {
  /// Creates a section from the rows of a removed one, of which there must be some.
  fileprivate init(_ group: ArraySlice<TableLayout.PlacedRow>, rank: Int) {
    let placed = group.first(where: \.isItem) ?? group[group.startIndex]
    self.init(rank: rank, geometry: placed.geometry, margins: placed.margins)
    for transient in group.compactMap(\.transient) {
      switch transient.identifier {
      case .header: header = transient
      case .item: items.append(transient)
      case .footer: footer = transient
      }
    }
  }
}
