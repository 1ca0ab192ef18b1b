import ArgumentParser
import ListKit

/// `tui-demo wifi`: a settings screen whose rows and sections come and go.
///
/// It shows items of several kinds in one wrapper type, whose identity outlives its content; a model that calls an
/// update handler whenever it changes, after which the screen says anew all that is now true; and boxes around
/// the sections, with a switch, a sign of one's own and details on the rows.
struct WiFiCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "wifi",
    abstract: "Wi-Fi settings: a switch, and networks that come and go.",
    discussion: "On a pipe it prints the networks found first.")

  @Flag(help: "Start with Wi-Fi switched off.")
  var off = false

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController {
    WiFiSettingsController(model: model, generator: display.generator)
  }

  func plainLines() -> [String] { model.plainLines }

  private var model: WiFiModel {
    var model = WiFiModel()
    model.isEnabled = !off
    return model
  }
}
