import ListKit
import ListKitTesting
import TestSupport
import Testing

@MainActor
@Suite("Key commands") struct KeyCommandTests {
  private let screen = TestScreen(PeaksController(), columns: 40, lines: 60)

  private func count(_ key: KeyPress, when conditions: KeyBinding.Conditions = []) -> () -> Int {
    final class Count { var value = 0 }
    let count = Count()
    screen.controller.addKeyCommand(key, title: "count", when: conditions) { count.value += 1 }
    return { count.value }
  }

  @Test("A key performs its command, except under a panel, and the help lists it") func keyCommand() {
    let count = count(.control("o"))
    screen.press(.control("o"), .control("o"))
    expectEqual(count(), 2)
    screen.press(.function(1))
    #expect(screen.contains("count"))
    screen.press(.control("o"))
    expectEqual(count(), 2, "not while a panel lies on top")
  }

  @Test("A key that no terminal sends stops the program and names the key to bind") func impossibleKeys()
    async
  {
    let upper = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      TableViewController().addKeyCommand("alt-shift-a", title: nil) {}
    }
    expectTrap(upper, "addKeyCommand(_:title:when:action:): terminals do not send alt-shift-a - bind alt-A")
    let tab = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
      TableViewController().addKeyCommand("a", "ctrl-i", title: nil) { await Task.yield() }
    }
    expectTrap(tab, "addKeyCommand(_:title:when:action:): terminals do not send ctrl-i - bind tab")
  }

  @Test("A misspelled name of a key stops the program, and the message quotes it as the source has it")
  func misspelledKey() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      @MainActor in
      TableViewController().addKeyCommand("ctlr-a", title: nil) {}
    }
    let message =
      #"KeyPress: "ctlr-a" in your source is not the name of a key - names are "a", "ctrl-a", "shift-tab", "pgdn", "F1""#
    expectTrap(result, message, in: nil)
    for name: KeyPress in ["a", "ctrl-a", "shift-tab", "pgdn", "F1"] {
      expectEqual(KeyPress(name: name.name()), name)
    }
  }

  @Test(
    "A hint without a title has the short one of the key's command, and follows it when the key gets another"
  )
  func hintsOfTheKeyMap() {
    let controller = screen.controller
    controller.searchBar = nil
    controller.addKeyCommand("x", title: "mark it, or not", shortTitle: "mark it") {}
    controller.keyHints = ["x", "ctrl-o"]
    #expect(screen.lines.last?.contains("x mark it  ") == true, "\(screen.lines.last ?? "")")
    controller.addKeyCommand("x", title: "cut") {}
    screen.rest()
    #expect(screen.lines.last?.contains("x cut  ") == true, "\(screen.lines.last ?? "")")
    #expect(screen.lines.last?.contains("ctrl-o") == false, "it has no meaning")
  }

  @Test("A character is text in a search bar, unless its command applies to an empty query")
  func characters() {
    let letter = count("x")
    let space = count("space", when: .queryIsEmpty)
    screen.type(" x ")
    #expect(letter() == 0 && space() == 1 && screen.controller.searchBar?.text == "x ")
    screen.controller.searchBar = nil
    screen.type("x")
    expectEqual(letter(), 1)
  }

  @Test("The key command added last takes precedence") func repeatedKey() {
    let former = count(.control("o")), latter = count(.control("o"))
    screen.press(.control("o"))
    #expect(former() == 0 && latter() == 1)
  }

  @Test("The help lists key commands in the order in which they were added") func helpOrder() throws {
    let controller = screen.controller
    controller.addKeyCommand("ctrl-o", "o", title: "first") {}
    controller.addKeyCommand("b", title: "second") {}
    controller.addKeyCommand("x", "ctrl-x", title: "third") {}
    controller.searchBar = nil
    let own = controller.keyDescriptions().filter { $0.group == "This screen" }
    expectEqual(own.map(\.title), ["first", "second", "third"])
    expectEqual(own.map(\.keys), ["ctrl-o o", "b", "x ctrl-x"])
  }

  @Test("The help and the status line show the title of the primary action") func enterTitle() {
    let table = screen.controller.tableView
    let enter = { self.screen.controller.keyDescriptions().first { $0.keys.hasPrefix("enter") }?.title }
    #expect(enter() == "open" && screen.lines.last?.contains("enter") == false)
    table.primaryActionTitle = "climb"
    screen.controller.keyHints = [KeyHint("ctrl-c", "quit")]
    #expect(enter() == "climb" && screen.lines.last?.hasSuffix("enter climb  ctrl-c quit  F1 help") == true)
    screen.type("Everest")
    screen.rest()
    #expect(
      screen.lines.last?.contains("ctrl-c quit") == true && screen.lines.last?.contains("enter") == false,
      "there is no row")
    table.primaryActionTitle = nil
    table.primaryAction = nil
    #expect(enter() == nil)
  }

  @Test("The help lists only commands that the table supports") func helpAbilities() {
    let titles = Set(screen.controller.keyDescriptions().map(\.title))
    for title in titles {
      for word in ["close", "mark", "move the", "delete the row", "actions", "columns", "edit"] {
        #expect(!title.hasPrefix(word) || title.hasPrefix("close, clear"), "\(title)")
      }
    }
    screen.controller.tableView.allowsMultipleSelection = true
    #expect(screen.controller.keyDescriptions().contains { $0.title == "mark all or none" })
  }
}
