import TestSupport
import Testing

@testable import ListKit

/// Loads in progress while rows are collapsed, deleted or moved.
@MainActor
@Suite("Changes during loads") struct OutlineLoadingChangesTests {
  @Test("Collapsing an item cancels its load, and children that load nevertheless are discarded")
  func collapsing() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await wait { !loader.asked.isEmpty }
    harness.tableView.perform(.collapse)
    await wait { !loader.cancelled.isEmpty }
    expectEqual(loader.cancelled, ["a"])
    harness.tableView.perform(.expand)
    await wait { loader.asked.count == 2 }
    // The first load ends late; only the second one counts.
    await loader.found("a", ["late"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "b", "c"])
    await loader.found("a", ["right"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "right", "b", "c"])
  }

  @Test("Deleting an item cancels its load") func deletedParent() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await wait { !loader.asked.isEmpty }
    harness.apply(["b"], to: "main")
    await wait { !loader.cancelled.isEmpty }
    expectEqual(loader.cancelled, ["a"])
    await loader.found("a", ["a1"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["b"])
    #expect(harness.dataSource.loads.isEmpty)
  }

  @Test("Deallocating the data source cancels its loads") func deallocation() async {
    let loader = OutlineLoader()
    do {
      let (harness, other) = TableHarness<String>.loading()
      harness.dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = { [loader] in
        try await loader.load($0, $1)
      }
      _ = other
      harness.tableView.perform(.expand)
      await wait { !loader.asked.isEmpty }
    }
    await wait { !loader.cancelled.isEmpty }
    expectEqual(loader.cancelled, ["a"])
    await loader.found("a", [])
  }

  @Test("Applies during a load keep the load, and the cursor stays on its item and line")
  func applying() async {
    let (harness, loader) = TableHarness<String>.loading(Array("abcdefghijkl").map(String.init))
    harness.press(.moveCursor(3), .expand, .moveCursor(2), at: 0)
    harness.draw(at: 200)
    expectEqual(harness.cursor.item, "f")
    let line = harness.cursor.line
    var snapshot = harness.dataSource.snapshot()
    snapshot.insertItems(["x", "y"], beforeItem: "b")
    snapshot.deleteItems(["e"])
    harness.apply(snapshot)
    harness.draw(at: 300)
    expectEqual(harness.cursor.line, line)
    await loader.found("d", ["d1", "d2", "d3"])
    harness.draw(at: 400)
    #expect(harness.cursor == ("f", line))
    expectEqual(harness.dataSource.snapshot(for: "main").children(of: "d"), ["d1", "d2", "d3"])
  }

  @Test("Loaded children are inserted in the section to which their parent was moved")
  func movedParent() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await wait { !loader.asked.isEmpty }
    harness.apply(["z", "a"], open: "a", to: "other")
    await loader.found("a", ["a1"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers(inSection: "main"), ["b", "c"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers(inSection: "other"), ["z", "a", "a1"])
  }

  @Test("Loaded children move from elsewhere, except the parent itself and its ancestors")
  func cycles() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.expand)
    await loader.found("a1", ["c", "a", "a1", "new"])
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "a1", "c", "new", "b"])
    expectEqual(harness.dataSource.snapshot(for: "main").children(of: "a1"), ["c", "new"])
  }

  @Test("Loaded children are inserted below a parent that was hidden during the load")
  func hiddenParent() async {
    let (harness, loader) = TableHarness<String>.loading()
    harness.tableView.perform(.expand)
    await loader.found("a", ["a1"])
    harness.tableView.perform(.moveCursor(1))
    harness.tableView.perform(.expand)
    await wait { loader.asked.count == 2 }
    harness.tableView.perform(.first)
    harness.tableView.perform(.collapse)
    await loader.found("a1", ["deep"])
    #expect(loader.cancelled.isEmpty)
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "b", "c"])
    harness.dataSource.sectionSnapshotHandlers.loadSnapshotForExpandingParent = nil
    harness.tableView.perform(.expand)
    expectEqual(harness.dataSource.snapshot().itemIdentifiers, ["a", "a1", "deep", "b", "c"])
  }
}
