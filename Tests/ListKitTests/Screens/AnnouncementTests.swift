import ListKit
import ListKitTesting
import Testing

/// What the status line says of a change, and where the terminal's cursor stands for those who have the
/// screen read to them.
@MainActor
@Suite struct AnnouncementTests {
  private final class Letters: TableViewController {
    var dataSource: TableViewDiffableDataSource<String, String>!

    func prepare() {
      tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      dataSource = TableViewDiffableDataSource(tableView: tableView) { tableView, indexPath, item in
        let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        cell.textLabel?.text = item
        return cell
      }
      statusText = "letters"
    }

    func show(_ items: [String]) {
      var snapshot = DiffableDataSourceSnapshot<String, String>()
      snapshot.appendSections(["main"])
      snapshot.appendItems(items)
      dataSource.apply(snapshot)
    }

    func frame(at milliseconds: Int) -> Frame {
      var canvas = Canvas(size: Size(columns: 50, lines: 8), traits: .testing(.mono))
      draw(in: &canvas, at: .milliseconds(milliseconds))
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

  @Test func signsTellChangesUnlessWordsAreAskedFor() {
    let letters = letters()
    letters.show(["a", "f", "b", "c", "d", "e", "x", "y"])
    #expect(letters.status(at: 100).hasPrefix("letters  +2 ↕1 "))
    letters.announcesChanges = true
    #expect(letters.status(at: 200).hasPrefix("letters  2 added, 1 moved "))
    #expect(letters.status(at: 5099).contains("2 added"))
    #expect(!letters.status(at: 5100).contains("added"))
  }

  @Test func whatIsThereAtFirstIsNotAnnounced() {
    let letters = Letters()
    letters.prepare()
    letters.announcesChanges = true
    letters.show(["a"])
    #expect(!letters.status(at: 0).contains("added"))
  }

  @Test func allKindsHaveWords() {
    let summary = ChangeSummary(inserted: 1, deleted: 2, moved: 3, changed: 4)
    #expect(summary.words == "1 added, 2 removed, 3 moved, 4 changed")
    #expect(ChangeSummary().words.isEmpty)
  }

  @Test func theTerminalsCursorIsOnTheRow() {
    let letters = letters()
    letters.tableView.perform(.moveCursor(2))
    #expect(letters.frame(at: 100).cursor == Point(line: 2, column: 0))
  }

  @Test func theTerminalsCursorIsInTheQueryWhereThereIsOne() {
    let letters = letters()
    letters.searchBar = SearchBar()
    letters.searchBar?.text = "abc"
    letters.tableView.perform(.moveCursor(2))
    #expect(letters.frame(at: 100).cursor == Point(line: 0, column: 5))
  }
}
