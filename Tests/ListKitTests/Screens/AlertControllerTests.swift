import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@Suite("Alerts") @MainActor struct AlertControllerTests {
  let screen = TestScreen(TableViewController(), columns: 50, lines: 12)
  let log = Log()

  final class Log { var answers: [String] = [] }

  func present(
    _ titles: [(String, AlertAction.Style)], fields: [String] = [], style: AlertController.Style = .alert
  ) -> AlertController {
    let alert = AlertController(title: "Delete it?", message: "For good.", preferredStyle: style)
    for field in fields { alert.addTextField { $0.placeholder = field } }
    for (title, style) in titles {
      alert.addAction(AlertAction(title: title, style: style) { [log] in log.answers.append($0.title) })
    }
    screen.controller.present(alert)
    _ = screen.lines
    return alert
  }

  // MARK: Answers

  @Test("An alert is a box with its title, message and actions") func box() {
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    let lines = screen.lines
    #expect(lines.contains { $0.contains("─ Delete it? ─") })
    #expect(lines.contains { $0.contains("For good.") })
    #expect(lines.contains { $0.contains("[ c Cancel ] [ d Delete ]") })
    #expect(screen.frame.cursor != nil)
  }

  @Test(
    "Only the action with the focus has exchanged colours, and none that can be chosen is dim",
    arguments: [
      Theme.mono, .highContrast, .dark, .light,
    ]) func focus(_ theme: Theme) throws
  {
    screen.controller.theme = theme
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    let line = try #require(screen.location(of: "[ d Delete ]")).line
    func attributes(of letter: Unicode.Scalar) throws -> TextStyle.Attributes {
      let column = try #require((0..<50).first { screen.frame[line, $0].scalar == letter })
      return screen.frame[line, column].style.attributes
    }
    #expect(try attributes(of: "C").contains(.reverse))
    #expect(try attributes(of: "D").isDisjoint(with: [.reverse, .dim]))
  }

  @Test(
    "Enter chooses the first enabled action that destroys nothing",
    arguments: [
      (["Cancel"], true, "Cancel"), (["Keep", "Cancel"], true, "Keep"),
      (["Keep", "Cancel"], false, "Cancel"),
    ])
  func enter(_ others: [String], _ isFirstEnabled: Bool, _ answer: String) {
    let harmless = others.map { ($0, $0 == "Cancel" ? AlertAction.Style.cancel : .default) }
    let alert = present([("Delete", .destructive)] + harmless)
    alert.actions[1].isEnabled = isFirstEnabled
    screen.press(.enter)
    expectEqual(log.answers, [answer])
    #expect(screen.controller.presentedAlert == nil)
  }

  @Test(
    "The letter on a button chooses its answer; several with one letter, and buttons beside fields, show none",
    arguments: [
      (["No", "Yes"], ["n", "y"]), (["Cancel", "Close", "Keep"], ["", "", "k"]), (["OK"], [""]),
    ])
  func letters(_ titles: [String], _ letters: [String]) {
    for (title, letter) in zip(titles, letters) {
      let alert = present(titles.map { ($0, .default) })
      let action = alert.actions.first { $0.title == title }
      expectEqual(
        action.map { alert.label(of: $0, isPlain: false) },
        letter.isEmpty ? "[ \(title) ]" : "[ \(letter) \(title) ]")
      screen.press(letter.first.map { .character($0) } ?? .enter)
      expectEqual(log.answers.last, letter.isEmpty ? titles[0] : title)
    }
    let alert = present(titles.map { ($0, .default) }, fields: ["name"])
    expectEqual(alert.actions.map { alert.label(of: $0, isPlain: false) }, titles.map { "[ \($0) ]" })
  }

  @Test("A presented alert shows a changed title and message") func changing() {
    let alert = present([("Cancel", .cancel), ("OK", .default)], fields: ["name"])
    #expect(alert.preferredStyle == .alert && alert.actions.map(\.style) == [.cancel, .default])
    alert.textFields[0].editingChanged = { field in
      alert.title = "Hello \(field.text)"
      alert.message = nil
    }
    screen.press("K")
    let lines = screen.lines
    #expect(lines.contains { $0.contains("─ Hello K ─") })
    #expect(!lines.contains { $0.contains("For good.") })
  }

  @Test(
    "Tab, right and down move the focus and continue at the first action",
    arguments: [KeyPress.tab, .right, .down])
  func focusKeys(_ next: KeyPress) {
    _ = present([("Cancel", .cancel), ("Keep", .default), ("Delete", .destructive)])
    screen.press(next, .enter)
    expectEqual(log.answers, ["Delete"])
    _ = present([("Cancel", .cancel), ("Keep", .default), ("Delete", .destructive)])
    screen.press(next, next, .enter)
    expectEqual(log.answers, ["Delete", "Cancel"])
  }

  @Test("The first letter chooses an action, or moves the focus if several actions share it")
  func firstLetter() {
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    screen.press("x", "d")
    expectEqual(log.answers, ["Delete"])
    // If two answers start with the same letter, the key only selects.
    let alert = present([("Copy", .default), ("Cancel", .cancel)])
    screen.press("c")
    expectEqual(alert.currentAction, 1)
    screen.press("c", .enter)
    expectEqual(log.answers, ["Delete", "Copy"])
  }

  @Test("The esc key performs the cancel action, or without one only closes the alert") func escape() {
    _ = present([("OK", .default), ("Cancel", .cancel)])
    screen.press(.escape)
    _ = present([("OK", .default)])
    screen.press(.escape)
    expectEqual(log.answers, ["Cancel"])
    #expect(screen.controller.presentedAlert == nil)
  }

  @Test("A click on an action performs it, and a click elsewhere does nothing") func clicks() {
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    screen.click(at: ScreenPoint(line: 0, column: 0))
    #expect(log.answers.isEmpty)
    screen.click(on: "Delete ]")
    expectEqual(log.answers, ["Delete"])
  }

  @Test("Actions that do not fit on the screen scroll with the focus") func scrolling() {
    let titles = (0..<30).map { ("row \($0)", AlertAction.Style.default) }
    _ = present(titles, style: .actionSheet)
    #expect(screen.lines.contains { $0.contains("[ row 3 ]") })
    #expect(!screen.lines.contains { $0.contains("[ row 20 ]") })
    for _ in 0..<20 { screen.press(.down) }
    #expect(screen.lines.contains { $0.contains("[ row 20 ]") })
    screen.press(.up, .enter)
    expectEqual(log.answers, ["row 19"])
  }

  // MARK: Long questions

  /// Opens a question whose title and message have the words 0 to 99.
  private func presentLongQuestion(_ size: ScreenSize, message: String) -> AlertController {
    screen.resize(columns: size.columns, lines: size.lines)
    let alert = AlertController(title: "Run it for 4711 (the editor)?", message: message)
    for (title, style) in [("No", AlertAction.Style.cancel), ("Yes", .destructive)] {
      alert.addAction(AlertAction(title: title, style: style) { [log] in log.answers.append($0.title) })
    }
    screen.controller.present(alert)
    _ = screen.lines
    return alert
  }

  @Test(
    "A question that is longer than the screen scrolls in full, and its answers stay in view",
    arguments: [
      ScreenSize(columns: 20, lines: 5), ScreenSize(columns: 40, lines: 12),
      ScreenSize(columns: 80, lines: 24),
    ],
    [.down, .pageDown, KeyPress(.down, .shift)])
  func longQuestion(size: ScreenSize, key: KeyPress) {
    let words = (100..<400).map { "w\($0)" }
    _ = presentLongQuestion(size, message: words.joined(separator: " "))
    var seen: Set<String> = []
    for _ in 0..<200 {
      let lines = screen.lines
      for line in lines { seen.formUnion(line.split(separator: " ").map(String.init)) }
      #expect(
        lines.contains { $0.contains(size.columns < 22 ? "[ No ] [ Yes ]" : "[ n No ] [ y Yes ]") },
        "\(lines)")
      screen.press(key)
    }
    #expect(seen.isSuperset(of: words) && seen.isSuperset(of: ["Run", "it", "4711", "editor)?"]))
    // The focus is still on the answer that destroys nothing.
    screen.press(.enter)
    expectEqual(log.answers, ["No"])
  }

  @Test("A long question says how many lines are out of view, and returns to its start") func positions() {
    _ = presentLongQuestion(
      ScreenSize(columns: 40, lines: 8), message: (1...20).map { "line \($0)" }.joined(separator: "\n"))
    let first = screen.lines
    #expect(first.last?.contains("─ ↓ 15 ─") == true, "\(first)")
    screen.press(.pageDown)
    #expect(screen.lines.last?.contains("─ ↑ 5 ↓ 10 ─") == true, "\(screen.lines)")
    screen.press(.end)
    #expect(screen.lines.last?.contains("─ ↑ 15 ─") == true, "\(screen.lines)")
    screen.press(.home)
    expectEqual(screen.lines, first)
    screen.turnWheel(1, at: ScreenPoint(line: 2, column: 3))
    #expect(screen.lines.last?.contains("─ ↑ 3 ↓ 12 ─") == true, "\(screen.lines)")
  }

  @Test("A long question for a screen reader is a list of lines that page keys scroll") func plainQuestion() {
    let alert = AlertController(
      title: "Run it for 4711 (the editor)?", message: (1...9).map { "line \($0)" }.joined(separator: "\n"))
    alert.addAction(AlertAction(title: "No", style: .cancel))
    let screen = TestScreen(
      TableViewController(), columns: 20, lines: 6, traits: .testing(.mono, isAccessible: true))
    screen.controller.present(alert)
    expectEqual(
      screen.lines, ["Run it for 4711 (the", "editor)?", "line 1", "line 2", "No", "page keys: 7 below"])
    _ = alert.scroll(by: 7)
    screen.controller.setNeedsDisplay()
    expectEqual(screen.lines.prefix(4), ["line 6", "line 7", "line 8", "line 9"])
  }

  @Test("Enter moves from field to field, and a secure field hides its text") func fieldEntry() {
    let alert = present([("Cancel", .cancel), ("OK", .default)], fields: ["name", "word"])
    alert.textFields[1].isSecureTextEntry = true
    #expect(screen.lines.contains { $0.contains("❯ name") })
    for character in "d漢c" { screen.press(.character(character)) }
    screen.press(.backspace, .enter)
    screen.paste("secret\n")
    let lines = screen.lines
    #expect(lines.contains { $0.contains("d漢") } && lines.contains { $0.contains("•••••••") })
    #expect(!lines.joined().contains("secret"))
    screen.press(.enter)
    expectEqual(log.answers, ["OK"])
    expectEqual(alert.textFields.map(\.text), ["d漢", "secret "])
  }

  // MARK: Which alert receives the answer

  @Test("A dismissed alert receives no keys, and an alert is answered once") func dismissal() {
    let first = present([("Yes", .default), ("No", .cancel)])
    screen.controller.dismiss(first)
    screen.press("y")
    #expect(log.answers.isEmpty)
    _ = present([("Yes", .default), ("No", .cancel)])
    screen.press("y", "y")
    expectEqual(log.answers, ["Yes"])
  }

  @Test("Of several alerts, the last one is answered first") func stacking() {
    _ = present([("Below", .default)])
    _ = present([("Above", .default)])
    screen.press(.enter, .enter)
    expectEqual(log.answers, ["Above", "Below"])
  }
}
