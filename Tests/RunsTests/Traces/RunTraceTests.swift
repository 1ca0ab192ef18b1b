import Foundation
import ListData
import RunsTesting
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("The runs of scripted inputs are those of the committed traces", .timeLimit(.minutes(60)))
struct RunTraceTests {
  private struct Input {
    var name: String
    var text: String

    /// Three times the same list, with other values.
    init(_ name: String, _ run: (Int) -> String) {
      self.name = name
      text = (1...3).map(run).joined()
    }
  }

  private static let inputs = [
    Input("titled") {
      "at 22:04:0\($0)\n\nPID  USER  COMMAND\n  1  root  init\n 33  root  sshd\n\($0)01  ann   make\n\n"
    },
    Input("csv") { "id,name,count\n1,ann,\($0)\n2,bob,7\n" },
    Input("pages") { "\u{C}NAME     READY\nweb-\($0)    1/1\ndb       0/\($0)\n" },
    Input("screens") { "\u{1B}[2J\u{1B}[HNAME      CPU %     PIDS\nweb-1     0.\($0)5%     3\n" },
    Input("watch") {
      ($0 == 1 ? "NAME   STATUS\n" : "") + "web-1  Pending\nweb-\($0)  Running\nweb 1  Failed\n"
    },
    Input("events") {
      ($0 == 1 ? "EVENT    NAME  STATE\n" : "")
        + "ADDED    web\($0)  Pending\nDELETED  web\($0)  Gone\nADDED    db    Run\($0)\n"
    },
    Input("objects") { "{\"id\":\($0),\"state\":\"a\"}\n{\"id\":7,\"state\":\"b\($0)\"}\n" },
    Input("log") { "2026-11-24T10:00:0\($0)Z INFO started \($0)\n2026-11-24T10:00:0\($0)Z WARN slow\n" },
    Input("numbers") { "  \($0)0  12  3\n  1\($0)  14  5\n" },
    Input("open end") { $0 < 3 ? "k v\na \($0)\nb 2\n" : "k v\na 3\nb" },
    Input("blank") { _ in " \n" },
  ]

  private static let ways: [(name: String, source: @Sendable () throws -> Source)] = [
    ("pipe", { try source(.standardInput) }), ("pipe once", { try source(.standardInput, isReadOnce: true) }),
    ("follow", { try source(.standardInput) { $0.follow = true } }),
    ("update", { try source(.standardInput) { $0.update = true } }),
    (
      "update name",
      {
        try source(.standardInput, until: .change) {
          ($0.update, $0.key) = (true, .columns([ColumnReference("1")]))
        }
      }
    ),
    (
      "update line", { try source(.standardInput) { ($0.update, $0.key, $0.gone) = (true, .line, "Failed") } }
    ),
    ("runs page", { try source(.standardInput) { $0.runs = .page } }),
    ("runs off", { try source(.standardInput) { $0.runs = .off } }),
    ("command", { try source(.words(["cat"])) }),
    ("command once", { try source(.words(["cat"]), isReadOnce: true) }),
  ]

  private static func source(
    _ subject: Subject, until: UntilOption? = nil, isReadOnce: Bool = false,
    _ configure: (inout ReadingOptions) -> Void = { _ in }
  ) throws -> Source {
    var options = ReadingOptions()
    configure(&options)
    return try Source(subject, options, until: until, isReadOnce: isReadOnce, toleratesMissingKey: true)
  }

