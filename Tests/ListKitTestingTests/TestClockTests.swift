import TestSupport
import Testing

@testable import ListKitTesting

/// A clock whose time changes only when a test advances it.
@MainActor
@Suite struct TestClockTests {
  @Test func whoWaitsForThePastDoesNotWait() async throws {
    let clock = TestClock()
    try await clock.sleep(until: clock.now)
    #expect(clock.now.offset == .zero && clock.minimumResolution == .zero)
  }

  @Test func aTaskThatIsCancelledWaitsNoLonger() async {
    let clock = TestClock()
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await wait { clock.nextDeadline != nil }
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
  }
}
