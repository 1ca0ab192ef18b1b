import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// The appearance of sections, drawn as text.
@MainActor
@Suite("The styles of sections") struct SectionStyleTests {
  private func harness(
    _ style: TableView.Style, columns: Int = 20, lines: Int = 14, isUnicode: Bool = true
  ) -> TableHarness<String> {
    let harness = TableHarness<String>(columns: columns, lines: lines, style: style)
    harness.traits = .testing(.mono, isUnicode: isUnicode)
    harness.dataSource.headerProvider = { $0 == "c" ? nil : ListContentConfiguration(text: $0) }
    harness.dataSource.footerProvider = { $0 == "a" ? ListContentConfiguration(text: "both") : nil }
    harness.apply(sections: [("a", ["one", "two"]), ("b", []), ("c", ["three"])])
    return harness
  }

  /// Returns the lines of the screen without the scroll bar.
  private func draw(_ harness: TableHarness<String>) -> [String] {
    harness.draw(at: 0).map { line in
      guard let last = line.last, "▐#".contains(last) else { return line }
      var line = line.dropLast()
      while line.last == " " { line.removeLast() }
      return String(line)
    }
  }

  @Test("The plain and grouped styles draw headers, items and footers without a box") func plainAndGrouped() {
    for style in [TableView.Style.plain, .grouped] {
      expectEqual(
        harness(style, lines: 8).draw(at: 0), [" a", "▌ one", "  two", " both", " b", "  three", "", ""])
    }
  }

  @Test("Footers are dim, and rows are not") func footers() {
    let harness = harness(.grouped, lines: 8)
    harness.draw(at: 0)
    #expect(harness.frame[3, 1].style.attributes.contains(.dim))
    #expect(!harness.frame[2, 2].style.attributes.contains(.dim))
  }

  @Test("The inset grouped style draws boxes around the items, in Unicode and in ASCII") func box() {
    expectEqual(
      harness(.insetGrouped, lines: 11).draw(at: 0),
      [
        " a", "╭─────────────────╮", "│▌ one            │", "│  two            │", "╰─────────────────╯",
        " both", " b", "╭─────────────────╮", "│  three          │", "╰─────────────────╯", "",
      ])
    expectEqual(
      draw(harness(.insetGrouped, lines: 5, isUnicode: false)),
      [" a", "+-----------------+", "|> one            |", "|  two            |", "+-----------------+"])
  }

  @Test("A narrow screen shows sections without boxes") func narrowScreen() {
    expectEqual(
      harness(.insetGrouped, columns: 15, lines: 6).draw(at: 0),
      [" a", "▌ one", "  two", " both", " b", "  three"])
  }

  @Test("Padding is drawn above headers, but not above a pinned header") func padding() {
    let harness = harness(.plain, lines: 9)
    harness.tableView.sectionHeaderTopPadding = 1
    expectEqual(harness.draw(at: 0), ["", " a", "▌ one", "  two", " both", "", " b", "  three", ""])
    harness.size.lines = 5
    harness.tableView.perform(.last)
    // The pinned header needs no blank line above it.
    expectEqual(draw(harness), [" a", " both", "", " b", "▌ three"])
  }

  @Test("A pinned header of several lines stays in view and does not hide the cursor's row")
  func highHeader() {
    let harness = TableHarness<Int>(columns: 16, lines: 6)
    harness.dataSource.headerProvider = {
      var content = ListContentConfiguration(
        text: $0, secondaryText: "the highest of all", arrangement: .below)
      content.secondaryTextProperties.numberOfLines = 0
      return content
    }
    harness.apply(Array(0..<9))
    let picture = [" main          ▐", " the highest of▐", " all", "▌ 0", "  1", "  2"]
    expectEqual(harness.draw(at: 0), picture)
    for _ in 0..<5 { harness.tableView.perform(.moveCursor(1)) }
    let lines = harness.draw(at: 0)
    #expect(lines[0].hasPrefix(" main") && lines[1].hasPrefix(" the highest") && lines[2].hasPrefix(" all"))
    expectEqual(harness.cursor.item, 5)
    #expect((3..<6).contains(harness.cursor.line ?? 0))
    for _ in 0..<5 { harness.tableView.perform(.moveCursor(-1)) }
    harness.draw(at: 0)
    expectEqual(harness.cursor.item, 0)
    #expect((3..<6).contains(harness.cursor.line ?? 0))
  }

  @Test("Column titles are above their columns in a box, and no line exceeds the screen")
  func columnTitles() {
    let harness = TableHarness<String>(columns: 24, lines: 7, style: .insetGrouped)
    harness.tableView.columns = [
      TableColumn("name", width: 4...10, priority: 1), TableColumn("m", width: 4...4, alignment: .trailing),
    ]
    harness.apply(["a", "b"])
    harness.draw(at: 0)
    for row in 0..<2 {
      harness.tableView.cellForRow(at: IndexPath(row: row, section: 0))?.contentConfiguration =
        ColumnContentConfiguration(["Denali", "6190"])
    }
    let picture = [
      "   name           m", "╭─────────────────────╮", "│▌ Denali      6190   │",
      "│  Denali      6190   │", "╰─────────────────────╯", "", "",
    ]
    expectEqual(harness.draw(at: 0), picture)
    for columns in 1..<24 {
      harness.size.columns = columns
      #expect(harness.draw(at: 0).allSatisfy { $0.count <= columns })
    }
  }
}
