import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Rows saved as they are shown") struct ShownTextTests {
  private func listing(
    _ texts: [String], _ options: ArrangementOptions = ArrangementOptions()
  ) throws -> Listing {
    var maker = RunMaker(format: .csv)
    let runs = try texts.map { try maker.next($0) }
    let run = try #require(runs.last)
    var noisy = NoisyColumns()
    let comparison = runs.count > 1 ? Comparison(from: runs[runs.count - 2], to: run, &noisy) : nil
    let arrangement = try Arrangement(options, columns: ColumnNames(of: run.table))
    return Listing(run, comparison: comparison, arrangement, now: 0)
  }

  private func text(_ format: ShownFormat, _ listing: Listing) -> String {
    String(decoding: format.text(of: listing), as: UTF8.self)
  }

  private static let rows = "id,name,size\n1,b|\"x\",30\n2,a<b,4\n3,c,100\n"

  @Test("Filter, order and columns are those of the screen") func arranged() throws {
    let options = ArrangementOptions(
      query: "size:>10", sort: SortOption(argument: "-size"), columns: ColumnsOption(argument: "size,id"))
    let listing = try listing([Self.rows], options)
    expectEqual(text(.csv, listing), "size,id\n100,3\n30,1\n")
    expectEqual(text(.tsv, listing), "size\tid\n100\t3\n30\t1\n")
    expectEqual(text(.json, listing), "{\"size\":100,\"id\":3}\n{\"size\":30,\"id\":1}\n")
  }

  @Test("Rows around matches are saved with them") func context() throws {
    let rows = "id,name\n" + (1...9).map { "\($0),\($0 == 5 ? "hit" : "row")\n" }.joined()
    let listing = try listing([rows], ArrangementOptions(query: "hit", context: 1))
    expectEqual(text(.csv, listing), "id,name\n4,row\n5,hit\n6,row\n")
    expectEqual(listing.count, 1)
  }

  @Test("Markdown and HTML mark what changed, and escape what would be markup") func marked() throws {
    let listing = try listing(["id,name,size\n1,b|\"x\",30\n2,a<b,5\n", Self.rows])
    expectEqual(
      text(.markdown, listing),
      """
      |  | id | name | size |
      | --- | --- | --- | --- |
      |  | 1 | b\\|"x" | 30 |
      | ~ | 2 | a&lt;b | 4 |
      | + | 3 | c | 100 |


      """)
    let html = text(.html, listing)
    #expect(html.contains("<tr><td>1</td><td>b|&quot;x&quot;</td><td>30</td></tr>\n"))
    #expect(html.contains("<tr class=\"changed\"><td>2</td><td>a&lt;b</td><td>4</td></tr>\n"))
    #expect(html.contains("<tr class=\"new\"><td>3</td>"))
  }

  @Test("A value stays one cell of text, whatever marks and line ends it has") func marks() throws {
    let value = "*a* _b_ `c` [d](e) ~~f~~ &lt; |\u{301} \r\n g<\u{301}"
    let listing = try listing(["id,name\n1,\"\(value)\"\n2,b\n"])
    let markdown = text(.markdown, listing)
    #expect(
      markdown.contains(
        "| 1 | \\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) \\~\\~f\\~\\~ &amp;lt; \\|\u{301} &#13;<br> g&lt;\u{301} |\n"
      ),
      "\(markdown)")
    let html = text(.html, listing)
    #expect(
      html.contains("<td>*a* _b_ `c` [d](e) ~~f~~ &amp;lt; |\u{301} &#13;\n g&lt;\u{301}</td>"), "\(html)")
  }

  @Test("Each group has a heading and a table") func grouped() throws {
    let listing = try listing(
      ["id,kind\n1,a\n2,b\n3,a\n"], ArrangementOptions(group: ColumnList(argument: "kind")))
    expectEqual(
      text(.markdown, listing),
      """
      ## a

      |  | id | kind |
      | --- | --- | --- |
      |  | 1 | a |
      |  | 3 | a |

      ## b

      |  | id | kind |
      | --- | --- | --- |
      |  | 2 | b |


      """)
    expectEqual(text(.csv, listing), "id,kind\n1,a\n3,a\n2,b\n")
  }

  @Test("All formats have the same rows in the same order, however they are arranged") func sameRows() throws
  {
    var generator = SeededGenerator(seed: 44)
    func pick<T>(_ values: [T]) -> T { values.randomElement(using: &generator)! }
    var counts: Set<Int> = []
    for _ in 0..<400 {
      let rows = (1...12).map { id in
        "\(id),\(Int.random(in: 0..<id, using: &generator)),a\(pick(["", "/b", "/b/c"]))/\(id),\(pick(["on", "off"]))\n"
      }
      let text = "id,parent,path,state\n" + rows.shuffled(using: &generator).joined()
      var options = ArrangementOptions(
        query: pick([nil, "state:=on", "id:>6", "none"]), sort: pick([nil, SortOption(argument: "-id")]))
      options.startsClosed = pick([true, false])
      switch pick([0, 1, 2, 3, 4]) {
      case 1: options.group = ColumnList(argument: "state")
      case 2: options.group = ColumnList(argument: "state,parent")
      case 3: options.tree = TreeOption(argument: "parent")
      case 4: options.treePath = ColumnReference("path")
      default: break
      }
      let listing = try listing([text], options)
      let lines = { (format: ShownFormat) in self.text(format, listing).split(separator: "\n") }
      let rowsOfCSV = lines(.csv).dropFirst().map { $0.split(separator: ",").map(String.init) }
      counts.insert(rowsOfCSV.count)
      expectEqual(lines(.tsv).dropFirst().map { $0.split(separator: "\t").map(String.init) }, rowsOfCSV)
      expectEqual(
        lines(.json).map { $0.split(whereSeparator: { "{}:,\"".contains($0) }).map(String.init) },
        rowsOfCSV.map { zip(["id", "parent", "path", "state"], $0).flatMap { [$0, $1] } })
      expectEqual(
        lines(.markdown).filter { $0.hasPrefix("|  | ") && !$0.hasPrefix("|  | id") }
          .map { $0.split(separator: " | ").dropFirst().map { $0.filter { $0 != " " && $0 != "|" } } },
        rowsOfCSV)
      expectEqual(
        lines(.html).filter { $0.hasPrefix("<tr><td>") }
          .map { $0.dropFirst(8).dropLast(10).split(separator: "</td><td>").map(String.init) }, rowsOfCSV)
    }
    #expect(counts.contains(12) && counts.contains(0) && counts.count > 5)
  }

  @Test("Removed rows are in the formats that mark them alone") func removed() throws {
    var maker = RunMaker(key: KeyOption(argument: "id"), format: .csv)
    let former = try maker.next(Self.rows)
    let run = try maker.next("id,name,size\n1,b,30\n3,c,100\n")
    let listing = Listing(RemovedRows.shown(in: run, of: former), comparison: nil, Arrangement(), now: 0)
    expectEqual(text(.csv, listing), "id,name,size\n1,b,30\n3,c,100\n")
    #expect(text(.markdown, listing).contains("| − | 2 | a&lt;b | 4 |\n| "))
  }

  @Test(
    "The end of a name says the format",
    arguments: [("a.csv", ShownFormat.csv), ("x/y.MD", .markdown), (".html", .html)])
  func names(path: String, format: ShownFormat) { expectEqual(ShownFormat(ofFile: path), format) }

  @Test("Other names have none", arguments: ["a", "a.txt", "csv", ""]) func otherNames(path: String) {
    #expect(ShownFormat(ofFile: path) == nil)
  }
}
