import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Compressed input") struct CompressionTests {
  @Test(
    "The first bytes determine the format, and a part of a signature decides nothing",
    arguments: [
      ([0x1F, 0x8B, 8, 0], Compression.Finding.compressed(.gzip)), ([0x1F, 0x8B], .undecided),
      ([0x28, 0xB5, 0x2F, 0xFD], .compressed(.zstd)), ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .undecided),
      (Array("BZh91AY&SY".utf8), .compressed(.bzip2)), (Array("BZh is no archive".utf8), .plain),
      (Array("BZ".utf8), .undecided), (Array("id,name\n".utf8), .plain), ([], .undecided),
      ([0x1F, 0x41], .plain),
    ])
  func finding(bytes: [UInt8], finding: Compression.Finding) {
    expectEqual(Compression.find(in: bytes), finding)
  }

  @Test("A compressed file that is replaced is read again") func replaced() async throws {
    let directory = try TemporaryDirectory()
    func write(_ text: String) throws {
      try directory.write(text, to: "table")
      _ = try HeadlessRun("/bin/sh", ["-c", "cd '\(directory.path)' && gzip -c table >new && mv new in.gz"])
    }
    try write("id,name\n1,old\n")
    let source = try Source.reading(files: [directory.file("in.gz")])
    var runs: [[[String]]] = []
    for try await run in source.runs() where run.isComplete {
      runs.append(run.rows)
      if runs.count == 2 { break }
      try write("id,name\n1,old\n2,new\n")
    }
    expectEqual(runs, [[["1", "old"]], [["1", "old"], ["2", "new"]]])
  }

  @Test("The rows before the damage are read, and the problem has the reason") func damaged() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "id,number\n" + (0..<100_000).map { "\($0),\($0 * 7919 % 10_007)\n" }.joined(), to: "table")
    let script = "cd '\(directory.path)' && gzip -c table | head -c 100000 >in.gz"
    _ = try HeadlessRun("/bin/sh", ["-c", script])
    let source = try Source(
      Subject.files([directory.file("in.gz")]), ReadingOptions(), isReadOnce: true)
    var last: Run?
    for try await run in source.runs() { last = run }
    let run = try #require(last)
    #expect(run.rows.first == ["0", "0"] && (1_000..<100_000).contains(run.table.rowCount))
    expectEqual(run.problem?.text(run.diagnostics), "failed: gzip: stdin: unexpected end of file")
  }
}
