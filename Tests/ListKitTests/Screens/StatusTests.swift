import ListKit
import ListKitTesting
import Testing

/// Texts of the status line that do not fit.
@MainActor
@Suite("Long status texts") struct StatusTests {
  private static let message =
    "the marked rows are gone; enter picks the row under the cursor, and its name is 漢字 and not-to-be-cut"

  private func screen(columns: Int, isAccessible: Bool = false) -> TestScreen<TableViewController> {
    let controller = TableViewController()
    controller.statusText = StyledText(Self.message)
    return TestScreen(
      controller, columns: columns, lines: 20, traits: .testing(isAccessible: isAccessible))
  }

  @Test("A status that does not fit ends with a whole word and a sign", arguments: 24...120)
  func words(columns: Int) throws {
    let status = try #require(screen(columns: columns).lines.last)
    guard let end = status.firstIndex(of: "…") else {
      #expect(status.hasPrefix(Self.message), "\(status)")
      return
    }
    let shown = status[..<end]
    #expect(Self.message.hasPrefix(shown + " "), "\(status)")
    #expect(shown.count > columns / 3, "\(status)")
  }

  @Test("The help begins with a status that does not fit", arguments: [false, true])
  func help(isAccessible: Bool) {
    let screen = screen(columns: 60, isAccessible: isAccessible)
    screen.press(.init(.function(1)))
    let text = screen.lines.prefix(8).joined(separator: " ").split(separator: " ").filter { $0 != "│" }
    #expect(text.joined(separator: " ").contains(Self.message), "\(screen.lines)")
    screen.press(.escape)
    screen.resize(columns: 140, lines: 20)
    screen.press(.init(.function(1)))
    #expect(!screen.lines.prefix(8).joined().contains("marked"), "\(screen.lines)")
  }
}
