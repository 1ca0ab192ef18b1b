import ListData
import Testing

extension TextTable {
  /// The table that is found in `text`.
  init(reading text: String, options: ReaderOptions = ReaderOptions()) {
    let bytes = TextBytes(text)
    self.init(bytes, shape: TableReader.shape(of: bytes, options: options))
  }

  /// All cells.
  var rows: [[String]] {
    (0..<rowCount).map { row in columns.indices.map { text(row, $0) } + extraCells(row) }
  }
}

@Suite("A table is bytes cut when asked")
struct TextTableTests {
  @Test("Quotes hold delimiters, ends of lines and quotes")
  func quotesHold() {
    let table = TextTable(reading: "id,text\n1,\"two\nlines, here\"\n2,\"a \"\"word\"\"\"\n")
    #expect(table.columns.map(\.name) == ["id", "text"])
    #expect(table.rows == [["1", "two\nlines, here"], ["2", "a \"word\""]])
  }

  @Test("Cells beyond the columns are kept, those that are missing are empty")
  func raggedRowsAreKept() {
    let table = TextTable(reading: "a,b\n1,2\n3\n4,5,6\n7,8\n9,10\n11,12\n13,14\n")
    #expect(table.rows.prefix(4) == [["1", "2"], ["3", ""], ["4", "5", "6"], ["7", "8"]])
    #expect(table.extraCells(2) == ["6"])
  }

  @Test("A quote that is never closed is a letter")
  func looseQuote() {
    let table = TextTable(reading: "a,b\n1,\"x\n2,y\n3,\"\"\n")
    #expect(table.rows == [["1", "\"x"], ["2", "y"], ["3", ""]])
  }

  @Test("A table grows by whole rows, and former copies stay")
  func growsByWholeRows() {
    let text = TextBytes("a,b\n1,2\n3,\"4\n5\"\n6,7")
    let shape = TableReader.shape(of: text)
    var table = TextTable(text.prefix(13), shape: shape, isComplete: false)
    let former = table
    #expect(table.rows == [["1", "2"]])
    table.extend(to: text, isComplete: false)
    #expect(table.rows == [["1", "2"], ["3", "4\n5"]])
    table.extend(to: text, isComplete: true)
    #expect(table.rows == [["1", "2"], ["3", "4\n5"], ["6", "7"]])
    #expect(former.rows == [["1", "2"]])
  }
}
