import TestSupport
@testable import ListKit

/// A small content as plain lists, with the heights of its rows.
struct World: RowContent, RowHeights {
  struct Section {
    var name: Int
    var items: [Int] = []
    var isStrip = false
    var hasHeader = false
    var hasFooter = false
  }

  static let columns = 24

  static func basis(
    lines: Int, pinsHeaders: Bool = false, leaving: TransientRows = TransientRows()
  ) -> TableLayout.Basis {
    TableLayout.Basis(
      lines: lines, columns: columns, itemColumns: 0..<columns, pinsHeaders: pinsHeaders, transient: leaving)
  }

  var sections: [Section] = []
  var heights: [RowIdentifier: Int] = [:]

  init(_ items: [Int] = []) {
    sections = [Section(name: 0, items: items)]
  }

  init(sections items: [[Int]]) {
    sections = items.enumerated().map { Section(name: $0.offset, items: $0.element) }
  }

  var numberOfSections: Int { sections.count }

  func shape(ofSection index: Int) -> SectionShape {
    let section = sections[index]
    let geometry: LineGeometry = section.isStrip ? .strip(slotColumns: 5) : .list(columns: Self.columns)
    return SectionShape(
      numberOfItems: section.items.count, hasHeader: section.hasHeader, hasFooter: section.hasFooter,
      geometry: geometry)
  }

  func identifier(of row: TableRow) -> RowIdentifier {
    switch row.part {
    case .header: .header(sections[row.section].name)
    case .item(let item): .item(sections[row.section].items[item])
    case .footer: .footer(sections[row.section].name)
    }
  }

  func row(for identifier: RowIdentifier) -> TableRow? {
    allRows.first { self.identifier(of: $0) == identifier }
  }

  func height(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight {
    RowHeight(lines: heights[identifier] ?? 1)
  }

  func pinnedLines(ofSection section: Int) -> Int {
    sections[section].hasHeader ? heights[.header(sections[section].name)] ?? 1 : 0
  }

  var items: [Int] { sections.flatMap(\.items) }

  /// All rows as a plain list.
  var allRows: [TableRow] {
    sections.indices.flatMap { index in
      let section = sections[index]
      return (section.hasHeader ? [TableRow(section: index, .header)] : [])
        + section.items.indices.map { TableRow(section: index, .item($0)) }
        + (section.hasFooter ? [TableRow(section: index, .footer)] : [])
    }
  }

  // MARK: Random worlds

  static func random(_ generator: inout SeededGenerator, items count: Int = 24) -> World {
    var world = World()
    world.sections = []
    var items = Array(0..<count).shuffled(using: &generator)
    for name in 0..<generator.number(1..<5) {
      let taken = min(items.count, generator.number(0..<count / 2 + 1))
      world.sections.append(
        Section(
          name: name, items: Array(items.prefix(taken)),
          isStrip: generator.chance(25),
          hasHeader: generator.chance(50), hasFooter: generator.chance(30)))
      items.removeFirst(taken)
    }
    for item in world.sections.filter({ !$0.isStrip }).flatMap(\.items) where generator.chance(25) {
      world.heights[.item(item)] = generator.number(1..<4)
    }
    return world
  }

  /// Returns the world after deletions, insertions, and sometimes a sort or the loss of a section.
  func edited(_ generator: inout SeededGenerator) -> World {
    var world = self
    for index in world.sections.indices {
      world.sections[index].items.removeAll { _ in generator.chance(25) }
    }
    for _ in 0..<generator.number(0..<4) {
      let fresh = generator.number(100..<900)
      guard !world.items.contains(fresh), !world.sections.isEmpty else { continue }
      let index = generator.number(0..<world.sections.count)
      let place = generator.number(0..<world.sections[index].items.count + 1)
      world.sections[index].items.insert(fresh, at: place)
    }
    if generator.chance(25), !world.sections.isEmpty {
      world.sections[generator.number(0..<world.sections.count)].items.shuffle(using: &generator)
    }
    if generator.chance(15), world.sections.count > 1 {
      world.sections.remove(at: generator.number(0..<world.sections.count))
    }
    return world
  }
}

extension PresentedRows {
  /// Creates the rows of a world on a screen.
  @MainActor
  init(_ world: World, lines: Int = 8, pinsHeaders: Bool = false, leaving: TransientRows = TransientRows()) {
    self.init(world, world, World.basis(lines: lines, pinsHeaders: pinsHeaders, leaving: leaving))
  }

  /// Returns the state of a layout's rows in another world: rows in their former order stay, the others
  /// leave.
  @MainActor
  func former(_ layout: TableLayout, in world: World) -> [TableLayout.PlacedRow] {
    var last: TableRow?
    return layout.rows.map { placed in
      let shown = section(at: placed.address.section)
      let name = shown.number.map { content.identifier(of: TableRow(section: $0, .header)) }
      let section = name.flatMap { name in world.sections.firstIndex { RowIdentifier.header($0.name) == name }
      }
      var former = placed
      (former.row, former.transient, former.section) = (nil, nil, section)
      if let row = world.row(for: placed.identifier) {
        if row.section == section, placed.transient == nil, last.map({ $0 < row }) ?? true {
          (former.row, last) = (row, row)
        }
      } else if placed.isItem || section == nil {
        let leaving = RowEffect(
          change: .deleted, animation: .none, began: .zero, curve: FlashCurve(cause: .data, depth: .mono))
        former.transient = TransientRow(
          identifier: placed.identifier, kind: .leaving(leaving),
          picture: Array(repeating: [], count: placed.transient?.picture.count ?? placed.lines))
      }
      return former
    }
  }
}
