import TestSupport
import Testing

@testable import ListKit

@MainActor
@Suite("Outlines in a table") struct TableOutlineTests {
  typealias Outline = DiffableDataSourceSectionSnapshot<String>

  /// `a ▸ {a1 ▸ {a11, a12}, a2}, b ▸ {b1}, c`, all collapsed.
  static let tree = outline(["a", "a1 a", "a11 a1", "a12 a1", "a2 a", "b", "b1 b", "c"])

  /// Returns an outline of items, each with its parent after a space.
  static func outline(_ items: [String], open: [String] = []) -> Outline {
    var outline = Outline()
    for item in items {
      let names = item.split(separator: " ").map(String.init)
      outline.append([names[0]], to: names.count > 1 ? names[1] : nil)
    }
    outline.expand(open)
    return outline
  }

  private func harness(_ outline: Outline = tree, lines: Int = 12) -> TableHarness<String> {
    let harness = TableHarness<String>(lines: lines)
    harness.tableView.motion = .none
    harness.dataSource.apply(outline, to: "main")
    harness.draw(at: 0)
    return harness
  }

  private func items(_ harness: TableHarness<String>) -> String {
    harness.dataSource.snapshot().itemIdentifiers.joined(separator: " ")
  }

  private func perform(_ harness: TableHarness<String>, _ commands: Command...) {
    for command in commands {
      harness.tableView.perform(command)
      harness.draw(at: 0)
    }
  }

  @Test("An outline shows levels by indentation and expandable items by signs") func drawing() {
    let harness = harness()
    perform(harness, .expand, .moveCursor(1), .expand)
    expectEqual(
      harness.draw(at: 0).prefix(7),
      ["  ▾ a", "▌ │ ▾ a1", "  │ │   a11", "  │ │   a12", "  │   a2", "  ▸ b", "    c"])
  }

  @Test("Expand opens an item, then moves to its first child; collapse does the reverse") func arrows() {
    let harness = harness()
    perform(harness, .expand)
    expectEqual(items(harness), "a a1 a2 b c")
    expectEqual(harness.cursor.item, "a")
    perform(harness, .expand)
    expectEqual(harness.cursor.item, "a1")
    perform(harness, .expand, .expand, .expand)
    expectEqual(harness.cursor.item, "a11")
    perform(harness, .collapse)
    expectEqual(harness.cursor.item, "a1")
    perform(harness, .collapse)
    expectEqual(items(harness), "a a1 a2 b c")
    perform(harness, .collapse, .collapse, .collapse)
    expectEqual(items(harness), "a b c")
    expectEqual(harness.cursor.item, "a")
  }

  @Test("Expanding an item restores its expanded descendants unless the subtree was collapsed")
  func reexpanding() {
    let harness = harness()
    perform(harness, .expandSubtree, .collapse, .expand)
    expectEqual(items(harness), "a a1 a11 a12 a2 b c")
    perform(harness, .collapseSubtree, .toggle)
    expectEqual(items(harness), "a a1 a2 b c")
  }

  @Test(
    "Expanding to a level expands and collapses items to exactly that level",
    arguments: [
      (1, "a b c"), (2, "a a1 a2 b b1 c"), (3, "a a1 a11 a12 a2 b b1 c"), (9, "a a1 a11 a12 a2 b b1 c"),
    ])
  func levels(_ level: Int, _ shown: String) {
    let harness = harness()
    perform(harness, .expandAll, .expandToLevel(level))
    expectEqual(items(harness), shown)
    perform(harness, .collapseAll, .expandToLevel(level))
    expectEqual(items(harness), shown)
  }

  @Test("The cursor moves to the collapsed ancestor that hides its item") func hiddenCursor() {
    let harness = harness()
    perform(harness, .expandAll, .moveCursor(3))
    expectEqual(harness.cursor.item, "a12")
    perform(harness, .collapseAll)
    expectEqual(harness.cursor.item, "a")
    perform(harness, .expandAll, .moveCursor(2), .expandToLevel(2))
    expectEqual(harness.cursor.item, "a1")
  }

  @Test("Several commands between two frames take effect in order") func betweenFrames() {
    let harness = harness()
    harness.tableView.motion = .full
    harness.press(.expandAll, at: 10)
    for command: Command in [.collapseAll, .expandAll, .moveCursor(3), .collapseAll, .expand] {
      harness.tableView.perform(command)
    }
    harness.draw(at: 20)
    expectEqual(items(harness), "a a1 a2 b c")
    expectEqual(harness.cursor.item, "a")
  }

  // MARK: Handlers

