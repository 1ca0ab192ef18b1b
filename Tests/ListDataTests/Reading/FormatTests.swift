@testable import ListData
import TestSupport
import Testing

@Suite("Formats are recognised")
struct FormatTests {
  private func table(_ text: String, _ options: ReaderOptions = ReaderOptions()) -> TextTable {
    TextTable(reading: text, options: options)
  }

  @Test("The rows of JSON are an array, lines, values, or the array or map inside an object")
  func json() {
    expectEqual(
      table("[{\"a\":1,\"b\":\"x\\ny\"},{\"b\":null,\"c\":[1, 2]}]").rows,
      [
        ["1", "x\ny", ""], ["", "null", "[1, 2]"],
      ])
    expectEqual(table("{\"a\":1}\n{\"a\":2,\"b\":3}\n").columns.map(\.name), ["a", "b"])
    expectEqual(table("{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n").rows, [["1"], ["2"]])
    expectEqual(table("{\"kind\":\"List\",\"items\":[{\"n\":1.50},{\"n\":1e3}]}").rows, [["1.50"], ["1e3"]])
    let map = table("{\"name\":\"x\",\"uses\":{\"a\":{\"v\":\"1\"},\"b\":{\"v\":\"2\"}}}")
    #expect(map.columns.map(\.name) == ["key", "v"] && map.rows == [["a", "1"], ["b", "2"]])
    expectEqual(table("[[1,\"a\"],[2,\"b\"]]").rows, [["1", "a"], ["2", "b"]])
    expectEqual(table("[1,\"a\"]\n[2,\"b\"]\n").rows, [["1", "a"], ["2", "b"]])
    expectEqual(table("{\"disks\": []}\n").rowCount, 0)
    let pages = #"[{"a":1},{"a":[2]}]\#n[]\#n[{"a":3}] [ {"a":4,"b":5} ]"#
    expectEqual(table(pages).rows, [["1", ""], ["[2]", ""], ["3", ""], ["4", "5"]])
    // The result is the same for any part that arrives first.
    for count in 1...pages.utf8.count {
      let bytes = TextBytes(pages)
      var growing = TextTable(bytes.prefix(count), shape: TableReader.shape(of: bytes), isComplete: false)
      growing.extend(to: bytes, isComplete: true)
      #expect(growing.rows == table(pages).rows && growing.jsonFlaw == nil)
    }
    #expect(table("[ 8640.44] traps: no\n[ 8641.02] more\n").shape.format != .json)
  }

  @Test(
    "Lines above JSON are other lines and change none of its rows",
    arguments: [
      "{\"n\":1,\"m\":\"a, b\"}\n{\"n\":2,\"m\":\"c, d\"}\n",
      "{\"n\":1,\"m\":\"a, b\",\"place\":\"somewhere, in a room\"}\n",
      "[\n {\"n\": 1, \"m\": \"a, b\"},\n {\"n\": 2, \"m\": \"c\"}\n]\n",
      "{\n \"items\": [\n  {\"n\": 1, \"m\": \"a: b\"},\n  {\"n\": 2, \"m\": \"c\"}\n ]\n}\n",
    ],
    [
      "Starting server on port 80\n", "# since Sunday\n\n", "\n\n", "[info] ready\n{ready}\n",
      "12:00 [::]:80, ready\nload a, b, c\n",
    ])
  func linesAboveJSON(text: String, above: String) {
    for options in [ReaderOptions(), ReaderOptions(format: .json)] {
      let (alone, below) = (table(text), table(above + text, options))
      #expect(below.shape.format == .json && below.columns == alone.columns && below.rows == alone.rows)
      expectEqual(
        below.otherLines.map { below.text(in: $0.range) }, above.split(separator: "\n").map(String.init))
    }
    let readings = TableReader.readings(of: TextBytes(above + text), most: 9)
    let names = readings.filter { $0.shape.format == .json }.map { $0.shape.columns.map(\.name) }
    #expect(readings.isEmpty || names == [table(text).columns.map(\.name)])
  }

