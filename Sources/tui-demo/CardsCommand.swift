import ArgumentParser
import ListKit

/// `tui-demo cards`: the cards of a library's catalogue, each a section of its own.
///
/// It shows the two ways to change what a table shows: `update(with:)` says all of a new state in a snapshot built from
/// nothing, and `remove(_:)` takes the snapshot there is and deletes a section from it. Either way the table finds
/// out what came, went, moved and changed.
struct CardsCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "cards",
    abstract: "The cards of a catalogue: a section each.",
    discussion: "On a pipe it prints the cards.")

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController {
    CardsController(model: CardsModel(), generator: display.generator)
  }

  func plainLines() -> [String] { CardsModel().plainLines }
}
