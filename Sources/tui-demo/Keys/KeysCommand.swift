import ArgumentParser
import ListKit

/// `tui-demo keys`: what the terminal sends, and what lists make of it.
///
/// It shows a screen that watches its own events: each one (a key, a paste, a click, another size) becomes a row,
/// with the meaning that the standard key map gives it in a list and in a query, and beside it stands every
/// binding of the key that came last. The line at the top is edited by the same keys, as a query would be.
struct KeysCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "What the terminal sends, and what lists make of it.",
    discussion: "On a pipe it prints the standard key map: keys, what they do, the command, when it holds.")

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { KeysScreen() }

  func plainLines() -> [String] {
    KeyMap.standard.bindings.map { binding in
      let keys = binding.keys.map { $0.name(isUnicode: false) }.joined(separator: " ")
      let title = binding.title ?? binding.command.sourceText
      return [keys, title, binding.command.sourceText, binding.conditions.sourceText].joined(separator: "\t")
    }
  }
}
