import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Texts that a prompt refuses or completes.
@MainActor
@Suite("Prompts") struct PromptTests {
  private let screen = TestScreen(TableViewController(), columns: 60, lines: 12)

  /// Asks for a file.
  private func ask() -> Task<String?, Never> {
    let controller = screen.controller
    return Task {
      await controller.prompt(
        "Open", validator: { $0.hasSuffix("/") ? "a directory" : nil },
        completions: { _ in ["src/", "src/main.swift", "src/map.swift", "readme"] })
    }
  }

  @Test("Enter does not accept a text with a reason against it, which is shown") func validation() async {
    let answer = ask()
    await screen.settle()
    screen.type("src/")
    screen.press(.enter)
    #expect(screen.contains("a directory"))
    screen.type("x")
    #expect(!screen.contains("a directory"))
    screen.press(.enter)
    expectEqual(await answer.value, "src/x")
  }

  @Test("Tab inserts what completions have in common, lists them, then moves on") func completion() async {
    let answer = ask()
    await screen.settle()
    screen.type("s")
    screen.press(.tab)
    #expect(screen.contains("❯ src/") && screen.contains("src/  src/main.swift  src/map.swift"))
    screen.type("m")
    #expect(!screen.contains("src/map.swift"))
    screen.press(.tab, "i", .tab)
    #expect(screen.contains("❯ src/main.swift"))
    screen.press(.tab, .enter)
    expectEqual(await answer.value, nil, "the focus was on Cancel")
  }
}
