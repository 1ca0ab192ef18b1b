import LibC
import Synchronization
import Testing

/// More tests wait for each other than there are threads of Swift's tasks on many machines; blocked threads would
/// never end.
@Suite("Tests that wait", .waitsForProcesses) struct WaitingTraitTests {
  private static let arrived = Mutex(0)

  @Test("Five tests that block their threads run at the same time", arguments: 0..<5)
  func blockedThreads(number: Int) {
    Self.arrived.withLock { $0 += 1 }
    while Self.arrived.withLock({ $0 }) < 5 { usleep(1000) }
  }

  @Test("A test of the main actor stays there") @MainActor func mainActor() {
    MainActor.assertIsolated()
  }
}
