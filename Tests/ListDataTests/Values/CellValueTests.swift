import TestSupport
import Testing

@testable import ListData

@Suite("The kind of a column determines the values of its cells")
struct CellValueTests {
  /// Sunday, 22 November 2026, 12:45.
  private let now = 1_795_351_500.0
  private let day = 86_400.0

  @Test(
    "Numbers",
    arguments: [
      ("42", 42), ("-3", -3), ("\u{2212}3", -3), ("+7", 7), ("1,234,567", 1_234_567), ("1'234", 1_234),
      ("0.5", 0.5),
      (".5", 0.5), ("1,5", 1.5), ("1.234,50", 1_234.5), ("1.234.567,5", 1_234_567.5), ("1.234", 1.234),
      ("1,2345", 1.2345), ("2.5e-3", 0.0025), ("1E6", 1_000_000),
      (" 4 (30s ago) ", 4),
      ("$12.50", 12.5),
      ("0.1", 0.1), ("123456789012345678901234567890", 1.2345678901234568e29), ("1e400", .infinity),
      ("1e-400", 0),
    ] as [(String, Double)])
  func numbers(cell: String, value: Double) {
    expectEqual(read(cell, .float), .number(value))
  }

  @Test(
    "Sizes, in bytes",
    arguments: [
      ("0", 0), ("28", 28), ("0B", 0), ("4.0K", 4_096), ("1.5k", 1_536), ("2Ki", 2_048), ("1 kB", 1_000),
      ("512MiB", 536_870_912), ("1.2G", 1.2 * 1_073_741_824), ("1T", 1_099_511_627_776),
      ("34MiB / 1GiB", 35_651_584),
      ("8 Mbit/s", 1_000_000),
    ] as [(String, Double)])
  func sizes(cell: String, value: Double) {
    expectEqual(read(cell, .size), .number(value))
  }

  @Test(
    "Durations, in seconds",
    arguments: [
      ("0", 0), ("61s", 61), ("2m30s", 150), ("3d4h", 273_600), ("4h2m", 14_520), ("0:00", 0),
      ("1:40.60", 100.6),
      ("01:02:03", 3_723), ("2-03:04:05", 183_845), ("2days", 172_800), ("1.5h", 5_400), ("250ms", 0.25),
      ("3µs", 0.000003), ("5 minutes ago", 300), ("about an hour ago", 3_600), ("1 day, 2:30", 95_400),
      ("2y34d", 2 * 31_557_600 + 34 * 86_400), ("-5m", -300), ("5h 30min left", 19_800),
    ] as [(String, Double)])
  func spans(cell: String, value: Double) throws {
    let number = try #require(read(cell, .duration).number)
    #expect(abs(number - value) < 1e-9)
  }

  @Test(
    "Dates, in seconds since 1970",
    arguments: [
      ("1970-01-01", 0), ("1970-01-02T00:00:01Z", 86_401), ("2026-11-22 12:45", 1_795_351_500),
      ("2026-11-22T13:45:00+01:00", 1_795_351_500), ("2026-11-22 12:45:00+00", 1_795_351_500),
      ("Sun, 22 Nov 2026 12:45:00 GMT", 1_795_351_500), ("Sun Nov 22 12:45:00 2026", 1_795_351_500),
      ("Sun Nov 22 13:45:00 2026 +0100", 1_795_351_500), ("22/Nov/2026:12:45:00 +0000", 1_795_351_500),
      ("11/22/2026 12:45 PM", 1_795_351_500), ("22/11/2026 12:45", 1_795_351_500),
      ("22.11.2026 12:45", 1_795_351_500),
      ("22-Nov-2026 12:45", 1_795_351_500), ("Nov 22 12:45", 1_795_351_500),
      ("Nov 22 12:45:00.5", 1_795_351_500.5),
      ("November 22, 2026 12:45 pm", 1_795_351_500), ("12:45", 1_795_351_500), ("1969-12-31", -86_400),
      ("2000-02-29", 951_782_400), ("22. Nov 12:45", 1_795_351_500), ("22 nov. 2026 12:45", 1_795_351_500),
      ("dim. 22 nov. 2026 12:45:00", 1_795_351_500), ("11月 22 12:45", 1_795_351_500),
      ("2026年11月22日 12:45", 1_795_351_500), ("1. Mär 1970", 5_097_600), ("mar. 3 mars 1970", 5_270_400),
      ("1 févr. 1970", 2_678_400), ("1 août 1970", 18_316_800), ("1 set 1970", 20_995_200),
    ] as [(String, Double)])
  func dates(cell: String, value: Double) {
    expectEqual(read(cell, .date), .number(value))
  }

  @Test(
    "Words that are also names of months or days are no dates by themselves",
    arguments: ["set 5", "out 3", "sam", "do", "mo"])
  func commonWords(cell: String) {
    expectEqual(read(cell, .date), .text)
  }

  @Test("A date without a year is the most recent such day")
  func dateWithoutYear() throws {
    let christmas = try #require(read("Dec 25 10:00", .date).number)
    let old = try #require(read("Dec 25 2025", .date).number)
    expectEqual(christmas - old, 36_000, "it is of the year before")
    expectEqual(
      read("Nov 23 00:10", .date), read("2026-11-23 00:10", .date), "clocks and zones differ by a day")
    expectEqual(read("Thu08", .date), read("2026-11-19 08:00", .date))
    expectEqual(read("Sun08", .date), read("2026-11-22 08:00", .date), "today")
  }

  @Test(
    "A cell that is not of the kind is text",
    arguments: [
      ("rt", ColumnKind.integer), ("12 apples", .integer), ("1.2X", .size), ("4M", .duration),
      ("12:61", .duration),
      ("2026-13-01", .date), ("Nov", .date), ("25:00", .date), ("2026-02-31", .date), ("2025-02-29", .date),
      ("31/04/2026", .date), ("Jun 31 12:00", .date), ("12:00 +2500", .date), ("12:00 +01:75", .date),
      ("3.4%x", .percent), ("42", .text),
      ("-", .float),
    ])
  func textIsText(cell: String, kind: ColumnKind) {
    expectEqual(read(cell, kind), .text)
  }

  @Test("A number of many digits is a number, but not a date", arguments: [18, 19, 20, 40, 400])
  func manyDigits(count: Int) {
    let cell = String(repeating: "9", count: count)
    #expect(read(cell, .integer).number != nil)
    for text in [
      cell, "2026-\(cell)", "12:\(cell)", "\(cell):10", "\(cell)-10:10", "1e\(cell)", "10:10+\(cell)",
    ] {
      for kind in ColumnKind.allCases { _ = read(text, kind) }
      expectEqual(read(text, .date), .text)
    }
  }

  @Test("Blank cells are empty", arguments: ColumnKind.allCases)
  func blanksAreNothing(kind: ColumnKind) {
    expectEqual(read("", kind), .empty)
    expectEqual(read(" \t", kind), .empty)
  }

  @Test("Days are counted as in the calendar")
  func days() {
    var expected = CellDate.days(1896, 1, 1)
    for year in 1896...2104 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        expectEqual(CellDate.days(year, month + 1, 1), expected)
        expectEqual(CellDate.year(ofDay: expected), year)
        expected += length
      }
    }
    expectEqual(CellDate.days(1970, 1, 1), 0)
  }

  private func read(_ cell: String, _ kind: ColumnKind) -> CellValue {
    withBytes(cell) { CellReading(kind, now: now).value(of: $0) }
  }
}
