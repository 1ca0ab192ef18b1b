import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The page that R shows") struct ReadingReportTests {
  private func findings(
    _ text: [UInt8], _ configure: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> ReadingReport {
    var options = ReadingOptions()
    configure(&options)
    var runs = RunMaker(identity: RowIdentity(choice: options.key), options: options.reader)
    let run = try runs.next(text)
    return ReadingReport(of: run, title: "in", alternatives: runs.identity.alternatives(of: run.schema))
  }

  private func entries(
    _ text: [UInt8], _ configure: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> [String: String] {
    Dictionary(try findings(text, configure).parts.flatMap(\.entries).map { ($0.name, Self.text($0)) }) {
      first, _ in
      first
    }
  }

  private static func text(_ entry: ReadingReport.Entry) -> String {
    entry.option.isEmpty ? entry.text : "\(entry.text) | \(entry.option)"
  }

  @Test("The page names the delimiter, the encoding and colours") func formats() throws {
    #expect(try entries(Array("a;b\n1;2\n3;4\n".utf8))["format"]?.hasPrefix("csv, between ; |") == true)
    #expect(try entries(Array("a\tb\n1\t2\n3\t4\n".utf8))["format"]?.hasPrefix("tsv, between tabs |") == true)
    try expectEqual(
      entries(Array("caf\u{E9} noir\n".unicodeScalars.map { UInt8($0.value) }))["text"],
      "converted from Windows-1252")
    try expectEqual(entries(Array(Tables.colored.utf8))["text"], "colours taken out")
    #expect(try entries(Array("a,b\n1,2\n".utf8))["text"] == nil)
  }

  @Test("The page describes the reading, and names the options that change it") func page() throws {
    let text = try findings(
      Array(
        "pods of the cluster:\nNAME    READY  AGE\nweb-1   1/1    3\nweb-2   0/1    4\n".utf8)
    )
    expectEqual(
      text.text,
      """
      input   in
      format  by position          -f FORMAT, -d CHARACTER
      header  line 2               --header LINE|none
      rows    2

      columns (3)   -c LIST
      NAME    text, from column 1, key
      READY   text, from column 9
      AGE     number, from column 16

      what identifies a row   -k COLUMN,…|line|none
      key     NAME
      or      whole line           -k line
      or      none: the position   -k none

      other ways to read it, and the bits they need
      or      by position, 3 columns, 3 rows, no names, 1 other line: 116 %   -f table --header none

      other lines (1)
      line 1  pods of the cluster:
      """)
  }

  @Test("The page lists all tables, with the options that show them") func tables() throws {
    let found = try entries(Array(Tables.several.utf8))
    #expect(
      found["table 1"] == "pods of the cluster: NAME, READY, STATUS, RESTARTS, AGE (shown)"
        && found["table 2"] == "NAME, TYPE, CLUSTER-IP | --table 2"
        && found["line 1"] == "pods of the cluster")
    let second = try entries(Array(Tables.several.utf8)) { $0.table = TableNumber(argument: "2") }
    #expect(second["table 2"]?.hasSuffix("(shown)") == true && second["rows"] == "2")
    try expectEqual(
      entries(Array(Tables.several.utf8)) { $0.table = TableNumber(argument: "3") }["problem"],
      "there is no table 3 in the input")
  }

  @Test("The page lists arrays that could be the rows, and the options for them") func arrays() throws {
    let text = Array(#"{"items":[{"a":1},{"a":2}],"errors":[{"e":1}],"none":[],"n":1}"#.utf8)
    let arrays = try findings(text).parts.first { $0.title == "arrays" }
    expectEqual(
      arrays?.entries.map { "\($0.name): \(Self.text($0))" },
      ["items: 2 elements | --rows items", "errors: 1 element | --rows errors"])
    try expectEqual(entries(text)["rows"], "1")
    try expectEqual(entries(text) { $0.rows = "items" }["rows"], "2")
  }

  @Test("Lines of the other arrays of an object are no other lines, and lines outside all of them are")
  func otherArrays() throws {
    func others(_ text: String, _ path: String) throws -> [String]? {
      try findings(Array(text.utf8)) { $0.rows = path }.parts.first { $0.title.hasPrefix("other lines") }?
        .entries.map(\.text)
    }
    let text = "{\n\"items\": [\n{\"a\":1},\n{\"a\":2}\n],\n\"errors\": [\n{\"e\":1}\n]\n}\n"
    for path in ["items", "errors"] { #expect(try others(text, path) == nil, "\(path)") }
    #expect(try others(#"{"items":[{"a":1},{"a":2}],"errors":[{"e":1}]}"#, "items") == nil)
    let kind = text.replacing("\"errors\"", with: "\"kind\": \"List\",\n\"errors\"")
    try expectEqual(others(kind, "items"), ["\"kind\": \"List\","])
  }

  @Test("The page lists 1,000 other lines and the number of additional ones") func manyLines() throws {
    let notes = (1...1_200).map { String(repeating: "note ", count: 1 + $0 % 9) + "\($0)\n" }.joined()
    let found = try entries(Array(("| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n" + notes).utf8))
    #expect(found["line 6"] == "note note 1" && found[""] == "and 200 more", "\(found.count)")
  }
}
