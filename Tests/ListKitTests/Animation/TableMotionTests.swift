import ListKit
import TestSupport
import Testing

/// Sequences of screens, drawn as text.
@MainActor
@Suite("Animations of table changes") struct TableMotionTests {
  /// Returns a table of eight letters without a running animation; the cursor is on the first row.
  private func harness(_ animation: RowAnimation = .automatic, depth: ScreenTraits.ColorDepth = .trueColor)
    -> TableHarness<String>
  {
    let harness = TableHarness<String>(columns: 10, lines: 8, depth: depth)
    harness.dataSource.defaultRowAnimation = animation
    harness.apply(["a", "b", "c", "d", "e", "f", "g", "h"])
    harness.draw(at: 0)
    return harness
  }

  @Test("The first rows have no marks") func firstLoad() {
    expectEqual(harness().draw(at: 1), ["▌ a", "  b", "  c", "  d", "  e", "  f", "  g", "  h"])
  }

  @Test("An inserted row flashes for less than a second and is marked for five seconds") func insertion() {
    let harness = harness()
    harness.apply(["a", "b", "new", "c", "d", "e", "f", "g", "h"])
    expectEqual(harness.draw(at: 100)[2], "+ new")
    let levels = stride(from: 100, through: 1000, by: 50).map { time in
      harness.draw(at: time)
      return harness.frame[2, 4].style.background
    }
    expectEqual(levels.first, .rgb(4, 73, 32))
    expectEqual(levels.last, .default)
    #expect(Set(levels).count >= 8)
    expectEqual(harness.draw(at: 5099)[2], "+ new")
    expectEqual(harness.draw(at: 5100)[2], "  new")
  }

  @Test("A deleted row is displayed for 250 ms; then the gap closes") func deletion() {
    let harness = harness()
    harness.apply(["a", "b", "d", "e", "f", "g", "h"])
    expectEqual(harness.draw(at: 100), ["▌ a", "  b", "- c", "  d", "  e", "  f", "  g", "  h"])
    #expect(harness.frame[2, 2].style.attributes.contains(.strikethrough))
    expectEqual(harness.draw(at: 349)[2], "- c")
    expectEqual(harness.draw(at: 350), ["▌ a", "  b", "  d", "  e", "  f", "  g", "  h", ""])
  }

  @Test("A row that the user deletes is displayed for only 120 ms") func userDeletion() {
    let harness = harness()
    ChangeCause.user.perform { harness.apply(["a", "b", "d", "e", "f", "g", "h"]) }
    expectEqual(harness.draw(at: 100)[2], "- c")
    expectEqual(harness.draw(at: 219)[2], "- c")
    expectEqual(harness.draw(at: 220)[2], "  d")
  }

  @Test("Only the moved row is marked, at its new position") func moves() {
    let harness = harness()
    harness.apply(["a", "g", "b", "c", "d", "e", "f", "h"])
    expectEqual(harness.draw(at: 100), ["▌ a", "↑ g", "  b", "  c", "  d", "  e", "  f", "  h"])
    harness.apply(["a", "b", "c", "d", "e", "f", "h", "g"])
    expectEqual(harness.draw(at: 200), ["▌ a", "  b", "  c", "  d", "  e", "  f", "  h", "↓ g"])
  }

  @Test("A reconfigured row is marked and flashes") func contentChange() {
    let harness = harness()
    harness.dataSource.update { $0.reconfigureItems(["c"]) }
    expectEqual(harness.draw(at: 100)[2], "~ c")
    #expect(harness.frame[2, 4].style.background != .default)
  }

  @Test("A change of the cursor row is shown in the gutter only") func cursorRow() {
    let harness = harness()
    harness.dataSource.update { $0.reconfigureItems(["a"]) }
    expectEqual(harness.draw(at: 100)[0], "~▌a")
    expectEqual(harness.frame[0, 4].style, Theme.standard(for: harness.traits).cursor)
  }

  @Test("A change of more than half of the visible rows has a summary but no marks or flashes")
  func bulkChange() {
    let harness = harness()
    harness.apply(["a", "1", "2", "3", "4", "b", "c", "d", "e", "f", "g", "h"])
    // Exactly half of the visible rows is not more than half.
    expectEqual(harness.draw(at: 100)[1], "+ 1")
    harness.apply(["a", "5", "6", "7", "8", "9"])
    expectEqual(harness.draw(at: 200), ["▌ a", "  5", "  6", "  7", "  8", "  9", "", ""])
    #expect((1..<8).allSatisfy { harness.frame[$0, 5].style.background == .default })
    expectEqual(harness.tableView.changeSummary, ChangeSummary(inserted: 5, deleted: 11))
  }

