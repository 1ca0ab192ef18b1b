import ListKit
import ListKitTesting
import Testing

/// The code of the article “Asking”.
@MainActor
@Suite struct AskingTests {
  final class NotesController: TableViewController {
    struct Full: Error, CustomStringConvertible { var description: String { "the disk is full" } }

    var notes = ["Milk", "Bread"]
    var saved = ["Milk", "Bread"]
    var about: [String: String] = [:]

    var servers: [Server] = []

    struct Server: Codable, Equatable {
      enum Level: String, Codable, CaseIterable { case quiet, normal, verbose }

      var name = ""
      var port = 8080
      var level = Level.normal
      var startsByItself = true
      var expires: CalendarDay?
    }

    let fields: [FormField<Server>] = [
      .textField("Name", \.name) { $0.isEmpty ? "a server has a name" : nil },
      .numberField("Port", \.port, in: 1...65_535),
      .picker("Log", \.level, from: Server.Level.allCases),
      .toggle("Starts by itself", \.startsByItself),
      .datePicker("Expires", \.expires),
    ]

    func addServer() async {
      if let server = await prompt("New server", for: Server(), fields: fields) { servers.append(server) }
    }

    func edit(_ index: Int) {
      let form = FormController(servers[index], title: servers[index].name, fields: fields) {
        [unowned self] server in
        servers[index] = server
      }
      navigationController?.pushViewController(form)
    }

    func write(_ notes: [String]) throws { throw Full() }

    override func shouldClose() -> CloseResponse {
      guard notes != saved else { return .yes }
      return .ask { [unowned self] in
        await confirm("Discard the changes?", action: "Discard", isDestructive: true)
      }
    }

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

    func describe(_ note: String) async {
      guard let text = await prompt("About \(note)", text: about[note] ?? "", multiline: true) else { return }
      about[note] = text
    }

    func save() async {
      do { try write(notes) } catch { await alert("Not saved", message: "\(error)") }
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

  @Test(arguments: [Event.key(.escape), .key(.control("c")), .terminate(signal: 2)])
  func whatIsNotSavedIsNotLost(_ event: Event) async {
    screen.controller.notes = []
    screen.send(event)
    await screen.settle()
    #expect(screen.contains("Discard the changes?"))
    screen.press(.enter)
    await screen.settle()
    #expect(screen.ending == nil && screen.controller.presentedAlert == nil)
    screen.controller.notes = screen.controller.saved
    screen.send(event)
    #expect(screen.ending != nil)
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

  @Test func severalLinesAreTyped() async {
    Task { await screen.controller.describe("Milk") }
    await screen.settle()
    screen.type("fresh")
    screen.press(.enter)
    screen.type("cold")
    screen.press(.up, .end, "!", .down, .home, .backspace, "enter", "ctrl-d")
    await screen.settle()
    #expect(screen.controller.about["Milk"] == "fresh!\ncold")
    Task { await screen.controller.describe("Milk") }
    await screen.settle()
    screen.press("alt-enter")
    await screen.settle()
    #expect(screen.controller.presentedAlert == nil)
  }

  @Test func aTextIsOpenedInAnEditor() async {
    Task { await screen.controller.describe("Milk") }
    await screen.settle()
    screen.type("one")
    screen.press("ctrl-x", "ctrl-e")
    await screen.settle()
    #expect(screen.contains("the editor failed or was not found"))
    screen.editor = { $0 + "\ntwo\n" }
    screen.press("ctrl-x", "ctrl-e")
    await screen.settle()
    #expect(screen.contains("two"))
    screen.press("ctrl-d")
    await screen.settle()
    #expect(screen.controller.about["Milk"] == "one\ntwo")
  }

  @Test(arguments: [KeyPress.enter, .escape]) func whatIsSaidIsRead(_ key: KeyPress) async {
    let saving = Task { await screen.controller.save() }
    await screen.settle()
    #expect(screen.contains("Not saved") && screen.contains("the disk is full"))
    screen.press(key)
    await saving.value
    #expect(screen.controller.presentedAlert == nil)
  }

  @Test func aFormAsksForAllProperties() async {
    Task { await screen.controller.addServer() }
    await screen.settle()
    screen.press(.tab)
    #expect(screen.contains("a server has a name"))
    screen.press("shift-tab")
    screen.type("backup")
    screen.press(.tab, .up, .tab, .right, .tab, " ", .enter, .enter)
    await screen.settle()
    let server = NotesController.Server(name: "backup", port: 8081, level: .verbose, startsByItself: false)
    #expect(screen.controller.servers == [server])
    screen.controller.edit(0)
    screen.type("s")
    screen.press("ctrl-s")
    #expect(screen.controller.servers.map(\.name) == ["backups"])
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
