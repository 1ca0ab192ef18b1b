import ListKit
import ListKitTesting
import Testing

/// The code of the article “Asking”.
@MainActor
@Suite struct AskingTests {
  final class NotesController: TableViewController {
    var notes = ["Milk", "Bread"]

    func delete(_ note: String) async {
      guard await confirm("Delete \(note)?", action: "Delete", isDestructive: true) else { return }
      notes.removeAll { $0 == note }
    }

    func move(_ note: String, to lists: [String]) async -> String? {
      await choose("Where to?", from: lists)
    }

    func rename(_ note: String) async {
      guard let name = await prompt("Rename", text: note), !name.isEmpty else { return }
      notes = notes.map { $0 == note ? name : $0 }
    }

    func askForLogin(then logIn: @escaping (String, String) -> Void) {
      let alert = AlertController(title: "Log in", message: "The server asks who you are.")
      alert.addTextField { $0.placeholder = "name" }
      alert.addTextField { $0.placeholder = "machine" }
      alert.addAction(AlertAction(title: "Cancel", style: .cancel))
      alert.addAction(
        AlertAction(title: "Log in") { [unowned alert] _ in
          logIn(alert.textFields[0].text, alert.textFields[1].text)
        })
      present(alert)
    }
  }

  private let screen = TestScreen(NotesController(), columns: 60, lines: 14)

  @Test func enterAloneDestroysNothing() async {
    Task { await screen.controller.delete("Milk") }
    await screen.settle()
    screen.press(.enter)
    await screen.settle()
    #expect(screen.controller.notes == ["Milk", "Bread"])
    Task { await screen.controller.delete("Milk") }
    await screen.settle()
    screen.press(.character("d"))
    await screen.settle()
    #expect(screen.controller.notes == ["Bread"])
  }

  @Test func oneOfSeveralIsChosen() async {
    let choice = Task { await screen.controller.move("Milk", to: ["Today", "Later"]) }
    await screen.settle()
    screen.press(.down, .enter)
    #expect(await choice.value == "Later")
  }

  @Test func aLineIsTyped() async {
    Task { await screen.controller.rename("Milk") }
    await screen.settle()
    screen.type(" and honey")
    screen.press(.enter)
    await screen.settle()
    #expect(screen.controller.notes.first == "Milk and honey")
  }

  @Test func anAlertHasFieldsAndAnswers() async {
    final class Login { var value = "" }
    let login = Login()
    screen.controller.askForLogin { login.value = "\($0)@\($1)" }
    await screen.settle()
    screen.type("ada")
    screen.press(.enter)
    screen.type("engine")
    screen.press(.enter)
    #expect(login.value == "ada@engine")
  }
}
