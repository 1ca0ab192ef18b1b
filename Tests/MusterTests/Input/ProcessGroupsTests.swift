import LibC
import Synchronization
import TestSupport
import Testing

@testable import ListKitTesting
@testable import muster

@Suite("Process groups", .timeLimit(.minutes(60))) struct ProcessGroupsTests {
  private let directory: WorkingDirectory

  init() throws { directory = try WorkingDirectory() }

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
    #expect(access(directory.file("ended"), F_OK) == 0)
  }

  @Test("A group that does not end is killed after 200 milliseconds") func stubborn() async throws {
    let group = try await start("trap '' TERM; : >ready; exec sleep 1000")
    let clock = CountingClock(step: .milliseconds(50))
    ProcessGroups.end([group], clock: clock)
    #expect(kill(-group, 0) != 0)
    #expect(clock.readings == 5)
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
