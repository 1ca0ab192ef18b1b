import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@Suite("Compressed input") struct CompressionTests {
  private static let table = "id,name\n" + (1...3).map { "\($0),row \($0)\n" }.joined()

  @Test(
    "The matching program decompresses a file or a pipe, whatever its name",
    arguments: Compression.allCases)
  func allFormats(compression: Compression) throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.table, to: "table")
    let line = """
      \(compression.rawValue) -c table >in || exit
      "$0" -o csv in && cat in | "$0" -o csv && "$0" -o raw in && cat in | "$0" -o raw -
      """
    let run = try directory.shell(line)
    expectEqual(run.standardOutput, String(repeating: Self.table, count: 4), "\(run.standardError)")
    expectEqual(run.end, .exited(0))
  }

  @Test("A pipe that only starts like compressed data is read as text") func textLikeASignature() throws {
    let printed = try TemporaryDirectory().shell(#"(printf 'BZ'; sleep 0.1; printf 'h 1\n') | "$0" -p"#)
    expectEqual(printed.standardOutput, "BZh 1\n")
  }

  @Test("A damaged file is printed up to the damage, and the error names the reason") func damaged()
    throws
  {
    let directory = try TemporaryDirectory()
    let rows = (0..<100_000).map { "\($0),\($0 * 7919 % 10_007)\n" }.joined()
    try directory.write("id,number\n" + rows, to: "table")
    for options in ["-o csv", "-o raw"] {
      let run = try directory.shell(
        "gzip -c table | head -c 100000 >in.gz; \"$0\" \(options) in.gz | tail -n +2 | head -1; \"$0\" \(options) in.gz >out"
      )
      expectEqual(run.standardOutput, "0,0\n")
      expectEqual(run.end, .exited(2))
      #expect(run.standardError.hasSuffix("muster: in.gz: gzip: stdin: unexpected end of file\n"))
    }
  }

  @Test("A program that prints many messages does not wait for a reader") func manyMessages() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.table, to: "table")
    let run = try directory.shell(
      #"""
      gzip -c table >in; mkdir bin
      printf '#!/bin/sh\nexport PATH=%s\nyes message | head -c 1000000 >&2\nexec gzip "$@"\n' "$PATH" >bin/gzip
      chmod +x bin/gzip; PATH="$PWD/bin:$PATH" "$0" -o csv in
      """#)
    #expect(run.standardOutput == Self.table && run.end == .exited(0), "\(run.standardError)")
  }

  @Test("A missing program is reported in one line") func missing() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.table, to: "table")
    let run = try directory.shell("gzip -c table >in; PATH=/dev/null/none \"$0\" -p in")
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "muster: in is compressed with gzip, which is not installed\n")
  }

  @Test("A compressed file that is replaced is read again") func replaced() async throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.table, to: "table")
    _ = try directory.shell("gzip -c table >in.gz")
    let source = try Source.reading(files: [directory.file("in.gz")])
    var runs: [[[String]]] = []
    for try await run in source.runs() where run.isComplete {
      runs.append(run.rows)
      if runs.count == 2 { break }
      _ = try directory.shell("(cat table; echo 4,new) | gzip -c >new && mv new in.gz")
    }
    expectEqual(runs[1], runs[0] + [["4", "new"]])
  }
}
