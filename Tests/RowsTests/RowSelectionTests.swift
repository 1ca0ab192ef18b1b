import ListData
import TestSupport
import Testing

@testable import Rows

@Suite("The rows and columns to print, and their order") struct RowSelectionTests {
  private func table(_ text: String, _ options: ArrangementOptions = ArrangementOptions()) -> TextTable {
    var reading = ReaderOptions()
    reading.computed = options.columns?.computed ?? []
    return RunReader.table(TextBytes(text), reading)
  }

  /// Returns the rows of a text as they are printed, below the names of their columns.
  private func printed(_ text: String, _ options: ArrangementOptions, as format: String = "csv") throws
    -> String
  {
    let table = table(text, options)
    let selection = RowSelection(options)
    let writer = try selection.text(#require(OutputFormat(argument: format)), of: table)
    let rows = try selection.rows(of: table, key: KeyGuess(of: table).key)
    var bytes = writer.head(of: table)
    writer.write(rows, of: table) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "Rows are filtered, sorted, grouped and nested, and have the chosen columns",
    arguments: [
      (ArrangementOptions(query: "10"), "id,parent,n\n2,1,10\n4,2,100\n"),
      (
        ArrangementOptions(sort: SortOption(argument: "-n"), columns: ColumnsOption(argument: "n,id")),
        "n,id\n100,4\n10,2\n9,1\n9,3\n"
      ),
      (
        ArrangementOptions(sort: SortOption(argument: "n,-id"), columns: ColumnsOption(argument: "n,id")),
        "n,id\n9,3\n9,1\n10,2\n100,4\n"
      ),
      (
        ArrangementOptions(group: ColumnList(argument: "n"), columns: ColumnsOption(argument: "n,id")),
        "n,id\n9,1\n9,3\n10,2\n100,4\n"
      ),
      (
        ArrangementOptions(tree: TreeOption(argument: "parent"), columns: ColumnsOption(argument: "id")),
        "id\n1\n2\n4\n3\n"
      ),
    ])
  func arranged(options: ArrangementOptions, output: String) throws {
    try expectEqual(printed("id,parent,n\n1,0,9\n2,1,10\n3,1,9\n4,2,100\n", options), output)
  }

  @Test("A tree that is drawn in the rows is printed as a list: matches without what is above them")
  func drawnTree() throws {
    let disks = """
      NAME          TYPE  SIZE
      sda           disk  447.1G
      ├─sda1        part    512M
      └─sda2        part  446.6G
        ├─vg-root   lvm      50G
        └─vg-home   lvm   396.6G

      """
    let options = ArrangementOptions(query: "lvm", columns: ColumnsOption(argument: "SIZE"))
    try expectEqual(printed(disks, options), "SIZE\n50G\n396.6G\n")
  }

  private static let prices = "name,price,amount\na,2.50,3\nb,10,1\nc,x,2\n"

  @Test(
    "A computed column is a column of its name, and * stands for the columns that are not named",
    arguments: [
      ("total=price*amount,*", "name=c", "csv", "total,name,price,amount\n,c,x,2\n"),
      ("*,d={amount}*2,e=d+1", "10", "json", #"{"name":"b","price":"10","amount":1,"d":2,"e":3}"# + "\n"),
      ("full=name+\", \"+amount", nil, "tsv", "full\na, 3\nb, 1\nc, 2\n"),
    ])
  func computed(columns: String, query: String?, format: String, output: String) throws {
    let options = ArrangementOptions(query: query, columns: ColumnsOption(argument: columns))
    try expectEqual(printed(Self.prices, options, as: format), output)
  }

  @Test("Rows are filtered, sorted and totalled by a computed column") func useOfComputed() throws {
    let options = ArrangementOptions(
      query: "total>1", sort: SortOption(argument: "-total"),
      columns: ColumnsOption(argument: "name,total=price*amount"), totals: TotalOption(argument: "total"))
    try expectEqual(printed(Self.prices, options), "name,total\nb,10\na,7.50\n")
    try expectEqual(RowSelection(options).totalLines(of: table(Self.prices, options)), ["total sum 17.50"])
  }

  @Test(
    "Totals have a line for each group, with its share of the whole, and one for all rows",
    arguments: [
      (nil, "size=sum", ["size sum 4K"]),
      (
        "kind", "size,kind=distinct",
        [
          "a: 2 rows, kind 1 distinct, size sum 2K", "b: 1 row, kind 1 distinct, size sum 2K",
          "kind 2 distinct, size sum 4K",
        ]
      ),
      (
        "kind", "size=share",
        ["a: 2 rows, size sum 2K (50.0%)", "b: 1 row, size sum 2K (50.0%)", "size sum 4K"]
      ),
    ])
  func totals(group: String?, totals: String, lines: [String]) throws {
    let options = ArrangementOptions(
      group: group.flatMap { ColumnList(argument: $0) }, totals: TotalOption(argument: totals))
    let table = table("kind,size\na,1.5K\nb,2K\na,512\n")
    try expectEqual(RowSelection(options).totalLines(of: table), lines)
  }

  @Test("A last row with the sum of the others counts in no total") func totalRow() throws {
    let options = ArrangementOptions(totals: TotalOption(argument: "1=sum"))
    let table = table("SIZE,NAME\n10,a\n20,b\n30,total\n")
    try expectEqual(RowSelection(options).totalLines(of: table), ["SIZE sum 30"])
  }

  @Test(
    "The names of a log's columns are those of queries and options, in every format",
    arguments: [
      (
        ArrangementOptions(), "csv",
        "time,level,message\n2026-11-02 10:00:00,INFO,\"up, now\"\n2026-11-02 10:00:01,ERROR,bad\n"
      ),
      (
        ArrangementOptions(query: "level=error"), "tsv",
        "time\tlevel\tmessage\n2026-11-02 10:00:01\tERROR\tbad\n"
      ),
      (
        ArrangementOptions(
          sort: SortOption(argument: "-time"), columns: ColumnsOption(argument: "message,level")), "csv",
        "message,level\nbad,ERROR\n\"up, now\",INFO\n"
      ),
      (
        ArrangementOptions(query: "level:=ERROR", columns: ColumnsOption(argument: "3,2")), "csv",
        "message,level\nbad,ERROR\n"
      ),
      (
        ArrangementOptions(), "json",
        """
        {"time":"2026-11-02 10:00:00","level":"INFO","message":"up, now"}
        {"time":"2026-11-02 10:00:01","level":"ERROR","message":"bad"}

        """
      ),
      (ArrangementOptions(), "{level} {2}", "INFO INFO\nERROR ERROR\n"),
    ])
  func logs(options: ArrangementOptions, format: String, output: String) throws {
    let log = "2026-11-02 10:00:00 INFO up, now\n2026-11-02 10:00:01 ERROR bad\n"
    try expectEqual(printed(log, options, as: format), output)
    if format == "csv" || format == "tsv" {
      try expectEqual(printed(output, ArrangementOptions(), as: format), output, "read again")
    }
  }

  @Test("Rows near a match are printed as soon as they are known to be, and in the order of the input only")
  func context() throws {
    let text = (0...20).map { "\($0),\([4, 7, 15].contains($0) ? "hit" : "row")\n" }.joined()
    let table = RunReader.table(TextBytes(text), ReaderOptions(format: .csv, header: .none))
    let selection = RowSelection(ArrangementOptions(query: "hit", context: 1))
    let around = [3, 4, 5, 6, 7, 8, 14, 15, 16]
    try expectEqual(Array(selection.arriving(0..<21, of: table, after: 0)), around)
    var printed: [Int] = []
    for row in 0..<21 {
      let end = (printed.last ?? -1) + 1
      printed += try selection.arriving(row..<row + 1, of: table, after: end)
    }
    expectEqual(printed, around)
    let sorted = RowSelection(
      ArrangementOptions(query: "hit", context: 1, sort: SortOption(argument: "-1")))
    #expect(selection.hasContext && !sorted.hasContext)
    try expectEqual(sorted.rows(of: table, key: nil), [15, 7, 4])
  }

  @Test("Options of the command line win over those of a kept view, whose missing columns are left out")
  func kept() throws {
    let names = ColumnNames(["NAME", "AGE", "a,b"])
    let kept = ArrangementOptions(
      sort: SortOption(argument: "-AGE"), group: ColumnList(argument: "GONE"),
      columns: ColumnsOption(argument: "NAME,GONE"))
    var arrangement = try Arrangement(ArrangementOptions().filled(from: kept, columns: names), columns: names)
    #expect(arrangement.columns == [0] && arrangement.sorts == [.init(column: 1, isDescending: true)])
    expectEqual(arrangement.structure, .natural)
    let options = ArrangementOptions(sort: SortOption(argument: "NAME"))
    arrangement = try Arrangement(options.filled(from: kept, columns: names), columns: names)
    #expect(arrangement.sorts == [.init(column: 0)] && arrangement.columns == [0])
  }
}
