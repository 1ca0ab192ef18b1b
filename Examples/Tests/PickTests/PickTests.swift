import ListKit
import ListKitTesting
import Testing

@testable import pick

@Suite @MainActor struct PickTests {
  private let screen = TestScreen(
    PickController(["Sources/pick/main.swift", "README.md", "Package.swift", "README.md"]), columns: 40,
    lines: 8)

  @Test func lettersInOrderFindTheBestLineFirst() {
    screen.type("pkswift")
    #expect(screen.cursor?.text == "▌ Package.swift")
    #expect(screen.contains("2 of 4"))
  }

  @Test func enterPicksTheLineUnderTheCursor() {
    screen.type("read")
    screen.press(.down)
    screen.press(.enter)
    #expect(screen.controller.picked?.number == 3, "two lines have the same text")
  }

  @Test func nothingIsPickedByEscape() {
    screen.press(.escape)
    #expect(screen.controller.picked == nil)
  }
}
