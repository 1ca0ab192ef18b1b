/// A line that a person types into.
///
/// ```swift
/// alert.addTextField { field in
///   field.placeholder = "name"
///   field.text = task.title
/// }
/// ```
@MainActor
public final class TextField {
  /// Shown while there is no text.
  public var placeholder = ""
  /// Whether its characters are not shown.
  public var isSecureTextEntry = false
  /// Called when a person changed the text.
  public var editingChanged: (TextField) -> Void = { _ in }
  var line = EditedLine()

  init() {}

  /// The text, on one line: line ends and tabs become blanks. Setting it puts the insertion point at its end and
  /// calls nobody.
  public var text: String {
    get { line.editor.text }
    set { line = EditedLine(newValue) }
  }

  func apply(_ edit: Edit) {
    let before = text
    line.editor.apply(edit)
    if text != before { editingChanged(self) }
  }
}
