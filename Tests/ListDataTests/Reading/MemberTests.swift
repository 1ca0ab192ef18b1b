import TestSupport
import Testing

@testable import ListData

@Suite("Members of objects and records are columns")
struct MemberTests {
  @Test("Names beyond a thousand share a column, and no value is lost")
  func rareMembers() {
    let lines = (0..<3_000).map { "{\"k\($0)\":\($0),\"id\":\($0)}" }
    let table = TextTable(reading: lines.joined(separator: "\n") + "\n")
    expectEqual(table.columns.count, MemberColumns.most + 1)
    #expect(table.columns.last?.isRest == true)
    expectEqual(table.text(1_500, table.columns.count - 1), "\"k1500\":1500")
    for row in [0, 999, 1_000, 2_999] {
      let cells = table.cells(of: row)
      // The work for a row is bounded by the number of columns, whatever other rows have.
      #expect(cells.count <= MemberColumns.most + 2)
      #expect(cells.contains { table.bytes.string($0).contains("\(row)") })
    }
  }

  @Test("An object of many members keeps all of them; those beyond a thousand share a column")
  func wideObject() {
    let members = (0..<1_200).map { "\"m\($0)\":\($0)" }.joined(separator: ",")
    let table = TextTable(reading: "[{\(members)},{\(members)}]")
    #expect(table.rowCount == 2 && table.columns.count == 1_001)
    #expect(table.text(1, 1_000).hasSuffix("\"m1199\":1199"))
  }

  @Test("Opened members are columns named by their path if they are objects")
  func openedMembers() {
    let bytes = TextBytes(
      #"[{"id":1,"http":{"status":200,"head":{"a":"x"}}},{"id":2,"http":null},{"id":3,"http":{"status":404}}]"#
    )
    let shape = TableReader.shape(of: bytes)
    expectEqual(TextTable(bytes, shape: shape).columns.map(\.name), ["id", "http"])
    let table = TextTable(bytes, shape: shape.opening(["http", "http.head"]))
    expectEqual(table.columns.map(\.name), ["id", "http.status", "http.head.a", "http"])
    expectEqual(table.rows, [["1", "200", "x", ""], ["2", "", "", "null"], ["3", "404", "", ""]])
  }

  @Test("Records may add columns later, and values of several lines are kept whole")
  func laterNames() {
    let table = TextTable(
      reading:
        "-[ RECORD 1 ]\nid   | 1\nnote | one +\n     | two\n-[ RECORD 2 ]\nid   | 2\nnote | a | b\nmore | x\n"
    )
    expectEqual(table.columns.map(\.name), ["id", "note", "more"])
    expectEqual(table.rows, [["1", "one\ntwo", ""], ["2", "a | b", "x"]])
    var growing = TextTable(
      TextBytes(""), shape: TableReader.shape(of: TextBytes("a=1 b=2\na=3 b=4\n")), isComplete: false)
    growing.extend(to: TextBytes("a=1 b=2\na=3 c=\"x y\"\n"), isComplete: true)
    expectEqual(growing.columns.map(\.name), ["a", "b", "c"])
    expectEqual(growing.rows, [["1", "2", ""], ["3", "", "x y"]])
  }

  @Test("A header of thousands of columns names them, even if it is longer than the sample")
  func wideHeader() {
    let names = (0..<12_000).map { "column\($0)" }.joined(separator: ",")
    let row = (0..<12_000).map(String.init).joined(separator: ",")
    let table = TextTable(reading: "\(names)\n\(row)\n\(row)\n")
    #expect(table.columns.count == 12_000 && table.rowCount == 2)
    #expect(table.columns[11_999].name == "column11999" && table.columns[11_999].kind == .integer)
  }

  @Test("A line of many words, and many lines of many words, can be read")
  func manyWords() {
    let line = (0..<8_000).map { "word\($0 % 7)" }.joined(separator: " ")
    expectEqual(TextTable(reading: line + "\n" + line + "\n").rowCount, 2)
    let lines = (0..<500).map { row in (0..<60).map { "\(row * $0)" }.joined(separator: "  ") }
    expectEqual(TextTable(reading: lines.joined(separator: "\n")).rowCount, 500)
  }
}

