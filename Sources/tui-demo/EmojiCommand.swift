import ArgumentParser
import ListKit

/// `tui-demo emoji`: all emoji of Unicode, to look through, to star, and to look into.
///
/// It shows three ways to arrange one kind of thing in one table: a strip that scrolls sideways, an outline and a
/// list, each from a section snapshot of its own. A star is set in the row's cell, without a snapshot; enter
/// pushes a screen, and on the way back the row is deselected. With `--list` it is one list with a section for
/// each group, to be searched by name, and what Unicode says about the one under the cursor stands beside it.
struct EmojiCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "emoji",
    abstract: "All emoji of Unicode, as strip, outline and list.",
    discussion: "On a pipe it prints them all, with name, group and subgroup.")

  @Flag(help: "One list with a section for each group, and a query.")
  var list = false

  @OptionGroup var display: DisplayOptions

  func makeController() throws -> ViewController {
    list ? EmojiController.split(model: try model) : EmojiController(model: try model, arrangement: .explorer)
  }

  func plainLines() throws -> [String] { try model.plainLines }

  private var model: EmojiModel {
    get throws { EmojiModel(catalog: try .embedded(), generator: display.generator) }
  }
}
