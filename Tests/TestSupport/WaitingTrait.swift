import Dispatch
import Synchronization
public import Testing

/// A trait of suites and tests that wait for other processes: see ``Testing/Trait/waitsForProcesses``.
public struct WaitingTrait: SuiteTrait, TestTrait, TestScoping {
  /// Whether the tests of nested suites have the trait, too.
  public var isRecursive: Bool { true }

  /// Runs a test on one of the threads for waiting, unless it belongs to an actor.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(WaitingThreads.shared) { try await function() }
  }
}

extension Trait where Self == WaitingTrait {
  /// The tests block their thread while another process works.
  ///
  /// The threads of Swift's tasks are as many as the processors. A test that blocks one of them leaves a
  /// processor without work. Tests with this trait have other threads.
  public static var waitsForProcesses: Self { Self() }
}

/// Threads that may be blocked, for tasks. They run as many tests at a time.
private final class WaitingThreads: TaskExecutor {
  static let shared = WaitingThreads()
  /// Most of the tests wait, so they are more than the processors; each can have a database server, so they are
  /// few.
  private static let limit = 6

  private let state = Mutex<(jobs: [UnownedJob], threads: Int)>(([], 0))

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let needsThread = state.withLock { state in
      state.jobs.append(job)
      guard state.threads < Self.limit else { return false }
      state.threads += 1
      return true
    }
    // Each serial queue has a thread of its own, however many processors there are.
    if needsThread { DispatchQueue(label: "tests that wait").async { self.work() } }
  }

  private func work() {
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Returns the next job; if there is none, the thread ends.
  private func next() -> UnownedJob? {
    state.withLock { state in
      if state.jobs.isEmpty {
        state.threads -= 1
        return nil
      }
      return state.jobs.removeFirst()
    }
  }
}
