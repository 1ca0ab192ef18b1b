import Foundation
import ListData
import TerminalTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@Suite("Recordings", .waitsForProcesses) struct RecordingTests {
  private static let states = [
    "NAME  STATE\nweb   Running\napi   Running\ndns   Running\n",
    "NAME  STATE\nweb   Failed\napi   Running\ndns   Running\n",
    "NAME  STATE\napi   Running\ndns   Running\nnew   Pending\n",
    "NAME  STATE\napi   Running\ndns   Running\nnew   Pending\n", "x",
    "",
  ].map { Array($0.utf8) }

  private static func bytes(_ states: [[UInt8]]) -> [UInt8] {
    var bytes = Recording.signature + Recording.record(title: "kubectl get pods")
    var former: [UInt8]?
    for (number, state) in states.enumerated() {
      bytes += state.withUnsafeBufferPointer {
        Recording.record($0, at: WallTime(seconds: Double(number) * 2.5), after: former)
      }
      former = state
    }
    return bytes
  }

  private func read(_ bytes: [UInt8]) throws -> (states: [Recording.State], isCut: Bool, title: String?) {
    var reader = try #require(RecordingReader(TextBytes(bytes)))
    var states: [Recording.State] = []
    while let state = reader.next() { states.append(state) }
    return (states, reader.isCut, reader.title)
  }

  @Test("A recording returns its texts, times and title") func roundTrip() throws {
    let (states, isCut, title) = try read(Self.bytes(Self.states))
    expectEqual(states.map(\.text), Self.states)
    expectEqual(states.map(\.time.seconds), Self.states.indices.map { Double($0) * 2.5 })
    #expect(!isCut && title == "kubectl get pods")
  }

  @Test("A file that was cut at any byte is read up to the last complete state") func cut() throws {
    let bytes = Self.bytes(Self.states)
    var last = 0
    for count in Recording.signature.count...bytes.count {
      let (states, isCut, _) = try read(Array(bytes[..<count]))
      expectEqual(states.map(\.text), Array(Self.states[..<states.count]))
      #expect(states.count >= last)
      last = states.count
      if count == bytes.count { #expect(!isCut && states.count == Self.states.count) }
    }
    for count in 0..<Recording.signature.count {
      #expect(RecordingReader(TextBytes(Array(bytes[..<count]))) == nil)
    }
  }

  @Test("Standard error says that a recording is cut or damaged", arguments: ["-p", "--course=STATE"])
  func damageIsSaid(option: String) throws {
    let directory = try TemporaryDirectory()
    var bytes = Self.bytes(Array(Self.states[..<3]))
    try directory.write(bytes, to: "rec")
    try expectEqual(directory.shell("\"$0\" \(option) rec").standardError, "")
    bytes[bytes.count - 3] ^= 0xFF
    try directory.write(bytes, to: "rec")
    try expectEqual(
      directory.shell("\"$0\" \(option) rec").standardError,
      "muster: the recording is cut or damaged here: later runs are not read\n")
  }

  @Test("A damaged byte only ends the recording there") func damaged() throws {
    let bytes = Self.bytes(Self.states)
    for place in Recording.signature.count..<bytes.count {
      var damaged = bytes
      damaged[place] ^= 0xFF
      let (states, isCut, _) = try read(damaged)
      #expect(isCut && states.map(\.text) == Array(Self.states[..<states.count]))
    }
  }

  @Test("Unchanged lines take only a few bytes") func size() {
    let state = (0..<1000).flatMap { Array("row \($0) of many\n".utf8) }
    let one = Self.bytes([state]).count
    #expect(Self.bytes([state, state]).count - one < 40)
    let other = state + Array("one more\n".utf8)
    #expect(Self.bytes([state, other]).count - one < 60)
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

  @Test("A recording is private, is read like a file, and can be continued") func program()
    throws
  {
    let directory = try TemporaryDirectory()
    try expectEqual(record(directory).end, .exited(0))
    let listing = try directory.shell("umask 0; stat -c %a rec; \"$0\" -o csv rec")
    expectEqual(
      listing.standardOutput, "600\nNAME,COUNT\nweb,1\napi,7\nweb,2\nweb,3\napi,7\n",
      "\(listing.standardError)")
    let events = try directory.shell("\"$0\" --events rec").standardOutput.split(separator: "\n")
    expectEqual(
      events.map { $0.dropFirst(#"{"time":"2026-11-25T01:00:38.000+00:00","change":""#.count).prefix(1) },
      [
        "~", "-", "~", "+",
      ])
    // The next recording overwrites an incomplete record that a crash left.
    _ = try directory.shell("printf 'half a record' >>rec")
    try expectEqual(directory.shell("\"$0\" -p rec").end, .exited(0))
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

  @Test("The user can stop the reading of a recording") func left() async throws {
    let directory = try TemporaryDirectory()
    try expectEqual(record(directory).end, .exited(0))
    let options = try MusterOptions.read([directory.path + "/rec"], always: nil)
    let source = try Source(options.subject, options.reading.options)
    source.stream.stopReading()
    var runs: [Run] = []
    for try await run in source.runs() { runs.append(run) }
    #expect(runs.map(\.notes) == [[.left]] && runs.first?.table.text(0, 1) == "1")
  }

  @Test("A full disk is reported, and a file that is not a recording is not changed") func refused() throws {
    let directory = try TemporaryDirectory()
    let full = try directory.shell("\"$0\" -p --record /dev/full -- echo a")
    #expect(full.end == .exited(2) && full.standardError == "muster: /dev/full: No space left on device\n")
    try directory.write("mine\n", to: "rec")
    let run = try record(directory)
    #expect(run.end == .exited(2) && run.standardError == "muster: rec exists and is not a recording\n")
    try expectEqual(directory.read("rec"), "mine\n")
    try expectEqual(directory.shell("\"$0\" --record rec -F in").end, .exited(64))
  }

  @Test("A recording creates no file through a link, and says if it is not private") func privacy() throws {
    let directory = try TemporaryDirectory()
    let link = try directory.shell(
      "ln -s nowhere rec; \"$0\" -p --record rec --until a -- echo a; ls nowhere")
    #expect(link.standardError.hasPrefix("muster: rec: a link to a file that does not exist\n"))
    #expect(link.standardOutput.isEmpty && link.end == .exited(2))
    let run = try directory.shell(
      "rm rec; ln -s real rec; umask 022; : >real; \"$0\" -p --record rec --until a --quiet -- echo a; \"$0\" -p rec"
    )
    expectEqual(
      run.standardError, "muster: rec: not only you can access the recording: its permissions are 644\n")
    expectEqual(run.standardOutput, "a\n")
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
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    let replay = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), ["--replay", "rec"], directory: directory.path)
    try replay.wait(for: "run 1 of 10, 22:00:00")
    replay.type("q")
    try expectEqual(replay.waitForEnd(), .exited(0))
    let refused = try directory.shell("echo a >plain; \"$0\" -p --replay plain")
    #expect(refused.end == .exited(2) && refused.standardError == "muster: plain is not a recording\n")
  }
}

@Suite("Times typed by a user") struct TimePointTests {
  private let newest = WallTime(year: 2026, month: 11, day: 25, secondsOfDay: 8 * 3600)

  private func time(_ text: String) -> String? {
    let shown = WallTime(seconds: newest.seconds - 3600)
    return TimePoint(text).map { point in
      let time = point.time(shown: shown, newest: newest)
      return "\(time.day) \(time.timeOfDay)"
    }
  }

  @Test(
    "A time point is a time of day, a date, both, or a duration from the shown run",
    arguments: [
      ("7:59", "2026-11-25 07:59:00"), ("22:04", "2026-11-24 22:04:00"), ("22:04:12", "2026-11-24 22:04:12"),
      ("-5m", "2026-11-25 06:55:00"), ("+90s", "2026-11-25 07:01:30"), ("3h ago", "2026-11-25 05:00:00"),
      ("yesterday 7:00", "2026-11-24 07:00:00"), ("2026-11-20", "2026-11-20 00:00:00"),
      ("2028-02-29", "2028-02-29 00:00:00"),
      ("2026-11-20 22:04", "2026-11-20 22:04:00"), ("2026-11-20T22:04:12", "2026-11-20 22:04:12"),
    ])
  func times(text: String, expected: String) { expectEqual(time(text), expected) }

  @Test(
    "A text that is not a valid time is not a time point",
    arguments: [
      "", " ", "x", "25:00", "22:60", "22", "-x", "5m", "ago", "2026-13-01", "2026-02-29", "2026-11-31",
      "22:04 x", "a b c", "+-5m", "::",
    ])
  func invalid(text: String) { #expect(TimePoint(text) == nil) }
}
