import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@Suite("Several files as one list") struct JoinedFilesTests {
  @Test("Columns with the same name are joined, and missing cells are empty") func columns() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name\n1,ann\n2,\"b, ob\"\n", to: "a.csv")
    try directory.write("NAME SIZE\nx    3\n", to: "b.txt")
    try directory.write("[{\"name\": \"cyd\", \"id\": 7}]", to: "c.json")
    let run = try directory.shell("\"$0\" -o csv a.csv --all b.txt c.json")
    expectEqual(
      run.standardOutput,
      "FILE,id,name,NAME,SIZE\na.csv,1,ann,,\na.csv,2,\"b, ob\",,\nb.txt,,,x,3\nc.json,7,cyd,,\n",
      "\(run.standardError)")
    let two = try directory.shell(
      "\"$0\" -p -c FILE,id -q ann --all a.csv c.json && \"$0\" -o csv -c FILE --all a.csv")
    expectEqual(two.standardOutput, "FILE\tid\na.csv\t1\nFILE\na.csv\na.csv\n", "\(two.standardError)")
  }

  @Test("Files may be compressed, and an error names a missing file") func files() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,2\n", to: "a")
    let run = try directory.shell("gzip -c a >b; \"$0\" -o csv --all a b a; \"$0\" -p --all a none")
    expectEqual(run.standardOutput, "FILE,id,n\na,1,2\nb,1,2\na,1,2\n")
    #expect(run.end == .exited(2) && run.standardError == "muster: none: No such file or directory\n")
    for arguments in ["a b a", "--all", "--all -F a", "--all a -"] {
      try expectEqual(directory.shell("\"$0\" -p \(arguments)").end, .exited(64), "\(arguments)")
    }
  }

  @Test("If a file changes, the list has its new rows and those of the others") func live() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,x\n", to: "a")
    try directory.write("id,n\n2,x\n", to: "b")
    var options = try MusterOptions.read(["--all", directory.file("a"), directory.file("b")])
    options.reading.interval = Interval(seconds: 0.1)
    let source = try Source(options.subject, options.reading.options)
    var rows: [[String]] = []
    for try await run in source.runs() {
      rows.append(run.rows.map { $0[1] })
      if rows.last == ["1", "2", "3"] { break }
      try directory.replace("b", with: "id,n\n2,x\n3,x\n")
    }
    expectEqual(rows, [["1", "2"], ["1", "2", "3"]])
  }

  @Test("A file that is emptied or removed keeps its rows, with their age, and adds no column")
  func staleFiles() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,x\n", to: "a")
    let live = try directory.write("id,m\n2,y\n3,z\n", to: "b")
    try directory.write("", to: "never")
    var options = try MusterOptions.read(["--all"] + ["a", "b", "never"].map(directory.file))
    options.reading.interval = Interval(seconds: 0.1)
    let source = try Source(options.subject, options.reading.options)
    var step = 0
    for try await run in source.runs() {
      #expect(run.problem == nil)
      expectEqual(run.table.columns.map(\.name), ["FILE", "id", "n", "m"])
      expectEqual(run.rows.map { Array($0[1...]) }.suffix(2), [["2", "", "y"], ["3", "", "z"]])
      let reasons = run.staleFiles.map(\.reason).filter { $0.hasPrefix(live) }
      step += 1
      switch step {
      case 1:
        #expect(reasons.isEmpty)
        try directory.write("", to: "b")
      case 2:
        expectEqual(reasons, ["\(live): empty"])
        #expect(run.staleFiles.first?.description.contains("empty, its rows from ") == true)
        // Other files are still read.
        try directory.replace("a", with: "id,n\n1,x\n4,w\n")
      case 3:
        #expect(run.rows.map { $0[1] } == ["1", "4", "2", "3"] && reasons == ["\(live): empty"])
        try await HeadlessRemoval.remove(live)
      case 4:
        expectEqual(reasons, ["\(live): No such file or directory"])
        try directory.write("id,m\n2,y\n3,z\n", to: "b")
      default:
        #expect(reasons.isEmpty)
        return
      }
    }
    Issue.record("it ended")
  }
}
