import TerminalTesting
import TestSupport
import Testing

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

  @Test("A damaged file is printed up to the damage, and the error names the reason") func damaged() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n" + (0..<100_000).map { "\($0),\($0 % 7)\n" }.joined(), to: "table")
    _ = try directory.shell("gzip -c table | head -c 50000 >in.gz")
    for options in ["-o csv", "-o raw"] {
      let run = try directory.shell("\"$0\" \(options) in.gz >out; status=$?; sed 3q out; exit $status")
      #expect(run.end == .exited(2) && run.standardOutput == "id,n\n0,0\n1,1\n")
      expectEqual(run.standardError, "muster: in.gz: gzip: stdin: unexpected end of file\n")
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
}