  @Test("An object in a longer text is an example and not its table")
  func exampleInProse() {
    let prose = (1...9).map { "A line of text, the \($0)th of them, about an option.\n" }.joined()
    #expect(table(prose + "{\"a\": 1}\n" + prose).shape.format != .json)
  }

  @Test(
    "Pairs below heads are records, and the head is a cell",
    arguments: [
      "root:\n  id=0\n  home=/root\n\ndaemon:\n  id=1\n  home=/etc\n\nbin:\n  id=2\n",
      "[root]\nid = 0\nhome = /root\n\n[daemon]\nid = 1\nhome = /etc\n[bin]\nid = 2\n",
      "root\n    id    = 0\n    home  = /root\ndaemon\n    id    = 1\n    home  = /etc\nbin\n    id    = 2\n",
    ])
  func stanzas(text: String) {
    let found = table(text)
    expectEqual(found.columns.map(\.name), ["", "id", "home"])
    expectEqual(found.rows, [["root", "0", "/root"], ["daemon", "1", "/etc"], ["bin", "2", ""]])
  }

  @Test("The first pair of a record may be its head, and pairs may be apart by several blanks")
  func pairsInRecords() {
    let adapters = table(
      "Interface: eth0\n  State: up\n  MTU: 1500\nInterface: lo\n  State: down\n  MTU: 9\n")
    expectEqual(adapters.columns.map(\.name), ["Interface", "State", "MTU"])
    expectEqual(adapters.rows, [["eth0", "up", "1500"], ["lo", "down", "9"]])
    let disks = table("Name: a   Total size: 5 GB   State: up\nName: b   Total size: 10 GB  State: failed\n")
    expectEqual(disks.columns.map(\.name), ["Name", "Total size", "State"])
    expectEqual(disks.rows, [["a", "5 GB", "up"], ["b", "10 GB", "failed"]])
    let nested = table("n=1 opts={a=1, b=\"} y\"} m=x\nn=2 opts={} m=y\n")
    expectEqual(nested.rows, [["1", "{a=1, b=\"} y\"}", "x"], ["2", "{}", "y"]])
  }

  @Test("The time, the level and the message of a log are known, although its columns have no names")
  func roles() {
    let log = table(
      """
      2026-11-24 10:00:01,123 - app.db - INFO - connected
      2026-11-24 10:00:02,456 - app.web - WARNING - slow request: 2.3 s
      2026-11-24 10:00:03,789 - app.web - ERROR - no route

      """)
    expectEqual(log.columns.map(\.role), [.time, nil, .level, .message])
    expectEqual(log.columns.map(\.name), [nil, nil, nil, nil])
    expectEqual(
      table("Nov 24 10:00:01 web1 sshd[812]: ok\nNov 24 10:00:02 web1 cron[9]: ran it\n").columns.map(\.role),
      [.time, nil, nil, .message])
    #expect(table("a  1\nb  2\nc  3\n").columns.allSatisfy { $0.role == nil })
  }

