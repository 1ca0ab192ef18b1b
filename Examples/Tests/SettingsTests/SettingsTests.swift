import Foundation
import ListKit
import ListKitTesting
import Testing

@testable import settings

@Suite("The form of settings") @MainActor struct SettingsTests {
  private final class Saved { var settings: [Settings] = [] }

  private let saved = Saved()

  private func screen(_ settings: Settings) -> TestScreen<FormController<Settings>> {
    TestScreen(form(settings) { [saved] in saved.settings.append($0) }, columns: 50, lines: 16)
  }

  @Test("Ctrl-s saves what the fields show, and the file has the same settings") func saving() throws {
    // A path without completions, so that tab goes on.
    let screen = screen(Settings(name: "home", folder: "/nowhere", password: "12345678"))
    screen.press(.tab, .tab, .tab, .right, .tab, .down, " ", .tab, .up, "ctrl-s")
    let settings = try #require(saved.settings.first)
    #expect(settings.schedule == .weekly && settings.days == [.wednesday] && settings.copies == 8)
    #expect(try JSONDecoder().decode(Settings.self, from: JSONEncoder().encode(settings)) == settings)
    #expect(screen.ending?.exitStatus == 0)
  }

  @Test("Escape and ctrl-c ask before they discard what was typed, and enter keeps it") func leaving() async {
    let screen = screen(Settings(name: "home"))
    screen.type("x")
    for key in [KeyPress.escape, "ctrl-c"] {
      screen.press(key)
      await screen.settle()
      #expect(screen.contains("Discard the changes?"))
      screen.press(.enter)
      await screen.settle()
      #expect(screen.contains("homex") && screen.ending == nil)
    }
  }

  @Test("A wrong field gets the focus, and nothing is saved") func wrongField() {
    let screen = screen(Settings(name: "home"))
    screen.press("ctrl-s")
    #expect(screen.contains("❯ Password") && screen.contains("at least 8 characters"))
    #expect(saved.settings.isEmpty && screen.ending == nil)
  }
}
