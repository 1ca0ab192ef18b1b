import ListKitTesting
import Observation
import TestSupport
import Testing

@testable import ListKit

/// `updateContent()`, which runs again when something that it read has changed.
@MainActor
@Suite("Updates of the content") struct ContentUpdateTests {
  @Observable
  final class Model {
    var names = ["Eiger"]
    var other = 0
  }

  private final class Names: NumbersController {
    let model: Model
    var updates = 0

    init(_ model: Model) {
      self.model = model
      super.init([])
    }

    override func updateContent() {
      updates += 1
      title = "\(model.names.count) names"
      show(model.names.indices)
      statusText = StyledText(model.names.joined(separator: " "))
    }
  }

  @Test("A change of what was read is in the next picture, of whatever kind, and nothing else draws")
  func tracking() {
    let model = Model()
    let screen = TestScreen(Names(model), columns: 40, lines: 10)
    #expect(screen.lines[0] == "1 names" && screen.contains("row 0") && screen.controller.updates == 1)
    screen.rest()
    let frames = screen.frameCount
    #expect(screen.controller.updates == 1 && screen.frameCount == frames)
    model.names += ["Mönch", "Jungfrau"]
    #expect(screen.lines[0] == "3 names" && screen.contains("row 2") && screen.contains("Jungfrau"))
    #expect(screen.controller.updates == 2 && screen.frameCount == frames + 1)
    model.other += 1
    #expect(screen.lines[0] == "3 names" && screen.frameCount == frames + 1, "it was not read")
  }

  @Test("A change wakes a program at rest") func waking() async {
    let model = Model()
    let screen = TestScreen(Names(model), columns: 40, lines: 10)
    await screen.settle()
    let frames = screen.frameCount
    model.names = []
    await screen.settle()
    expectEqual(screen.frameCount, frames + 1)
    expectEqual(screen.lines[0], "0 names")
  }

  @Test("A covered screen is updated when it is shown again, once") func covered() {
    let model = Model()
    let screen = TestScreen(Names(model), columns: 40, lines: 10)
    screen.controller.navigationController?.pushViewController(TableViewController())
    _ = screen.lines
    model.names += ["Mönch"]
    model.names += ["Jungfrau"]
    _ = screen.lines
    expectEqual(screen.controller.updates, 1)
    screen.press(.escape)
    expectEqual(screen.lines[0], "3 names")
    expectEqual(screen.controller.updates, 2)
  }

  @Test("The parts of a split view are updated, hidden ones when they are shown") func parts() {
    let (model, details) = (Model(), Model())
    let split = SplitViewController(primary: Names(model), secondary: Names(details))
    let screen = TestScreen(split, columns: 120, lines: 10)
    #expect(screen.lines[0].contains("1 names") && screen.lines[0].contains("│1 names"))
    details.names += ["Mönch"]
    #expect(screen.lines[0].contains("│2 names"), "\(screen.lines[0])")
    split.isDetailHidden = true
    _ = screen.lines
    details.names += ["Jungfrau"]
    screen.rest()
    let frames = screen.frameCount
    _ = screen.lines
    expectEqual(screen.frameCount, frames)
    split.isDetailHidden = false
    #expect(screen.lines[0].contains("│3 names"), "\(screen.lines[0])")
  }

  @Test("A program can ask for an update of what is not observable") func request() {
    let screen = TestScreen(Names(Model()), columns: 40, lines: 10)
    screen.controller.setNeedsUpdateContent()
    _ = screen.lines
    expectEqual(screen.controller.updates, 2)
  }
}
