import Files
import LibC
import ListData
import Rows
import Synchronization
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitTesting
@testable import Runs

@Suite("Process groups", .timeLimit(.minutes(60))) struct ProcessGroupsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Starts a shell script in a process group of its own, and waits until it has created the file `ready`.
  private func start(_ script: String) async throws -> StartedProcess {
    let process = try StartedProcess("/bin/sh", ["-c", script], directory: directory.path)
    await wait { access(directory.file("ready"), F_OK) == 0 }
    return process
  }

  @Test("A group that ends slowly is awaited") func slow() async throws {
    let group = try await start(
      "trap 'sleep 0.3; : >ended; exit' TERM; : >ready; while :; do sleep 0.01; done")
    // No time passes on this clock, so the group has as long as it needs.
    ProcessGroups.end([group.number], clock: TestClock())
    expectEqual(access(directory.file("ended"), F_OK), 0)
  }

  @Test("A group that does not end is killed after 200 milliseconds") func stubborn() async throws {
    let group = try await start("trap '' TERM; : >ready; exec sleep 1000")
    let clock = CountingClock(step: .milliseconds(50))
    ProcessGroups.end([group.number], clock: clock)
    await wait { group.hasEnded && kill(-group.number, 0) != 0 }
    #expect(clock.readings >= 5)
  }

  /// A traced process stays until its tracer has collected its status.
  @Test("A process that does not even end when it is killed does not delay the end") func unkillable()
    async throws
  {
    let group = try await start("trap '' TERM; : >ready; exec sleep 1000")
    let script = """
      import ctypes, time
      seized = ctypes.CDLL(None).ptrace(0x4206, \(group.number), 0, 0)
      open('traced', 'w').write(str(seized))
      time.sleep(1000)
      """
    let tracer = try StartedProcess("/usr/bin/env", ["python3", "-c", script], directory: directory.path)
    // The group cannot end before.
    defer { tracer.end() }
    await wait { (try? directory.read("traced"))?.isEmpty == false || tracer.hasEnded }
    // Some systems forbid it.
    if try directory.read("traced") == "0" {
      ProcessGroups.end([group.number], clock: CountingClock(step: .milliseconds(50)))
      expectEqual(kill(group.number, 0), 0)
    }
  }

  @Test("A command that was cancelled is no longer registered when it has ended") func cancelled()
    async throws
  {
    let command = try ChildCommand(
      ["sh", "-c", "echo $$ >pid; sleep 1000"].map { $0.replacing("pid", with: directory.file("pid")) })
    let running = Task { try await command.run() }
    await wait { (try? directory.read("pid"))?.hasSuffix("\n") == true }
    let group = try #require(pid_t(directory.read("pid").dropLast()))
    await wait { ProcessGroups.contains(group) }
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(!ProcessGroups.contains(group))
    await wait { kill(-group, 0) != 0 }
  }

  @Test("The others of a group end after its first process, whose number is still taken") func others()
    async throws
  {
    let command = try ChildCommand([
      "sh", "-c", "sleep 1000 >/dev/null 2>&1 & echo $! >\(directory.file("child")); echo $$",
    ])
    let outcome = try await command.run()
    let group = try #require(
      pid_t(String(decoding: outcome.bytes[0..<outcome.bytes.count], as: UTF8.self).dropLast()))
    let child = try #require(pid_t(directory.read("child").dropLast()))
    #expect(!ProcessGroups.contains(group))
    await wait { kill(child, 0) != 0 }
  }
}

/// A clock that advances by a step at each reading.
private final class CountingClock: Clock {
  typealias Instant = TestClock.Instant

  private let step: Duration
  private let count = Mutex(0)

  init(step: Duration) { self.step = step }

  var readings: Int { count.withLock(\.self) }
  var minimumResolution: Duration { .zero }
  var now: Instant {
    Instant(
      offset: step
        * count.withLock { count in
          count += 1
          return count
        })
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
