import ListKit
import Rows
import Runs
import Synchronization
import TestSupport
import Testing

@testable import ListData
@testable import muster

@Suite("Texts of cells") struct RowCellsTests {
  @Test("Differences are abbreviated and have a sign") func differences() {
    expectEqual([12, -0.4, 1e6].map(RowCells.text(ofDifference:)), ["+12", "−0.40", "+1000000"])
    let sizes = [1_048_576, -512, 1_600, 3 * 1_073_741_824.0]
    expectEqual(sizes.map(RowCells.text(ofSizeDifference:)), ["+1M", "−512", "+1.56K", "+3G"])
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
