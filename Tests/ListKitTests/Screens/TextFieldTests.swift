import ListKitTesting
import Testing

@testable import ListKit

/// Fields in rows.
@MainActor
@Suite struct TextFieldTests {
  /// Rows, some of which are fields.
  final class Form: TableViewController {
    let fields = [
      TextField(placeholder: "first"), TextField(text: "二 words"), TextField(placeholder: "third"),
    ]
    var dataSource: TableViewDiffableDataSource<Int, Int>!
    var ends: [String] = []
    var chosen: [Int] = []
    var commands: [Command] = []

    override func viewDidLoad() {
      tableView.register(TableViewCell.self, forCellReuseIdentifier: "cell")
      keyMap.bind(.character("x"), to: .custom("x"), "own key")
      dataSource = TableViewDiffableDataSource(tableView: tableView) {
        [unowned self] table, indexPath, item in
        let cell = table.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        if fields.indices.contains(item) {
          cell.contentConfiguration = TextFieldContentConfiguration(
            text: "field \(item)", textColumns: 7, textField: fields[item])
        } else {
          cell.textLabel?.text = "row \(item)"
        }
        return cell
      }
      for (index, field) in fields.enumerated() {
        field.editingDidEnd = { [unowned self] in ends.append("\(index) \($1) \($0.text)") }
      }
      tableView.primaryAction = { [unowned self] in chosen.append(dataSource.itemIdentifier(for: $0) ?? -1) }
      show([10, 0, 1, 11, 2, 12])
    }

    func show(_ items: [Int]) {
      var snapshot = DiffableDataSourceSnapshot<Int, Int>()
      snapshot.appendSections([0])
      snapshot.appendItems(items)
      dataSource.apply(snapshot, animatingDifferences: false)
    }

    override func perform(_ command: Command) -> Bool {
      commands.append(command)
      return super.perform(command)
    }
  }

  func screen(columns: Int = 50, lines: Int = 10) -> TestScreen<Form> {
    TestScreen(Form(), columns: columns, lines: lines)
  }

  /// The field with the keys.
  func focus(_ screen: TestScreen<Form>) -> Int? {
    screen.controller.fields.firstIndex(where: \.isEditing)
  }

  @Test func whatCanBeTypedIsSeenBesideItsName() {
    let screen = screen()
    #expect(screen.lines[1] == "  field 0  first")
    #expect(screen.lines[2] == "  field 1  二 words")
    #expect(screen.frame[1, 30].style.attributes.contains(.underline))
    #expect(focus(screen) == nil)
  }

  @Test func aFieldIsToldWhyItHasTheKeysNoMore() {
    let screen = screen()
    var reasons: [TextField.EndReason] = []
    for field in screen.controller.fields { field.editingDidEnd = { reasons.append($1) } }
    screen.press(.tab, .tab, .escape, .tab, .enter)
    #expect(reasons == [.left, .cancelled, .returned])
  }

  @Test func aProgramMayBindKeysOfItsOwn() {
    let screen = screen()
    screen.controller.keyMap.bind(.control("t"), to: .moveFocus(1), "next field", when: .canMoveFocus)
    screen.controller.keyMap.bind(.control("r"), to: .moveFocus(-1), "field before", when: .isEditingText)
    screen.press(.control("r"))
    #expect(focus(screen) == nil, "there is nothing it could mean")
    screen.press(.control("t"), .control("t"))
    #expect(focus(screen) == 1)
    screen.press(.control("r"))
    #expect(focus(screen) == 0)
  }

  @Test func aContentIsChangedAsAllOthersAre() {
    var content = TextFieldContentConfiguration(textField: TextField(text: "Eiger"))
    content.text = "Name"
    content.textColumns = 6
    var canvas = Canvas(size: Size(columns: 20, lines: 1), traits: .testing(.mono))
    content.draw(in: &canvas, context: CellContext())
    #expect(canvas.frame.text(ofLine: 0) == "Name    Eiger")
    #expect(content.textField.text == "Eiger")
  }

  @Test func tabGoesFromFieldToFieldAndRound() {
    let screen = screen()
    var seen: [Int?] = []
    for _ in 0..<4 {
      screen.press(.tab)
      seen.append(focus(screen))
      #expect(screen.cursor?.text.contains("field") == true)
    }
    #expect(seen == [0, 1, 2, 0])
    screen.press(KeyPress(.tab, .shift))
    #expect(focus(screen) == 2)
    #expect(screen.controller.ends == ["0 left ", "1 left 二 words", "2 left ", "0 left "])
  }

