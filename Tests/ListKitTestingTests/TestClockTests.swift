import TestSupport
import Testing

@testable import ListKitTesting

/// A clock whose time changes only when a test advances it.
@MainActor
@Suite("Test clocks") struct TestClockTests {
  @Test("A sleep until the current time returns at once") func pastDeadline() async throws {
    let clock = TestClock()
    try await clock.sleep(until: clock.now)
    #expect(clock.now.offset == .zero && clock.minimumResolution == .zero)
  }

  @Test("The sleep of a cancelled task ends with an error") func cancellation() async {
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
