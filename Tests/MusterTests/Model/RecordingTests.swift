import Foundation
import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@Suite("Recordings", .waitsForProcesses) struct RecordingTests {
  @Test("Standard error says that a recording is cut or damaged", arguments: ["-p", "--course=STATE"])
  func damageIsSaid(option: String) throws {
    let directory = try TemporaryDirectory()
    var bytes = RecordedTexts.bytes(
      of: ["Up", "Down", "Up"].map { Array("NAME  STATE\nweb   \($0)\napi   Up\n".utf8) })
    try directory.write(bytes, to: "rec")
    try expectEqual(directory.shell("\"$0\" \(option) rec").standardError, "")
    bytes[bytes.count - 3] ^= 0xFF
    try directory.write(bytes, to: "rec")
    try expectEqual(
      directory.shell("\"$0\" \(option) rec").standardError,
      "muster: the recording is cut or damaged here: later runs are not read\n")
  }

  // MARK: The program

  private static let counting =
    "n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n; echo NAME COUNT; echo web $n; [ $n = 2 ] || echo api 7"

  private func record(_ directory: TemporaryDirectory, _ options: String = "", until count: Int = 3) throws
    -> HeadlessRun
  {
    try directory.shell(
      "\"$0\" -p -n 0.1 --record rec \(options) --until count:=\(count) --quiet -- sh -c '\(Self.counting)'")
  }

  @Test("A recording is read like a file, and can be continued") func program() throws {
    let directory = try TemporaryDirectory()
    try expectEqual(record(directory).end, .exited(0))
    let listing = try directory.shell("\"$0\" -o csv rec")
    expectEqual(
      listing.standardOutput, "NAME,COUNT\nweb,1\napi,7\nweb,2\nweb,3\napi,7\n", "\(listing.standardError)")
    let events = try directory.shell("\"$0\" --events rec").standardOutput.split(separator: "\n")
    let start = #"{"time":"2026-11-25T01:00:38.000+00:00","change":""#
    expectEqual(events.map { $0.dropFirst(start.count).prefix(1) }, ["~", "-", "~", "+"])
    try expectEqual(record(directory, until: 5).end, .exited(0))
    try expectEqual(
      directory.shell("\"$0\" -o csv -c COUNT -q web rec").standardOutput, "COUNT\n1\n2\n3\n4\n5\n")
  }

  @Test("A file or a pipe is recorded once, and printed as without a recording", .timeLimit(.minutes(60)))
  func recordedFile() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,a\n2,b\n", to: "in")
    for (place, input) in ["in", "<in", "-o raw in", "-o csv --all in in"].enumerated() {
      let plain = try directory.shell("\"$0\" -p \(input)")
      let run = try directory.shell("\"$0\" -p --record rec\(place) \(input)")
      #expect(run.end == .exited(0) && run.standardOutput == plain.standardOutput, "\(input)")
      let recorded = try directory.shell("\"$0\" -o csv rec\(place)").standardOutput
      expectEqual(recorded, (try directory.shell("\"$0\" -o csv \(input)").standardOutput), "\(input)")
    }
  }

  @Test("A file that cannot be recorded to ends the program") func refused() throws {
    let run = try TemporaryDirectory().shell("\"$0\" -p --record /dev/full -- echo a")
    #expect(run.end == .exited(2) && run.standardError == "muster: /dev/full: No space left on device\n")
  }

  @Test("A limit on the file size stops the recording after a whole record, and nothing else") func limited()
    throws
  {
    let directory = try TemporaryDirectory()
    let script = """
      n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n; echo n,x; echo $n,a
      head -c 700000 /dev/urandom | base64 -w 70 | sed s/^/0,/
      """
    let run = try directory.shell(
      """
      trap "" XFSZ; ulimit -f 2048
      "$0" -p -n 0.1 --record rec --until n:=4 --quiet -- sh -c '\(script)'
      """)
    expectEqual(run.end, .exited(0), "\(run.standardError)")
    expectEqual(run.standardError, "muster: not recorded: rec: File too large\n")
    // A block of that limit is 512 or 1024 bytes.
    let read = try directory.shell("\"$0\" -p rec >out && grep -c '^[1-9],' out")
    #expect(["1\n", "2\n"].contains(read.standardOutput) && read.standardError.isEmpty)
  }

  /// Words and numbers that no one would take for a header.
  @Test("A recording of joined rows has their columns, also where no header would be detected") func joined()
    throws
  {
    let directory = try TemporaryDirectory()
    let made = try directory.shell(
      "\"$0\" -p --each 'x y' --as h --record rec --once -- sh -c 'echo v; echo 5; : {}'")
    expectEqual(made.standardOutput, "h,1\nx,v\nx,5\ny,v\ny,5\n")
    try expectEqual(directory.shell("\"$0\" -p -q h:y -o json rec").standardOutput.count { $0 == "{" }, 2)
    try expectEqual(
      directory.shell("\"$0\" --course 1 -c h -q h:x rec").standardOutput, "h\nx\nx\n")
  }

  /// T, the time and enter go to 22:04 of yesterday's recording.
  @Test("[ and ] step through a recording, and T goes to a time") func replay() throws {
    let directory = try TemporaryDirectory()
    let start = WallTime(year: 2026, month: 11, day: 24, secondsOfDay: 22 * 3600)
    var bytes = Recording.signature + Recording.record(title: "ps")
    var former: [UInt8]?
    for minute in 0..<10 {
      let text = Array("NAME   MINUTE\nweb    \(minute)\n\(minute < 5 ? "api    0\n" : "")".utf8)
      bytes += text.withUnsafeBufferPointer {
        Recording.record($0, at: WallTime(seconds: start.seconds + Double(minute) * 60 + 0.25), after: former)
      }
      former = text
    }
    try directory.write(bytes, to: "rec")
    let terminal = try PseudoTerminal(BuiltProducts.path(of: "muster"), ["rec"], directory: directory.path)
    try terminal.wait(for: "2026-11-24 22:09:00")
    terminal.type("T")
    try terminal.wait(for: "Go to a time")
    terminal.type("22:04\r")
    try terminal.wait(for: "run 5 of 10, 22:04:00")
    terminal.type("]")
    try terminal.wait(for: "run 6 of 10, 22:05:00: −1")
    try terminal.wait { screen in screen.lines.contains { $0.hasPrefix("-") } }
    terminal.type("T-3m\r")
    try terminal.wait(for: "run 3 of 10")
    terminal.type("Tnonsense\r")
    try terminal.wait(for: "'nonsense' is not a time")
    try terminal.finish(typing: "q")
    let replay = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), ["--replay", "rec"], directory: directory.path)
    try replay.wait(for: "run 1 of 10, 22:00:00")
    try replay.finish(typing: "q")
    let refused = try directory.shell("echo a >plain; \"$0\" -p --replay plain")
    #expect(refused.end == .exited(2) && refused.standardError == "muster: plain is not a recording\n")
  }
}