  @Test(
    "CSV with other quotes, escapes, delimiters and line ends than usual has its columns",
    arguments: [
      ("id,who,n\n1,\"W. \"Bud\" B\",3\n2,\"a, b\",4\n", ["1", "W. \"Bud\" B", "3"]),
      ("id,who,n\n1,\"say \\\"hi\\\", you\",3\n2,\"a, b\",4\n", ["1", "say \"hi\", you", "3"]),
      ("\"id\",\"who\",\"n\"\n\"1\",\"b,\"3\"\n\"2\",\"c\",\"4\"\n\"3\",\"d\",\"5\"\n", ["1", "\"b", "3"]),
      ("id,who,n\r1,a,3\r2,b,4\r", ["1", "a", "3"]), ("id||who||n\n1||a|b||3\n2||b||4\n", ["1", "a|b", "3"]),
      ("id who n\n1 \"a b\" 3\n2 \"c\" 4\n3 \"d e\" 5\n", ["1", "a b", "3"]),
      ("Who,,,\nid,who,n,m\n1,a,3,4\n2,b,4,5\n", ["1", "a", "3", "4"]),
    ])
  func unusual(text: String, first: [String]) {
    let table = table(text)
    #expect(
      table.columns.prefix(3).map(\.name) == ["id", "who", "n"] && table.rows.first == first, "\(table.rows)")
    // The result is the same for any part that arrives first.
    let bytes = TextBytes(text)
    for count in 1...bytes.count {
      var growing = TextTable(bytes.prefix(count), shape: TableReader.shape(of: bytes), isComplete: false)
      growing.extend(to: bytes, isComplete: true)
      expectEqual(growing.rows, table.rows)
    }
  }

  @Test("Members with the same name have a column each, in their order")
  func repeatedNames() {
    let lines = table(#"{"a":1,"a":2}\#n{"b":3,"a":4}\#n{"b":5,"a":6,"a":7,"a":8}\#n"#)
    expectEqual(lines.columns.map(\.name), ["a", "a", "b", "a"])
    expectEqual(lines.rows, [["1", "2", "", ""], ["4", "", "3", ""], ["6", "7", "5", "8"]])
    let map = table(#"{"x":{"key":1},"y":{"key":2,"b":3}}"#)
    expectEqual(map.columns.map(\.name), ["key", "key", "b"])
    expectEqual(map.rows, [["x", "1", ""], ["y", "2", "3"]])
  }

  private static let flaws: [(String, JSONFlaw?)] = [
    (#"[{"a":1},{"a":"#, .end), (#"[{"a":1},"#, .end), (#"[{"a":1},{"a":2}"#, .end),
    (#"{"a":1} {"a":2} {"a":"#, .end),
    (#"{"a":1}\#n{"a":2}\#n{"a":3}\#n{"a":4}\#n{"a":"#, .end),
    (#"[{"a":1},{a:2},{b:2}]"#, .row(1)), (#"[{"a":1},NaN]"#, .row(1)),
    (#"[{"a":1},2,"x",null,[3]]"#, nil), ("[]", nil), ("[1,2]", nil), (#"{"a":1}\#nx\#n{"a":1}\#n"#, nil),
    (#"{"a":1}"#, nil), ("a,b\n1,2\n", nil), (#"[{"a":-1.5e+7},{"a":0}]\#n"#, nil),
    (#"[{"a":1}]\#n[{"a":2}]"#, nil), (#"[{"a":1}] error"#, .rest), (#"[{"a":1}] {"a":2}"#, .rest),
    (#"[{"a":1}]\#n[{"a":2}"#, .end), (#"[{"a":1}"#, .end), (#"[{"a":"#, .end),
    (#"{"items":[{"a":1},{"a":2}],"n":2}"#, nil), (#"[{"a":1},{"a":tru}]"#, .row(1)),
    (#"[{"a":01},{"a":1}]"#, .row(0)), (#"[{"a":1.},{"a":--5}]"#, .row(0)),
    // With so little text, they are lines of text.
    ("[[1,2],[3", nil), (#"{"items":[{"a":1},{"a":2}"#, nil),
  ]

  @Test("JSON that ends too early, or has an invalid row, has a flaw", arguments: flaws)
  func isFlawed(text: String, flaw: JSONFlaw?) {
    expectEqual(table(text).jsonFlaw, flaw)
    // An incomplete table does not have the flaw of an early end.
    let bytes = TextBytes(text)
    #expect(TextTable(bytes, shape: TableReader.shape(of: bytes), isComplete: false).jsonFlaw != .end)
  }

  @Test("Invalid JSON in a line is kept as it is")
  func brokenJSON() {
    let lines = table("{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{\"a\":4}\nnot json\n{\"a\":5}\n")
    expectEqual(lines.rowCount, 6)
    expectEqual(lines.extraCells(4), ["not json"])
    let options = ReaderOptions(format: .json)
    expectEqual(table("{\"a\":1}\nstarting\nx\n", options).rows, [["1"], ["", "starting"], ["", "x"]])
    expectEqual(table("{\"a\":1}\nstarting\nx\n").shape.format, .lines)
  }

  @Test("An option that does not match the input is reported")
  func unmetOptions() {
    expectEqual(table("hello\n", ReaderOptions(format: .json)).shape.unmetOption, .format(.json))
    expectEqual(table("hello\n", ReaderOptions(format: .aligned)).shape.unmetOption, .format(.aligned))
    expectEqual(table("a,b\n1,2\n", ReaderOptions(header: .line(9))).shape.unmetOption, .header(9))
    #expect(table("a,b\n1,2\n", ReaderOptions(header: .line(1))).shape.unmetOption == nil)
    #expect(table("[]", ReaderOptions(format: .json)).shape.unmetOption == nil)
    // Zero bytes are cells if an option says that there are cells.
    #expect(table("a;b\n1;\0\n", ReaderOptions(format: .csv, delimiter: UInt8(ascii: ";"))).rows.count > 0)
  }

  @Test("A header may have quoted line ends, and its names may also be values")
  func headers() {
    let options = ReaderOptions(format: .csv, header: .line(1))
    expectEqual(table("\"id\nx\",b\n1,2\n3,4\n", options).rows, [["1", "2"], ["3", "4"]])
    expectEqual(table("\"id\nx\",b\n1,2\n3,4\n", options).columns.map(\.name), ["id\nx", "b"])
    expectEqual(table("id,name\n1,name\n2,bob\n").columns.map(\.name), ["id", "name"])
    expectEqual(table("x,name\ny,name\nz,bob\n").columns.map(\.name), [nil, nil])
    let years = table("city,2020,2021\nBonn,3,4\nKöln,5,6\n")
    #expect(years.columns.map(\.name) == ["city", "2020", "2021"] && years.rowCount == 2)
    expectEqual(table("ann,2020,2050\nbob,3,4\n").columns.map(\.name), [nil, nil, nil])
    let spreadsheet = table("sep=;\nid;price\n1;2,50\n2;3,70\n")
    #expect(spreadsheet.columns.map(\.name) == ["id", "price"] && spreadsheet.rows[1] == ["2", "3,70"])
  }

  @Test("The header of an earlier run is found again, whatever is below it")
  func fittedHeaders() throws {
    let first = TextBytes("id,name\nx,ann\ny,bob\n")
    let second = TextBytes("# today\nid,name\nx,name\ny,bob\n")
    let fitted = try #require(TableReader.shape(of: first).fitted(to: second))
    expectEqual(TextTable(second, shape: fitted).rows, [["x", "name"], ["y", "bob"]])
    expectEqual(fitted.headerLine, 2)
    // A list that becomes empty has no rows.
    let pods = TextBytes(#"{"kind":"List","items":[{"a":1}],"n":{}}"#)
    let none = TextBytes(#"{"kind":"List","items":[],"n":{}}"#)
    let empty = try #require(TableReader.shape(of: pods).fitted(to: none))
    expectEqual(TextTable(none, shape: empty).rowCount, 0)
    #expect(TextTable(none, shape: empty).jsonFlaw == nil)
  }

  @Test("Drawn tables may have bars inside cells and lines below")
  func drawn() {
    let psql = " id |   name    \n----+-----------\n  1 | Ed | Dijk \n 22 | \n(2 rows)\n\n"
    expectEqual(table(psql).rows, [["1", "Ed | Dijk"], ["22", ""]])
    expectEqual(
      table("+----+------+\n| id | name |\n+----+------+\n|  1 | ann  |\n+----+------+\n1 row in set\n").rows,
      [["1", "ann"]])
    expectEqual(table("| a | b |\n|---|:-:|\n| 1 | x |\n| 2 |   |\n").columns.map(\.name), ["a", "b"])
    expectEqual(
      table("┌────┬──────┐\n│ id │ name │\n├────┼──────┤\n│ 1  │ 東京 │\n└────┴──────┘\n").rows,
      [
        ["1", "東京"]
      ])
  }

  @Test("Delimited text may have titles and comments above")
  func delimiters() {
    expectEqual(
      table("Name;Preis\nMüller;12,50\n\"Meier; Sohn\";1,00\n").rows,
      [
        ["Müller", "12,50"], ["Meier; Sohn", "1,00"],
      ])
    expectEqual(table("id | name | note\n1 | ann | x|y\n2 | bob | z\n").rows[0], ["1", "ann", "x|y"])
    expectEqual(
      table("Report 2026\n\nregion,units\nnorth,12\nsouth,7\n").columns.map(\.name), ["region", "units"])
    expectEqual(table("#name,city\nAnn,Rome\nBob,Bern\n").columns.map(\.name), ["name", "city"])
    expectEqual(table("root:x:0:0:root:/root\nbin:x:2:2:bin:/bin\n").rows[1].count, 6)
    expectEqual(table("email\nann@example.org\nbob@example.org\n").columns.map(\.name), ["email"])
    let commented = table("# 1\na,b,c,d\n# Long\n# 2\ng,h,i,j\n# Long\n\n# 3\nl,m,n,o\n")
    #expect(commented.columns.map(\.name) == ["a", "b", "c", "d"] && commented.rowCount == 2)
  }

  @Test("Rows with fewer or more cells than the header are still rows")
  func ragged() {
    let table = table("id,name,city\n1,ann\n2,bob,Bonn,extra,more\n3\n4,dan,Ulm\n5,eve\n7\n8,hal\n")
    expectEqual(table.columns.map(\.name), ["id", "name", "city"])
    expectEqual(table.rows.map { $0[0] }, ["1", "2", "3", "4", "5", "7", "8"])
    expectEqual(table.extraCells(1), ["extra", "more"])
    expectEqual(TextTable(reading: "a,b,c\n1,2\n3,4,5,6,7\n8\n,,\n9,\"x\ny\",z\n10,2\n").rowCount, 6)
    // Lists of words and sentences are not tables.
    for text in [
      "red,green\nblue\nyellow,pink,black\n", "Dear Ann,\nyes, no, and 3\n4, 5\n", "a,b\nc\nd\ne\n",
    ] {
      expectEqual(TextTable(reading: text).shape.format, .lines)
    }
  }

  @Test("A first row or a first object of megabytes is read with its columns")
  func longRow() {
    let note = String(repeating: "x", count: 3_000_000)
    let csv = table("id,note\n1,\(note)\n2,short\n")
    expectEqual(csv.columns, [Column(name: "id", kind: .integer), Column(name: "note", kind: .text)])
    #expect(csv.rowCount == 2 && csv.text(0, 1).utf8.count == 3_000_000)
    let json = table("{\"id\":1,\"t\":\"\(note)\"}\n{\"id\":2,\"t\":\"y\"}\n")
    #expect(json.columns.map(\.name) == ["id", "t"] && json.rowCount == 2)
  }

  @Test("Options override what would be recognised")
  func options() {
    let text = "a,b\n1,2\n3,4\n"
    expectEqual(table(text, ReaderOptions(header: .none)).rowCount, 3)
    expectEqual(table(text, ReaderOptions(header: .line(2))).columns.map(\.name), ["1", "2"])
    expectEqual(table(text, ReaderOptions(format: .lines)).rows[0], ["a,b"])
    expectEqual(table("a-b\n1-2\n", ReaderOptions(delimiter: UInt8(ascii: "-"))).rows, [["1", "2"]])
    expectEqual(
      table("x  y\nred  blue\n", ReaderOptions(format: .aligned, header: .line(1))).rows, [["red", "blue"]])
  }

  @Test("Text is converted to UTF-8, and binary data is recognised")
  func encodings() {
    func read(_ bytes: [UInt8]) -> TextTable {
      let bytes = TextBytes(bytes)
      return TextTable(bytes, shape: TableReader.shape(of: bytes))
    }
    let windows = read(
      Array("name,city\nJos".utf8) + [0xE9] + Array(",K".utf8) + [0xF6] + Array("ln\nAnn,5 ".utf8) + [
        0x80, 0x0A,
      ])
    expectEqual(windows.shape.encoding, .windows1252)
    expectEqual(windows.rows, [["José", "Köln"], ["Ann", "5 €"]])
    let text = "id,name\n1,Zoë 😀\n"
    expectEqual(
      read([0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }).rows, [["1", "Zoë 😀"]])
    expectEqual(
      read([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }).rows, [["1", "Zoë 😀"]])
    expectEqual(read([0xEF, 0xBB, 0xBF] + Array(text.utf8)).columns.map(\.name), ["id", "name"])
    expectEqual(read(Array(0...255) + Array(0...255)).shape.format, .binary)
  }

  @Test("A carriage return at the end of a line belongs to its cell, unless most lines end in one")
  func carriageReturns() {
    expectEqual(table("1 x\n2 y\r\n3 z\n").rows, [["1", "x"], ["2", "y\r"], ["3", "z"]])
    expectEqual(table("name,n\na,1\nb,t\r\n").rows, [["a", "1"], ["b", "t\r"]])
    Worlds.forEach(seeds: 0..<200) { seed in
      var random = SeededGenerator(seed: seed)
      let names = (0..<random.number(1..<9)).map { "name\($0)" + (random.number(0..<2) == 0 ? "\r" : "") }
      let isKept = names.count { $0.hasSuffix("\r") } * 2 <= names.count
      let cells = names.map { isKept ? $0 : $0.filter { $0 != "\r" } }
      for (prefix, format) in [("", TableFormat.lines), ("7,", .csv), ("7\t", .tsv)] {
        let bytes = TextBytes(names.map { prefix + $0 + "\n" }.joined())
        let table = TextTable(
          bytes, shape: TableReader.shape(of: bytes, options: ReaderOptions(format: format, header: .none)))
        expectEqual(
          (0..<table.rowCount).map { table.text($0, table.columns.count - 1) }, cells, "seed \(seed)")
        expectEqual(
          (0..<table.rowCount).map { table.exactBytes($0, table.columns.count - 1) },
          cells.map { Array($0.utf8) },
          "seed \(seed)")
      }
    }
  }

  @Test("Empty input, line ends only, zero bytes and lines of megabytes are read")
  func hostile() {
    for text in ["", "\n", "\r\n\r\n", "   \n\n", "\u{FEFF}"] {
      expectEqual(table(text).rowCount, 0, "\(text.debugDescription)")
    }
    expectEqual(table("a,b\r\n1,2\r\n3,4").rows, [["1", "2"], ["3", "4"]])
    expectEqual(
      table("one\u{0}two three four five six seven eight nine ten eleven\nmore text follows here\n").rowCount,
      2)
    let long = String(repeating: "x", count: 3_000_000)
    expectEqual(table("a,b\n1,\(long)\n2,y\n").text(0, 1).utf8.count, 3_000_000)
  }

  @Test("A later run is read with the shape of the first, even if its columns moved")
  func fitting() throws {
    let first = TextBytes(
      "total 120\n-rw-r--r-- 1 ann ann  12 Nov 21 22:05 a\n-rw-r--r-- 1 ann ann 100 Nov 21 22:05 b c\n-rw-r--r-- 1 ann ann   7 Nov 21 22:06 d\n"
    )
    let second = TextBytes(
      "total 84\n-rw-r--r-- 1 ann ann 123456 Nov 21 22:05 a\n-rw-r--r-- 1 ann ann     99 Nov 21 22:05 b c\n-rw-r--r-- 1 ann ann      7 Nov 21 22:06 d\n"
    )
    let listing = try #require(TableReader.shape(of: first).fitted(to: second))
    expectEqual(
      TextTable(second, shape: listing).rows[0],
      [
        "-rw-r--r--", "1", "ann", "ann", "123456", "Nov 21 22:05", "a",
      ])

    let names = TableReader.shape(of: TextBytes("NAME   AGE\nann     34\nbob     29\n"))
    let wider = TextBytes("warning: slow\nNAME              AGE\nann-with-a-name    34\n")
    expectEqual(
      TextTable(wider, shape: try #require(names.fitted(to: wider))).rows, [["ann-with-a-name", "34"]])
    #expect(names.fitted(to: TextBytes("error: no route to host\n")) == nil)
  }

  @Test("A word before pairs is a field without a name")
  func labelledPairs() {
    let table = TextTable(
      reading: """
        /dev/sda2: UUID="0115-27a0" TYPE="ext4"
        /dev/sr0: UUID="2019-08-12" LABEL="Server 18 LTS" TYPE="iso9660"
        /dev/loop0: TYPE="squashfs"

        """)
    expectEqual(table.columns.map(\.name), ["", "UUID", "TYPE", "LABEL"])
    expectEqual(table.rows[1], ["/dev/sr0", "2019-08-12", "iso9660", "Server 18 LTS"])
    expectEqual(table.rows[2], ["/dev/loop0", "", "squashfs", ""])
    let many = TextTable(
      reading: """
        0 D  name=gate one type=ether mtu=1500 seen=aug/16 13:05 downs=0
        1 DR name=gate2 type=ether mtu=1500 downs=3 speed=10
        2    name=bridge type=bridge mtu=auto

        """)
    expectEqual(many.columns.map(\.name), ["", "name", "type", "mtu", "seen", "downs", "speed"])
    expectEqual(many.rows[0], ["0 D", "gate one", "ether", "1500", "aug/16 13:05", "0", ""])
    expectEqual(many.rows[2], ["2", "bridge", "bridge", "auto", "", "", ""])
  }

  @Test("A colon without a blank separates a name and its value in blocks that begin with the same name")
  func tightColons() {
    let table = TextTable(
      reading: "P:yasm\nV:1.3.0-r4\nU:http://a.example/\n\nP:zlib\nV:1.2.13\nU:http://b.example/\n")
    expectEqual(table.columns.map(\.name), ["P", "V", "U"])
    expectEqual(table.rows[1], ["zlib", "1.2.13", "http://b.example/"])
  }

  @Test(
    "The separators of files, groups, records and units are delimiters",
    arguments: 0x1C...0x1F as ClosedRange<UInt8>)
  func separators(byte: UInt8) {
    let sign = String(UnicodeScalar(byte))
    let table = TextTable(
      reading: ["name,note,n", "ann,a|b,1", "bob,\"q\",2"].map {
        $0.split(separator: ",").joined(separator: sign) + "\n"
      }.joined())
    expectEqual(table.columns.map(\.name), ["name", "note", "n"])
    expectEqual(table.rows[1], ["bob", "\"q\"", "2"])
  }

  @Test("A line of one cell below rows of many is no row")
  func bareEnd() {
    let queues = (1...5).map { "queue\($0)\t0\t\($0)\tfalse\n" }.joined()
    let table = TextTable(reading: "Listing queues ...\n\(queues)...done.\n")
    #expect(table.rowCount == 5 && table.otherLines.count == 2)
  }

  @Test("A quote does not join lines that alone have all cells")
  func looseQuotes() {
    let table = TextTable(
      reading: "id\taddr\tnote\n1\t\"opens\tone\n2\tplain 5' 11\"\ttwo\n3\t\"whole\"\tthree\n")
    expectEqual(table.rows.map { $0[0] }, ["1", "2", "3"])
  }

  @Test("Lines of empty cells separate the rows of a table without a rule that shows columns")
  func emptyCells() {
    let table = TextTable(
      reading: """
        =====================
        | Memory   | Kbytes |
        =====================
        | RAM      | 262144 |
        | used     |  41171 |
        |          |        |
        | Flash    |   2048 |
        =====================

        """)
    expectEqual(table.columns.map(\.name), ["Memory", "Kbytes"])
    expectEqual(table.rows.map { $0[0] }, ["RAM", "used", "Flash"])
  }
}
