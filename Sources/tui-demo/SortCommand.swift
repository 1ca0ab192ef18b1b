import ArgumentParser
import ListKit

/// `tui-demo sort`: rows of colour swatches, sorted by insertion before one's eyes.
///
/// It shows that a snapshot says only what is true now: each step deletes a line's swatches and appends
/// them in their new order, and comes out as the one move it is. Each line of the screen is a section of its
/// own, laid out as a strip without margins.
struct SortCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "sort",
    abstract: "Watch an insertion sort of colour swatches, every step a set of moves.",
    discussion: "On a pipe it prints the swatches of a screen as they begin: line, place in the hue, colour.")

  @Option(help: ArgumentHelp("Steps a second, 1 to 100.", valueName: "number"))
  var speed = SortPace.standard.stepsPerSecond

  @Option(
    help: ArgumentHelp("Columns of a swatch, 1 to 12; else what suits the screen.", valueName: "number"))
  var swatchSize: Int?

  @OptionGroup var display: DisplayOptions

  func validate() throws {
    guard SortPace.limits.contains(speed) else { throw ValidationError("--speed is 1 to 100 steps a second") }
    guard swatchSize.map(SwatchSize.limits.contains) ?? true else {
      throw ValidationError("--swatch-size is 1 to 12 columns")
    }
  }

  func makeController() -> ViewController {
    SortController(model: model, pace: SortPace(stepsPerSecond: speed))
  }

  func plainLines() -> [String] {
    var model = model
    model.fill(Size(columns: 80, lines: 22))
    return model.plainLines
  }

  private var model: SortModel {
    SortModel(size: swatchSize.map(SwatchSize.init), generator: display.generator)
  }
}
