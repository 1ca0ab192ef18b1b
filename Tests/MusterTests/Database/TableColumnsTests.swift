import ListKit
import Rows
import TestSupport
import Testing

@testable import Databases
@testable import muster

@Suite("The columns of a database table") struct TableColumnsTests {
  private static let table: DatabaseTable = {
    var table = DatabaseTable(.sqlite, name: "t", source: "t")
    table.columns = [("id", .number), ("city", .text), ("tries", .number)].map {
      DatabaseTable.Column(name: $0, type: "", kind: $1, isNullable: true)
    }
    return table
  }()

  private func placed(
    _ row: [String?], room: Int, totals columns: [Int] = [], _ change: (inout TableColumns) -> Void = { _ in }
  ) -> [TableColumn] {
    var view = TableColumns()
    for column in columns { view.toggleTotal(column, of: Self.table) }
    change(&view)
    return view.placed(Self.table, [row], TableQuery(), .dark, room: room) { $0.count }
  }

  @Test("The numbers of the last column stand at its right, and texts fill the rest of the screen")
  func lastColumn() {
    let numbers = placed(["1", "Bonn", "12345"], room: 80)
    expectEqual(numbers.map(\.alignment), [.trailing, .leading, .trailing])
    expectEqual(numbers.map(\.width), [2...2, 4...4, 5...5])
    let texts = placed(["1", "Bonn", "12345"], room: 80) { $0.shown = [0, 1] }
    #expect(texts[1].width.upperBound > 80)
  }

  @Test("A column that is cut has its whole width where it scrolls into view") func cut() {
    let city = placed(["1", String(repeating: "x", count: 40), "12345"], room: 30)[1]
    #expect(city.width.lowerBound < 30 && city.width.upperBound == 40)
  }

  @Test("What a total is has room before a number, and after a text, unless nothing is there") func totals() {
    func widths(_ totals: Int...) -> [Int] {
      placed(["1", "Bonn", "5"], room: 80, totals: totals).map(\.width.lowerBound)
    }
    expectEqual(widths(), [2, 4, 5])
    // "sum …" begins in the gutter; "… distinct" ends over the next column.
    expectEqual(widths(0), [3, 4, 5])
    expectEqual(widths(1), [2, 4, 5])
    expectEqual(widths(1, 2), [2, 10, 5])
    expectEqual(placed(["1", "Bonn", "5"], room: 80, totals: [1])[1].footerCaption?.text, "distinct")
  }
}
