import Files
import LibC
import ListData
import TerminalTesting
import TestSupport
import Testing

@testable import muster

@Suite("Commands") struct ChildCommandTests {
  private func run(_ words: String..., limits: ChildCommand.Limits = .init()) async throws -> (
    String, String, CommandEnd
  ) {
    let outcome = try await ChildCommand(words).run(limits: limits)
    let text = outcome.output.text
    return (
      String(decoding: text[0..<text.count], as: UTF8.self),
      String(decoding: outcome.diagnostics, as: UTF8.self),
      outcome.end
    )
  }

  @Test("What is written, what is said, and how it ended") func outcome() async throws {
    #expect(try await run("printf", "%s|", "a b", "$HOME", "*") == ("a b|$HOME|*|", "", .exited(0)))
    #expect(try await run("sh", "-c", "echo out; echo err >&2; exit 7") == ("out\n", "err\n", .exited(7)))
    #expect(try await run("sh", "-c", "kill -9 $$").2 == .killed(signal: 9))
  }

  @Test("There is nothing to read") func noInput() async throws {
    #expect(try await run("cat") == ("", "", .exited(0)))
  }

  @Test("Arguments need not be text") func rawArguments() async throws {
    let outcome = try await ChildCommand([Array("printf".utf8), Array("%s".utf8), [0x61, 0xFF]]).run()
    #expect(Array(outcome.output.text[0..<2]) == [0x61, 0xFF])
  }

  @Test("It has a group of its own") func group() async throws {
    let text = try await run("sh", "-c", "ps -o pgid= -p $$; echo $$").0
    let numbers = text.split(whereSeparator: \.isWhitespace)
    #expect(numbers.count == 2 && numbers[0] == numbers[1])
  }

  @Test("One that writes without end is cut, and ended", .timeLimit(.minutes(60))) func flood() async throws {
    let outcome = try await ChildCommand(["yes", String(repeating: "y", count: 10_000)])
      .run(limits: .init(output: 1 << 20))
    #expect(outcome.isCut)
    #expect(outcome.output.isFull)
    #expect(outcome.end != .exited(0))
  }

  @Test("What it says is kept to a bound") func boundedDiagnostics() async throws {
    let text = try await run("sh", "-c", "yes | head -c 100000 >&2", limits: .init(diagnostics: 1000)).1
    #expect(text.utf8.count == 1000)
  }

  @Test("Children that it leaves are not waited for, and end", .timeLimit(.minutes(60))) func leftChildren()
    async throws
  {
    let text = try await run("sh", "-c", "sleep 1000 & echo $!").0
    let child = try #require(pid_t(text.filter(\.isNumber)))
    await untilEnded(child)
  }

  @Test("When nobody waits any more its group ends", .timeLimit(.minutes(60))) func cancelled() async throws {
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

  /// Waits until a process has ended, or all of a group, whose number is negative then.
  private func untilEnded(_ process: pid_t) async {
    // Whoever takes over orphans asks for their status in its own time; a zombie has ended too.
    await wait {
      guard kill(process, 0) == 0 else { return true }
      let words = process < 0 ? ["-o", "stat=", "-g", "\(-process)"] : ["-o", "stat=", "-p", "\(process)"]
      let states = try? HeadlessRun("/bin/ps", words).standardOutput.split(separator: "\n")
      return states?.allSatisfy { $0.hasPrefix("Z") } ?? false
    }
  }

  @Test(
    "A program that cannot be run is told in the system's words",
    arguments: [
      ("no-such-program", ENOENT), ("/etc/passwd", EACCES), ("/no/such", ENOENT), ("/", EACCES), ("", ENOENT),
    ])
  func refused(name: String, code: Int32) {
    #expect(throws: SystemError(subject: name, code: code)) { try ChildCommand([name]) }
  }

  @Test("One that turns out to be no program is told the same way") func noProgram() async throws {
    let directory = try WorkingDirectory()
    // By another process: a child that another test is just starting would hold it open for writing, and it were busy.
    _ = try directory.shell("printf '\\177ELF\\000\\000' >broken; chmod 755 broken")
    guard case .notStarted(let error) = try await ChildCommand([directory.file("broken")]).run().end else {
      Issue.record("it was started")
      return
    }
    #expect(error.code == ENOEXEC)
  }

  @Test("The first of the directories that has it counts") func searching() throws {
    let directory = try WorkingDirectory()
    chmod(try directory.write("", to: "tool"), 0o644)
    #expect(throws: SystemError(subject: "tool", code: EACCES)) {
      try ProgramPath("tool", searching: "/no/such:\(directory.path)")
    }
    chmod(directory.file("tool"), 0o755)
    #expect(try ProgramPath("tool", searching: "/no/such:\(directory.path)").path == directory.file("tool"))
    #expect(throws: SystemError.self) { try ProgramPath("tool", searching: "/no/such") }
  }
}
