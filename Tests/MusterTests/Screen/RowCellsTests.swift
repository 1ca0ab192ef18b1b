import ListKit
import TestSupport
import Testing

@testable import muster

@Suite("Texts of cells") struct RowCellsTests {
  @Test("Differences are abbreviated and have a sign") func differences() {
    expectEqual([12, -0.4, 1e6].map(RowCells.text(ofDifference:)), ["+12", "−0.40", "+1000000"])
    let sizes = [1_048_576, -512, 1_600, 3 * 1_073_741_824.0]
    expectEqual(sizes.map(RowCells.text(ofSizeDifference:)), ["+1M", "−512", "+1.56K", "+3G"])
  }

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