  private func logging(_ harness: TableHarness<String>) -> () -> [String] {
    final class Log { var lines: [String] = [] }
    let log = Log()
    var handlers = SectionSnapshotHandlers<String>()
    handlers.shouldExpandItem = {
      log.lines.append("should expand \($0)"); return $0 != "b"
    }
    handlers.willExpandItem = { log.lines.append("will expand \($0)") }
    handlers.shouldCollapseItem = {
      log.lines.append("should collapse \($0)"); return $0 != "a1"
    }
    handlers.willCollapseItem = { log.lines.append("will collapse \($0)") }
    handlers.snapshotForExpandingParent = {
      log.lines.append("children of \($0): \($1.items.joined(separator: " "))")
      return $1
    }
    harness.dataSource.sectionSnapshotHandlers = handlers
    return {
      defer { log.lines = [] }; return log.lines
    }
  }

  @Test("Expansion handlers are called in the order of UIKit and can refuse") func handlers() {
    let harness = harness()
    let log = logging(harness)
    perform(harness, .expand)
    expectEqual(log(), ["should expand a", "will expand a", "children of a: a1 a11 a12 a2"])
    perform(harness, .expand, .expand)
    expectEqual(log(), ["should expand a1", "will expand a1", "children of a1: a11 a12"])
    perform(harness, .collapse)
    expectEqual(log(), ["should collapse a1"])
    expectEqual(items(harness), "a a1 a11 a12 a2 b c")
    perform(harness, .first, .toggle)
    expectEqual(log(), ["should collapse a", "will collapse a"])
    perform(harness, .moveCursor(1), .expand)
    expectEqual(log(), ["should expand b"])
    expectEqual(items(harness), "a b c")
  }

  @Test("Applying an outline with expanded items calls no expansion handler") func applying() {
    let harness = harness()
    let log = logging(harness)
    harness.dataSource.apply(Self.outline(["a", "a1 a"], open: ["a"]), to: "main")
    harness.draw(at: 0)
    #expect(log().isEmpty)
  }

  @Test("With a handler for children, items without children can be expanded") func lazyChildren() {
    let harness = harness(Self.outline(["dir", "file"]))
    expectEqual(harness.draw(at: 0)[0], "▌ dir")
    harness.dataSource.sectionSnapshotHandlers.snapshotForExpandingParent = { parent, children in
      parent == "dir" && children.items.isEmpty ? Self.outline(["x", "y"]) : children
    }
    expectEqual(harness.draw(at: 0).prefix(2), ["▌ ▸ dir", "  ▸ file"])
    perform(harness, .expand)
    expectEqual(items(harness), "dir x y file")
    perform(harness, .last, .toggle)
    expectEqual(items(harness), "dir x y file")
    expectEqual(harness.draw(at: 0)[3], "▌   file")
    perform(harness, .first, .collapse)
    expectEqual(items(harness), "dir file")
    perform(harness, .toggle)
    expectEqual(items(harness), "dir x y file")
  }

  // MARK: Mouse

  @Test("A click on the sign toggles the item, and a click elsewhere moves the cursor") func clicks() {
    let harness = harness()
    var actions: [IndexPath] = []
    harness.tableView.primaryAction = { actions.append($0) }
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 1, column: 2)))
    harness.draw(at: 0)
    expectEqual(items(harness), "a b b1 c")
    expectEqual(harness.cursor.item, "b")
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 2, column: 8)))
    harness.tableView.handle(MouseEvent(.doubleClick, at: ScreenPoint(line: 2, column: 8)))
    harness.draw(at: 0)
    expectEqual(harness.cursor.item, "b1")
    expectEqual(actions, [IndexPath(row: 2, section: 0)])
    harness.tableView.handle(MouseEvent(.doubleClick, at: ScreenPoint(line: 0, column: 2)))
    harness.tableView.handle(MouseEvent(.press, at: ScreenPoint(line: 11, column: 2)))
    expectEqual(actions.count, 1)
    expectEqual(harness.cursor.item, "b1")
  }

  @Test("A double click on the sign toggles twice and performs no primary action") func doubleClick() {
    let harness = harness()
    var actions = 0
    harness.tableView.primaryAction = { _ in actions += 1 }
    let place = ScreenPoint(line: 0, column: 2)
    for action: MouseEvent.Action in [.press, .release, .press, .doubleClick] {
      harness.tableView.handle(MouseEvent(action, at: place))
      harness.draw(at: 0)
    }
    expectEqual(items(harness), "a b c")
    expectEqual(actions, 0)
  }

  @Test("Enter acts on a row that can be seen: it brings a row that was scrolled out of view back first")
  func enterOutOfView() {
    let harness = harness(Self.outline((0..<50).map { "r\($0)" }), lines: 6)
    var actions = 0
    harness.tableView.primaryAction = { _ in actions += 1 }
    harness.tableView.perform(.moveCursor(3))
    harness.tableView.perform(.scroll(2))
    harness.tableView.perform(.primaryAction)
    #expect(actions == 1 && harness.cursor.item == "r3", "it can be seen")
    harness.tableView.perform(.scroll(9))
    harness.tableView.perform(.primaryAction)
    #expect(actions == 1 && harness.draw(at: 0).contains { $0.contains("r3") })
    harness.tableView.perform(.primaryAction)
    expectEqual(actions, 2)
  }
}
