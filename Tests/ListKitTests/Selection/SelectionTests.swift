import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// The selection, the ways to change it, and how it follows changes of the rows.
@MainActor
@Suite("The selection") struct SelectionTests {
  private func harness(_ count: Int = 20, several: Bool = true) -> TableHarness<Int> {
    let harness = TableHarness<Int>()
    harness.tableView.allowsMultipleSelection = several
    harness.apply(Array(0..<count))
    harness.draw(at: 0)
    return harness
  }

  private func selected(_ harness: TableHarness<Int>) -> [Int] {
    harness.tableView.indexPathsForSelectedRows.compactMap(harness.dataSource.itemIdentifier(for:))
  }

  private func row(_ row: Int) -> IndexPath { IndexPath(row: row, section: 0) }

  @Test("Marked rows have a sign in the gutter") func gutter() {
    let harness = harness()
    for _ in 0..<2 { harness.tableView.perform(.markAndMove(1)) }
    harness.tableView.perform(.mark)
    let lines = harness.draw(at: 6000)
    expectEqual(lines.prefix(4).map { String($0.prefix(4)) }, ["● 0 ", "● 1 ", "●▌2 ", "  3"])
    expectEqual(selected(harness), [0, 1, 2])
    harness.tableView.perform(.mark)
    expectEqual(selected(harness), [0, 1])
    harness.traits = .testing(.mono, isUnicode: false)
    expectEqual(harness.draw(at: 6001).prefix(3).map { String($0.prefix(4)) }, ["* 0 ", "* 1 ", "> 2 "])
  }

  @Test("A marked and changed row shows both, also under the cursor")
  func changedRows() {
    let harness = harness(3)
    for _ in 0..<2 { harness.tableView.perform(.markAndMove(1)) }
    harness.tableView.perform(.mark)
    harness.dataSource.update { $0.reconfigureItems([0, 2]) }
    expectEqual(harness.draw(at: 2000).prefix(3).map { String($0.prefix(4)) }, ["~●0", "● 1", "~●2"])
    harness.tableView.perform(.mark)
    expectEqual(harness.draw(at: 2001)[2], "~▌2")
  }

  @Test("The selection stays with its items, also when they are reconfigured or reloaded") func identity() {
    let harness = harness()
    harness.tableView.perform(.selectAll)
    harness.apply([5, 30, 4, 3, 31])
    expectEqual(selected(harness), [5, 4, 3])
    var snapshot = harness.dataSource.snapshot()
    snapshot.reconfigureItems([5])
    snapshot.reloadItems([4])
    harness.dataSource.apply(snapshot)
    expectEqual(selected(harness), [5, 4, 3])
    snapshot = harness.dataSource.snapshot()
    snapshot.reloadSections(["main"])
    harness.dataSource.apply(snapshot)
    expectEqual(selected(harness), [5, 4, 3])
    harness.dataSource.applySnapshotUsingReloadData(DiffableDataSourceSnapshot([("main", [30, 3, 5])]))
    expectEqual(selected(harness), [3, 5])
  }

  @Test(
    "A selected row that is removed and inserted again is selected",
    arguments: [[], [1, 2]], [true, false])
  func returningRows(rest: [Int], isDrawnBetween: Bool) {
    let harness = harness(5)
    harness.tableView.perform(.selectAll)
    harness.apply(rest)
    if isDrawnBetween { harness.draw(at: 10) }
    expectEqual(harness.tableView.numberOfSelectedRows, rest.count)
    #expect(harness.tableView.hasMissingSelectedRows)
    harness.apply([3, 9, 1, 2])
    expectEqual(selected(harness), [3, 1, 2])
    harness.draw(at: 20)
    expectEqual(selected(harness), [3, 1, 2])
  }

  @Test("Rows hidden by collapsing stay selected and count as hidden") func hiddenRows() {
    let harness = harness(0)
    var outline = DiffableDataSourceSectionSnapshot<Int>()
    outline.append([1, 2])
    outline.append([10, 11], to: 1)
    outline.expand([1])
    harness.dataSource.apply(outline, to: "main")
    harness.draw(at: 10)
    harness.tableView.perform(.selectAll)
    harness.tableView.perform(.collapse)
    expectEqual(selected(harness), [1, 2])
    expectEqual(harness.tableView.numberOfSelectedRows, 4)
    expectEqual(harness.tableView.numberOfHiddenSelectedRows, 2)
    expectEqual(Set(harness.dataSource.selectedItemIdentifiers), [1, 2, 10, 11])
    harness.tableView.perform(.expand)
    expectEqual(selected(harness), [1, 10, 11, 2])
  }

