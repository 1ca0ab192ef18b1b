import ArgumentParser
import ListKit

/// `tui-demo stress`: a million rows, shuffled, sorted, filtered and edited.
///
/// It shows applies from a task that is not the main actor's: the difference of a million rows is found while
/// keys go on being answered, and the cursor stays on its row through all of it. Beside the rows stands how long
/// each step took.
struct StressCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "stress",
    abstract: "A million rows, and how long each change of them takes.",
    discussion: "On a pipe it does each thing once and prints: operation, rows, and milliseconds to make the "
      + "snapshot and to find the difference.")

  @Option(help: ArgumentHelp("How many rows, 1 to 4,000,000.", valueName: "number"))
  var rows = 1_000_000

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    guard (1...4_000_000).contains(rows) else {
      throw ValidationError("--rows \(rows): a number from 1 to 4,000,000 is needed")
    }
  }

  func makeController() -> ViewController { StressController.split(model: model) }

  func plainLines() -> [String] {
    var model = model
    var shown = StressModel.Snapshot()
    return StressModel.Operation.allCases.map { operation in
      let clock = ContinuousClock()
      let start = clock.now
      let next = model.perform(operation, on: shown)
      let made = clock.now
      let difference = next.difference(from: shown)
      let compared = clock.now
      shown = difference.new
      return [
        operation.rawValue, "\(next.numberOfItems)", (made - start).milliseconds,
        (compared - made).milliseconds,
      ].joined(separator: "\t")
    }
  }

  private var model: StressModel { StressModel(rows: rows, generator: display.generator) }
}
