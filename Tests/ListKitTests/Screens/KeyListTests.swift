import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// The list of keys that F1, `:` and ctrl-p open: letters find a key, enter presses it.
@MainActor
@Suite("List of keys") struct KeyListTests {
  private final class Animals: TableViewController {
    var dataSource: TableViewDiffableDataSource<Int, String>!
    var log: [String] = []
    private var snapshot = DiffableDataSourceSnapshot<Int, String>()

    override func viewDidLoad() {
      dataSource = TableViewDiffableDataSource(
        tableView: tableView, content: { ListContentConfiguration(text: $0) })
      dataSource.contextMenuProvider = { [unowned self] item in
        item == "ant"
          ? nil
          : Menu(children: [Action(title: "Stroke") { [unowned self] _ in log.append("stroke \(item)") }])
      }
      dataSource.addKeyCommand("f", title: "feed the animal") { [unowned self] in log.append("feed \($0)") }
      addKeyCommand("F", title: "feed all") { [unowned self] in log.append("feed all") }
      motion = .none
      show(["ant", "bee", "cat"])
    }

    func show(_ names: [String]) {
      snapshot = DiffableDataSourceSnapshot<Int, String>()
      snapshot.appendSections([0])
      snapshot.appendItems(names)
      dataSource.apply(snapshot)
    }
  }

  private func screen(
    columns: Int = 70, lines: Int = 50, isAccessible: Bool = false
  ) -> TestScreen<Animals> {
    let traits = ScreenTraits.testing(.mono, isAccessible: isAccessible)
    return TestScreen(Animals(), columns: columns, lines: lines, traits: traits)
  }

  @Test("Letters find a key, enter closes the list and presses the key on the row of the cursor")
  func findAndPress() {
    let screen = screen()
    screen.press(.down, ":")
    #expect(screen.contains("─ Keys ─") && screen.contains("down") && screen.contains("Stroke"))
    screen.type("anim fee")
    #expect(screen.contains("Keys / anim fee") && screen.contains("▌f  feed the animal"), "\(screen.lines)")
    #expect(!screen.contains("feed all") && !screen.contains("This screen"))
    screen.press(.enter)
    #expect(screen.controller.panel == nil && !screen.contains("Keys"))
    expectEqual(screen.controller.log, ["feed bee"])
    screen.press(.control("p"))
    screen.type("down")
    screen.press(.enter)
    #expect(screen.cursor?.text.contains("cat") == true)
  }

  @Test(
    "Other words than those of the title find a key too, also those of the program, and are not shown",
    arguments: [
      ("exit", "quit at once"), ("top", "first row"), ("bottom", "last row"),
      ("drag row", "no match"), ("nourish", "feed the animal"), ("nourish animal", "feed the animal"),
      ("page", "a screenful up"), ("commands", "all keys and actions"),
    ])
  func synonyms(typed: String, title: String) {
    let screen = screen()
    screen.controller.keyMap.synonyms["feed"] = "nourish"
    screen.press(":")
    screen.type(typed)
    let found = screen.lines.filter { $0.hasPrefix("│") || $0.contains("│▌") || $0.contains("│ ") }
    #expect(found.contains { $0.contains(title) }, "\(screen.lines)")
    #expect(!found.contains { $0.contains(typed) }, "\(screen.lines)")
  }

  @Test("The line of a typed key comes before lines with the letter in their words, and enter presses it")
  func typedKey() {
    let screen = screen()
    for (key, title) in [("q", "quit"), ("F", "feed all"), ("f", "feed the animal")] {
      screen.press(":")
      screen.type(key)
      let chosen = screen.lines.first { $0.contains("│▌") } ?? ""
      #expect(chosen.contains("\(key) ") && chosen.contains(title), "\(screen.lines)")
      screen.press(.escape, .escape)
    }
    screen.controller.show([])
    screen.press(":")
    screen.type("f")
    screen.press(.enter)
    #expect(screen.controller.log.isEmpty && screen.controller.panel != nil, "there is no row to feed")
  }

  @Test(
    "Arrows, pages and ends choose a key, over headings, and the chosen one stays in view",
    arguments: [6, 12])
  func choosing(lines: Int) {
    let screen = screen(columns: 40, lines: lines)
    screen.press(.function(1))
    var seen: [String] = []
    for _ in 0..<40 {
      let line = screen.lines.first { $0.contains("▌") } ?? ""
      #expect(line.contains("│▌") && !line.contains("This screen"), "\(screen.lines)")
      if seen.last != line { seen.append(line) }
      screen.press(.down)
    }
    #expect(seen.count > 15 && seen.last?.contains("mouse") == true, "\(seen)")
    screen.press(.home)
    #expect(screen.lines[1].contains("▌"), "\(screen.lines)")
    screen.press(.end, .pageUp, .pageDown)
    #expect(screen.lines.contains { $0.contains("▌mouse") }, "\(screen.lines)")
    screen.press(.control("p"))
    #expect(screen.lines.contains { $0.contains("▌ctrl-l") }, "\(screen.lines)")
  }

  @Test("On a smaller screen the chosen key stays in view, and screens of a few cells show what fits")
  func resizing() {
    let screen = screen(columns: 40, lines: 40)
    screen.press(":", .pageDown, .up)
    let chosen = screen.lines.first { $0.contains("▌") }?.split(separator: " ").first
    screen.resize(columns: 30, lines: 6)
    #expect(screen.lines.contains { $0.contains("▌") && $0.split(separator: " ").first == chosen })
    for (columns, lines) in [(1, 1), (2, 2), (3, 1), (1, 9), (12, 3)] {
      screen.resize(columns: columns, lines: lines)
      screen.press(.down)
      screen.type("f")
      screen.press(.escape)
    }
    #expect(screen.ending == nil)
  }

