import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Screens for screen readers: words replace signs, each row is one line, and the terminal's cursor is on the
/// current row.
@MainActor
@Suite("Accessible screens") struct AccessibleScreenTests {
  private final class Screen: TableViewController {
    var dataSource: TableViewDiffableDataSource<String, String>!
    /// The second text of each row, below the first.
    var details: [String: String] = [:]
    var accessories: [CellAccessory] = []

    func prepare() {
      tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      dataSource = TableViewDiffableDataSource(tableView: tableView) { [unowned self] table, path, item in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: path)
        cell.contentConfiguration = ListContentConfiguration(
          text: item, secondaryText: details[item], arrangement: .below)
        cell.accessories = accessories
        return cell
      }
    }

    func show(_ items: [String], sections: [String] = ["main"]) {
      var snapshot = DiffableDataSourceSnapshot<String, String>()
      snapshot.appendSections(sections)
      snapshot.appendItems(items, toSection: sections[0])
      dataSource.apply(snapshot)
    }

    func frame(at milliseconds: Int = 0, columns: Int = 40, lines: Int = 7) -> Frame {
      var canvas = Canvas(
        size: ScreenSize(columns: columns, lines: lines), traits: .testing(.mono, isAccessible: true),
        time: .milliseconds(milliseconds))
      chrome.render(in: &canvas)
      chrome.questionsAreSeen()
      return canvas.frame
    }
  }

  private func screen(style: TableView.Style = .plain) -> Screen {
    let screen = Screen(style: style)
    screen.prepare()
    return screen
  }

  @Test("Changed rows show words, and a sentence counts the changes until the next change") func changes() {
    let screen = screen()
    screen.show(["ant", "bee", "cat", "dog", "elk", "fox"])
    _ = screen.frame()
    screen.show(["ant", "dog", "bee", "cat", "new", "fox"])
    let frame = screen.frame(at: 100)
    expectEqual(
      frame.description,
      """
      ant
      dog                           moved up
      bee
      cat
      new                           new
      fox
      1 row added, 1 removed, 1 moved.
      """)
    // They stay until the next change, because the screen reader reads them at its own pace.
    expectEqual(screen.frame(at: 1_000_000).description, frame.description)
    #expect(screen.nextFrame(after: .milliseconds(100)) == nil)
  }

  @Test("On a narrow screen, only the texts of changed rows are shortened for a word") func narrowScreen() {
    let screen = screen()
    screen.show(["Aconcagua", "Cho Oyu, Tibet side", "Makalu, west face"])
    let width = 20
    #expect(
      screen.frame(columns: width).description.hasPrefix(
        "Aconcagua\nCho Oyu, Tibet side\nMakalu, west face\n"))
    screen.show(["Aconcagua", "Makalu, west face", "Cho Oyu, Tibet side", "Annapurna, south face"])
    #expect(
      screen.frame(at: 100, columns: width).description.hasPrefix(
        """
        Aconcagua
        Makalu, we… moved up
        Cho Oyu, Tibet side
        Annapurna, sout… new
        """))
  }

  @Test("A row of several lines is drawn on one line") func multilineRows() {
    let screen = screen()
    screen.details = ["ant": "an insect that lives in colonies", "bee": "another one"]
    screen.show(["ant", "bee", "cat"])
    let frame = screen.frame(columns: 60)
    expectEqual(
      (0..<3).map(frame.text(ofLine:)), ["ant  an insect that lives in colonies", "bee  another one", "cat"])
    let narrow = screen.frame(columns: 30)
    expectEqual(narrow.text(ofLine: 0), "ant  an insect that lives in …")
  }

  @Test("Strips and inset groups are drawn as plain lists without boxes") func plainLists() {
    let screen = screen(style: .insetGrouped)
    screen.dataSource.headerProvider = { ListContentConfiguration(text: "Section \($0)") }
    screen.dataSource.sectionLayoutProvider = { _ in .strip(itemWidth: 6) }
    screen.show(["ant", "bee"])
    #expect(screen.frame().description.hasPrefix("Section main\nant\nbee\n\n"))
  }

  @Test("Words give the state and level of outline rows, and the cursor is on the first letter")
  func outlines() {
    let screen = screen()
    var outline = DiffableDataSourceSectionSnapshot<String>()
    outline.append(["animals"])
    outline.append(["ant", "bee"], to: "animals")
    outline.expand(["animals"])
    screen.dataSource.apply(outline, to: "main")
    var frame = screen.frame()
    expectEqual(frame.text(ofLine: 0), "animals                  open")
    expectEqual(frame.text(ofLine: 1), "  ant                 level 2")
    expectEqual(frame.cursor, ScreenPoint(line: 0, column: 0))
    screen.tableView.perform(.moveCursor(1))
    frame = screen.frame(at: 10)
    expectEqual(frame.cursor, ScreenPoint(line: 1, column: 2))
    screen.tableView.perform(.moveCursor(-1))
    outline.collapse(["animals"])
    screen.dataSource.apply(outline, to: "main")
    #expect(screen.frame(at: 20).text(ofLine: 0).hasPrefix("animals                closed"))
  }

  @Test("Words and numbers replace accessories and charts") func accessoryWords() {
    let screen = screen()
    screen.accessories = [
      .checkmark(), .toggle(isOn: true), .disclosureIndicator(), .reorder(displayed: .always), .spinner(),
      .custom(Chart.sparkline([1, 9, 2.5])), .custom(Chart.bar(0.25)),
    ]
    screen.show(["ant"])
    expectEqual(
      screen.frame(columns: 80).text(ofLine: 0).split(separator: " ").joined(separator: " "),
      "ant checked on busy last 2.5, least 1, most 9 25%")
  }

  @Test("A panel is a list of lines that the cursor moves through, and back closes it") func panels() {
    let screen = screen()
    screen.show(["ant"])
    _ = screen.frame()
    screen.present(
      Panel(
        title: "Ant", lines: [Panel.Line("legs", "6"), Panel.Line("", "lives in"), Panel.Line("eyes", "2")]))
    var frame = screen.frame(at: 10, lines: 3)
    expectEqual(frame.description, "Ant\nlegs: 6\nlives in")
    expectEqual(frame.cursor, ScreenPoint(line: 1, column: 0))
    screen.press(.down)
    expectEqual(screen.frame(at: 20, lines: 3).cursor, ScreenPoint(line: 2, column: 0))
    screen.press(.down)
    frame = screen.frame(at: 30, lines: 3)
    expectEqual(frame.description, "Ant\neyes: 2\n")
    expectEqual(frame.cursor, ScreenPoint(line: 1, column: 0))
    screen.press(.down)
    expectEqual(screen.frame(at: 40, lines: 3).cursor, ScreenPoint(line: 1, column: 0), "the end")
    screen.press(.escape)
    #expect(screen.panel == nil)
  }

  @Test(
    "The cursor is on the first line of a text in view, and on the last one while the text follows its end")
  func texts() {
    let text = TextViewController(TextViewController.Lines("1\n2\n3\n4\n5\n6\n7\n8"))
    func cursor() -> ScreenPoint? {
      var canvas = Canvas(
        size: ScreenSize(columns: 20, lines: 5), traits: .testing(.mono, isAccessible: true))
      text.chrome.render(in: &canvas)
      return canvas.frame.cursor
    }
    expectEqual(cursor(), ScreenPoint(line: 0, column: 0))
    text.tableView.followsEnd = true
    expectEqual(cursor(), ScreenPoint(line: 3, column: 0))
    text.tableView.perform(.scroll(-1))
    expectEqual(cursor(), ScreenPoint(line: 0, column: 0))
  }

  @Test("Columns without room are counted, in place of a bar") func columnsWithoutRoom() {
    let screen = screen()
    screen.tableView.columns = (1...3).map { TableColumn("column \($0)", width: 12...12) }
    screen.show(["ant"])
    #expect(!screen.frame(columns: 80).text(ofLine: 6).contains("no room"))
    #expect(screen.frame(columns: 44).text(ofLine: 6).contains("no room for 1 column"))
  }

  @Test("The query is labelled as a search, and the status line describes the current row") func query() {
    let screen = screen()
    screen.searchBar = SearchBar()
    screen.searchBar?.text = "an"
    screen.show(["ant"])
    let frame = screen.frame()
    expectEqual(frame.text(ofLine: 0), "Search: an")
    expectEqual(frame.cursor, ScreenPoint(line: 0, column: 10))
    #expect(frame.text(ofLine: 6).hasPrefix("Row 1 of 1: ant "))
  }
}
