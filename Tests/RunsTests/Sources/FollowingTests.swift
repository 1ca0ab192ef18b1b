import Files
import Foundation
import ListData
import ListKitTesting
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Following files and commands", .timeLimit(.minutes(60))) struct FollowingTests {
  /// Reads runs until the rows are those of each stage in turn, and calls the closure of the stage.
  private func follow(_ source: Source, _ stages: [(rows: [[String]], next: () throws -> Void)]) async throws
  {
    var stages = stages[...]
    for try await run in source.runs() where run.problem == nil && run.rows == stages.first?.rows {
      try stages.removeFirst().next()
      if stages.isEmpty { return }
    }
    Issue.record("it ended before \(stages.first?.rows ?? [])")
  }

  @Test("A renamed log is read to its end before the new file") func rotation() async throws {
    let directory = try TemporaryDirectory()
    let log = try directory.write("one\n", to: "log")
    let source = try Source.reading(files: [log]) {
      $0.follow = true
      $0.format = .lines
      $0.interval = Interval(seconds: 0.1)
    }
    try await follow(
      source,
      [
        (
          [["one"]],
          {
            let old = try #require(FileHandle(forWritingAtPath: log))
            try old.seekToEnd()
            try FileManager.default.moveItem(atPath: log, toPath: log + ".1")
            // The writer still has the renamed file open.
            try directory.write("", to: "log")
            try old.write(contentsOf: Data("two\nthree".utf8))
            try directory.write("four\n", to: "log")
          }
        ), ([["one"], ["two"], ["three"], ["four"]], {}),
      ])
  }

  @Test("A header that the new file repeats is not a row") func head() async throws {
    let directory = try TemporaryDirectory()
    let log = try directory.write("id,name\n1,ann\n2,bob\n", to: "log")
    let source = try Source.reading(files: [log]) {
      $0.follow = true
      $0.interval = Interval(seconds: 0.1)
    }
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

  @Test("The header is skipped also if the file is empty for a while, or arrives in pieces") func lateHead()
    async throws
  {
    let directory = try TemporaryDirectory()
    let log = try directory.write("id,name\n1,ann\n", to: "log")
    let source = try Source.reading(files: [log]) {
      $0.follow = true
      $0.interval = Interval(seconds: 0.1)
    }
    let opened = try #require(FileHandle(forUpdatingAtPath: log))
    try await follow(
      source,
      [
        (
          [["1", "ann"]],
          {
            try opened.truncate(atOffset: 0)
            usleep(300_000)
            try opened.write(contentsOf: Data("id,na".utf8))
            usleep(300_000)
            try opened.write(contentsOf: Data("me\n3,eve\n".utf8))
          }
        ), ([["1", "ann"], ["3", "eve"]], {}),
      ])
  }

  @Test("A file that is written again is read again, also if its size is the same") func rewritten()
    async throws
  {
    let directory = try TemporaryDirectory()
    let log = try directory.write("id,name\n1,ann\n", to: "log")
    let source = try Source.reading(files: [log]) {
      $0.follow = true
      $0.interval = Interval(seconds: 0.1)
    }
    try await follow(
      source,
      [
        (
          [["1", "ann"]],
          {
            // In one write, so that the file is never shorter.
            let file = open(log, O_WRONLY)
            expectEqual(pwrite(file, Array("id,name\n2,bob\n".utf8), 14, 0), 14)
            close(file)
          }
        ), ([["1", "ann"], ["2", "bob"]], {}),
      ])
  }

  @Test("A file that only grew has what was read from it, and one that was written again has not")
  func isInFile() async throws {
    let directory = try TemporaryDirectory()
    let lines = (0..<5_000).map { "line \($0)\n" }.joined()
    let path = try directory.write(lines, to: "log")
    var reading = try FileReading(try FileReading.open(FilePathBytes(path)), name: "log")
    let end = try reading.read(WakePipe()) { _ in 0 }
    func isInFile(atEndsOnly: Bool) -> Bool { reading.isInFile(atEndsOnly: atEndsOnly) }
    #expect(end == .end && isInFile(atEndsOnly: true) && isInFile(atEndsOnly: false))
    try await Appending.append("more\n", to: path)
    #expect(isInFile(atEndsOnly: true) && isInFile(atEndsOnly: false))
    func write(_ text: String, at offset: Int) {
      let file = open(path, O_WRONLY)
      expectEqual(pwrite(file, Array(text.utf8), text.utf8.count, off_t(offset)), text.utf8.count)
      close(file)
    }
    write("X", at: 20_000)
    #expect(isInFile(atEndsOnly: true) && !isInFile(atEndsOnly: false))
    write("X", at: 0)
    #expect(!isInFile(atEndsOnly: true))
  }

  @Test("A missing log is reported, and read on when it exists again") func gone() async throws {
    let directory = try TemporaryDirectory()
    let log = try directory.write("one\n", to: "log")
    let source = try Source.reading(files: [log]) {
      $0.follow = true
      $0.format = .lines
      $0.interval = Interval(seconds: 0.1)
    }
    var isGone = false
    for try await run in source.runs() {
      if run.problem != nil {
        expectEqual(run.rows, [["one"]])
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

  @Test("A named pipe waits for a writer, and then for the next one") func pipe() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("pipe")
    expectEqual(mkfifo(path, 0o600), 0)
    let source = try Source.reading(files: [path]) {
      $0.follow = true
      $0.format = .lines
    }
    let writer = Thread {
      for line in ["one\n", "two\n"] {
        guard let file = FileHandle(forWritingAtPath: path) else { return }
        try? file.write(contentsOf: Data(line.utf8))
        try? file.close()
        // Until the test has read the line, both writers would look like one.
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

  @Test("A cancelled reader does not wait for a pipe without a writer") func noWriter()
    async throws
  {
    let directory = try TemporaryDirectory()
    let path = directory.file("pipe")
    expectEqual(mkfifo(path, 0o600), 0)
    let source = try Source.reading(files: [path])
    let runs = source.runs()
    let reader = Task { for try await _ in runs {} }
    reader.cancel()
    try await reader.value
  }

  @Test("Output that arrives faster than it is shown waits", arguments: [true, false])
  func flood(isCommand: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("pipe")
    expectEqual(mkfifo(path, 0o600), 0)
    let source =
      try isCommand
      ? Source.reading(command: ["yes", "a b c"]) { $0.follow = true }
      : Source.reading(files: [path]) { $0.follow = true }
    let writer =
      try isCommand ? nil : StartedProcess("/bin/sh", ["-c", "exec yes 'a b c' >'\(path)'"])
    defer { writer?.end() }
    var sizes: [Int] = []
    let runs = source.runs()
    for try await run in runs {
      sizes.append(run.table.bytes.count)
      if sizes.count == 3 { break }
      await wait { source.stream.isWaitedFor }
    }
    // A pipe is read for a moment before what arrived is shown, however much that is.
    guard isCommand else { return }
    for (one, next) in zip(sizes, sizes.dropFirst()) { #expect(next - one <= 3 * (4 << 20)) }
  }

  @Test("The first part of a flood is shown at once") func beginningOfAFlood() throws {
    let pipe = Pipe()
    let flood = try StartedProcess(
      "/bin/sh", ["-c", "exec yes 'a b c'"], files: [-1, pipe.fileHandleForWriting.fileDescriptor, -1])
    defer { flood.end() }
    // The clock stands still, so no timeout ends the reading.
    let clock = TestClock()
    let signal = WakePipe(clock: clock)
    let file = dup(pipe.fileHandleForReading.fileDescriptor)
    var reading = try FileReading(file, name: "flood", clock: clock)
    var shown: Int?
    let end = try reading.read(signal) { store in
      shown = shown ?? store.count
      signal.wake()
      return 0
    }
    expectEqual(end, .stopped)
    #expect((64 << 10...320 << 10).contains(try #require(shown)))
  }

  @Test("If reading is stopped, the complete rows form a run") func left() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "name,n\n" + (0..<100_000).map { "row,\($0)\n" }.joined(), to: "rows.csv")
    let signal = WakePipe()
    var reading = try FileReading(FileReading.open(FilePathBytes(path)), name: path)
    let end = try reading.read(signal, isRestUnwanted: { true }) { _ in 0 }
    expectEqual(end, .left)
    let bytes = reading.reading(end).bytes
    #expect(bytes.count < 500_000 && bytes[bytes.count - 1] != 0x0A, "it ends within a row")
    var reader = try Source.reading(files: [path]).reader()
    let run = try reader.finish(reading.reading(end), at: .now)
    #expect(run.notes == [.left] && run.table.rowCount == (0..<bytes.count).count { bytes[$0] == 0x0A } - 1)
    expectEqual(run.table.text(run.table.rowCount - 1, 1), "\(run.table.rowCount - 1)")
  }

  @Test("Output during a pause is shown after the pause", arguments: [true, false])
  func pause(isCommand: Bool) async throws {
    let directory = try TemporaryDirectory()
    let log = try directory.write("one\n", to: "log")
    let subject = isCommand ? Subject.words(["tail", "-n", "+1", "-f", log]) : .files([log])
    let source = try Source.reading(subject) {
      $0.follow = true
      $0.format = .lines
      $0.interval = Interval(seconds: 0.1)
    }
    var isPaused = false
    for try await run in source.runs() {
      if isPaused {
        #expect(!source.stream.isPaused)
        expectEqual(run.rows, [["one"], ["two"]])
        break
      }
      isPaused = true
      source.stream.setPaused(true)
      try await Appending.append("two\n", to: log)
      // The reader waits with the new line until the pause ends.
      Task {
        await wait { source.stream.isWaitedFor }
        source.stream.setPaused(false)
      }
    }
  }
}
