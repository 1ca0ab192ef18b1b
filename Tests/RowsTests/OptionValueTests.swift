import ListData
import Rows
import TestSupport
import Testing

@testable import Rows

@Suite("Values of options about rows") struct OptionValueTests {
  @Test("A tree option names the parent column and optionally the drawn one") func tree() throws {
    func columns(_ text: String, _ names: [String]) throws -> [String?] {
      let option = try #require(TreeOption(argument: text))
      let (parent, column) = option.columns(in: ColumnNames(names))
      return [parent.text, column?.text]
    }
    try expectEqual(columns("PPID", ["PID", "PPID"]), ["PPID", nil])
    try expectEqual(columns("PPID:CMD", ["PID", "PPID", "CMD"]), ["PPID", "CMD"])
    try expectEqual(columns("a:b", ["a:b", "c"]), ["a:b", nil])
    try expectEqual(columns("a:b:c", ["a:b", "c"]), ["a:b", "c"])
    try expectEqual(columns("PPID:", ["PPID:"]), ["PPID:", nil])
    #expect(TreeOption(argument: "") == nil)
  }

  @Test("Totals name columns; a column without a function is summed") func totals() throws {
    let option = try #require(TotalOption(argument: "size=sum,cpu=mean,n"))
    expectEqual(option.columns.map(\.column.text), ["size", "cpu", "n"])
    expectEqual(option.columns.map(\.kind), [.sum, .mean, .sum])
    expectEqual(TotalOption(argument: "a=b=range")?.columns.first?.column.text, "a=b")
    for wrong in ["size=most", "size=", "=sum", "a,,b", ""] { #expect(TotalOption(argument: wrong) == nil) }
  }

  @Test(
    "An output template inserts the values of columns",
    arguments: [
      ("{PID}", ["1"], "1"), ("{2}\\t{PID}\\n", ["b", "1"], "b\t1\n"), ("\\{PID} {PID}", ["1"], "{PID} 1"),
      ("a\\\\{PID}\\x", ["{PID}"], "a\\{PID}\\x"), ("{PID}{PID}", ["1", "1"], "11"),
    ])
  func outputTemplates(text: String, values: [String], line: String) throws {
    let template = try #require(OutputFormat(argument: text)?.template)
    expectEqual(String(decoding: template.line(values.map { Array($0.utf8) }), as: UTF8.self), line)
    #expect(OutputFormat(argument: "{}") == nil && OutputFormat(argument: "\\{a}") == nil)
  }
}

@Suite("Names of rows") struct RowNameTests {
  @Test("A row is named by its key, and by a name if the key is a number") func names() {
    func name(_ columns: [(String, Bool)], _ key: [Int]) -> Int? {
      RowName.column(of: columns.map { (name: $0.0, isText: $0.1) }, besideKey: key)
    }
    expectEqual(name([("USER", true), ("PID", false), ("COMMAND", true)], [1]), 2)
    expectEqual(name([("id", false), ("name", true), ("notes", true)], [0]), 1)
    #expect(name([("NAME", true), ("STATUS", true)], [0]) == nil)
    expectEqual(name([("A", true), ("B", true)], []), 1)
    #expect(RowName.text(key: "7", name: nil) == "7" && RowName.text(key: "7", name: "a\nb") == "7 (a\\nb)")
  }
}

@Suite("Times typed by a user") struct TimePointTests {
  private let newest = WallTime(year: 2026, month: 11, day: 25, secondsOfDay: 8 * 3600)

  private func time(_ text: String) -> String? {
    let shown = WallTime(seconds: newest.seconds - 3600)
    return TimePoint(text).map { point in
      let time = point.time(shown: shown, newest: newest)
      return "\(time.day) \(time.timeOfDay)"
    }
  }

  @Test(
    "A time point is a time of day, a date, both, or a duration from the shown run",
    arguments: [
      ("7:59", "2026-11-25 07:59:00"), ("22:04", "2026-11-24 22:04:00"), ("22:04:12", "2026-11-24 22:04:12"),
      ("-5m", "2026-11-25 06:55:00"), ("+90s", "2026-11-25 07:01:30"), ("3h ago", "2026-11-25 05:00:00"),
      ("yesterday 7:00", "2026-11-24 07:00:00"), ("2026-11-20", "2026-11-20 00:00:00"),
      ("2028-02-29", "2028-02-29 00:00:00"),
      ("2026-11-20 22:04", "2026-11-20 22:04:00"), ("2026-11-20T22:04:12", "2026-11-20 22:04:12"),
    ])
  func times(text: String, expected: String) { expectEqual(time(text), expected) }

  @Test(
    "A text that is not a valid time is not a time point",
    arguments: [
      "", " ", "x", "25:00", "22:60", "22", "-x", "5m", "ago", "2026-13-01", "2026-02-29", "2026-11-31",
      "22:04 x", "a b c", "+-5m", "::",
    ])
  func invalid(text: String) { #expect(TimePoint(text) == nil) }
}
