import Foundation
import ListData
import ListKitTesting
import TestSupport
import Testing

@testable import muster

@Suite("What goes on", .timeLimit(.minutes(60))) struct FollowingTests {
  /// Reads until the rows are as they should be, and does something at each stage.
  private func follow(_ source: Source, _ stages: [(rows: [[String]], next: () throws -> Void)]) async throws
  {
    var stages = stages[...]
    for try await run in source.runs() where run.problem == nil && run.rows == stages.first?.rows {
      try stages.removeFirst().next()
      if stages.isEmpty { return }
    }
    Issue.record("it ended before \(stages.first?.rows ?? [])")
  }

  @Test("A log that is renamed is read to its end before the new one is") func rotation() async throws {
    let directory = try WorkingDirectory()
    let log = try directory.write("one\n", to: "log")
    let source = try Source.reading("-F", "-f", "lines", "-n", "0.1", log)
    try await follow(
      source,
      [
        (
          [["one"]],
          {
            let old = try #require(FileHandle(forWritingAtPath: log))
            try old.seekToEnd()
            try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
            // As who writes it has it open still.
            try directory.write("", to: "log")
            try old.write(contentsOf: Data("two\nthree".utf8))
            try directory.write("four\n", to: "log")
          }
        ), ([["one"], ["two"], ["three"], ["four"]], {}),
      ])
  }

  @Test("A head that stands in the new file too is no row") func head() async throws {
    let directory = try WorkingDirectory()
    let log = try directory.write("id,name\n1,ann\n2,bob\n", to: "log")
    let source = try Source.reading("-F", "-n", "0.1", log)
    try await follow(
      source,
      [
        (
          [["1", "ann"], ["2", "bob"]],
          {
            try FileManager.default.removeItem(atPath: log)
            try directory.write("id,name\n3,eve\n", to: "log")
          }
        ), ([["1", "ann"], ["2", "bob"], ["3", "eve"]], {}),
      ])
  }

  @Test("A log that is gone is said to be, and read on when it is there again") func gone() async throws {
    let directory = try WorkingDirectory()
    let log = try directory.write("one\n", to: "log")
    let source = try Source.reading("-F", "-f", "lines", "-n", "0.1", log)
    var isGone = false
    for try await run in source.runs() {
      if run.problem != nil {
        #expect(run.rows == [["one"]])
        isGone = true
        try directory.write("two\n", to: "log")
      } else if run.table.rowCount == 1, !isGone {
        try FileManager.default.removeItem(atPath: log)
      } else if run.table.rowCount == 2 {
        break
      }
    }
    #expect(isGone)
  }

  @Test("A pipe with a name waits for who writes to it, and for the next") func pipe() async throws {
    let directory = try WorkingDirectory()
    let path = directory.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let source = try Source.reading("-F", "-f", "lines", path)
    let writer = Thread {
      for line in ["one\n", "two\n"] {
        guard let file = FileHandle(forWritingAtPath: path) else { return }
        try? file.write(contentsOf: Data(line.utf8))
        try? file.close()
        // Until that was read, both would be one writer.
        while (try? directory.read("seen"))?.contains(line) != true { usleep(1000) }
      }
    }
    writer.start()
    try await follow(
      source,
      [
        ([["one"]], { try directory.write("one\n", to: "seen") }),
        ([["one"], ["two"]], { try directory.write("one\ntwo\n", to: "seen") }),
      ])
  }

  @Test("Who does not listen any more does not wait for a pipe to which nobody writes") func nobody()
    async throws
  {
    let directory = try WorkingDirectory()
    let path = directory.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let source = try Source.reading(path)
    let runs = source.runs()
    let reader = Task { for try await _ in runs {} }
    reader.cancel()
    try await reader.value
  }

  @Test("What is written faster than it is shown waits", arguments: [true, false])
  func flood(isCommand: Bool) async throws {
    let directory = try WorkingDirectory()
    let path = directory.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let source = try isCommand ? Source.reading("-F", "--", "yes", "a b c") : Source.reading("-F", path)
    let writer = Process()
    if !isCommand {
      writer.executableURL = URL(fileURLWithPath: "/bin/sh")
      writer.arguments = ["-c", "exec yes 'a b c' >'\(path)'"]
      try writer.run()
    }
    defer { if !isCommand { kill(writer.processIdentifier, SIGKILL) } }
    var sizes: [Int] = []
    let runs = source.runs()
    for try await run in runs {
      sizes.append(run.table.bytes.count)
      if sizes.count == 3 { break }
      await wait { source.pacer.isWaitedFor }
    }
    for (one, next) in zip(sizes, sizes.dropFirst()) { #expect(next - one <= 3 * (4 << 20)) }
  }

  @Test("Of a flood the beginning is shown at once") func beginningOfAFlood() throws {
    let flood = Process()
    let pipe = Pipe()
    flood.executableURL = URL(fileURLWithPath: "/bin/sh")
    flood.arguments = ["-c", "exec yes 'a b c'"]
    flood.standardOutput = pipe
    try flood.run()
    // A child of a thread that blocks signals would not get a softer one.
    defer { kill(flood.processIdentifier, SIGKILL) }
    // A clock that stands still: no time ends the gathering.
    let clock = TestClock()
    let signal = try StopSignal(clock: clock)
    let file = dup(pipe.fileHandleForReading.fileDescriptor)
    var reading = try FileReading(file, name: "flood", clock: clock)
    var shown: Int?
    let end = try reading.read(signal) { store in
      shown = shown ?? store.count
      signal.stop()
      return 0
    }
    #expect(end == .stopped)
    #expect((1 << 20...2 << 20).contains(try #require(shown)))
  }

  @Test("Where no more is wanted the rows that arrived whole are a run") func left() throws {
    let directory = try WorkingDirectory()
    let path = try directory.write(
      "name,n\n" + (0..<100_000).map { "row,\($0)\n" }.joined(), to: "rows.csv")
    let signal = try StopSignal()
    var reading = try FileReading(FileReading.open(FilePathBytes(Array(path.utf8))), name: path)
    let end = try reading.read(signal, isLeft: { true }) { _ in 0 }
    #expect(end == .left)
    let bytes = reading.reading(end).bytes
    #expect(bytes.count < 500_000 && bytes[bytes.count - 1] != 0x0A, "it ends within a row")
    let options = try MusterOptions.read([path], always: nil)
    var builder = try Source(options.subject, options.reading).builder()
    let run = try builder.finish(reading.reading(end))
    #expect(run.notes == [.left] && run.table.rowCount == (0..<bytes.count).count { bytes[$0] == 0x0A } - 1)
    #expect(run.table.text(run.table.rowCount - 1, 1) == "\(run.table.rowCount - 1)")
  }

  @Test("What comes during a pause is shown behind it", arguments: [true, false])
  func pause(isCommand: Bool) async throws {
    let directory = try WorkingDirectory()
    let log = try directory.write("one\n", to: "log")
    let words = ["-F", "-f", "lines", "-n", "0.1"]
    let options = try MusterOptions.read(words + (isCommand ? ["--", "tail", "-n", "+1", "-f", log] : [log]))
    let source = try Source(options.subject, options.reading)
    var isPaused = false
    for try await run in source.runs() {
      if isPaused {
        #expect(!source.pacer.isPaused)
        #expect(run.rows == [["one"], ["two"]])
        break
      }
      isPaused = true
      source.pacer.setPaused(true)
      try await Appending.append("two\n", to: log)
      // What was read is held back.
      Task {
        await wait { source.pacer.isWaitedFor }
        source.pacer.setPaused(false)
      }
    }
  }
}
