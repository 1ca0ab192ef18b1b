import TestSupport
import Testing

@testable import ListData

@Suite("Every line has a place")
struct EveryLineTests {
  @Test("In all outputs every line is in a row, in a header or among the other lines")
  func everyLine() {
    for (name, bytes) in Corpus.outputs {
      let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
      #expect(table.linesNowhere.isEmpty, "\(name), \(table.shape.format)")
    }
  }

  @Test("A table without a header has a row")
  func headerless() {
    for (name, bytes) in Corpus.outputs where bytes.count > 0 {
      let table = TextTable(bytes, shape: TableReader.shape(of: bytes))
      #expect(table.rowCount > 0 || table.shape.headerLine != nil || table.shape.format == .binary, "\(name)")
    }
  }

  @Test(
    "A drawing without rows is plain lines, unless it says that it is empty",
    arguments: [
      ("| 7 | Ken |\n+---+-----+\n", TableFormat.lines, 2), ("┏━━━┓\n┃ a ┃\n┗━━━┛\n", .lines, 3),
      (" id | name\n----+------\n(0 rows)\n", .drawn, 0), ("+---+\n| a |\n+---+\n| 1 |\n+---+\n", .drawn, 1),
    ])
  func drawingsWithoutRows(text: String, format: TableFormat, rows: Int) {
    let table = TextTable(reading: text)
    #expect(table.shape.format == format && table.rowCount == rows)
  }

  @Test("An indented line after a JSON array is an entire line", arguments: ["]\n", "]\n\n \n", "\n]\n"])
  func afterJSON(end: String) {
    let table = TextTable(reading: "[{\"a\": 1}, {\"a\": 2}" + end + "   x  y\nz\n")
    expectEqual(table.otherLines.map { table.bytes.string($0.range) }, ["   x  y", "z"])
    #expect(table.linesNowhere.isEmpty)
    let same = TextTable(reading: "[{\"a\": 1}, {\"a\": 2}]  x  y\nz\n")
    expectEqual(
      same.otherLines.map { same.bytes.string($0.range) }, ["x  y", "z"], "text in the line of the bracket")
  }

  @Test(
    "A blank line can be chosen as the header",
    arguments: [("\r\n\r\n", 1), ("\r\n\r\n", 2), ("a,b\n1,2\n\r", 3)])
  func blankHeader(text: String, line: Int) {
    let table = TextTable(reading: text, options: ReaderOptions(format: .csv, header: .line(line)))
    #expect(table.columns.allSatisfy { $0.name?.isEmpty ?? true })
    expectEqual(table.rowCount, 0)
  }

  @Test("Other lines store the row that they precede")
  func otherLines() {
    let table = TextTable(
      reading: " Title\n id | name \n----+------\n  1 | ann\n  2 | bob\n(2 rows)\n\nTime: 0.3 ms\n")
    expectEqual(
      table.otherLines.map { table.bytes.string($0.range) }, [" Title", "(2 rows)", "Time: 0.3 ms"])
    expectEqual(table.otherLines.map(\.row), [0, 2, 2])
    let total = TextTable(
      reading:
        "Name   Lines\n============\nRust     120\nC         80\n============\nTotal    200\n============\n")
    expectEqual(total.rows.map { $0[0] }, ["Rust", "C"])
    expectEqual(total.otherLines.count, 1)
    let pods = TextTable(
      reading: "NAME    AGE\npod/a   3d\npod/b   4d\n\nNAME    PORT\nsvc/a   80\n")
    expectEqual(pods.otherLines.map(\.row), [2, 2])
  }

  @Test("The shape has the screen columns of aligned and drawn tables")
  func places() {
    let aligned = TextTable(reading: "NAME   AGE\nann     34\nbob     29\n")
    expectEqual(aligned.columns.indices.map(aligned.shape.start), [0, 7])
    let drawn = TextTable(reading: "| a | b |\n|---|---|\n| 1 | 2 |\n")
    expectEqual(drawn.columns.indices.map(drawn.shape.start), [0, 5])
    let commas = TextTable(reading: "a,b\n1,2\n")
    expectEqual(commas.columns.indices.map(commas.shape.start), [nil, nil])
  }

  @Test("Each of several tables can be chosen, and the largest is the default")
  func severalTables() {
    let text = """
      Active Internet connections
      Proto Recv-Q Local Address           State
      tcp        0 0.0.0.0:22              LISTEN

      Active UNIX domain sockets
      Proto RefCnt Type       Path
      unix  2      STREAM     /run/a
      unix  3      STREAM     /run/b

      """
    let bytes = TextBytes(text)
    let shapes = TableReader.shapes(of: bytes)
    expectEqual(shapes.map(\.title), ["Active Internet connections", "Active UNIX domain sockets"])
    expectEqual(shapes.map { TextTable(bytes, shape: $0).rowCount }, [1, 2])
    let largest = TableReader.shape(of: bytes)
    #expect(largest.number == 2 && largest.count == 2)
    expectEqual(TableReader.shape(of: bytes, options: ReaderOptions(table: 1)).title, shapes[0].title)
    let next = TextBytes(text.replacing("unix  2      STREAM     /run/a\n", with: ""))
    let fitted = largest.fitted(to: next)
    #expect(fitted?.title == largest.title && fitted.map { TextTable(next, shape: $0).rowCount } == 1)
  }
}

extension TextTable {
  /// Lines with text that are in no row, in no header and not among the other lines.
  var linesNowhere: [String] {
    guard shape.format != .binary else { return [] }
    let known = Set(otherLines.map(\.range.lowerBound))
    let rows = (0..<rowCount).map { line($0) }
    let header = shape.headerLine.map { $0 - 1..<$0 - 1 + shape.headerCount } ?? 0..<0
    var headers: Set<String> = []
    var lost: [String] = []
    var number = 0
    var start = 0
    var row = 0
    while start < bytes.count {
      let end = bytes.first(ASCII.newline, in: start..<bytes.count) ?? bytes.count
      // A byte order mark is no text.
      let line = (bytes.has("\u{FEFF}", at: start) ? start + 3 : start)..<end
      let words = bytes.words(line).map { bytes.string($0) }.joined(separator: " ")
      while row < rows.count, rows[row].upperBound <= start, rows[row].lowerBound < start { row += 1 }
      let isRow = row < rows.count && rows[row].lowerBound < end && rows[row].upperBound > start
      // The line in which the JSON rows start may contain text before them, which describes or names them.
      let isJSONHead = shape.format == .json && start < shape.body && shape.body <= end
      if header.contains(number) || isJSONHead {
        headers.insert(words)
      } else if bytes.hasText(line), !isRow, !known.contains(start), !headers.contains(words) {
        lost.append(bytes.string(line))
      }
      start = end + 1
      number += 1
    }
    return lost
  }
}