@Suite("Colours and drawn trees")
struct DrawingTests {
  @Test("Escape sequences of colours are in no cell, and the table stores the colours")
  func colours() {
    let text = "NAME   STATE\n\u{1B}[32mann\u{1B}[0m    up\nbob    \u{1B}[1;31mdown\u{1B}[m\n"
    let table = TextTable(reading: text)
    expectEqual(table.columns.map(\.name), ["NAME", "STATE"])
    expectEqual(table.rows, [["ann", "up"], ["bob", "down"]])
    let spans = table.colors(in: table.cell(1, 1))
    expectEqual(spans.map { table.bytes.string($0.range) }, ["down"])
    expectEqual(spans.first.map { String(decoding: $0.parameters, as: UTF8.self) }, "1;31")
    #expect(table.colors(in: table.cell(0, 0)).count == 1 && table.colors(in: table.cell(0, 1)).isEmpty)
    // A piece may end within an escape sequence.
    let bytes = TextBytes(text)
    var growing = TextTable(bytes.prefix(0), shape: table.shape, isComplete: false)
    for length in 0...bytes.count {
      growing.extend(to: bytes.prefix(length), isComplete: length == bytes.count)
    }
    expectEqual(growing.rows, table.rows)
    expectEqual(growing.colors(in: growing.cell(1, 1)), spans)
  }

  @Test("Copies of a coloured table that grow separately keep their own bytes")
  func copiesOfColouredText() {
    let shape = TableReader.shape(of: TextBytes("\u{1B}[1ma\u{1B}[m\nb\n"))
    var one = TextTable(TextBytes("\u{1B}[1ma\u{1B}[m\n"), shape: shape, isComplete: false)
    var other = one
    one.extend(to: TextBytes("\u{1B}[1ma\u{1B}[m\none\n"), isComplete: true)
    other.extend(to: TextBytes("\u{1B}[1ma\u{1B}[m\nother\n"), isComplete: true)
    #expect(one.rows == [["a"], ["one"]] && other.rows == [["a"], ["other"]])
  }

  @Test("Links are removed like colours; other escape sequences, and colours without an end, are data")
  func oddEscapes() {
    let link = "\u{1B}]8;;http://x\u{1B}\\link\u{1B}]8;;\u{1B}\\"
    let table = TextTable(reading: "\u{1B}]0;title\u{07}a\n\(link)\n\u{1B}[31mr\u{1B}[0m\u{1B}[2J\n\u{1B}")
    expectEqual(table.rows, [["\u{1B}]0;title\u{07}a"], ["link"], ["r\u{1B}[2J"], ["\u{1B}"]])
    let data = TextTable(reading: "id,name\n1,\u{1B}[31mx\n2,y\n")
    expectEqual(data.rows, [["1", "\u{1B}[31mx"], ["2", "y"]])
  }

  @Test("A drawn tree has parents, and paths identify its rows")
  func tree() {
    let text = "NAME   SIZE\nsda    447G\n├─sda1 512M\n└─sda2 446G\nsdb      1T\n└─sda1   1T\n"
    let table = TextTable(reading: text)
    expectEqual(DrawnTree(of: table)?.parents, [nil, 0, 0, nil, 3])
    expectEqual(KeyGuess(of: table).key, .path(0))
    var keys = RowKeys()
    let before = keys.identifiers(of: table, key: .path(0))
    expectEqual(Set(before).count, 5)
    // A branch with a new neighbour is drawn differently, but stays the same row.
    let next = TextTable(
      reading: text.replacing("└─sda2", with: "├─sda2").replacing("sdb   ", with: "└─sda3   3G\nsdb   "))
    let after = keys.identifiers(of: next, key: .path(0))
    #expect(Set(before).isSubset(of: after) && after.count == 6)
    let processes = TextTable(
      reading: "  PID COMMAND\n    1 init\n   88  \\_ sshd -D\n  101      \\_ sh -c x\n  102  \\_ cron\n")
    expectEqual(DrawnTree(of: processes)?.parents, [nil, 0, 1, 0])
    expectEqual(KeyGuess(of: processes).key, .columns([0]))
    expectEqual(DrawnTree(of: TextTable(reading: "app\n├── a\n│   └── b\n└── c\n"))?.parents, [nil, 0, 1, 0])
    #expect(DrawnTree(of: TextTable(reading: "NAME  N\na     1\nb     2\n")) == nil)
    // Blanks indent the rows below a last branch, in a first column too.
    let disks = TextTable(
      reading:
        "NAME     SIZE RM\nsda      447G  0\n└─sda1   446G  0\n  └─luks 446G  0\n    └─vg  50G  0\nsdb        1T  0\n"
    )
    expectEqual(DrawnTree(of: disks)?.parents, [nil, 0, 1, 2, nil])
    let shell = TextTable(reading: "  PID COMMAND\n    1 init\n   88  \\_ -bash\n  101      \\_ vim\n")
    expectEqual(DrawnTree.text(of: 1, in: 1, of: shell).map { shell.bytes[$0] }, Array("-bash".utf8))
    let graph = "* a one\n*   b Merge\n|\\  \n| * c work\n| * d more\n|/  \n* e base\n"
    #expect(DrawnTree(of: TextTable(reading: graph)) == nil)
  }
}
