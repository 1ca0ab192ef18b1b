import ListKit
import ListKitTesting
import TestSupport
import Testing

/// The closures that a program gives to a data source, under UIKit's names.
@MainActor
@Suite("Providers of a data source") struct ProviderTests {
  private typealias DataSource = TableViewDiffableDataSource<String, Int>

  private let table = TableView()

  private func dataSource() -> DataSource {
    table.register(TableViewCell.self, forCellReuseIdentifier: "cell")
    let cells: DataSource.CellProvider = { table, indexPath, item in
      let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
      cell.contentConfiguration = ListContentConfiguration(text: "row \(indexPath.item) is \(item)")
      return cell
    }
    let dataSource = DataSource(tableView: table, cellProvider: cells)
    dataSource.apply(DataSource.Snapshot([("a", [7, 8]), ("b", [9])]))
    return dataSource
  }

  private func draw(columns: Int = 16, lines: Int = 8) -> [String] {
    var canvas = Canvas(size: ScreenSize(columns: columns, lines: lines), traits: .testing(.mono))
    table.draw(in: &canvas, at: .seconds(9))
    return (0..<lines).map(canvas.frame.text(ofLine:))
  }

  @Test("Providers supply the headers, footers and layouts of sections") func sections() {
    let dataSource = dataSource()
    expectEqual(draw(lines: 3), ["▌ row 0 is 7", "  row 1 is 8", "  row 0 is 9"])
    let headers: DataSource.HeaderProvider = { $0 == "a" ? ListContentConfiguration(text: "made") : nil }
    dataSource.headerProvider = headers
    dataSource.footerProvider = { ListContentConfiguration(text: "below \($0)") }
    expectEqual(
      draw(), [" made", "▌ row 0 is 7", "  row 1 is 8", " below a", "  row 0 is 9", " below b", "", ""])
    dataSource.sectionLayoutProvider = { $0 == "a" ? .strip(itemWidth: 12) : .list }
    #expect(draw(columns: 40)[1].contains("row 0 is 7") && draw(columns: 40)[1].contains("row 1 is 8"))
  }

  @Test(
    "A header has fields in the columns of the rows, also of a closed section, and a name over the empty ones"
  )
  func headersWithColumns() {
    let harness = TableHarness<Int>(columns: 34, lines: 4, fields: { ["\($0)", "", "\($0 * 1000)"] })
    harness.tableView.columns = [
      TableColumn("ID", width: 2...2), TableColumn("NAME", width: 6...10),
      TableColumn("SIZE", width: 6...6, alignment: .trailing),
    ]
    harness.dataSource.headerProvider = { section in
      var content = ColumnContentConfiguration(["", "", "\(section.count)"])
      content.heading = StyledText(section)
      return content
    }
    harness.apply(sections: [("Berlin and around", [1]), ("Ulm", [2])])
    expectEqual(
      harness.draw(at: 0).prefix(3),
      ["  ID  NAME          SIZE", " Berlin and around    17         ▐", "▌ 1                 1000"])
    harness.tableView.allowsSectionCollapsing = true
    harness.dataSource.setCollapsed(true, sections: ["Berlin and around", "Ulm"])
    harness.draw(at: 1000)
    expectEqual(
      harness.draw(at: 9000).dropFirst(),
      ["▌▸ Berlin and around  17", " ▸ Ulm                 3", ""])
  }

  @Test("Sections are found by index and by identifier, and items by identifier") func lookup() {
    let dataSource = dataSource()
    expectEqual(dataSource.sectionIdentifier(for: 1), "b")
    #expect(dataSource.sectionIdentifier(for: 2) == nil && dataSource.sectionIdentifier(for: -1) == nil)
    expectEqual(dataSource.index(for: "b"), 1)
    #expect(dataSource.index(for: "c") == nil)
    let indexPath = dataSource.indexPath(for: 9)
    #expect(indexPath == IndexPath(item: 0, section: 1) && indexPath?.item == 0)
  }

  @Test("The data source's nested types describe its outlines and differences") func nestedTypes() {
    let dataSource = dataSource()
    var tree = DataSource.SectionSnapshot()
    tree.append([7])
    tree.append([70, 71], to: 7)
    dataSource.apply(tree, to: "a")
    expectEqual(dataSource.snapshot(for: "a").items, [7, 70, 71])
    var changes: [DataSource.Difference?] = []
    dataSource.didApply = { changes.append($0.difference) }
    dataSource.apply(DataSource.Snapshot([("b", [9])]))
    expectEqual(changes.map { $0?.deletedCount }, [1])
  }

  @Test("contentEqual determines which equal items are configured again") func contentEqual() {
    struct Row: Hashable {
      var id: Int
      var text: String
      static func == (first: Self, second: Self) -> Bool { first.id == second.id }
      func hash(into hasher: inout Hasher) { hasher.combine(id) }
    }
    let harness = TableHarness<Row>(text: { StyledText($0.text) })
    harness.apply([Row(id: 1, text: "one"), Row(id: 2, text: "two")])
    harness.draw(at: 0)
    harness.forgetAsked()
    harness.apply([Row(id: 1, text: "one"), Row(id: 2, text: "zwei")])
    expectEqual(harness.draw(at: 9000)[1], "  two", "no change was reported")
    harness.dataSource.contentEqual = { $0.text == $1.text }
    harness.apply([Row(id: 1, text: "one"), Row(id: 2, text: "deux")])
    #expect(harness.draw(at: 19000)[1].hasSuffix("deux"))
    expectEqual(harness.asked.map(\.id), [2])
  }
}
