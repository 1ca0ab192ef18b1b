import ListKit
import ListKitTesting
import Testing

@testable import pick

@Suite("The screen of pick") @MainActor struct PickTests {
  private let screen = TestScreen(
    PickController(["Sources/pick/main.swift", "README.md", "Package.swift", "README.md"]), columns: 40,
    lines: 8)

  @Test("Letters in order match lines, and the cursor is on the best match") func letters() {
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

  @Test("esc picks nothing") func escape() {
    screen.press(.escape)
    #expect(screen.controller.picked == nil)
  }
}
