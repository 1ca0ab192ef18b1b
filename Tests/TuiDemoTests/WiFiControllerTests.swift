import ListKit
import SeededRandom
import Testing

@testable import tui_demo

/// The controller tells of every change, and of nothing else.
@MainActor
@Suite struct WiFiControllerTests {
  private final class Counter { var updates = 0 }

  private func controller(_ counter: Counter) -> WiFiController {
    WiFiController(model: WiFiModel(), generator: SeededGenerator(seed: 3)) { _ in counter.updates += 1 }
  }

  @Test func switchingAndJoiningTell() {
    let counter = Counter()
    let controller = controller(counter)
    controller.isEnabled = false
    #expect(counter.updates == 1)
    controller.isEnabled = true
    controller.join("Nimbus")
    #expect(counter.updates == 3)
    #expect(controller.model.current.name == "Nimbus")
  }

  @Test func scansTellOnlyWhereSomethingChanged() {
    let counter = Counter()
    let controller = controller(counter)
    var changes = 0
    for _ in 0..<60 {
      let former = controller.model
      controller.scan()
      changes += controller.model == former ? 0 : 1
    }
    #expect(changes > 0 && changes < 60)
    #expect(counter.updates == changes)
  }

  @Test func nothingIsLookedForWhileOff() {
    let counter = Counter()
    let controller = controller(counter)
    controller.isEnabled = false
    let former = controller.model
    for _ in 0..<60 { controller.scan() }
    #expect(controller.model == former)
    #expect(counter.updates == 1)
  }
}