  @Test("A program selects and deselects rows without calls of the delegate") func programmatic() {
    let harness = harness(several: false)
    let log = DelegateLog()
    harness.tableView.delegate = log
    harness.tableView.selectRow(at: row(3), animated: false)
    harness.tableView.selectRow(at: row(12), animated: false, scrollPosition: .top)
    expectEqual(harness.tableView.indexPathsForSelectedRows.first, row(12))
    #expect(harness.draw(at: 10).first?.hasPrefix("● 12") ?? false)
    harness.tableView.deselectRow(at: row(12), animated: false)
    #expect(harness.tableView.indexPathsForSelectedRows.first == nil)
    harness.tableView.selectRow(at: row(4), animated: false)
    harness.tableView.selectRow(at: nil, animated: false)
    expectEqual(harness.tableView.numberOfSelectedRows, 0)
    expectEqual(log.calls.filter { $0.contains("elect") }, [])
  }

  @Test("Scrolling shows a row on the last line, and a visible row needs no scrolling")
  func visibleRow() {
    let harness = harness(100)
    harness.tableView.scrollToRow(at: row(60), at: .bottom, animated: true)
    let picture = harness.draw(at: 15)
    #expect(picture.first?.hasPrefix("  53") == true && picture.last?.hasPrefix("  60") == true)
    harness.tableView.scrollToRow(at: row(58), at: .none, animated: true)
    expectEqual(harness.draw(at: 15), picture, "it was in view")
  }

  @Test("Scrolling to the middle leaves as many lines above a row as below it, or one more below")
  func middleRow() {
    let harness = TableHarness<Int>(numberOfLines: 0) { $0 % 10 == 0 ? "\($0)\nb\nc" : "\($0)" }
    harness.apply(Array(0..<100))
    harness.draw(at: 0)
    for (item, lines, above) in [(55, 8, 3), (55, 9, 4), (60, 8, 2), (60, 9, 3)] {
      harness.size.lines = lines
      harness.tableView.scrollToRow(at: row(0), at: .top, animated: false)
      harness.draw(at: 10)
      harness.tableView.scrollToRow(at: row(item), at: .middle, animated: false)
      let picture = harness.draw(at: 10)
      expectEqual(picture.firstIndex { $0.hasPrefix("  \(item)") }, above, "\(item) in \(lines)")
    }
  }

  @Test("Keys and clicks mark ranges, single rows, all rows and the inverse") func ranges() {
    let harness = harness()
    harness.tableView.perform(.moveCursor(2))
    harness.tableView.perform(.mark)
    harness.tableView.perform(.moveCursor(3))
    harness.tableView.perform(.markRange)
    expectEqual(selected(harness), [2, 3, 4, 5])
    var click = MouseEvent(.press, at: ScreenPoint(line: 0, column: 5), modifiers: .shift)
    harness.tableView.handle(click)
    expectEqual(selected(harness), [0, 1, 2, 3, 4, 5])
    (click.location.line, click.modifiers) = (1, .control)
    harness.tableView.handle(click)
    expectEqual(selected(harness), [0, 2, 3, 4, 5])
    harness.tableView.perform(.invertSelection)
    expectEqual(selected(harness), [1] + Array(6..<20))
    harness.tableView.perform(.selectAll)
    expectEqual(selected(harness), Array(0..<20))
    harness.tableView.perform(.selectAll)
    expectEqual(selected(harness), [])
  }

  @Test("Nothing is marked without multiple selection, and nothing is selected without selection")
  func disabled() {
    let harness = harness(several: false)
    for command in [Command.mark, .markAndMove(1), .selectAll, .invertSelection, .markRange] {
      harness.tableView.perform(command)
    }
    expectEqual(selected(harness), [])
    harness.tableView.selectRow(at: row(1), animated: false)
    harness.tableView.allowsSelection = false
    harness.tableView.selectRow(at: row(2), animated: false)
    expectEqual(selected(harness), [])
  }

  @Test("Keys mark rows, and the status line shows the number of selected rows") func statusLine() {
    let screen = NumbersController(1...3)
    screen.searchBar = SearchBar()
    var canvas = Canvas(size: ScreenSize(columns: 40, lines: 6), traits: .testing(.mono))
    func keys() -> [String] {
      KeyHelp(screen.keyMap, under: screen.chrome.circumstances, isUnicode: true).entries.map(\.keys)
    }
    screen.chrome.render(in: &canvas)
    #expect(!keys().contains("tab"))
    screen.tableView.allowsMultipleSelection = true
    for press in [KeyPress(.tab), .character(" "), KeyPress(.down), .control("t"), .alt("a")] {
      screen.press(press)
    }
    canvas = Canvas(size: canvas.size, traits: canvas.traits, time: .seconds(6))
    screen.chrome.render(in: &canvas)
    #expect(canvas.frame.text(ofLine: 5).contains("3 selected"))
    #expect(keys().contains("tab") && keys().contains("space"))
  }
}
