import ListData
import TestSupport
import Testing

@testable import Rows

@Suite("Rows as text, and the names of their columns") struct RowTextTests {
  private func printed(
    _ text: String, _ format: OutputFormat,
    readAs reading: ReaderOptions = ReaderOptions(format: .csv, header: .line(1))
  ) -> String {
    let table = RunReader.table(TextBytes(text), reading)
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
      printed("1,2\n3,4\n", .json, readAs: ReaderOptions(format: .csv, header: .none)),
      "{\"1\":1,\"2\":2}\n{\"1\":3,\"2\":4}\n")
  }

  @Test("CSV has the cells as they are; JSON has numbers as they are written, and nothing steers a terminal")
  func oddCells() {
    let text = #"""
      id,name,size
      1,ann,3
      2,"b, ob",4.50
      3,"x ""q""",-1e5
      4,"two
      lines",007
      5,é\#u{202E}\#u{1B}[31m,12345678901234567890
      6,,

      """#
    expectEqual(printed(text, .csv), text)
    expectEqual(
      printed(text, .json),
      #"""
      {"id":1,"name":"ann","size":3}
      {"id":2,"name":"b, ob","size":4.50}
      {"id":3,"name":"x \"q\"","size":-1e5}
      {"id":4,"name":"two\nlines","size":"007"}
      {"id":5,"name":"é\u202e\u001b[31m","size":12345678901234567890}
      {"id":6,"name":"","size":""}

      """#)
  }

  @Test("Blanks around cells stay, except around numbers in JSON") func blanks() {
    let text = "a, b,c\n1, x ,y \n2,  \"q,\" ,\n"
    expectEqual(printed(text, .csv, readAs: ReaderOptions()), "a,b,c\n1, x ,y \n2,\"q,\",\n")
    expectEqual(
      printed(text, .json, readAs: ReaderOptions()),
      #"{"a":1,"b":" x ","c":"y "}"# + "\n" + #"{"a":2,"b":"q,","c":""}"# + "\n")
  }

  @Test("Repeated members of JSON are all printed, and so is invalid JSON") func oddJSON() {
    let repeated = #"{"a":1,"a":2}"# + "\n" + #"{"b":5,"a":3,"a_2":4}"# + "\n"
    expectEqual(
      printed(repeated, .json, readAs: ReaderOptions()),
      #"{"a":1,"a_3":2}"# + "\n" + #"{"a":3,"b":5,"a_2":4}"# + "\n")
    let cut = #"[{"a":1},{"a":"#
    expectEqual(
      printed(cut, .json, readAs: ReaderOptions()), #"{"a":1}"# + "\n" + #"{"2":"{\"a\":"}"# + "\n")
    expectEqual(printed(cut, .csv, readAs: ReaderOptions()), "a\n1\n,\"{\"\"a\"\":\"\n")
    expectEqual(RunReader.table(TextBytes(cut)).flaw, "the JSON is incomplete")
  }

  @Test(
    "A path names the array or object that contains the rows",
    arguments: [
      ("items", "a\n1\n2\n"), ("errors", "e\n1e3\n"), ("meta.nodes", "5\n6\n"), ("map", "key,y\nx,1\n"),
    ])
  func rowsPath(path: String, output: String) {
    let text = #"{"items":[{"a":1},{"a":2}],"errors":[{"e":1e3}],"meta":{"nodes":[5,6]},"map":{"x":{"y":1}}}"#
    var reading = ReaderOptions(format: .json)
    reading.rows = path
    expectEqual(printed(text, .csv, readAs: reading), output)
    reading.rows = "nope"
    expectEqual(
      RunReader.table(TextBytes(text), reading).flaw, "no array or object 'nope' in the input")
  }

  @Test("Colours of the input are not printed") func colors() {
    let text = "\u{1B}[1mNAME  AGE\u{1B}[0m\n\u{1B}[36mweb\u{1B}[0m   3\ndb    \u{1B}[1;38;5;196m4\u{1B}[0m\n"
    expectEqual(printed(text, .raw, readAs: ReaderOptions()), "NAME  AGE\nweb   3\ndb    4\n")
    expectEqual(printed(text, .csv, readAs: ReaderOptions()), "NAME,AGE\nweb,3\ndb,4\n")
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
