import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Several files as one source") struct JoinedFilesTests {
  @Test("Columns with the same name are joined, missing cells are empty, and files may be compressed")
  func columns() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name\n1,ann\n2,\"b, ob\"\n", to: "a")
    try directory.write("NAME SIZE\nx    3\n", to: "b")
    try directory.write("[{\"name\": \"cyd\", \"id\": 7}]", to: "c")
    _ = try HeadlessRun("/bin/gzip", [directory.file("a")])
    let paths = ["a.gz", "b", "c"].map(directory.file)
    let source = try Source(Subject.files(paths), ReadingOptions(), isReadOnce: true)
    for try await run in source.runs() {
      expectEqual(run.table.columns.map(\.name), ["FILE", "id", "name", "NAME", "SIZE"])
      expectEqual(
        run.rows,
        [
          [paths[0], "1", "ann", "", ""], [paths[0], "2", "b, ob", "", ""], [paths[1], "", "", "x", "3"],
          [paths[2], "7", "cyd", "", ""],
        ])
    }
  }

  @Test("If a file changes, the list has its new rows and those of the others") func live() async throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,x\n", to: "a")
    try directory.write("id,n\n2,x\n", to: "b")
    let source = try Source.reading(files: ["a", "b"].map(directory.file)) {
      $0.interval = Interval(seconds: 0.1)
    }
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
    let source = try Source.reading(files: ["a", "b", "never"].map(directory.file)) {
      $0.interval = Interval(seconds: 0.1)
    }
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
