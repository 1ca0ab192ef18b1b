import TestSupport
import Testing

@testable import ListKit

/// Compares rows and layouts of random worlds with plain lists.
@MainActor
@Suite("Layouts of random worlds") struct LayoutTests {
  /// A line of the table, with the identifiers of its rows.
  private struct Line: Equatable {
    var identifiers: [RowIdentifier]
    var lines: Int
  }

  /// Returns all lines of a world without transient rows.
  private func lines(_ world: World) -> [Line] {
    world.sections.indices.flatMap { index -> [Line] in
      let section = world.sections[index]
      let items = section.items.map { RowIdentifier.item($0) }
      let chunks = section.isStrip ? (items.isEmpty ? [] : [items]) : items.map { [$0] }
      let rows =
        (section.hasHeader ? [[.header(section.name)]] : []) + chunks
        + (section.hasFooter ? [[.footer(section.name)]] : [])
      return rows.map { Line(identifiers: $0, lines: $0.map { world.heights[$0] ?? 1 }.max() ?? 1) }
    }
  }

  @Test("The lines and rows of a table are those of the plain list", arguments: 0..<100)
  func rowOrder(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let world = World.random(&generator)
    let rows = PresentedRows(world)
    var addresses: [LineAddress] = []
    var next = rows.firstLine
    while let address = next {
      addresses.append(address)
      next = rows.lineAfter(address)
    }
    expectEqual(addresses.count, lines(world).count)
    expectEqual(addresses.last, rows.lastLine)
    for (former, latter) in zip(addresses, addresses.dropFirst()) {
      expectEqual(rows.lineBefore(latter), former)
    }
    for row in world.allRows {
      let address = rows.line(of: row)
      #expect(
        lines(world)[addresses.firstIndex(of: address) ?? 0].identifiers.contains(world.identifier(of: row)))
    }
    let items = world.allRows.filter { $0.item != nil }
    #expect(rows.firstItem == items.first && rows.lastItem == items.last)
    for (former, latter) in zip(items, items.dropFirst()) {
      expectEqual(rows.itemAfter(former), latter)
    }
  }

  @Test("A layout contains exactly the lines of the list that are on the screen", arguments: 0..<100)
  func window(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let world = World.random(&generator)
    let height = generator.number(1..<14)
    let rows = PresentedRows(world, lines: height)
    for row in world.allRows {
      var viewport = Viewport()
      viewport.showsCursor = false
      let wanted = generator.number(-5..<20)
      viewport.anchor = Viewport.Anchor(identifier: world.identifier(of: row), line: wanted)
      let layout = rows.layout(viewport)
      let all = lines(world)
      let tops = all.indices.map { all[..<$0].reduce(0) { $0 + $1.lines } }
      let total = all.reduce(0) { $0 + $1.lines }
      let index = all.firstIndex { $0.identifiers.contains(world.identifier(of: row)) } ?? 0
      // The first line of the window within the list, limited by the list's ends.
      let start = max(0, min(tops[index] - wanted, total - height))
      let seen = all.indices.filter { tops[$0] + all[$0].lines > start && tops[$0] < start + height }
      let addresses = Array(Set(layout.rows.map(\.address))).sorted()
      expectEqual(addresses.count, seen.count, "\(row) at \(wanted)")
      for (address, line) in zip(addresses, seen) {
        let placed = layout.rows.filter { $0.address == address }
        #expect(placed.allSatisfy { $0.line == tops[line] - start && $0.lines == all[line].lines })
        #expect(placed.allSatisfy { all[line].identifiers.contains($0.identifier) })
      }
      expectEqual(layout.showsStart, (start == 0))
      expectEqual(layout.showsEnd, (start + height >= total))
    }
  }

  @Test("A layout does not depend on the layout that it reuses", arguments: 0..<100) func reuse(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let world = World.random(&generator)
    let rows = PresentedRows(world, lines: generator.number(1..<14), pinsHeaders: seed % 2 == 0)
    var viewport = Viewport().after(.drawn, shown: rows.layout(Viewport()), rows)
    var layout = rows.layout(viewport)
    for _ in 0..<30 {
      viewport = viewport.after(.scrolled(by: generator.number(-9..<10)), shown: layout, rows)
      let fresh = rows.layout(viewport)
      layout = rows.layout(viewport, reusing: layout)
      expectEqual(layout.rows.map(\.identifier), fresh.rows.map(\.identifier))
      expectEqual(layout.rows.map(\.line), fresh.rows.map(\.line))
      #expect(
        (layout.pinnedSection, layout.showsStart, layout.showsEnd) == (
          fresh.pinnedSection, fresh.showsStart, fresh.showsEnd
        ))
      viewport = viewport.after(.drawn, shown: layout, rows)
    }
  }

  @Test(
    "A layout is filled anew if the version of the content or of the heights differs from the former one's")
  func versions() {
    var world = World(Array(0..<30))
    var viewport = Viewport()
    viewport.anchor = Viewport.Anchor(identifier: .item(10), line: 4)
    let former = PresentedRows(world).layout(viewport)
    world.heights[.item(8)] = 3
    for version in [\TableLayout.Basis.heightsVersion, \.contentVersion] {
      var rows = PresentedRows(world)
      expectEqual(rows.layout(viewport, reusing: former).rows.map(\.line), Array(0..<8))
      rows.basis[keyPath: version] += 1
      expectEqual(rows.layout(viewport, reusing: former).rows.map(\.line), [0, 3, 4, 5, 6, 7])
    }
  }

  @Test("Removed rows make way from the top, as many as would push the anchored row below its line")
  func rowsInTheWay() {
    let removed = Array(10..<15)
    let before = PresentedRows(World([0, 1] + removed + [2, 3]), lines: 9)
    let world = World([0, 1, 2, 3])
    let leaving = TransientRows(leaving: before.former(before.layout(Viewport()), in: world))
    let rows = PresentedRows(world, lines: 8, leaving: leaving)
    for (line, count) in [(2, 5), (3, 4), (4, 3), (5, 2), (6, 0)] {
      var viewport = Viewport()
      viewport.anchor = Viewport.Anchor(identifier: .item(2), line: line)
      expectEqual(
        rows.rowsInTheWay(rows.layout(viewport), viewport), Set(removed.prefix(count).map { .item($0) }))
    }
  }

  @Test("A layout that reuses another one makes few queries to the content") func queries() {
    let counted = CountedContent(World(Array(0..<3000)))
    let rows = PresentedRows(counted, counted, World.basis(lines: 50, pinsHeaders: true))
    var viewport = Viewport()
    viewport.anchor = Viewport.Anchor(identifier: .item(1500), line: 20)
    let layout = rows.layout(viewport)
    #expect(counted.count(of: { _ = rows.layout(viewport) }) < 500)
    expectEqual(counted.count(of: { _ = rows.layout(viewport, reusing: layout) }), 0)
    viewport.anchor?.line += 1
    #expect(counted.count(of: { _ = rows.layout(viewport, reusing: layout) }) < 15)
  }

  @Test("A frame with removed rows makes at most twice the queries of a frame at rest")
  func transitionQueries() {
    var world = World(Array(0..<1000))
    let rows = PresentedRows(world, lines: 1000)
    let layout = rows.layout(Viewport())
    expectEqual(layout.rows.count, 1000)
    world.sections[0].items.removeAll { $0 % 3 == 1 }
    let counted = CountedContent(world)
    let leaving = TransientRows(leaving: rows.former(layout, in: world))
    expectEqual(leaving.items[0]?.rows.count, 333)
    let questions = [TransientRows(), leaving].map { leaving in
      let rows = PresentedRows(counted, counted, World.basis(lines: 1000, leaving: leaving))
      return counted.count(of: { _ = rows.layout(Viewport()) })
    }
    #expect(questions[1] <= 2 * questions[0])
  }
}

/// A content that counts its queries.
@MainActor
private final class CountedContent: RowContent, RowHeights {
  private let world: World
  private var questions = 0
  private lazy var places = Dictionary(
    uniqueKeysWithValues: world.allRows.map { (world.identifier(of: $0), $0) })

  init(_ world: World) { self.world = world }

  func count(of body: () -> Void) -> Int {
    let before = questions
    body()
    return questions - before
  }

  private func counted<Answer>(_ answer: Answer) -> Answer {
    questions += 1
    return answer
  }

  var numberOfSections: Int { counted(world.numberOfSections) }
  func shape(ofSection section: Int) -> SectionShape { counted(world.shape(ofSection: section)) }
  func identifier(of row: TableRow) -> RowIdentifier { counted(world.identifier(of: row)) }
  func row(for identifier: RowIdentifier) -> TableRow? { counted(places[identifier]) }
  func height(of row: TableRow, _ identifier: RowIdentifier) -> RowHeight {
    counted(world.height(of: row, identifier))
  }
  func pinnedLines(ofSection section: Int) -> Int { counted(world.pinnedLines(ofSection: section)) }
}
