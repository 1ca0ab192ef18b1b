import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Items of an outline that move to another level.
@MainActor
@Suite("Levels of outlines") struct LevelTests {
  private typealias Outline = DiffableDataSourceSectionSnapshot<String>

  private let controller = TableViewController()
  private let dataSource: TableViewDiffableDataSource<Int, String>

  init() {
    dataSource = TableViewDiffableDataSource(tableView: controller.tableView) {
      ListContentConfiguration(text: $0)
    }
    dataSource.reorderingHandlers.canReorderItem = { $0 != "fixed" }
  }

  private func show(_ outline: Outline) { dataSource.apply(outline, to: 0, completion: nil) }

  /// The items, each with a dot for each ancestor; checks that the rows are the visible items.
  private var shape: String {
    let tree = dataSource.snapshot(for: 0)
    expectEqual(tree.visibleItems, dataSource.snapshot().itemIdentifiers)
    return tree.items.map { String(repeating: ".", count: tree.level(of: $0)) + $0 }.joined(separator: " ")
  }

  private var outline: Outline {
    var outline = Outline()
    outline.append(["a", "b", "c", "d"])
    outline.append(["b1", "b2"], to: "b")
    outline.expand(["b"])
    return outline
  }

  @Test("An item becomes the last child of the item before it, which opens, and returns after its parent")
  func deeperAndBack() throws {
    show(outline)
    try dataSource.changeLevel(of: ["c"], by: 1)
    expectEqual(shape, "a b .b1 .b2 .c d")
    try dataSource.changeLevel(of: ["b"], by: 1)
    expectEqual(shape, "a .b ..b1 ..b2 ..c d")
    try dataSource.changeLevel(of: ["b1"], by: -1)
    expectEqual(shape, "a .b ..b2 ..c .b1 d")
    try dataSource.changeLevel(of: ["b"], by: -1)
    expectEqual(shape, "a .b1 b .b2 .c d")
  }

  @Test("Several items move in one transaction and keep their order") func several() throws {
    show(outline)
    var transactions: [[String]] = []
    dataSource.reorderingHandlers.didReorder = { transactions.append($0.finalSnapshot.itemIdentifiers) }
    try dataSource.changeLevel(of: ["d", "b1", "b", "c"], by: 1)
    expectEqual(shape, "a .b ..b1 ..b2 .c .d")
    try dataSource.changeLevel(of: ["c", "d"], by: -1)
    expectEqual(shape, "a .b ..b1 ..b2 c d")
    expectEqual(transactions, [["a", "b", "b1", "b2", "c", "d"], ["a", "b", "b1", "b2", "c", "d"]])
  }

  @Test(
    "The first item cannot go deeper, a root cannot go back, and items outside of outlines do not move")
  func refused() throws {
    show(outline)
    #expect(try dataSource.changeLevel(of: ["a"], by: 1) == nil)
    #expect(try dataSource.changeLevel(of: ["b1"], by: 1) == nil)
    #expect(try dataSource.changeLevel(of: ["d"], by: -1) == nil)
    #expect(throws: ReorderingError.notMovable) { try dataSource.changeLevel(of: ["missing"], by: 1) }
    dataSource.reorderingHandlers.canReorderItem = { $0 != "c" }
    #expect(throws: ReorderingError.notMovable) { try dataSource.changeLevel(of: ["c"], by: 1) }
    expectEqual(shape, "a b .b1 .b2 c d")
  }

  @Test("tab and shift-tab, or alt-shift with an arrow, move the cursor's row with everything below it")
  func keys() {
    let screen = TestScreen(controller, columns: 60, lines: 70)
    var flat = Outline()
    flat.append(["a", "b", "c"])
    show(flat)
    screen.press(.down, .tab)
    expectEqual(shape, "a .b c")
    #expect(screen.cursor?.text.contains("b") == true)
    screen.press(.down, "alt-shift-right", "alt-shift-right")
    expectEqual(shape, "a .b ..c")
    screen.press("shift-tab", "alt-shift-left")
    expectEqual(shape, "a .b c")
    screen.press("alt-shift-left")
    #expect(screen.contains("this row cannot be moved there"))
    screen.press(.function(1))
    #expect(screen.contains("one level deeper, one level back"))
  }
}