  @Test("Up to four changed rows are marked even in a short list") func shortList() {
    let harness = TableHarness(columns: 10, lines: 6, showing: ["a"])
    harness.apply(["a", "1", "2", "3", "4"])
    expectEqual(harness.draw(at: 100), ["▌ a", "+ 1", "+ 2", "+ 3", "+ 4", ""])
    harness.apply(["a"])
    expectEqual(harness.draw(at: 200), ["▌ a", "- 1", "- 2", "- 3", "- 4", ""])
    harness.draw(at: 10_000)
    harness.apply(["a", "5", "6", "7", "8", "9"])
    expectEqual(harness.draw(at: 10_100), ["▌ a", "  5", "  6", "  7", "  8", "  9"])
  }

  @Test("The first rows of an empty table have a change summary but no marks or flashes")
  func afterEmptyTable() {
    let harness = TableHarness<String>(columns: 10, lines: 3)
    harness.draw(at: 0)
    harness.apply(["a", "b"])
    expectEqual(harness.draw(at: 100), ["▌ a", "  b", ""])
    expectEqual(harness.frame[1, 5].style.background, .default)
    expectEqual(harness.tableView.changeSummary, ChangeSummary(inserted: 2))
    harness.apply([])
    harness.draw(at: 200)
    harness.apply(["c"])
    expectEqual(harness.draw(at: 300), ["▌ c", "", ""])
    expectEqual(harness.tableView.changeSummary, ChangeSummary(inserted: 1))
  }

  @Test("The insertion or deletion of a section is animated, however many rows it has") func sections() {
    let harness = TableHarness<String>(columns: 10, lines: 8)
    var short = DiffableDataSourceSnapshot<String, String>()
    short.appendSections(["s"])
    short.appendItems(["a", "b", "c"])
    var long = short
    long.appendSections(["t"])
    long.appendItems(["1", "2", "3", "4", "5"])
    harness.dataSource.apply(long, animatingDifferences: false)
    harness.draw(at: 0)
    harness.dataSource.apply(short)
    expectEqual(harness.draw(at: 100), ["▌ a", "  b", "  c", "- 1", "- 2", "- 3", "- 4", "- 5"])
    expectEqual(harness.draw(at: 350), ["▌ a", "  b", "  c", "", "", "", "", ""])
    harness.dataSource.apply(long)
    harness.draw(at: 400)
    #expect(harness.frame[4, 5].style.background != .default)
  }

  @Test("Running flashes continue when a new change is applied") func newChange() {
    let harness = harness()
    harness.apply(["a", "x", "b", "c", "d", "e", "f", "g", "h"])
    harness.draw(at: 100)
    harness.draw(at: 400)
    let halfway = harness.frame[1, 5].style.background
    #expect(halfway != .default && halfway != .rgb(4, 73, 32))
    harness.apply(["a", "x", "b", "y", "c", "d", "e", "f", "g", "h"])
    harness.draw(at: 401)
    expectEqual(harness.frame[1, 5].style.background, halfway)
    expectEqual(harness.frame[3, 5].style.background, .rgb(4, 73, 32))
    harness.draw(at: 1300)
    expectEqual(harness.frame[1, 5].style.background, .default)
  }

  @Test("Without motion, a change is displayed at once and without marks") func noMotion() {
    let harness = harness()
    harness.tableView.motion = .none
    harness.apply(["a", "x", "d", "e", "f", "g", "h"])
    expectEqual(harness.draw(at: 100), ["▌ a", "  x", "  d", "  e", "  f", "  g", "  h", ""])
    #expect(harness.tableView.nextFrame(after: .milliseconds(100)) == nil)
  }

  @Test("With reduced motion, changed rows have marks but do not flash") func reducedMotion() {
    let harness = harness()
    harness.tableView.motion = .reduced
    harness.apply(["a", "x", "b", "c", "d", "e", "f", "g", "h"])
    expectEqual(harness.draw(at: 100)[1], "+ x")
    expectEqual(harness.frame[1, 5].style.background, .default)
  }

  @Test("An apply without animation shows no marks and keeps the cursor on its item") func unanimated() {
    let harness = harness()
    harness.apply(["z", "a", "b"], animating: false)
    expectEqual(harness.draw(at: 100).prefix(3), ["  z", "▌ a", "  b"])
  }

  @Test("The completion handler of an apply is called once, after its animation") func completion() {
    let harness = harness()
    var completed = 0
    var snapshot = harness.dataSource.snapshot()
    snapshot.appendItems(["x"])
    snapshot.moveItem("x", beforeItem: "b")
    harness.dataSource.apply(snapshot) { completed += 1 }
    harness.draw(at: 100)
    harness.draw(at: 500)
    expectEqual(completed, 0)
    harness.draw(at: 1000)
    expectEqual(completed, 1)
    harness.draw(at: 2000)
    expectEqual(completed, 1)
  }
}
