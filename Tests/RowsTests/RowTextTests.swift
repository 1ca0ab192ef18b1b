import ListData
import TestSupport
import Testing

@testable import Rows

@Suite("Rows as text, and the names of their columns") struct RowTextTests {
  private func printed(_ text: String, _ format: OutputFormat, header: ReaderOptions.Header = .line(1))
    -> String
  {
    let table = RunReader.table(TextBytes(text), ReaderOptions(format: .csv, header: header))
    let writer = RowText(format: format, columns: nil)
    var bytes = writer.head(of: table)
    writer.write(0..<table.rowCount, of: table) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("The columns of a log without names are called what they are") func log() {
    let log = TextBytes("2026-11-24 10:00:01 WARN a b\n2026-11-24 10:00:02 INFO c d\n")
    let names = ColumnNames(of: TextTable(log, shape: TableReader.shape(of: log)))
    expectEqual(["time", "Level", "message", "2"].map { names.index(of: $0) }, [0, 1, 2, 1])
    expectEqual(names.names, ["time", "level", "message"])
  }

  @Test("Each column has a unique name in JSON") func jsonNames() {
    expectEqual(
      printed("name,name,\n1,2,3\n4,5,6\n", .json),
      "{\"name\":1,\"name_2\":2,\"3\":3}\n{\"name\":4,\"name_2\":5,\"3\":6}\n")
    expectEqual(
      printed("1,2\n3,4\n", .json, header: .none), "{\"1\":1,\"2\":2}\n{\"1\":3,\"2\":4}\n")
  }

  @Test("TSV output escapes special characters in cells") func tsv() {
    expectEqual(
      printed("a,b\n\"x\ty\",\"1\n2\"\n\\,\u{1B}\n", .tsv), "a\tb\nx\\ty\t1\\n2\n\\\\\t\\x1B\n")
  }

  @Test(
    "Cells without a table are written as those of a table are, and NULL is null in JSON alone",
    arguments: [
      ("csv", "7,\"a,b\",\n"), ("tsv", "7\ta,b\t\n"), ("json", "{\"N\":7,\"T\":\"a,b\",\"Z\":null}\n"),
      ("{N}/{T}/{Z}", "7/a,b/\n"),
    ])
  func cells(format: String, line: String) throws {
    let writer = RowText(format: try #require(OutputFormat(argument: format)), columns: nil)
    let cells: [(String, RowText.CellKind)] = [("7", .number), ("a,b", .text), ("", .null)]
    let keys = JSONText.keys(ColumnNames(["N", "T", "Z"]))
    let bytes = writer.line(cells.count) { place, add in
      Array(cells[place].0.utf8).withUnsafeBufferPointer { add($0, cells[place].1, keys[place]) }
    }
    expectEqual(String(decoding: bytes, as: UTF8.self), line)
  }
}
