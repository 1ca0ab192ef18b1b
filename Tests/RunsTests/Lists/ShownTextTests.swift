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
      query: "size:>10", sort: SortOption(argument: "-size"), columns: ColumnList(argument: "size,id"))
    let listing = try listing([Self.rows], options)
    expectEqual(text(.csv, listing), "size,id\n100,3\n30,1\n")
    expectEqual(text(.tsv, listing), "size\tid\n100\t3\n30\t1\n")
    expectEqual(text(.json, listing), "{\"size\":100,\"id\":3}\n{\"size\":30,\"id\":1}\n")
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

  @Test(
    "The end of a name says the format",
    arguments: [("a.csv", ShownFormat.csv), ("x/y.MD", .markdown), (".html", .html)])
  func names(path: String, format: ShownFormat) { expectEqual(ShownFormat(ofFile: path), format) }

  @Test("Other names have none", arguments: ["a", "a.txt", "csv", ""]) func otherNames(path: String) {
    #expect(ShownFormat(ofFile: path) == nil)
  }
}
