import ListKit
import ListKitTesting
import Testing

@testable import climate

@Suite("The panes of climate") @MainActor struct ClimateTests {
  private let clock = TestClock()

  private func screen() async -> TestScreen<SplitViewController> {
    let (clock, start) = (clock, clock.now)
    let cities = [
      City(name: "Bern", hoursFromUTC: 1, temperatures: Array(0..<12)),
      City(name: "Tokyo", hoursFromUTC: 9, temperatures: Array(20..<32)),
    ]
    let controller = climate(of: cities, clock: clock) {
      12 * 3600 + Int(start.duration(to: clock.now).components.seconds)
    }
    let screen = TestScreen(controller, columns: 100, lines: 20, clock: clock)
    await screen.settle()
    return screen
  }

  @Test("The clock of the city under the cursor goes on beside the list") func time() async {
    let screen = await screen()
    #expect(screen.contains("▌ Bern") && screen.contains("13:00:00"))
    await screen.advance(by: .seconds(61))
    #expect(screen.contains("13:01:01"))
    screen.press(.down)
    await screen.settle()
    #expect(screen.contains("21:01:01") && screen.contains(" 1  ━"))
  }

  @Test("The chart takes keys while it has the focus, and the list afterwards") func keys() async {
    let screen = await screen()
    screen.press(.tab, .down)
    #expect(screen.contains("month 2: 1°") && screen.frame.cursor?.line == 4)
    screen.press(.escape, .down)
    #expect(screen.cursor?.text.contains("Tokyo") == true)
  }
}
