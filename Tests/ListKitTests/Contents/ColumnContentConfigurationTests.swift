import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@Suite("Contents in columns") struct ColumnContentConfigurationTests {
  private let columns = [
    TableColumn("name", width: 6...10, priority: 2),
    TableColumn("m", width: 5...5, alignment: .trailing, priority: 1),
    TableColumn("country", width: 5...9),
  ]

  private func draw(_ fields: [StyledText], columns width: Int, room: Int? = nil, indentation: Int = 0)
    -> String
  {
    var canvas = Canvas(
      size: ScreenSize(columns: room ?? width - indentation, lines: 1), traits: .testing(.mono))
    let places = columns.placed(in: width).map { $0.shifted(by: -indentation) }
    ColumnContentConfiguration(fields).draw(in: &canvas, context: CellContext(columns: places))
    return canvas.frame.description
  }

  @Test("Texts are aligned and truncated in their columns") func alignment() {
    expectEqual(draw(["K2", "8611", "Pakistan"], columns: 40), "K2           8611  Pakistan")
    expectEqual(draw(["Kangchenjunga", "8586", "Nepal"], columns: 40), "Kangchenj…   8586  Nepal")
    expectEqual(draw(["漢字漢字漢字", "1", "日本"], columns: 40), "漢字漢字…       1  日本")
  }

  @Test("Columns that do not fit are omitted") func narrowRows() {
    expectEqual(draw(["K2", "8611", "Pakistan"], columns: 14), "K2        8611")
    expectEqual(draw(["K2", "8611", "Pakistan"], columns: 8), "K2")
  }

  @Test("Indentation reduces the width of the first column") func indenting() {
    expectEqual(
      draw(["Kangchenjunga", "8586", "Nepal"], columns: 40, indentation: 4), "Kangc…   8586  Nepal")
    expectEqual(draw(["Kangchenjunga", "8586", ""], columns: 40, indentation: 12), " 8586")
  }

  @Test("A text without other fields takes the whole row") func loneText() {
    expectEqual(draw(["Kangchenjunga Himal", "", ""], columns: 40), "Kangchenjunga Himal")
  }

  @Test(
    "A heading continues over empty fields up to the next text, whichever columns are visible",
    arguments: [
      (["", "", "Pakistan"], "The long name of…  Pakistan"), (["", "8611"], "The long n…  8611"),
      (["", "", ""], "The long name of a group, which is cut …"),
      ([], "The long name of a group, which is cut …"),
    ])
  func heading(fields: [StyledText], text: String) {
    var content = ColumnContentConfiguration(fields)
    content.heading = "The long name of a group, which is cut at the end"
    var canvas = Canvas(size: ScreenSize(columns: 40, lines: 1), traits: .testing(.mono))
    content.draw(in: &canvas, context: CellContext(columns: columns.placed(in: 40)))
    expectEqual(canvas.frame.description, text)
  }

  @Test("Columns of missing or empty fields are blank, and extra fields are ignored") func missingFields() {
    expectEqual(draw(["K2"], columns: 40), "K2")
    expectEqual(draw(["K2", "", "Pakistan", "more"], columns: 40), "K2                 Pakistan")
    #expect(draw([], columns: 40).isEmpty)
  }

  @Test("Texts are never drawn beyond the end of the row", arguments: 0...30)
  func clipping(_ room: Int) {
    let text = draw(["漢字漢字漢字", "8611", "漢字漢字漢字"], columns: 40, room: room)
    #expect(TextMetrics(.testing(.mono)).width(of: text) <= room)
  }

  @Test("Only secondary columns have the style of secondary text") func secondaryColumns() {
    var columns = columns
    columns[2].isSecondary = true
    var context = CellContext(columns: columns.placed(in: 40))
    context.theme = .dark
    var canvas = Canvas(size: ScreenSize(columns: 40, lines: 1), traits: .testing(.palette))
    ColumnContentConfiguration(["K2", "8611", "Pakistan"]).draw(in: &canvas, context: context)
    let styles = Dictionary(
      (0..<40).filter { !canvas.frame[0, $0].isBlank }.map {
        (canvas.frame[0, $0].text, canvas.frame[0, $0].style)
      },
      uniquingKeysWith: { first, _ in first })
    #expect(styles["K"] == Theme.dark.text && styles["8"] == Theme.dark.text)
    expectEqual(styles["P"], Theme.dark.secondaryText)
  }
}
