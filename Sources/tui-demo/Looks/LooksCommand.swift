import ArgumentParser
import ListKit

/// `tui-demo looks`: a catalogue of how rows can look, each row an example of what it names.
///
/// It shows what the library offers and what it is called: the styles of cells, their signs, contents, texts and
/// backgrounds, how they follow their state, what can be edited, and how rows come and go. Each look is a value of
/// the type it shows and at the same time the identifier of its row.
struct LooksCommand: Demo {
  static let configuration = CommandConfiguration(
    commandName: "looks",
    abstract: "A catalogue of how rows can look.",
    discussion: "On a pipe it prints the looks: kind, name, note.")

  @OptionGroup var display: DisplayOptions

  func makeController() -> ViewController { LooksController() }

  func plainLines() -> [String] {
    let model = LooksModel()
    return LookKind.allCases.flatMap { kind in
      model[kind].map { "\(kind.rawValue)\t\($0.name)\t\($0.note)" }
    }
  }
}
