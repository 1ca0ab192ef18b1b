import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Reordering through the data source") struct DataSourceReorderTests {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>
  typealias DataSource = TableViewDiffableDataSource<String, String>

  private func flat(_ sections: (String, [String])...) -> TableHarness<String> {
    let harness = TableHarness<String>(lines: 12)
    harness.apply(sections: sections)
    harness.dataSource.reorderingHandlers.canReorderItem = { _ in true }
    return harness
  }

  private func outline(_ items: String..., open: String...) -> TableHarness<String> {
    let harness = flat()
    harness.dataSource.apply(TableOutlineTests.outline(items, open: open), to: "tree")
    return harness
  }

  /// Returns the items, each with one dot in front for each ancestor.
  private func shape(_ harness: TableHarness<String>, _ section: String = "tree") -> String {
    let tree = harness.dataSource.snapshot(for: section)
    expectEqual(tree.visibleItems, harness.dataSource.snapshot().itemIdentifiers(inSection: section))
    return tree.items.map { String(repeating: ".", count: tree.level(of: $0)) + $0 }.joined(separator: " ")
  }

  @Test("willReorder is called before a move and didReorder after it, both with its transaction")
  func handlers() throws {
    let harness = flat(("one", ["a", "b", "c"]), ("two", ["x"]))
    var log: [String] = []
    func add(_ handler: String, _ transaction: DataSource.Transaction) {
      let old = transaction.initialSnapshot.itemIdentifiers.joined()
      let new = transaction.finalSnapshot.itemIdentifiers.joined()
      log.append("\(handler) \(harness.rows): \(old) → \(new)")
    }
    harness.dataSource.reorderingHandlers.willReorder = { add("will", $0) }
    harness.dataSource.reorderingHandlers.didReorder = { add("did", $0) }
    let transaction = try #require(try harness.dataSource.reorder("a", to: .after("c")))
    expectEqual(log, ["will one: a b c, two: x: abcx → bcax", "did one: b c a, two: x: abcx → bcax"])
    expectEqual(Array("abcx").map(String.init).applying(transaction.difference), ["b", "c", "a", "x"])
    #expect(transaction.difference.insertions.count == 1 && transaction.difference.removals.count == 1)
    expectEqual(transaction.sectionTransactions.map(\.sectionIdentifier), ["one"])
    let across = try #require(try harness.dataSource.reorder("b", to: .before("x")))
    expectEqual(across.sectionTransactions.map(\.sectionIdentifier), ["one", "two"])
    expectEqual(across.sectionTransactions.map(\.finalSnapshot.items), [["c", "a"], ["b", "x"]])
    expectEqual(log.count, 4)
  }

  @Test("The transaction and the apply report contain the reordered item as the moved one")
  func movedItem() throws {
    for (item, target) in [("a", "b"), ("b", "c")] {
      let harness = flat(("one", ["a", "b", "c"]))
      var report: DataSource.ApplyReport?
      harness.dataSource.didApply = { report = $0 }
      let transaction = try #require(try harness.dataSource.reorder(item, to: .after(target)))
      for difference in [transaction.difference, transaction.sectionTransactions[0].difference] {
        guard case .remove(_, let moved, _)? = difference.removals.first else { return }
        #expect(moved == item && difference.count == 2)
      }
      let change = try #require(report?.difference)
      expectEqual(change.movedItems.map { change.old.itemIdentifier(at: $0.from) }, [item])
    }
  }

  @Test("A move that is refused or has no effect calls no handler and keeps the rows") func refused() throws {
    let harness = flat(("one", ["a", "b"]), ("two", []))
    var reported = 0
    harness.dataSource.reorderingHandlers.willReorder = { _ in reported += 1 }
    harness.dataSource.reorderingHandlers.didReorder = { _ in reported += 1 }
    #expect(try harness.dataSource.reorder("a", to: .before("a")) == nil)
    #expect(try harness.dataSource.reorder("a", to: .after("a")) == nil)
    #expect(try harness.dataSource.reorder("a", to: .before("b")) == nil)
    #expect(try harness.dataSource.reorder("b", to: .endOfSection("one")) == nil)
    #expect(throws: ReorderingError.noTarget) {
      try harness.dataSource.reorder("b", to: .endOfSection("nowhere"))
    }
    #expect(throws: ReorderingError.noTarget) { try harness.dataSource.reorder("a", to: .after("missing")) }
    #expect(throws: ReorderingError.notMovable) { try harness.dataSource.reorder("missing", to: .after("a")) }
    harness.dataSource.reorderingHandlers.canReorderItem = { $0 != "a" }
    #expect(throws: ReorderingError.notMovable) { try harness.dataSource.reorder("a", to: .after("b")) }
    #expect(!harness.dataSource.canReorder(at: IndexPath(item: 0, section: 0)))
    #expect(harness.dataSource.canReorder(at: IndexPath(item: 1, section: 0)))
    #expect(!harness.dataSource.canReorder(at: IndexPath(item: 2, section: 0)))
    harness.dataSource.reorderingHandlers.canReorderItem = nil
    #expect(!harness.dataSource.canReorder(at: IndexPath(item: 1, section: 0)))
    expectEqual(reported, 0)
    expectEqual(harness.rows, "one: a b, two: ")
  }

  @Test("Only the reordered row has a mark, which shows the direction of its move") func moveMark() throws {
    let harness = flat(("one", ["a", "b", "c"]))
    harness.draw(at: 0)
    harness.draw(at: 9000)
    try harness.dataSource.reorder("a", to: .after("b"))
    let lines = harness.draw(at: 9010)
    #expect(lines[0].contains("b") && !lines[0].contains("↑"))
    #expect(lines[1].contains("a") && lines[1].contains("↓"))
    expectEqual(harness.tableView.changeSummary?.moved, 1)
    try harness.dataSource.reorder("c", to: .before("a"))
    #expect(harness.draw(at: 9020)[1].contains("↑"))
    #expect(!harness.draw(at: 9020)[2].contains("↓"))
  }

  // MARK: Subclasses and handlers

  /// A subclass that is told of moves, and may make them itself.
  private final class OwnSource: DataSource {
    var moves: [[Int]] = []
    var appliesMoves = true

    override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }

    override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
      moves.append([source.section, source.item, destination.section, destination.item])
      guard appliesMoves else { return }
      var rows = snapshot().sectionIdentifiers.map { ($0, snapshot().itemIdentifiers(inSection: $0)) }
      rows[destination.section].1.insert(rows[source.section].1.remove(at: source.item), at: destination.item)
      apply(Snapshot(rows))
    }
  }

  @Test(
    "A subclass gets each of several rows, one after the other, whoever moves them", arguments: [true, false])
  func subclass(appliesMoves: Bool) {
    for (sources, section, item, moves, rows) in [
      ([0, 2], 0, 2, [[0, 0, 0, 3], [0, 1, 0, 3]], [["b", "d", "a", "c"], ["x"]]),
      ([1, 3], 0, 0, [[0, 1, 0, 0], [0, 3, 0, 1]], [["b", "d", "a", "c"], ["x"]]),
      ([0, 1], 1, 0, [[0, 0, 1, 0], [0, 0, 1, 1]], [["c", "d"], ["a", "b", "x"]]),
      ([2], 0, 1, [[0, 2, 0, 1]], [["a", "c", "b", "d"], ["x"]]),
    ] {
      let table = TableView()
      let dataSource = OwnSource(tableView: table) { _, _, _ in nil }
      dataSource.appliesMoves = appliesMoves
      var transactions = 0
      dataSource.reorderingHandlers.didReorder = { _ in transactions += 1 }
      dataSource.apply(DataSource.Snapshot([("one", ["a", "b", "c", "d"]), ("two", ["x"])]))
      let places = sources.map { IndexPath(item: $0, section: 0) }
      #expect(dataSource.performReorder(from: places, to: IndexPath(item: item, section: section)))
      expectEqual(dataSource.moves, moves)
      let snapshot = dataSource.snapshot()
      expectEqual(snapshot.sectionIdentifiers.map { snapshot.itemIdentifiers(inSection: $0) }, rows)
      expectEqual(transactions, appliesMoves ? 0 : 1)
    }
  }

  @Test("didReorder finds the snapshot of its transaction, whatever willReorder and didApply have applied")
  func applyingHandlers() throws {
    let harness = flat(("one", ["a", "b", "c"]))
    let dataSource = harness.dataSource!
    dataSource.reorderingHandlers.willReorder = { _ in dataSource.update { $0.appendItems(["w"]) } }
    dataSource.didApply = { _ in
      dataSource.didApply = nil
      dataSource.update { $0.appendItems(["d"]) }
    }
    dataSource.reorderingHandlers.didReorder = { transaction in
      expectEqual(dataSource.snapshot(), transaction.finalSnapshot)
      dataSource.update { $0.appendItems(["r"]) }
      expectEqual(dataSource.snapshot(), transaction.finalSnapshot)
    }
    try dataSource.reorder("a", to: .after("b"))
    expectEqual(harness.rows, "one: b a c w d r")
  }

  @Test("An apply made while the program answers a question waits until the work is done")
  func applyingAnswers() async {
    let harness = flat(("one", ["a", "b", "c"]))
    let dataSource = harness.dataSource!
    var asked: [String] = []
    func answer(_ question: String) {
      let before = dataSource.snapshot()
      dataSource.update { $0.appendItems([question]) }
      if !asked.contains(question) { asked.append(question) }
      expectEqual(dataSource.snapshot(), before, "\(question)")
    }
    dataSource.contextMenuProvider = { _ in
      if !asked.contains("menu") { answer("menu") }
      return nil
    }
    dataSource.reorderingHandlers.canDrop = { _, _ in
      if !asked.contains("drop") { answer("drop") }
      return true
    }
    dataSource.isItemHidden = { _ in
      if !asked.contains("hidden") { answer("hidden") }
      return true
    }
    _ = dataSource.contextMenu(at: IndexPath(item: 0, section: 0))
    harness.tableView.allowsMultipleSelection = true
    harness.draw(at: 0)
    harness.tableView.perform(.mark)
    harness.dataSource.update { $0.deleteItems(["a"]) }
    _ = dataSource.selectedItemIdentifiers
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.moveRow(-1))
    await wait { !dataSource.isApplying }
    expectEqual(asked, ["menu", "hidden", "drop"])
    expectEqual(Set(dataSource.snapshot().itemIdentifiers), ["b", "c", "menu", "hidden", "drop"])
  }

  // MARK: Outlines

  @Test("An item dropped beside an item of its level keeps the level") func sameLevel() throws {
    let harness = outline("a", "a1 a", "a2 a", "b", "c", open: "a")
    try harness.dataSource.reorder("c", to: .after("a2"))
    expectEqual(shape(harness), "a .a1 .a2 c b")
    try harness.dataSource.reorder("a1", to: .after("a2"))
    expectEqual(shape(harness), "a .a2 .a1 c b")
  }

  @Test("An item dropped between other levels takes the next row's level, else the previous row's")
  func otherLevels() throws {
    let harness = outline("a", "a1 a", "a11 a1", "a12 a1", "b", open: "a", "a1")
    try harness.dataSource.reorder("b", to: .before("a12"))
    expectEqual(shape(harness), "a .a1 ..a11 ..b ..a12")
    try harness.dataSource.reorder("a1", to: .before("a"))
    expectEqual(shape(harness), "a1 .a11 .b .a12 a")
    try harness.dataSource.reorder("a", to: .endOfSection("tree"))
    expectEqual(shape(harness), "a1 .a11 .b .a12 a")
    try harness.dataSource.reorder("a", to: .before("a1"))
    expectEqual(shape(harness), "a a1 .a11 .b .a12")
    try harness.dataSource.reorder("a", to: .endOfSection("tree"))
    expectEqual(shape(harness), "a1 .a11 .b .a12 .a")
  }

  @Test("After random moves, the rows are the visible items of the outlines", arguments: 0..<30)
  func visibleItems(_ seed: Int) {
    var generator = SeededGenerator(seed: seed)
    let harness = flat()
    for section in ["tree", "other"] {
      var tree = Outline()
      for number in 0..<12 {
        let item = "\(section)\(number)"
        tree.append([item], to: generator.chance(60) ? tree.items.randomElement(using: &generator) : nil)
        if generator.chance(60) { tree.expand([item]) }
      }
      harness.dataSource.apply(tree, to: section)
    }
    for _ in 0..<100 {
      let before = harness.dataSource.snapshot()
      let items = before.itemIdentifiers
      guard let item = items.randomElement(using: &generator) else { return }
      let below = harness.dataSource.movedRows(of: item)
      let transaction = try? harness.dataSource.reorder(
        item,
        to: generator.chance(50)
          ? .before(items[generator.number(0..<items.count)])
          : generator.chance(80)
            ? .after(items[generator.number(0..<items.count)])
            : .endOfSection(generator.chance(50) ? "tree" : "other"))
      _ = shape(harness) + shape(harness, "other")
      let after = harness.dataSource.snapshot().itemIdentifiers
      expectEqual(Set(after), Set(items))
      expectEqual((transaction == nil), (harness.dataSource.snapshot() == before))
      expectEqual(items.filter { !below.contains($0) }, after.filter { !below.contains($0) })
      if let transaction {
        expectEqual(items.applying(transaction.difference), after)
        for part in transaction.sectionTransactions {
          expectEqual(part.initialSnapshot.items.applying(part.difference), part.finalSnapshot.items)
        }
      }
    }
  }
}
