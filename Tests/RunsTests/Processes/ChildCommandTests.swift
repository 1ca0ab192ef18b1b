import Files
import LibC
import ListData
import TerminalTesting
import Synchronization
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Commands", .waitsForProcesses) struct ChildCommandTests {
  private func run(_ words: String..., limits: ChildCommand.Limits = .init()) async throws -> (
    String, String, CommandEnd
  ) {
    let outcome = try await ChildCommand(words).run(limits: limits)
    let text = outcome.bytes
    return (
      String(decoding: text[0..<text.count], as: UTF8.self),
      String(decoding: outcome.diagnostics, as: UTF8.self),
      try #require(outcome.end)
    )
  }

  @Test("A command returns its output, its diagnostics and its status") func outcome() async throws {
    #expect(try await run("printf", "%s|", "a b", "$HOME", "*") == ("a b|$HOME|*|", "", .exited(0)))
    #expect(try await run("sh", "-c", "echo out; echo err >&2; exit 7") == ("out\n", "err\n", .exited(7)))
    try await expectEqual(run("sh", "-c", "kill -9 $$").2, .killed(signal: 9))
  }

  /// Where another program has replaced the device by a file, commands read what others have just written.
  private static let isNullADevice: Bool = {
    var status = stat()
    return stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR
  }()

  @Test(
    "A command has an empty standard input",
    .enabled(if: isNullADevice, "/dev/null is not a device on this machine"))
  func noInput() async throws {
    let (output, diagnostics, end) = try await run("cat")
    expectEqual(output, "")
    expectEqual(diagnostics, "")
    expectEqual(end, .exited(0))
  }

  @Test("Arguments may be any bytes") func rawArguments() async throws {
    let outcome = try await ChildCommand([Array("printf".utf8), Array("%s".utf8), [0x61, 0xFF]]).run()
    expectEqual(Array(outcome.bytes[0..<2]), [0x61, 0xFF])
  }

  @Test("A command has its own process group") func group() async throws {
    let text = try await run("sh", "-c", "ps -o pgid= -p $$; echo $$").0
    let numbers = text.split(whereSeparator: \.isWhitespace)
    #expect(numbers.count == 2 && numbers[0] == numbers[1])
  }

  @Test("Endless output is cut and the command ended", .timeLimit(.minutes(60))) func flood() async throws {
    let outcome = try await ChildCommand(["yes", String(repeating: "y", count: 10_000)])
      .run(limits: .init(output: 1 << 20))
    #expect(outcome.isCut)
    #expect(outcome.bytes.count > 1 << 19)
    #expect(outcome.end != .exited(0))
  }

  @Test("Output that is not kept is read and dropped, and the command ends by itself") func dropping()
    async throws
  {
    let kept = Mutex<[Int]>([])
    let outcome = try await ChildCommand(["sh", "-c", "seq 100000; exit 3"])
      .run(
        limits: .init(output: 1 << 16, excess: .drop),
        full: { text in kept.withLock { $0.append(text.count) } })
    #expect(outcome.isCut && outcome.end == .exited(3))
    expectEqual(kept.withLock(\.self), [outcome.bytes.count])
  }

  @Test("A command whose output is not read waits until it is no longer needed", .timeLimit(.minutes(60)))
  func waiting() async throws {
    let (filled, continuation) = AsyncStream<Int>.makeStream()
    let running = Task {
      try await ChildCommand(["sh", "-c", "echo $$; exec yes"])
        .run(
          limits: .init(output: 1 << 16, excess: .wait),
          full: { text in
            let line = text[0..<text.count].prefix { $0 != 0x0A }
            continuation.yield(Int(String(decoding: line, as: UTF8.self)) ?? 0)
          })
    }
    var iterator = filled.makeAsyncIterator()
    let process = try #require(await iterator.next())
    #expect(process > 0 && kill(pid_t(process), 0) == 0)
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(kill(pid_t(process), 0) != 0)
  }

  @Test("Diagnostics are limited") func boundedDiagnostics() async throws {
    let text = try await run("sh", "-c", "yes | head -c 100000 >&2", limits: .init(diagnostics: 1000)).1
    expectEqual(text.utf8.count, 1000)
  }

  @Test("Remaining children are ended, not awaited", .timeLimit(.minutes(60))) func leftChildren()
    async throws
  {
    let text = try await run("sh", "-c", "sleep 1000 & echo $!").0
    let child = try #require(pid_t(text.filter(\.isNumber)))
    await untilEnded(child)
  }

  @Test("A cancelled task ends its process group", .timeLimit(.minutes(60))) func cancelled() async throws {
    let (groups, started) = AsyncStream<pid_t>.makeStream()
    let task = Task {
      let command = try ChildCommand(["sh", "-c", "trap '' TERM; echo $$; sleep 1000 & sleep 1000"])
      return try await command.run { bytes in
        let text = String(decoding: Array(bytes[0..<bytes.count]), as: UTF8.self)
        if let group = pid_t(text.filter(\.isNumber)) { started.yield(group) }
        return 0
      }
    }
    let group = try #require(await groups.first { _ in true })
    task.cancel()
    _ = await task.result
    await untilEnded(-group)
  }

  /// Waits until a process has ended, or all processes of a group if the number is negative.
  private func untilEnded(_ process: pid_t) async {
    // The process that adopts orphans reads their status later, so a zombie counts as ended.
    await wait {
      guard kill(process, 0) == 0 else { return true }
      let words = process < 0 ? ["-o", "stat=", "-g", "\(-process)"] : ["-o", "stat=", "-p", "\(process)"]
      let states = try? HeadlessRun("/bin/ps", words).standardOutput.split(separator: "\n")
      return states?.allSatisfy { $0.hasPrefix("Z") } ?? false
    }
  }

  @Test(
    "A program that cannot be run is reported with the message of the system",
    arguments: [
      ("no-such-program", ENOENT), ("/etc/passwd", EACCES), ("/dev/null/none", ENOTDIR), ("/", EACCES),
      ("", ENOENT),
    ])
  func refused(name: String, code: Int32) {
    #expect(throws: SystemError(subject: name, code: code)) { try ChildCommand([name]) }
  }

  @Test("A file that turns out not to be a program is reported the same way") func noProgram() async throws {
    let directory = try TemporaryDirectory()
    let broken = try directory.writeProgram("\u{7F}ELF\u{1}\u{1}", to: "broken")
    guard case .notStarted(let reason) = try await ChildCommand([broken]).run().end else {
      Issue.record("it was started")
      return
    }
    expectEqual(reason, SystemError(subject: broken, code: ENOEXEC).description)
  }

  @Test("The first directory with an executable file wins") func searching() throws {
    let directory = try TemporaryDirectory()
    chmod(try directory.write("", to: "tool"), 0o644)
    #expect(throws: SystemError(subject: "tool", code: EACCES)) {
      try ProgramPath("tool", searching: "\(directory.file("none")):\(directory.path)")
    }
    try directory.writeProgram("", to: "tool")
    try expectEqual(
      ProgramPath("tool", searching: "\(directory.file("none")):\(directory.path)").path,
      directory.file("tool"))
    #expect(throws: SystemError.self) { try ProgramPath("tool", searching: directory.file("none")) }
  }
}
