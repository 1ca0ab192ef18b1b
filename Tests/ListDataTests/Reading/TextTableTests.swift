import TestSupport
import Testing

@testable import ListData

extension TextTable {
  /// Creates the table that is recognised in `text`.
  init(reading text: String, options: ReaderOptions = ReaderOptions()) {
    let bytes = TextBytes(text)
    self.init(bytes, shape: TableReader.shape(of: bytes, options: options))
  }

  /// The texts of all cells, by row.
  var rows: [[String]] {
    (0..<rowCount).map { row in columns.indices.map { text(row, $0) } + extraCells(row) }
  }
}

@Suite("A table splits its bytes into cells on request")
struct TextTableTests {
  @Test("Quotes protect delimiters, line ends and quotes")
  func quotes() {
    let table = TextTable(reading: "id,text\n1,\"two\nlines, here\"\n2,\"a \"\"word\"\"\"\n")
    expectEqual(table.columns.map(\.name), ["id", "text"])
    expectEqual(table.rows, [["1", "two\nlines, here"], ["2", "a \"word\""]])
  }

  @Test("Cells beyond the columns are kept, and missing cells are empty")
  func raggedRows() {
    let table = TextTable(reading: "a,b\n1,2\n3\n4,5,6\n7,8\n9,10\n11,12\n13,14\n")
    expectEqual(table.rows.prefix(4), [["1", "2"], ["3", ""], ["4", "5", "6"], ["7", "8"]])
    expectEqual(table.extraCells(2), ["6"])
  }

  @Test("A quote that is never closed is an ordinary character")
  func looseQuote() {
    let table = TextTable(reading: "a,b\n1,\"x\n2,y\n3,\"\"\n")
    expectEqual(table.rows, [["1", "\"x"], ["2", "y"], ["3", ""]])
  }

  @Test("A table grows by whole rows, and earlier copies stay")
  func growth() {
    let text = TextBytes("a,b\n1,2\n3,\"4\n5\"\n6,7")
    let shape = TableReader.shape(of: text)
    var table = TextTable(text.prefix(13), shape: shape, isComplete: false)
    let former = table
    expectEqual(table.rows, [["1", "2"]])
    table.extend(to: text, isComplete: false)
    expectEqual(table.rows, [["1", "2"], ["3", "4\n5"]])
    table.extend(to: text, isComplete: true)
    expectEqual(table.rows, [["1", "2"], ["3", "4\n5"], ["6", "7"]])
    expectEqual(former.rows, [["1", "2"]])
  }

  /// A screen requests only the beginning of a text that is wider than the screen.
  @Test(
    "The beginning of a cell is a prefix of its text, long enough for the limit",
    arguments: [
      "a,\"" + String(repeating: "x \"\"y\"\" ", count: 40) + "\"\nb,c\n",
      "a,b\n1," + String(repeating: "übermäßig ", count: 40) + "\n",
      "[{\"a\":\"" + String(repeating: "\\u00fc\\\\ \\\"", count: 40) + "\"}]",
      "[{\"a\":\"" + String(repeating: "漢字", count: 40) + "\"}]",
      String(repeating: "one line ", count: 40) + "\n",
      "a,b\n1,\"x\"" + String(repeating: "y", count: 200) + "\n",
      "| a | b |\n|---|---|\n| " + String(repeating: "\\|", count: 40) + "é | 2 |\n| 1 | 2 |\n",
    ])
  func cellBeginnings(text: String) {
    let bytes = TextBytes(text)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
    for row in 0..<table.rowCount {
      for column in table.columns.indices {
        let whole =
          table.shape.format == .lines
          ? String(decoding: table.exactBytes(row, column), as: UTF8.self) : table.text(row, column)
        for limit in 20...120 {
          let beginning = table.beginning(row, column, limit: limit)
          #expect(whole.unicodeScalars.starts(with: beginning.unicodeScalars))
          #expect(beginning == whole || beginning.unicodeScalars.count >= (limit - 12) / 8)
        }
        expectEqual(table.beginning(row, column, limit: 10_000), whole)
      }
    }
  }

  @Test(
    "The blanks around a cell that belong to it are kept, and queries ignore them",
    arguments: [
      ("a, b ,\"c\"\n1, x , \" y\"\n", 1, [["1", " x ", " y"]]),
      (
        "plain text here\n  of two lines, indented \n", 0,
        [["plain text here"], ["  of two lines, indented "]]
      ),
      (
        "  PID COMMAND\n    1 init a\n   88  \\_ sshd -D\n  101      \\_ sh\n", 1,
        [["1", "init a"], ["88", " \\_ sshd -D"], ["101", "     \\_ sh"]]
      ),
      // Numbers are aligned at their ends, and the blanks before them do not belong to the cells.
      (
        "NAME   SIZE\nann       1\nbob      20\ncyd     300\n", 1,
        [["ann", "1"], ["bob", "20"], ["cyd", "300"]]
      ),
      // A cell that the previous cell pushed to the right is not indented.
      (
        "  PID STAT COMMAND\n    1 S    init a\n    2 S    kthreadd x\n    3 S     \\_ rcu\n  101 Ssl+x bash -c\n",
        2,
        [
          ["1", "S", "init a"], ["2", "S", "kthreadd x"], ["3", "S", " \\_ rcu"],
          ["101", "Ssl+x", "bash -c"],
        ]
      ),
    ] as [(String, Int, [[String]])])
  func cellBlanks(text: String, last: Int, rows: [[String]]) {
    let bytes = TextBytes(text)
    let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
    expectEqual(
      (0..<table.rowCount).map { row in
        var cells: [String] = []
        table.forEachCell(of: row, nil) { cells.append(String(decoding: $1, as: UTF8.self)) }
        return cells
      }, rows)
    // Keys, queries and orders ignore these blanks.
    expectEqual(table.text(0, last), rows[0][last].split(separator: " ").joined(separator: " "))
    for row in rows.indices { expectEqual(Array(rows[row][last].utf8), table.exactBytes(row, last)) }
  }
}

/// The starts of rows of any length.
@Suite("The index of row starts") struct RowIndexTests {
  @Test("The index returns the start of each row", arguments: [10, 4_095, 4_096, 70_000, 1 << 33])
  func beginnings(longest: Int) {
    var generator = SeededGenerator(seed: UInt64(longest))
    var index = RowIndex()
    var starts: [Int] = []
    var start = 0
    for row in 0..<70_000 {
      index.append(start)
      starts.append(start)
      // Each chunk has short rows and a few long ones.
      start += row % 5_000 < 4_990 ? Int.random(in: 1...8, using: &generator) : longest
    }
    expectEqual(index.count, starts.count)
    #expect(starts.indices.allSatisfy { index[$0] == starts[$0] })
  }
}
