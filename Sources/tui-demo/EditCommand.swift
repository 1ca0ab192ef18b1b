import ArgumentParser
import ListKit

/// `tui-demo edit`: two lists of mountains that are edited by hand.
///
/// It shows a data source that says what may be done with its rows and does it: delete, add, move within a section
/// and to the other one, and menus at both ends of a row; headers and footers of sections; and undo, for which it
/// is enough to keep the snapshots from before.
struct EditCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit two lists of mountains: delete, add, move, undo.",
    discussion: "On a pipe it prints the lists.")

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { EditController(catalog: .embedded) }

  func plainLines() -> [String] { EditSnapshot.initial(from: .embedded).plainLines }
}
