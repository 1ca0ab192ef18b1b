/// What a look is a look of: a section of the catalogue.
enum LookKind: String, CaseIterable, Sendable {
  case styles = "Cell styles"
  case accessoryTypes = "Standard signs"
  case signs = "Signs"
  case contents = "Contents"
  case texts = "Texts"
  case backgrounds = "Backgrounds"
  case states = "States"
  case editing = "Editing"
  case animations = "Animations"

  /// What is set, called or implemented to have it.
  var code: String {
    switch self {
    case .styles: "TableViewCell(style:reuseIdentifier:)"
    case .accessoryTypes: "cell.accessoryType"
    case .signs: "cell.accessories"
    case .contents: "content.arrangement"
    case .texts: "content.textProperties"
    case .backgrounds: "cell.backgroundConfiguration"
    case .states: "cell.configurationUpdateHandler"
    case .editing: "tableView(_:editingStyleForRowAt:)"
    case .animations: "dataSource.defaultRowAnimation"
    }
  }

  /// What to do in the section to see more; nil where all is seen.
  var hint: String? {
    switch self {
    case .backgrounds, .states: "space selects a row, enter presses it, e edits the table"
    case .editing: "e shows the controls, enter uses them"
    case .animations: "enter plays an animation"
    case .styles, .accessoryTypes, .signs, .contents, .texts: nil
    }
  }
}
