import LibC
import ListKit
import Synchronization
import TestSupport
import Testing

@testable import ListKitCurses

/// What the terminal needs while a computation occupies every thread of the shared pool; in a process of its
/// own, whose threads other tests do not use.
@Suite("Busy threads") struct BusyThreadsTests {
  /// A screen that counts its frames.
  @MainActor
  private final class Counter: Screen {
    let size = ScreenSize(columns: 20, lines: 4)
    let traits = ScreenTraits.offscreen()
    var frames = 0

    func present(_ frame: Frame) { frames += 1 }
  }

  /// A computation that keeps all threads of the shared pool busy.
  private final class Computation: Sendable {
    private let threads = Atomic(0)
    private let isOver = Atomic(false)

    var hasBegun: Bool { threads.load(ordering: .relaxed) > 0 }
    /// Whether the process has computed less than two minutes; after that, it counts as hung.
    var isRunning: Bool { clock() / CLOCKS_PER_SEC < 120 }

    func run() {
      threads.add(1, ordering: .relaxed)
      while !isOver.load(ordering: .relaxed), isRunning {}
    }

    func end() {
      #expect(isRunning, "what was awaited came only when threads were free")
      isOver.store(true, ordering: .relaxed)
    }
  }

  @MainActor
  private static func whileAllThreadsCompute(_ body: @MainActor () async -> Void) async {
    let computation = Computation()
    await withTaskGroup { group in
      for _ in 0..<256 { group.addTask { @concurrent in computation.run() } }
      await withTaskExecutorPreference(MainQueue.shared) {
        while !computation.hasBegun { await Task.yield() }
        await body()
      }
      computation.end()
    }
  }

  @Test("An application handles events and ends while all threads of the pool compute")
  func busyPool() async {
    await #expect(processExitsWith: .success) { await Self.runAnApplication() }
  }

  @MainActor
  private static func runAnApplication() async {
    let (events, counter) = (CursesEvents(), Counter())
    var frames: [Int] = []
    await whileAllThreadsCompute {
      let controller = TableViewController()
      async let ending = Application(screen: counter, events: events).run(controller)
      for event in [Event.key(.control("l")), .resize(counter.size), .key(.control("l"))] {
        frames.append(counter.frames)
        events.send(event)
        while counter.frames == frames.last { await Task.yield() }
      }
      events.send(.terminate(signal: 15))
      await expectEqual(ending, .signal(15))
    }
    expectEqual(frames.count, 3)
  }
}
