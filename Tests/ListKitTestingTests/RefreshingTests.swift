import ListKit
import TestSupport
import Testing

@testable import ListKitTesting

/// Periodic work of a screen while it is visible.
@MainActor
@Suite("Periodic actions of a screen") struct RefreshingTests {
  private final class Count { var value = 0 }

  private let clock = TestClock()
  private let count = Count()

  private func screen() async -> TestScreen<TableViewController> {
    let controller = TableViewController()
    let count = count
    controller.refresh(every: .seconds(1), clock: clock) { count.value += 1 }
    let screen = TestScreen(controller, columns: 40, lines: 10, clock: clock)
    await screen.settle()
    return screen
  }

  @Test("A periodic action runs at once and then every second") func interval() async {
    let screen = await screen()
    expectEqual(count.value, 1)
    await screen.advance(by: .milliseconds(999))
    expectEqual(count.value, 1)
    await screen.advance(by: .milliseconds(1))
    expectEqual(count.value, 2)
    await screen.advance(by: .seconds(1))
    expectEqual(count.value, 3)
  }

  @Test("A periodic action pauses while another screen is on top") func coveredScreen() async {
    let screen = await screen()
    screen.controller.navigationController?.pushViewController(TableViewController())
    await screen.settle()
    await screen.advance(by: .seconds(3))
    expectEqual(count.value, 1)
    screen.controller.navigationController?.popViewController()
    await screen.settle()
    expectEqual(count.value, 2, "it appeared again")
    await screen.advance(by: .seconds(1))
    expectEqual(count.value, 3)
  }

  @Test("A second periodic action replaces the first one, on a visible screen at once") func replaced() async
  {
    let screen = await screen()
    let other = Count()
    screen.controller.refresh(every: .seconds(2), clock: clock) { other.value += 1 }
    await screen.settle()
    expectEqual(other.value, 1)
    await screen.advance(by: .seconds(2))
    expectEqual(other.value, 2)
    expectEqual(count.value, 1, "the first one has ended")
  }

  @Test("A periodic action that was replaced does not run again, even if its pause has just ended")
  func replacedAtItsTime() async {
    let screen = await screen()
    clock.advance(to: clock.now.advanced(by: .seconds(1)))
    screen.controller.refresh(every: .seconds(2), clock: clock) {}
    await screen.settle()
    expectEqual(count.value, 1)
  }
}
