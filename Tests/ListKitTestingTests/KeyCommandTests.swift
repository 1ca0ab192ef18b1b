import ListKit
import ListKitTesting
import Testing

@MainActor
@Suite struct KeyCommandTests {
  private let screen = TestScreen(PeaksController(), columns: 40, lines: 60)

  private func count(_ key: KeyPress, when conditions: KeyBinding.Conditions = []) -> () -> Int {
    final class Count { var value = 0 }
    let count = Count()
    screen.controller.addKeyCommand(key, title: "count", when: conditions) { count.value += 1 }
    return { count.value }
  }

  @Test func aKeyDoesWhatItWasGivenAndTheHelpNamesIt() {
    let count = count(.control("o"))
    screen.press(.control("o"), .control("o"))
    #expect(count() == 2)
    screen.press(.function(1))
    #expect(screen.contains("count"))
    screen.press(.control("o"))
    #expect(count() == 2, "not while a panel lies on top")
  }

  @Test func aKeyMayMeanSomethingWhileThereIsNoQueryAlone() {
    let count = count(.character("x"), when: .hasNoQuery)
    screen.type("x")
    #expect(count() == 0 && screen.controller.searchBar?.text == "x")
    screen.controller.searchBar = nil
    screen.type("x")
    #expect(count() == 1)
  }

  @Test func aCharacterIsTextWhereLettersAre() {
    let letter = count("x")
    let space = count("space", when: .queryIsEmpty)
    screen.type(" x ")
    #expect(letter() == 0 && space() == 1 && screen.controller.searchBar?.text == "x ")
    screen.controller.searchBar = nil
    screen.type("x")
    #expect(letter() == 1)
  }

  @Test func anActionMayTakeItsTime() async {
    let screen = screen
    screen.controller.addKeyCommand("ctrl-o", title: "ask") {
      if await screen.controller.confirm("Really?") { screen.controller.title = "Done" }
    }
    screen.press("ctrl-o")
    await screen.settle()
    #expect(screen.contains("Really?"))
    screen.press(.enter)
    await screen.settle()
    #expect(screen.contains("Done"))
  }

  @Test func theLastMeaningCounts() {
    let former = count(.control("o")), latter = count(.control("o"))
    screen.press(.control("o"))
    #expect(former() == 0 && latter() == 1)
  }

  @Test func aSearchBarIsMadeWithItsPlaceholderAndDelegate() {
    screen.controller.searchBar = SearchBar(placeholder: "which peak?", delegate: screen.controller)
    #expect(screen.contains("which peak?"))
    screen.type("ung")
    screen.rest()
    #expect(screen.contains("Jungfrau") && !screen.contains("Eiger"))
  }

  @Test func theThemeInForceSuitsTheTerminalUnlessSet() {
    #expect(screen.controller.currentTheme == .dark)
    screen.controller.theme = .mono
    #expect(screen.controller.currentTheme == .mono)
  }
}
