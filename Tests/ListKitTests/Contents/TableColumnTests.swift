import TestSupport
import Testing

@testable import ListKit

@Suite("Table columns") struct TableColumnTests {
  private let columns = [
    TableColumn("name", width: 8...30, priority: 5),
    TableColumn("height", width: 7...7, alignment: .trailing, priority: 4),
    TableColumn("country", width: 6...20, priority: 1),
  ]

  @Test("A column is identified by its title unless it has an identifier") func identifiers() {
    expectEqual(columns[0].identifier, "name")
    expectEqual(TableColumn("name ▲", width: 8...30, identifier: "name").identifier, "name")
  }

  @Test("All columns have their maximum width if there is enough space") func wideTable() {
    expectEqual(columns.placed(in: 100).map(\.range), [0..<30, 32..<39, 41..<61])
  }

  @Test("A sign for hidden columns stands between the columns beside them") func hiddenColumns() {
    let columns = (0..<20).map { TableColumn("c\($0)", width: 8...10, priority: $0 == 19 ? 30 : 20 - $0) }
    let placed = columns.placed(in: 48)
    expectEqual(placed.map(\.index), [0, 1, 2, 19])
    expectEqual(placed.map(\.hiddenBefore), [0, 0, 0, 16])
    expectEqual(placed[3].range.lowerBound - placed[2].range.upperBound, 6)
    #expect(placed[3].range.upperBound <= 48 && !placed[3].namesHidden)
    // The sign says what it counts where there is room.
    let wide = columns.placed(in: 50)
    #expect(wide[3].namesHidden && wide[3].range.upperBound <= 50)
    expectEqual(
      wide[3].range.lowerBound - wide[2].range.upperBound,
      2 + PlacedColumn.sign(ofHidden: 16, isNamed: true, isUnicode: true).count)
    expectEqual(PlacedColumn.sign(ofHidden: 16, isNamed: true, isUnicode: true), "‹16 hidden›")
    let scrolled = columns.placed(in: 54, scrolledBy: 5)
    #expect(scrolled.map(\.index).prefix(3) == [0, 5, 6] && scrolled[1].hiddenBefore == 4)
    #expect(scrolled.last.map { $0.range.upperBound <= 54 } == true)
  }

  @Test("The column with the highest priority is widened first") func widening() {
    expectEqual(columns.placed(in: 27).map(\.range), [0..<10, 12..<19, 21..<27])
  }

  @Test("The column with the lowest priority is omitted first") func omitting() {
    expectEqual(columns.placed(in: 24).map(\.index), [0, 1])
    expectEqual(columns.placed(in: 16).map(\.index), [0])
    expectEqual(columns.placed(in: 3).map(\.range), [0..<3])
  }

  @Test("Columns of any widths and priorities keep their order and fill the line", arguments: 0..<20)
  func randomColumns(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let columns = (0..<generator.number(1..<7)).map { index -> TableColumn in
        let least = generator.number(0..<12)
        return TableColumn(
          "\(index)", width: least...least + generator.number(0..<20), priority: generator.number(-2..<4))
      }
      let width = generator.number(0..<90)
      let placed = columns.placed(in: width)
      expectEqual(placed.first?.index, 0)
      expectEqual(placed.first?.range.lowerBound, 0)
      #expect((placed.last?.range.upperBound ?? 0) <= width)
      for (former, next) in zip(placed, placed.dropFirst()) {
        let sign =
          next.hiddenBefore == 0
          ? 0
          : PlacedColumn.sign(ofHidden: next.hiddenBefore, isNamed: next.namesHidden, isUnicode: true).count
        expectEqual(next.range.lowerBound - former.range.upperBound, 2 + sign)
      }
      #expect(zip(placed, placed.dropFirst()).allSatisfy { $0.index < $1.index })
      #expect(placed.allSatisfy { $0.range.count <= columns[$0.index].width.upperBound })
      if placed.count > 1 { #expect(placed.allSatisfy { columns[$0.index].width.contains($0.range.count) }) }
      let dropped = Set(columns.indices).subtracting(placed.map(\.index))
      let weakest = placed.dropFirst().map { columns[$0.index].priority }.min()
      if let weakest { #expect(dropped.allSatisfy { columns[$0].priority <= weakest }) }
      // No column is wasted: unless all columns have their maximum width, the line is full.
      let spare = width - (placed.last?.range.upperBound ?? 0)
      if spare > 0 { #expect(placed.allSatisfy { $0.range.count == columns[$0.index].width.upperBound }) }
    }
  }

  @Test("Sideways scrolling reaches every column and keeps the pinned ones", arguments: 0..<20)
  func scrollingReachesEveryColumn(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      var columns = (0..<generator.number(1..<9)).map { index -> TableColumn in
        let least = generator.number(0..<12)
        return TableColumn("\(index)", width: least...least + 5, priority: generator.number(-2..<4))
      }
      if generator.chance(50) { columns[generator.number(0..<columns.count)].isPinned = true }
      let width = generator.number(0..<60)
      let most = columns.mostScrolled(in: width)
      expectEqual((most > 0), columns.overflow(width))
      let views = (0...most).map { columns.placed(in: width, scrolledBy: $0).map(\.index) }
      expectEqual(Set(views.flatMap(\.self)), Set(columns.indices), "\(width) \(columns)")
      let pinned = columns.count > 1 ? columns.firstIndex(where: \.isPinned) ?? 0 : 0
      for view in views.dropFirst() { expectEqual(view.first, pinned) }
      #expect(zip(views, views.dropFirst()).allSatisfy { $0 != $1 }, "each step shows something else")
      expectEqual(columns.placed(in: width, scrolledBy: most + 7).map(\.index), views.last)
    }
  }

  @Test("A table without columns places none")
  func noColumns() { #expect([TableColumn]().placed(in: 80).isEmpty) }

  @MainActor @Test("Columns and fields can be changed in place") func changingColumns() {
    let harness = TableHarness<Int>(columns: 18, lines: 6)
    harness.tableView.columns = [TableColumn("n", width: 4...4), TableColumn("height", width: 6...6)]
    harness.apply([1])
    harness.draw(at: 0)
    var content = ColumnContentConfiguration(["one"])
    content.fields.append("6190")
    harness.tableView.cellForRow(at: IndexPath(row: 0, section: 0))?.contentConfiguration = content
    expectEqual(harness.draw(at: 0).prefix(2), ["  n     height", "▌ one   6190"])
    harness.tableView.columns[1].alignment = .trailing
    harness.tableView.columns[1].title = "metres"
    expectEqual(harness.draw(at: 0).prefix(2), ["  n     metres", "▌ one     6190"])
  }
}
