import ListKit
import ListKitTesting
import Testing

@testable import tui_demo

@MainActor
@Suite struct LooksControllerTests {
  private func session(columns: Int = 100, lines: Int = 80) -> TestScreen<LooksController> {
    TestScreen(LooksController(), columns: columns, lines: lines)
  }

  private func line(_ text: String, _ session: TestScreen<LooksController>) throws -> String {
    try #require(session.lines.first { $0.contains(text) }, "\(text)")
  }

  @Test func everyLookIsShownUnderItsName() {
    let session = session()
    #expect(session.lines[0] == "Looks")
    for kind in LookKind.allCases {
      #expect(session.lines.contains { $0.contains(" \(kind.rawValue) ─") && $0.hasSuffix(kind.code) })
      for look in session.controller.model[kind] { #expect(session.contains(look.name), "\(look.name)") }
    }
  }

  @Test func rowsLookAsTheySay() throws {
    let session = session()
    #expect(try !line(".default", session).contains("the text alone"))
    #expect(try line(".value1", session).hasSuffix("the second text at the right edge"))
    #expect(try line(".value2", session).contains("             .value2  the second text"))
    let signs = [
      "disclosureIndicator": "›", "detailButton": "ⓘ", "detailDisclosureButton": "ⓘ ›", "checkmark": "✓",
    ]
    for (name, sign) in signs { #expect(try line("." + name, session).hasSuffix(sign)) }
    #expect(try line("Battery", session).hasSuffix("82%"))
    #expect(try line("numberOfLines: 1", session).hasSuffix("…"))
    let text = try #require(session.lines.firstIndex { $0.contains("numberOfLines: 0") })
    #expect(session.lines[text + 2].hasSuffix("as one or as two."))
    #expect(try line("alignment: .trailing", session).hasSuffix("alignment: .trailing"))
  }

  @Test func namesOfASectionAreOneColumn() throws {
    let session = session()
    let notes = try RowAnimation.allCases.map { animation in
      let look = Look.animation(animation)
      let line = try line(look.note, session)
      #expect(line.contains(look.name + " "))
      return line.count - look.note.count
    }
    #expect(Set(notes).count == 1)
  }

  @Test func enterPlaysAnAnimationAgainAndAgain() throws {
    let session = session(lines: 24)
    session.press(.character("9"), .down, .down, .enter)
    #expect(session.controller.dataSource.defaultRowAnimation == .left)
    #expect(session.contains("Animations: 1 added ─"))
    session.rest()
    #expect(session.contains("a row that came by .left") && session.contains("the 1st one"))
    session.press(.enter)
    #expect(session.contains("Animations: 1 added, 1 removed ─"))
    session.rest()
    #expect(session.contains("the 2nd one") && !session.contains("the 1st one"))
    #expect(session.cursor?.text.contains(".left") == true)
    // Enter on the row that came plays nothing.
    session.press(.down, .enter)
    #expect(session.contains("the 2nd one"))
  }

  @Test func keysGoFromSectionToSection() throws {
    let session = session(lines: 12)
    for (index, kind) in LookKind.allCases.enumerated().dropFirst() {
      session.press(.character("n"))
      #expect(session.controller.tableView.cursorIndexPath?.section == index)
      let header = try #require(session.lines.firstIndex { $0.hasPrefix(" \(kind.rawValue)") })
      #expect(session.cursor?.line == header + 1)
      if index < 6 { #expect(header == 1) }
    }
    session.press(.character("n"))
    #expect(session.controller.tableView.cursorIndexPath?.section == 8)
    session.press(.down, .character("p"))
    #expect(session.controller.tableView.cursorIndexPath?.row == 0)
    #expect(session.controller.tableView.cursorIndexPath?.section == 8)
    session.press(.character("p"))
    #expect(session.controller.tableView.cursorIndexPath?.section == 7)
    for number in 1...9 {
      session.press(.character(Character("\(number)")))
      #expect(session.controller.tableView.cursorIndexPath?.section == number - 1)
    }
  }

  @Test func statesAreFollowed() throws {
    let session = session()
    #expect(try line(".isFocused", session).hasSuffix("○──"))
    session.press(.character("7"))
    #expect(try line(".isFocused", session).hasSuffix("──●"))
    session.press(.down, .character(" "))
    #expect(try line(".isFocused", session).hasSuffix("○──"))
    #expect(try line(".isSelected", session).hasSuffix("──●"))
    session.press(.down, .enter)
    #expect(try line(".isHighlighted", session).hasSuffix("──●"))
    session.rest()
    #expect(try line(".isHighlighted", session).hasSuffix("○──"))
    session.press(.character("e"))
    #expect(try line(".isEditing", session).hasSuffix("──●"))
    #expect(try line(".label(displayed: .whenEditing)", session).hasSuffix("6,190 m"))
  }

  @Test func controlsEditTheirRows() throws {
    let session = session()
    session.press(.character("8"), .character("e"))
    #expect(try line("no control", session).hasPrefix("▌ .none"))
    #expect(try line("adds a row below", session).contains("⊕"))
    #expect(try line("removes the row", session).contains("⊖"))
    session.press(.down, .enter)
    #expect(session.contains("the 2nd one") && session.contains("Editing: 1 added ─"))
    session.press(.down, .enter, .enter)
    session.rest()
    #expect(!session.contains("the 2nd one") && session.contains("Editing: 1 removed ─"))
  }

  @Test func theSwitchIsThrownByEnter() throws {
    let session = session()
    #expect(try line(".toggle(isOn:)", session).hasSuffix("──●"))
    session.press(.character("3"), .down, .down, .down, .enter)
    #expect(!session.controller.model.isSwitchOn)
    #expect(try line(".toggle(isOn:)", session).hasSuffix("○──"))
  }

  @Test func detailsAreShown() {
    let session = session()
    session.press(.character("2"), .down, .down, .alt("i"))
    #expect(session.contains("╭") && session.contains("│ has details: alt-i, or a click"))
    session.press(.escape)
    #expect(!session.contains("╭"))
  }

  @Test func linesAndThemesAreSwitched() {
    let session = session()
    let height = session.lines.count { !$0.isEmpty }
    session.press(.character("s"))
    #expect(session.controller.tableView.separatorStyle == .singleLine)
    #expect(session.lines[4].hasPrefix("  ───") && session.lines.count { !$0.isEmpty } > height)
    session.press(.character("s"))
    #expect(session.lines.count { !$0.isEmpty } == height)
    let themes: [(String, Theme)] = [
      ("light", .light), ("high contrast", .highContrast), ("mono", .mono), ("dark", .dark),
      ("light", .light),
    ]
    for (name, theme) in themes {
      session.press(.character("t"))
      #expect(session.controller.theme == theme)
      #expect(session.contains("t theme: \(name)"))
      #expect(session.frame[2, 1].style.foreground == theme.header.foreground)
    }
  }

  @Test(arguments: [(20, 5), (12, 3), (1, 1), (200, 60)])
  func everyWindowIsDrawn(_ columns: Int, _ lines: Int) {
    let session = session(columns: columns, lines: lines)
    session.press(.character("n"), .character("s"), .character("e"), .end, .enter)
    #expect(lines < 5 || session.cursor != nil)
  }
}
