import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Messages in the status line that go by themselves.
@MainActor
@Suite("Messages for a time") struct NotifyingTests {
  private let screen = TestScreen(NumbersController(0..<5) { "row \($0)" }, columns: 60, lines: 6)
  private final class Count { var value = 0 }

  init() { screen.controller.statusText = "5 rows" }

  @Test("A message takes the place of the status for its time, from its first drawing on") func time() {
    screen.controller.notify("saved", for: .seconds(2))
    #expect(screen.lines[5].hasPrefix("saved ") && !screen.contains("5 rows"))
    screen.advance(by: .milliseconds(1999))
    #expect(screen.lines[5].hasPrefix("saved "))
    screen.advance(by: .milliseconds(1))
    #expect(screen.lines[5].hasPrefix("5 rows"))
    let frames = screen.frameCount
    screen.advance(by: .seconds(60))
    expectEqual(screen.frameCount, frames, "a screen at rest draws nothing")
  }

  @Test(
    "A key without a meaning says so for a second, but not in place of a message, nor while letters are typed"
  )
  func noMeaning() {
    screen.press("J")
    #expect(screen.lines[5].hasPrefix("J: no key here · F1 "))
    screen.press(.control("t"))
    #expect(screen.lines[5].hasPrefix("ctrl-t: no key here · F1 "))
    screen.press(.down)
    #expect(screen.lines[5].hasPrefix("5 rows"))
    screen.press("J")
    screen.advance(by: .seconds(1))
    #expect(screen.lines[5].hasPrefix("5 rows"))
    screen.controller.notify("saved", for: .seconds(2))
    screen.press("J")
    #expect(screen.lines[5].hasPrefix("saved"))
    screen.controller.notify("")
    screen.controller.searchBar = SearchBar()
    screen.type("J")
    #expect(screen.lines[5].hasPrefix("5 rows"))
  }

  @Test("Another message replaces one, and an empty one ends it") func replacement() {
    screen.controller.notify("first", for: .seconds(2))
    screen.advance(by: .seconds(1))
    screen.controller.notify("second", for: .seconds(2))
    screen.advance(by: .milliseconds(1500))
    #expect(screen.lines[5].hasPrefix("second"))
    screen.controller.notify("")
    #expect(screen.lines[5].hasPrefix("5 rows"))
  }

  @Test("The key of the action works while the message is shown, once") func action() {
    let (undone, other) = (Count(), Count())
    screen.controller.addKeyCommand("u", title: "other") { other.value += 1 }
    screen.controller.notify("removed", for: .seconds(9), action: ("u", "undo", { undone.value += 1 }))
    #expect(screen.lines[5].hasPrefix("removed  u undo"))
    screen.press("u")
    #expect((undone.value, other.value) == (1, 0) && screen.lines[5].hasPrefix("5 rows"))
    screen.press("u")
    #expect((undone.value, other.value) == (1, 1))
    screen.controller.notify("removed", for: .seconds(1), action: ("u", "undo", { undone.value += 1 }))
    screen.advance(by: .seconds(1))
    screen.press("u")
    #expect((undone.value, other.value) == (1, 2))
  }

  @Test("A letter that is typed into a query does not perform the action") func query() {
    let undone = Count()
    screen.controller.searchBar = SearchBar()
    screen.controller.notify("removed", action: ("u", "undo", { undone.value += 1 }))
    screen.type("u")
    #expect(undone.value == 0 && screen.controller.searchBar?.text == "u")
  }

  @Test("The details of a split view show their messages while they have the focus") func split() {
    let pane = ViewController()
    let list = NumbersController(0..<5) { "row \($0)" }
    let screen = TestScreen(
      SplitViewController(primary: list, secondary: pane), columns: 100, lines: 9)
    pane.notify("loaded")
    #expect(!screen.contains("loaded"))
    screen.press(.tab)
    #expect(screen.lines[8].hasPrefix("loaded"))
  }
}