  @Test func aFieldIsEditedAsAQueryIs() {
    let screen = screen()
    screen.press(.down, .down, .enter)
    #expect(focus(screen) == 1)
    screen.press(.control("a"), .control("f"))
    screen.type("x-?")
    screen.paste("é\n漢")
    #expect(screen.lines[2] == "▌ field 1  二x-?é 漢 words")
    screen.press(.control("w"))
    #expect(screen.lines[2] == "▌ field 1  二x-?é  words")
    screen.press(.control("y"), .end, KeyPress(.backspace, .alt), .home, .delete, .right, .backspace)
    #expect(screen.controller.fields[1].text == "-?é 漢 ")
    #expect(screen.frame.cursor == Point(line: 2, column: 11))
    // Letters that mean something elsewhere are text.
    #expect(!screen.controller.commands.contains(.custom("x")))
  }

  @Test func enterGoesOnAndAtLastBackToTheRows() {
    let screen = screen()
    screen.press(.tab)
    screen.type("a")
    screen.press(.enter)
    #expect(focus(screen) == 1)
    screen.press(.enter, .enter)
    #expect(focus(screen) == nil)
    #expect(screen.controller.ends == ["0 returned a", "1 returned 二 words", "2 returned "])
    screen.press(.character("j"), .enter)
    #expect(screen.controller.chosen == [12])
  }

  @Test func escapePutsBackWhatWasThere() {
    let screen = screen()
    screen.press(.tab, .tab)
    screen.press(.control("u"))
    screen.type("other")
    screen.press(.escape)
    #expect(screen.controller.fields[1].text == "二 words")
    #expect(screen.controller.ends.last == "1 cancelled 二 words")
    #expect(focus(screen) == nil)
    #expect(screen.ending == nil)
    screen.press(.character("x"))
    #expect(screen.controller.commands.last == .custom("x"))
    screen.press(.escape)
    #expect(screen.ending != nil)
  }

  @Test func upAndDownGoOnToFieldsAndRows() {
    let screen = screen()
    screen.press(.tab, .down)
    #expect(focus(screen) == 1)
    screen.press(.down)
    #expect(focus(screen) == nil)
    #expect(screen.cursor?.text.contains("row 11") == true)
    screen.press(.down)
    #expect(focus(screen) == nil)
    screen.press(.enter)
    #expect(focus(screen) == 2)
  }

  @Test func aClickGoesToTheLetter() {
    let screen = screen()
    screen.click(on: "words")
    #expect(focus(screen) == 1)
    screen.type("|")
    #expect(screen.controller.fields[1].text == "二 |words")
    screen.click(on: "row 12")
    #expect(focus(screen) == nil)
    #expect(screen.controller.ends == ["1 left 二 |words"])
    #expect(screen.cursor?.text.contains("row 12") == true)
  }

  @Test func theTerminalsCursorIsWhereOneTypesAndNoBarHidesIt() {
    let screen = screen()
    screen.press(.tab, .tab)
    #expect(screen.frame.cursor == Point(line: 2, column: 19))
    #expect(!screen.frame[2, 12].style.attributes.contains(.reverse))
    screen.press(.escape)
    #expect(screen.frame[2, 12].style.attributes.contains(.reverse))
  }

  @Test func aLongTextScrollsInItsRow() {
    let screen = screen(columns: 24)
    screen.press(.tab)
    screen.type("abcdefghijklmnopqrstuvwxyz")
    #expect(screen.lines[1].hasSuffix("tuvwxyz") || screen.lines[1].contains("xyz"))
    #expect(screen.lines[1].hasPrefix("▌ field 0"))
    #expect((screen.frame.cursor?.column ?? 99) < 24)
  }

  @Test func secureTextIsNotShown() {
    let screen = screen()
    screen.controller.fields[0].isSecureTextEntry = true
    screen.press(.tab)
    screen.type("secret")
    #expect(screen.lines[1].contains("••••••"))
    #expect(!screen.contains("secret"))
    #expect(screen.controller.fields[0].text == "secret")
  }

  @Test func whatIsWrongIsSaidBesideTheFieldOrBelowIt() {
    let screen = screen()
    screen.controller.fields[0].validator = { $0.count < 3 ? "too short" : nil }
    #expect(!screen.contains("too short"), "nobody has typed anything")
    screen.press(.tab)
    screen.type("a")
    #expect(screen.lines[1].hasSuffix("too short"))
    #expect(screen.style(of: "too short") == screen.controller.currentTheme.deleted.mark)
    screen.press(.enter)
    #expect(focus(screen) == 0, "such a text is not accepted")
    screen.resize(columns: 30, lines: 10)
    #expect(screen.lines[2].hasSuffix("too short"))
    #expect(screen.lines[3].contains("二 words"))
    screen.type("bc")
    #expect(!screen.contains("too short"))
    screen.press(.enter)
    #expect(focus(screen) == 1)
  }
}
