import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

@Suite("Alerts") @MainActor struct AlertControllerTests {
  /// A screen that is drawn after each key.
  final class Screen: TableViewController {
    var size = Size(columns: 50, lines: 12)
    private(set) var cursor: Point?

    @discardableResult
    func lines() -> [String] {
      var canvas = Canvas(size: size, traits: .testing(.mono))
      chrome.render(in: &canvas)
      chrome.questionsAreSeen()
      cursor = canvas.frame.cursor
      return (0..<size.lines).map(canvas.frame.text(ofLine:))
    }

    func press(_ keys: KeyPress...) {
      for key in keys {
        ChangeCause.user.perform { _ = receive(.key(key), times: 1) }
        lines()
      }
    }
  }

  let screen = Screen()
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
    screen.present(alert)
    screen.lines()
    return alert
  }

  // MARK: Answers

  @Test("An alert is a box with its title, message and actions") func box() {
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    let lines = screen.lines()
    #expect(lines.contains { $0.contains("─ Delete it? ─") })
    #expect(lines.contains { $0.contains("For good.") })
    #expect(lines.contains { $0.contains("[ c Cancel ] [ d Delete ]") })
    #expect(screen.cursor != nil)
  }

  @Test(
    "Only the action with the focus has exchanged colours, and none that can be chosen is dim",
    arguments: [
      Theme.mono, .highContrast, .dark, .light,
    ]) func focus(_ theme: Theme) throws
  {
    screen.theme = theme
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    var canvas = Canvas(size: screen.size, traits: .testing())
    screen.chrome.render(in: &canvas)
    let line = try #require(
      (0..<screen.size.lines).first { canvas.frame.text(ofLine: $0).contains("[ d Delete ]") })
    func attributes(of letter: Unicode.Scalar) throws -> Style.Attributes {
      let column = try #require((0..<screen.size.columns).first { canvas.frame[line, $0].scalar == letter })
      return canvas.frame[line, column].style.attributes
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
    screen.press(KeyPress(.enter))
    expectEqual(log.answers, [answer])
    #expect(screen.presentedAlert == nil)
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
    screen.press(.character("K"))
    let lines = screen.lines()
    #expect(lines.contains { $0.contains("─ Hello K ─") })
    #expect(!lines.contains { $0.contains("For good.") })
  }

  @Test(
    "Tab, right and down move the focus and continue at the first action",
    arguments: [KeyPress.tab, KeyPress(.right), KeyPress(.down)])
  func focusKeys(_ next: KeyPress) {
    _ = present([("Cancel", .cancel), ("Keep", .default), ("Delete", .destructive)])
    screen.press(next, KeyPress(.enter))
    expectEqual(log.answers, ["Delete"])
    _ = present([("Cancel", .cancel), ("Keep", .default), ("Delete", .destructive)])
    screen.press(next, next, KeyPress(.enter))
    expectEqual(log.answers, ["Delete", "Cancel"])
  }

  @Test("The first letter chooses an action, or moves the focus if several actions share it")
  func firstLetter() {
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    screen.press(.character("x"), .character("d"))
    expectEqual(log.answers, ["Delete"])
    // If two answers start with the same letter, the key only selects.
    let alert = present([("Copy", .default), ("Cancel", .cancel)])
    screen.press(.character("c"))
    expectEqual(alert.currentAction, 1)
    screen.press(.character("c"), KeyPress(.enter))
    expectEqual(log.answers, ["Delete", "Copy"])
  }

  @Test("The esc key performs the cancel action, or without one only closes the alert") func escape() {
    _ = present([("OK", .default), ("Cancel", .cancel)])
    screen.press(KeyPress(.escape))
    _ = present([("OK", .default)])
    screen.press(KeyPress(.escape))
    expectEqual(log.answers, ["Cancel"])
    #expect(screen.presentedAlert == nil)
  }

  @Test("Keys do not choose a disabled action") func disabledActions() {
    let alert = present([("OK", .default), ("Later", .default)])
    alert.actions[0].isEnabled = false
    screen.press(.character("o"), KeyPress(.enter))
    expectEqual(log.answers, ["Later"])
  }

  @Test("A click on an action performs it, and a click elsewhere does nothing") func clicks() throws {
    _ = present([("Cancel", .cancel), ("Delete", .destructive)])
    let lines = screen.lines()
    let line = try #require(lines.firstIndex { $0.contains("[ d Delete ]") })
    let text = lines[line]
    let start = try #require(text.firstRange(of: "[ d Delete ]")).lowerBound
    let column = text.distance(from: text.startIndex, to: start)
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: 0, column: 0))), times: 1)
    #expect(log.answers.isEmpty)
    _ = screen.receive(.mouse(MouseEvent(.press, at: Point(line: line, column: column + 2))), times: 1)
    expectEqual(log.answers, ["Delete"])
  }

  @Test("Actions that do not fit on the screen scroll with the focus") func scrolling() {
    let titles = (0..<30).map { ("row \($0)", AlertAction.Style.default) }
    _ = present(titles, style: .actionSheet)
    #expect(screen.lines().contains { $0.contains("[ row 3 ]") })
    #expect(!screen.lines().contains { $0.contains("[ row 20 ]") })
    for _ in 0..<20 { screen.press(KeyPress(.down)) }
    #expect(screen.lines().contains { $0.contains("[ row 20 ]") })
    screen.press(KeyPress(.up), KeyPress(.enter))
    expectEqual(log.answers, ["row 19"])
  }

  // MARK: Long questions

  /// Opens a question whose title and message have the words 0 to 99.
  private func presentLongQuestion(_ size: Size, message: String) -> AlertController {
    screen.size = size
    let alert = AlertController(title: "Run it for 4711 (the editor)?", message: message)
    for (title, style) in [("No", AlertAction.Style.cancel), ("Yes", .destructive)] {
      alert.addAction(AlertAction(title: title, style: style) { [log] in log.answers.append($0.title) })
    }
    screen.present(alert)
    screen.lines()
    return alert
  }

  @Test(
    "A question that is longer than the screen scrolls in full, and its answers stay in view",
    arguments: [Size(columns: 20, lines: 5), Size(columns: 40, lines: 12), Size(columns: 80, lines: 24)],
    [KeyPress(.down), KeyPress(.pageDown), KeyPress(.down, .shift)])
  func longQuestion(size: Size, key: KeyPress) {
    let words = (100..<400).map { "w\($0)" }
    _ = presentLongQuestion(size, message: words.joined(separator: " "))
    var seen: Set<String> = []
    for _ in 0..<200 {
      let lines = screen.lines()
      for line in lines { seen.formUnion(line.split(separator: " ").map(String.init)) }
      #expect(
        lines.contains { $0.contains(size.columns < 22 ? "[ No ] [ Yes ]" : "[ n No ] [ y Yes ]") },
        "\(lines)")
      screen.press(key)
    }
    #expect(seen.isSuperset(of: words) && seen.isSuperset(of: ["Run", "it", "4711", "editor)?"]))
    // The focus is still on the answer that destroys nothing.
    screen.press(KeyPress(.enter))
    expectEqual(log.answers, ["No"])
  }

  @Test("A long question says how many lines are out of view, and returns to its start") func positions() {
    _ = presentLongQuestion(
      Size(columns: 40, lines: 8), message: (1...20).map { "line \($0)" }.joined(separator: "\n"))
    let first = screen.lines()
    #expect(first.last?.contains("─ ↓ 15 ─") == true, "\(first)")
    screen.press(KeyPress(.pageDown))
    #expect(screen.lines().last?.contains("─ ↑ 5 ↓ 10 ─") == true, "\(screen.lines())")
    screen.press(KeyPress(.end))
    #expect(screen.lines().last?.contains("─ ↑ 15 ─") == true, "\(screen.lines())")
    screen.press(KeyPress(.home))
    expectEqual(screen.lines(), first)
    ChangeCause.user.perform {
      _ = screen.receive(.mouse(MouseEvent(.wheelDown, at: Point(line: 2, column: 3))), times: 1)
    }
    #expect(screen.lines().last?.contains("─ ↑ 3 ↓ 12 ─") == true, "\(screen.lines())")
  }

  @Test("A long question for a screen reader is a list of lines that page keys scroll") func plainQuestion() {
    let alert = AlertController(
      title: "Run it for 4711 (the editor)?", message: (1...9).map { "line \($0)" }.joined(separator: "\n"))
    alert.addAction(AlertAction(title: "No", style: .cancel))
    screen.present(alert)
    func lines() -> [String] {
      var canvas = Canvas(
        size: Size(columns: 20, lines: 6), traits: .testing(.mono, isAccessible: true))
      screen.chrome.render(in: &canvas)
      return (0..<6).map(canvas.frame.text(ofLine:))
    }
    expectEqual(
      lines(), ["Run it for 4711 (the", "editor)?", "line 1", "line 2", "No", "page keys: 7 below"])
    _ = alert.scroll(by: 7)
    expectEqual(lines().prefix(4), ["line 6", "line 7", "line 8", "line 9"])
  }

  @Test("Enter moves from field to field, and a secure field hides its text") func fieldEntry() {
    let alert = present([("Cancel", .cancel), ("OK", .default)], fields: ["name", "word"])
    alert.textFields[1].isSecureTextEntry = true
    #expect(screen.lines().contains { $0.contains("❯ name") })
    for character in "d漢c" { screen.press(.character(character)) }
    screen.press(KeyPress(.backspace), KeyPress(.enter))
    _ = screen.receive(.paste("secret\n"), times: 1)
    let lines = screen.lines()
    #expect(lines.contains { $0.contains("d漢") } && lines.contains { $0.contains("•••••••") })
    #expect(!lines.joined().contains("secret"))
    screen.press(KeyPress(.enter))
    expectEqual(log.answers, ["OK"])
    expectEqual(alert.textFields.map(\.text), ["d漢", "secret "])
  }

  @Test(
    "An alert can be answered on screens of every size",
    arguments: [(50, 12), (20, 5), (12, 4), (12, 2), (300, 80)])
  func sizes(_ columns: Int, _ lines: Int) {
    screen.size = Size(columns: columns, lines: lines)
    _ = present([("Cancel", .cancel), ("Delete for ever and ever", .destructive)], fields: ["name"])
    screen.press(KeyPress(.tab), KeyPress(.tab), KeyPress(.enter))
    expectEqual(log.answers.count, 1)
  }

  // MARK: Which alert receives the answer

  @Test("A dismissed alert receives no keys, and an alert is answered once") func dismissal() {
    let first = present([("Yes", .default), ("No", .cancel)])
    screen.dismiss(first)
    screen.press(.character("y"))
    #expect(log.answers.isEmpty)
    _ = present([("Yes", .default), ("No", .cancel)])
    screen.press(.character("y"), .character("y"))
    expectEqual(log.answers, ["Yes"])
  }

  @Test("Keys typed before an alert is drawn do not answer it") func typedAhead() {
    let alert = AlertController(title: "Kill?")
    alert.addAction(AlertAction(title: "Yes") { [log] in log.answers.append($0.title) })
    screen.present(alert)
    _ = screen.receive(.key(.character("y")), times: 1)
    #expect(log.answers.isEmpty)
    screen.lines()
    _ = screen.receive(.key(.character("y")), times: 1)
    expectEqual(log.answers, ["Yes"])
  }

  @Test("Of several alerts, the last one is answered first") func stacking() {
    _ = present([("Below", .default)])
    _ = present([("Above", .default)])
    screen.press(KeyPress(.enter), KeyPress(.enter))
    expectEqual(log.answers, ["Above", "Below"])
  }
}
