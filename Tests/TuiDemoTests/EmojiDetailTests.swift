import ListKit
import ListKitTesting
import SeededRandom
import Testing

@testable import tui_demo

@MainActor
@Suite struct EmojiDetailTests {
  @Test func whatUnicodeSaysFollowsTheCursor() throws {
    let model = EmojiModel(catalog: try .embedded(), generator: SeededGenerator(seed: 1))
    let session = TestScreen(EmojiController.split(model: model), columns: 120, lines: 30)
    #expect(session.lines[0].contains("grinning face") && session.contains("U+1F600"))
    session.type("kangaroo")
    #expect(session.lines[0].contains("kangaroo") && session.contains("U+1F998"))
    // Tab goes to what stands beside it, escape back, and then clears the query.
    session.press(.tab)
    #expect(session.controller.focusedViewController is EmojiDetailController)
    session.press(.escape)
    #expect(session.contains("❯ kangaroo"))
    session.press(.escape)
    #expect(!session.contains("❯ kangaroo"))
    #expect(session.contains("U+1F998"), "what was found stays")
  }
}