  /// Returns the ends of all lines.
  private static func lineEnds(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == 0x0A }.map { $0 + 1 }
  }

  @Test("Streams become the same runs, however they are cut") func streams() throws {
    var lines: [String] = []
    var generator = SeededGenerator(seed: 55)
    for input in Self.inputs {
      let bytes = Array(input.text.utf8)
      for way in Self.ways {
        let cuts: [(String, [Int])] = [
          ("at once", [bytes.count]), ("by lines", Self.lineEnds(bytes)),
          ("at random", (0..<8).map { _ in generator.number(0...bytes.count) }.sorted()),
        ]
        for (name, ends) in cuts {
          var pipeline = try way.source().pipeline()
          var trace = RunTrace()
          trace.read(bytes, upTo: ends, by: &pipeline)
          lines.append("\(input.name), \(way.name), \(name): \(trace.summary)")
          if name == "by lines" { lines += trace.lines.suffix(1).map { "  " + $0 } }
        }
      }
    }
    try CommittedText.expect(lines, in: "RunsTests/Traces/streams.txt")
  }

  @Test("Bad runs, messages and other columns become the same runs") func repeatedRuns() throws {
    let table = "NAME   STATUS    AGE\nweb-1  Running   5m\nweb-2  Pending   7m\n"
    let wide =
      "NODE  NAME   STATUS    AGE\nn1    web-2  Pending   7m\nn2    web-1  Running   5m\nn2    web-3  Running   5m\n"
    let texts: [(String, (inout RunReader.Reading) -> Void)] = [
      (table, { $0.end = .exited(0) }), ("Error: unreachable\n", { $0.end = .exited(0) }),
      ("half\n", { ($0.end, $0.diagnostics) = (.exited(3), Array("why\n".utf8)) }),
      ("\n\n", { $0.end = .exited(0) }),
      (wide, { $0.end = .exited(0) }), (table, { $0.isCut = true }), (table, { $0.isRestUnread = true }),
      ("a\nb b\nc c c\nd\n", { _ in }), (table, { $0.end = .killed(signal: 15) }), (wide, { _ in }),
    ]
    var lines: [String] = []
    for way in Self.ways {
      for first in [0, 1, 2, 3] {
        var pipeline = try way.source().pipeline()
        var trace = RunTrace()
        for (text, change) in texts[first...] {
          let bytes = Array(text.utf8)
          trace.read(bytes, upTo: Self.lineEnds(bytes), by: &pipeline, change)
        }
        lines.append("\(way.name), from \(first): \(trace.summary)")
        if first == 2, ["pipe", "command", "update name"].contains(way.name) {
          lines += trace.lines.map { "  " + $0 }
        }
      }
    }
    try CommittedText.expect(lines, in: "RunsTests/Traces/repeated.txt")
  }

  @Test("Twenty runs of seventeen programs become the same runs") func programs() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("ListDataTests/Tables/series")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      !$0.hasSuffix(".json")
    }
    var lines: [String] = []
    for name in names.sorted() {
      for way in ["command", "update"] {
        var pipeline = try #require(Self.ways.first { $0.name == way }).source().pipeline()
        var trace = RunTrace()
        for run in 0..<20 {
          let file = folder.appendingPathComponent("\(name)/\(run < 10 ? "0" : "")\(run)")
          let bytes = Array(try Data(contentsOf: file))
          trace.read(bytes, upTo: [bytes.count / 2], by: &pipeline)
        }
        lines.append("\(name), \(way): \(trace.summary)")
      }
    }
    try CommittedText.expect(lines, in: "RunsTests/Traces/programs.txt")
  }

  @Test("Files, commands, several files and recordings become the same closed and last runs") func sources()
    async throws
  {
    let directory = try TemporaryDirectory()
    var lines: [String] = []
    for (number, input) in Self.inputs.enumerated() {
      let path = try directory.write(input.text, to: "\(number)")
      let other = try directory.write(Self.inputs[(number + 1) % 3].text, to: "other")
      let recording = directory.file("recording\(number)")
      let recorder = try Recorder(
        path: recording, source: Self.source(.words(["cat"])), report: { Issue.record("\($0)") })
      func read(_ name: String, _ source: Source, _ observers: [any RunObserver] = []) async throws {
        let observer = TracingObserver(hiding: directory.path)
        for try await _ in source.runs(observers: [observer] + observers) {}
        lines += observer.lines.enumerated().map { "\(input.name), \(name), \($0): \($1)" }
      }
      try await read("file", Self.source(.files([path]), isReadOnce: true))
      try await read("file as pages", Self.source(.files([path])) { $0.runs = .page }, [recorder])
      try await read("recording", Self.source(.files([recording])))
      try await read("recording once", Self.source(.files([recording]), isReadOnce: true))
      try await read("both files", Self.source(.files([path, other]), isReadOnce: true))
      try await read("command", Self.source(.words(["cat", path]), isReadOnce: true))
      try await read(
        "until", Self.source(.words(["cat", path]), until: .rows(.all, query: "a"), isReadOnce: true))
    }
    try CommittedText.expect(lines, in: "RunsTests/Traces/sources.txt")
  }
}
