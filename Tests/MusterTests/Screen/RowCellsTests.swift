import ListKit
import RunsTesting
import Synchronization
import TestSupport
import Testing

@testable import ListData
@testable import muster
@testable import Rows
@testable import Runs

@Suite("Texts of cells") struct RowCellsTests {
  @Test("Differences are abbreviated and have a sign") func differences() {
    expectEqual([12, -0.4, 1e6].map(RowCells.text(ofDifference:)), ["+12", "−0.40", "+1000000"])
    let sizes = [1_048_576, -512, 1_600, 3 * 1_073_741_824.0]
    expectEqual(sizes.map(RowCells.text(ofSizeDifference:)), ["+1M", "−512", "+1.56K", "+3G"])
  }

  /// Returns the cells of a column in the last of some runs, which are five seconds apart.
  private func cells(
    _ column: Int, of texts: [String], _ numbers: NumberDisplay = .asPrinted,
    _ arrange: (inout Arrangement) -> Void = { _ in }
  ) throws -> [StyledText] {
    var maker = RunMaker()
    var runs: [Run] = []
    var noisy = NoisyColumns()
    var comparison: Comparison?
    for (number, text) in texts.enumerated() {
      var run = try maker.next(text)
      run.time = WallTime(seconds: 1_790_000_000 + 5 * Double(number))
      if let former = runs.last { comparison = Comparison(from: former, to: run, &noisy) }
      runs.append(run)
    }
    var arrangement = Arrangement()
    arrange(&arrangement)
    let listing = Listing(try #require(runs.last), comparison: comparison, arrangement, now: 0)
    let cells = RowCells(listing: listing, noisy: noisy, numbers: numbers, theme: .dark, query: listing.query)
    return listing.items.compactMap { item in
      listing.row(of: item).map { cells.texts(item, $0, [column])[0] }
    }
  }

  @Test(
    "Numbers are shown as differences: 0 if unchanged, a dot without an earlier one; but not what identifies",
    arguments: [
      (
        ["NAME,N\na,100\nb,46190\n", "NAME,N\na,250\nb,46190\nc,7\n"], ["+150", "0", "·"],
        ["+30/s", "0", "·"]
      ),
      (["NAME,AGE\na,1m\nb,7m\n", "NAME,AGE\na,2m\nb,7m\n"], ["+60s", "0"], ["+12s/s", "0"]),
      (
        ["NAME,SIZE\na,1K\nb,2M\n", "NAME,SIZE\na,2K\nb,1M\n"], ["+1K", "−1M"], ["+204.80/s", "−204.80K/s"]
      ),
      (["NAME,PORT\na,8080\nb,5432\n", "NAME,PORT\na,8092\nb,5432\n"], ["8092", "5432"], ["8092", "5432"]),
    ])
  func shownDifferences(runs: [String], differences: [String], perSecond: [String]) throws {
    try expectEqual(cells(1, of: runs, .differences).map(\.text), differences)
    try expectEqual(cells(1, of: runs, .perSecond).map(\.text), perSecond)
    try expectEqual(cells(1, of: runs.suffix(1)).count, differences.count)
  }

  @Test("A change is marked; in a column that changes all the time it is dim, unless changes are asked for")
  func noise() throws {
    let runs = (1...9).map { number in
      "PID  %CPU  NAME\n" + (1...5).map { "\($0)    \(number * $0 % 7).\(number % 9)   name\($0)\n" }.joined()
    }
    try expectEqual(cells(1, of: runs)[0].runs.map(\.style), [Theme.dark.secondaryText])
    let asked = try cells(1, of: runs) { $0.showsOnlyChanged = true }
    expectEqual(asked[0].runs.map(\.style), [Theme.dark.changed.mark])
    let renamed = [runs[0], runs[0].replacing("name1", with: "other")]
    try expectEqual(cells(2, of: renamed)[0].runs.map(\.style), [Theme.dark.changed.mark])
  }

  @Test("In a tree, a row with rows below it has their total in bold") func subtrees() throws {
    let texts = try cells(3, of: [Tables.processes]) {
      $0.structure = .tree(column: 1)
      $0.totals = [3: .sum]
    }
    expectEqual(texts.map(\.text), ["33.6", "33.5", "32.0", "2.0", "0.0"])
    let areBold = texts.map { $0.runs.contains { $0.style?.attributes.contains(.bold) == true } }
    expectEqual(areBold, [true, true, true, false, false])
  }

  @Test("Cells have the colours of the input, and marked matches") func colors() throws {
    let pending = try cells(2, of: [Tables.colored]) { $0.query = "end" }
    expectEqual(
      pending,
      [
        StyledText(
          "Pending",
          runs: [
            StyledText.Run(0..<7, TextStyle(foreground: .palette(196), attributes: .bold)),
            StyledText.Run(1..<4, nil),
          ])
      ])
    try expectEqual(
      cells(0, of: [Tables.colored])[0].runs, [StyledText.Run(0..<5, TextStyle(foreground: .palette(6)))])
    try expectEqual(cells(1, of: [Tables.colored])[0].runs, [])
  }

  #if DEBUG
    @Test(
      "The details of a row of thousands of columns, its texts and its past cut it a few times",
      arguments: [false, true])
    @MainActor
    func wideRow(isJSON: Bool) {
      let count = 300
      let values = (0..<count).map { "value\($0)" }
      let names = (0..<count).map { "n\($0)" }
      let text =
        isJSON
        ? "{" + zip(names, values).map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}\n"
        : names.joined(separator: ",") + "\n" + values.joined(separator: ",") + "\n"
      let bytes = TextBytes(text)
      let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
      let columns = table.columns.indices
      let run = Run(
        number: 1, time: WallTime(seconds: 0), table: table, identifiers: .positions(0), facts: Run.Facts())
      let work = ReadingWork.Counter()
      ReadingWork.$counter.withValue(work) {
        let details = RowDetails(run: run, row: 0)
        expectEqual(details.panel(past: [], theme: .dark, symbols: .unicode).title, "row 1")
        #expect(details.text.text.contains("value299"))
        expectEqual(table.texts(0, columns).count, columns.count)
      }
      expectEqual(table.texts(0, columns), columns.map { table.text(0, $0) })
      let cuts = work.total / (text.utf8.count + count)
      #expect(cuts < 20, "\(cuts)")
    }
  #endif

  @Test("JSON in details is indented, and names, texts and numbers have colours") func indentedJSON() {
    let json = #"{"a": {"b":[1, "x, \"y}", null],"e":{}, "f":[ ]},"c":true}"#
    let text = IndentedJSON.text(json, theme: .dark)
    expectEqual(
      text.text,
      #"""
      {
        "a": {
          "b": [
            1,
            "x, \"y}",
            null
          ],
          "e": {},
          "f": []
        },
        "c": true
      }
      """#)
    let characters = Array(text.text)
    let styled = text.runs.map { (String(characters[$0.characters]), $0.style) }
    expectEqual(
      styled.map(\.0), [#""a""#, #""b""#, "1", #""x, \"y}""#, "null", #""e""#, #""f""#, #""c""#, "true"])
    #expect(styled[0].1 == styled[1].1 && styled[0].1 != styled[2].1 && styled[2].1 != styled[3].1)
  }
}
