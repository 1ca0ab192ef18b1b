import ListKitTesting
import Testing

@testable import ListKit

extension TextFieldTests {
  @Test func aFieldWhoseRowGoesGivesTheKeysBack() {
    let screen = screen()
    screen.press(.tab)
    screen.controller.show([10, 1, 11])
    #expect(!screen.contains("field 0"))
    #expect(focus(screen) == nil)
    screen.press(.character("x"))
    #expect(screen.controller.commands.last == .custom("x"))
    #expect(screen.controller.ends == ["0 left "])
  }

  @Test func aProgramGivesTheKeysToAField() {
    let form = Form()
    form.focusedTextField = form.fields[2]
    let screen = TestScreen(form, columns: 50, lines: 10)
    #expect(screen.cursor?.text.contains("field 2") == true)
    screen.type("typed")
    #expect(form.fields[2].text == "typed")
    form.focusedTextField = form.fields[0]
    #expect(screen.cursor?.text.contains("field 0") == true)
    form.focusedTextField = nil
    #expect(focus(screen) == nil)
    // One that is nowhere does not keep the keys.
    form.focusedTextField = TextField()
    #expect(screen.contains("row 10"))
    #expect(form.focusedTextField == nil)
  }

  @Test func anotherScreenTakesTheKeys() {
    let screen = screen()
    screen.press(.tab)
    screen.controller.navigationController?.pushViewController(TableViewController())
    #expect(screen.controller.ends == ["0 left "])
  }

  @Test func helpNamesTheKeysOfFields() {
    let screen = screen(columns: 80, lines: 60)
    screen.press(.tab, .function(1))
    #expect(screen.lines.contains { $0.contains("esc") && $0.contains("leave the field as it was") })
    #expect(screen.lines.contains { $0.contains("tab") && $0.contains("next field") })
    #expect(!screen.lines.contains { $0.contains(" x ") && $0.contains("own key") })
  }

  @Test func inAnAlertATextMustBeValidToo() {
    let screen = screen()
    let alert = AlertController(title: "Name?")
    alert.addTextField { $0.validator = { $0.isEmpty ? "a name is needed" : nil } }
    var answers: [String] = []
    alert.addAction(AlertAction(title: "Cancel", style: .cancel) { answers.append($0.title) })
    alert.addAction(AlertAction(title: "OK") { answers.append($0.title) })
    ChangeCause.user.perform { screen.controller.present(alert) }
    #expect(!screen.contains("a name is needed"))
    screen.press(.enter)
    #expect(screen.contains("a name is needed") && answers.isEmpty)
    screen.type("x")
    #expect(!screen.contains("a name is needed"))
    screen.press(.enter)
    #expect(answers == ["OK"])
  }
}
