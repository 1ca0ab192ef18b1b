import LibC
import ListData
import Synchronization
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitTesting
@testable import Runs

@Suite("Process groups", .timeLimit(.minutes(60))) struct ProcessGroupsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Starts a shell script in its own process group, and waits until it has created the file `ready`.
  private func start(_ script: String) async throws -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Test threads block signals.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
    let words: [String] = ["sh", "-c", "exec 2>/dev/null; cd '\(directory.path)'; \(script)"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    try #require(posix_spawn(&process, "/bin/sh", nil, &attributes, &arguments, environ) == 0)
    await wait { access(directory.file("ready"), F_OK) == 0 }
    return process
  }

  @Test("A group that ends slowly is awaited") func slow() async throws {
    let group = try await start(
      "trap 'sleep 0.3; : >ended; exit' TERM; : >ready; while :; do sleep 0.01; done")
    // No time passes on this clock, so the group has as long as it needs.
    ProcessGroups.end([group], clock: TestClock())
    expectEqual(access(directory.file("ended"), F_OK), 0)
  }

  @Test("A group that does not end is killed after 200 milliseconds") func stubborn() async throws {
    let group = try await start("trap '' TERM; : >ready; exec sleep 1000")
    let clock = CountingClock(step: .milliseconds(50))
    ProcessGroups.end([group], clock: clock)
    await wait {
      waitpid(group, nil, WNOHANG)
      return kill(-group, 0) != 0
    }
    #expect(clock.readings >= 5)
  }

  /// A traced process stays until its tracer has collected its status.
  @Test("A process that does not even end when it is killed does not delay the end") func unkillable()
    async throws
  {
    let group = try await start("trap '' TERM; : >ready; exec sleep 1000")
    let tracer = """
      import ctypes, time
      seized = ctypes.CDLL(None).ptrace(0x4206, \(group), 0, 0)
      open('traced', 'w').write(str(seized))
      time.sleep(1000)
      """
    try directory.write(tracer, to: "tracer.py")
    _ = try HeadlessRun(
      "/bin/sh", ["-c", "cd '\(directory.path)'; python3 tracer.py >/dev/null 2>&1 & echo $! >tracer"])
    await wait { (try? directory.read("traced"))?.isEmpty == false }
    let process = try #require(pid_t(directory.read("tracer").prefix { $0.isNumber }))
    // Some systems forbid it.
    if try directory.read("traced") == "0" {
      ProcessGroups.end([group], clock: CountingClock(step: .milliseconds(50)))
      expectEqual(kill(group, 0), 0)
    }
    kill(process, SIGKILL)
    kill(group, SIGKILL)
    await wait { waitpid(group, nil, WNOHANG) != 0 }
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
      pid_t(String(decoding: outcome.output.text[0..<outcome.output.count], as: UTF8.self).dropLast()))
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
