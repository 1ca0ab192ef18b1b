import ArgumentParser
import ListKit

/// `tui-demo mountains`: type to filter some hundred mountains, open and close their ranges.
///
/// It shows a data source with one outline per section, a query that narrows all of them at each key,
/// and one list into which the rows of all sections move.
struct MountainsCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "mountains",
    abstract: "Search mountains by name, range or country.",
    discussion: "On a pipe it prints the mountains that match, and exits with 1 if none does.")

  @Flag(help: "Start with one list sorted by height.")
  var flat = false

  @Option(help: ArgumentHelp("Start with this query.", valueName: "text"))
  var query = ""

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { MountainsController(model: model) }

  func plainLines() -> [String] { model.plainLines }

  private var model: MountainsModel { MountainsModel(catalog: .embedded, query: query, isFlat: flat) }

  /// Runs the search where there is no command line to parse.
  @MainActor
  static func start() -> Never {
    let model = MountainsModel(catalog: .embedded)
    guard Session.isInteractive else { Session.print(model.plainLines) }
    Session.show(MountainsController(model: model), DisplaySettings())
  }
}
