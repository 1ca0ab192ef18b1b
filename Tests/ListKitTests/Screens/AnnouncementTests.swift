import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// The announcement of a change in the status line, and the position of the terminal's cursor for screen
/// readers.
@MainActor
@Suite("Announcements of changes") struct AnnouncementTests {
  private final class Letters: TableViewController {
    var dataSource: TableViewDiffableDataSource<String, String>!

    func prepare() {
      dataSource = TableViewDiffableDataSource(
        tableView: tableView, content: { item in ListContentConfiguration(text: item) })
      statusText = "letters"
    }

    func show(_ items: [String]) {
      dataSource.apply(DiffableDataSourceSnapshot([("main", items)]))
    }

    func frame(at milliseconds: Int) -> Frame {
      var canvas = Canvas(
        size: Size(columns: 50, lines: 8), traits: .testing(.mono), time: .milliseconds(milliseconds))
      chrome.render(in: &canvas)
      return canvas.frame
    }

    func status(at milliseconds: Int) -> String { frame(at: milliseconds).text(ofLine: 7) }
  }

  private func letters() -> Letters {
    let letters = Letters()
    letters.prepare()
    letters.show(["a", "b", "c", "d", "e", "f"])
    _ = letters.frame(at: 0)
    return letters
  }

  @Test("The status shows changes as signs, or as a sentence for five seconds if announced")
  func sentences() {
    let letters = letters()
    letters.show(["a", "f", "b", "c", "d", "e", "x", "y"])
    #expect(letters.status(at: 100).hasPrefix("letters  +2 ↕1 "))
    letters.announcesChanges = true
    expectEqual(letters.status(at: 200), "2 rows added, 1 moved.  letters  Row 1…   F1 help")
    #expect(letters.status(at: 5099).contains("2 rows added"))
    #expect(letters.status(at: 5100).hasPrefix("letters  Row 1 of 8: a "))
  }

  @Test("A long status text does not cut off the announcement") func longStatus() {
    let letters = letters()
    letters.announcesChanges = true
    letters.statusText = StyledText(String(repeating: "long ", count: 20))
    letters.show(["b", "c", "d", "e", "f"])
    #expect(letters.status(at: 100).hasPrefix("1 row removed.  long long "))
  }

  @Test("Rows that a changed query hides or shows are not announced") func filtering() {
    let letters = letters()
    letters.announcesChanges = true
    letters.searchBar = SearchBar()
    letters.searchBar?.text = "b"
    letters.show(["b"])
    #expect(letters.status(at: 100).hasPrefix("letters  Row 1 of 1: b "))
    // The query is the same, so the data has changed.
    letters.show(["b", "bb"])
    #expect(letters.status(at: 200).hasPrefix("1 row added.  letters  Row 1 of 2: b "))
    letters.searchBar?.text = ""
    letters.show(["a", "b", "bb", "c"])
    #expect(letters.status(at: 300).hasPrefix("letters  Row "))
  }

  @Test("The first rows are not announced") func firstRows() {
    let letters = Letters()
    letters.prepare()
    letters.announcesChanges = true
    letters.show(["a"])
    #expect(!letters.status(at: 0).contains("added"))
  }

  @Test("The sentence counts added, removed, moved and changed rows") func kinds() {
    let summary = ChangeSummary(inserted: 1, deleted: 2, moved: 3, changed: 4)
    expectEqual(summary.sentence, "1 row added, 2 removed, 3 moved, 4 changed.")
    expectEqual(ChangeSummary(deleted: 2).sentence, "2 rows removed.")
    #expect(ChangeSummary().sentence.isEmpty)
  }

  @Test("Without a query, the terminal's cursor is on the current row") func rowCursor() {
    let letters = letters()
    letters.tableView.perform(.moveCursor(2))
    expectEqual(letters.frame(at: 100).cursor, Point(line: 2, column: 0))
  }

  @Test("With a query, the terminal's cursor is at the insertion point") func queryCursor() {
    let letters = letters()
    letters.searchBar = SearchBar()
    letters.searchBar?.text = "abc"
    letters.tableView.perform(.moveCursor(2))
    expectEqual(letters.frame(at: 100).cursor, Point(line: 0, column: 5))
  }
}