  @Test("Escape shows all keys again, then closes the list; F1 closes it at once, and no letter is a command")
  func closing() {
    let screen = screen()
    screen.press(":")
    screen.type("qfj?:")
    #expect(screen.contains("no match") && screen.controller.panel != nil)
    screen.press(.enter)
    #expect(screen.controller.panel != nil && screen.controller.log.isEmpty)
    screen.press(.escape)
    #expect(screen.contains("feed all") && screen.contains("esc close  enter perform  letters find"))
    screen.press(.escape)
    #expect(screen.controller.panel == nil)
    screen.press(.function(1), .function(1))
    #expect(screen.controller.panel == nil && screen.ending == nil)
    screen.press("?")
    screen.send(.paste("feed all"))
    screen.press(.enter)
    expectEqual(screen.controller.log, ["feed all"])
  }

  @Test("Keys without a meaning at the moment are dim, and enter does nothing on them") func off() {
    let screen = screen()
    screen.controller.show([])
    screen.press(":")
    screen.type("mark or")
    #expect(!screen.contains("mark or unmark"), "the table has no marks")
    screen.press(.escape)
    screen.type("open")
    let line = screen.lines.firstIndex { $0.contains("enter") && $0.contains("open") } ?? 0
    expectEqual(screen.frame[line, 4].style.attributes.contains(.dim), false, "the cursor's bar is not dim")
    #expect(!screen.contains("enter perform"), "\(screen.lines)")
    screen.press(.enter)
    #expect(screen.controller.panel != nil)
    screen.press(.escape)
    let all = screen.lines.firstIndex { $0.contains("enter") && $0.contains("open") } ?? 0
    #expect(screen.frame[all, 5].style.attributes.contains(.dim), "\(screen.lines)")
  }

  @Test("The row keeps the cursor while the list is open, also one that was never chosen") func heldRow() {
    let screen = screen()
    screen.press(":")
    screen.controller.show(["aardvark", "ant", "bee", "cat"])
    screen.type("the animal")
    screen.press(.enter)
    expectEqual(screen.controller.log, ["feed ant"])
    // A list that was closed leaves the cursor at the start of a list again.
    let other = self.screen()
    other.press(":", .escape)
    other.controller.show(["aardvark", "ant"])
    expectEqual(other.controller.dataSource.cursorItemIdentifier, "aardvark")
  }

  @Test("If the row is gone, a key that may act on it does nothing and the status says so; others act")
  func goneRow() {
    let screen = screen()
    screen.press(.down, ":")
    screen.type("the animal")
    screen.controller.show(["ant", "cat"])
    screen.press(.enter)
    expectEqual(screen.controller.log, [])
    #expect(screen.lines.last?.contains("nothing was done") == true && screen.controller.panel == nil)
    screen.press(":")
    screen.type("first row")
    screen.controller.show(["cow", "dog"])
    screen.press(.enter)
    expectEqual(screen.controller.dataSource.cursorItemIdentifier, "cow")
  }

  @Test("The actions of the row's menu are in the list, and enter performs one") func menuActions() {
    let screen = screen()
    screen.press(":")
    screen.type("stroke")
    #expect(screen.contains("no match"), "the ant has no menu")
    screen.press(.escape, .escape, .down, ":")
    screen.type("STROKE")
    screen.press(.enter)
    expectEqual(screen.controller.log, ["stroke bee"])
  }

  @Test("A click chooses a key, a double click presses it, and one outside closes the list") func mouse()
    throws
  {
    let screen = screen()
    screen.press(":")
    let line = try #require(screen.lines.firstIndex { $0.contains("feed all") })
    let place = ScreenPoint(line: line, column: 35)
    screen.click(at: place)
    #expect(screen.lines[line].contains("▌") && screen.controller.log.isEmpty)
    screen.send(
      .mouse(MouseEvent(.press, at: place)), .mouse(MouseEvent(.doubleClick, at: place)),
      .mouse(MouseEvent(.release, at: place)))
    expectEqual(screen.controller.log, ["feed all"])
    #expect(screen.controller.panel == nil)
    screen.press(":")
    screen.click(at: ScreenPoint(line: 0, column: 0))
    #expect(screen.controller.panel == nil)
  }

  @Test("Typed ahead, letters find a key, but enter does not press it") func typedAhead() {
    let screen = screen()
    screen.send(":feed all".map { .key(.character($0)) } + [.key(.enter)])
    #expect(screen.contains("Keys / feed all") && screen.controller.log.isEmpty)
    screen.press(.enter)
    expectEqual(screen.controller.log, ["feed all"])
  }

  @Test("On a panel of text, the key of the list shows the keys of the rows below") func overText() {
    let screen = screen()
    screen.controller.present(Panel(title: "Details", lines: []))
    _ = screen.lines
    screen.press(":")
    #expect(screen.contains("feed all") && !screen.contains("Details"))
  }

  @Test("For a screen reader the list is plain, its cursor is on the chosen line, and words say what is off")
  func accessible() {
    let screen = screen(isAccessible: true)
    screen.controller.show([])
    screen.press(":")
    screen.type("open")
    #expect(screen.contains("enter: open, not now"), "\(screen.lines)")
    screen.press(.escape)
    screen.type("feed")
    #expect(screen.lines[0].contains("Keys / feed"))
    #expect(screen.lines[1].hasSuffix(", not now"))
    expectEqual(screen.frame.cursor?.line, 2)
    screen.press(.up)
    expectEqual(screen.frame.cursor?.line, 1)
    screen.press(.down, .enter)
    #expect(screen.controller.log.count == 1)
  }
}
