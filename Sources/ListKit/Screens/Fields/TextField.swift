/// A line that a person types into: in an ``AlertController``, or in a row by ``TextFieldContentConfiguration``.
///
/// ```swift
/// let name = TextField(placeholder: "name")
/// name.validator = { $0.isEmpty ? "a network has a name" : nil }
/// name.editingDidEnd = { field, reason in if reason == .returned { join(field.text) } }
/// ```
///
/// It is edited as a query is, with all keys of a shell, by paste and by mouse. It keeps its text, so a program keeps the
/// field as long as there is something to type into it.
@MainActor
public final class TextField {
  /// Why a field has the keys no more.
  public enum EndReason: Hashable, Sendable {
    /// Enter was pressed, and the text is valid.
    case returned
    /// Escape was pressed; the text is what it was before.
    case cancelled
    /// The keys went elsewhere: to another field, to the rows, to another screen.
    case left
  }

  /// Shown while there is no text.
  public var placeholder = ""
  /// Whether its characters are not shown.
  public var isSecureTextEntry = false
  /// Says what is wrong with a text; nil for nothing. It is shown with the field, and enter does not accept such a text.
  public var validator: (String) -> String? = { _ in nil }
  /// Called when a person changed the text.
  public var editingChanged: (TextField) -> Void = { _ in }
  /// Called when a field in a row has the keys no more.
  public var editingDidEnd: (TextField, EndReason) -> Void = { _, _ in }
  /// Whether it has the keys.
  public private(set) var isEditing = false
  private var line = EditedLine()
  private var textBefore = ""
  /// Whether there was something to say about an empty text: not before a person has had a chance to type one.
  private var wasEdited = false

  /// Creates a field with a text in it, or a placeholder that is seen while there is none.
  public init(text: String = "", placeholder: String = "") {
    line = EditedLine(text)
    self.placeholder = placeholder
  }

  /// The text, on one line: line ends and tabs become blanks. Setting it puts the insertion point at its end and
  /// calls nobody.
  public var text: String {
    get { line.editor.text }
    set { line = EditedLine(newValue) }
  }

  /// What is wrong with the text; nil for nothing.
  public var problem: String? { validator(text) }

  /// What to say of it: nothing of a field that nobody has touched.
  var shownProblem: String? { wasEdited || !text.isEmpty ? problem : nil }

  func apply(_ edit: Edit) {
    let before = text
    line.editor.apply(edit)
    guard text != before else { return }
    wasEdited = true
    editingChanged(self)
  }

  func beginEditing() { (isEditing, textBefore) = (true, text) }

  func endEditing(_ reason: EndReason) {
    guard isEditing else { return }
    isEditing = false
    wasEdited = wasEdited || reason != .cancelled
    if reason == .cancelled, text != textBefore {
      text = textBefore
      editingChanged(self)
    }
    editingDidEnd(self, reason)
  }

  /// Enter was pressed: whether the text may be accepted. If not, what is wrong is said from now on.
  func checkText() -> Bool {
    wasEdited = true
    return problem == nil
  }

  /// Draws the text, and the terminal's cursor in it where it has the keys.
  func draw(in canvas: inout Canvas, from column: Int, hasFocus: Bool, theme: Theme) {
    line.draw(
      in: &canvas, from: column, placeholder: placeholder, isSecure: isSecureTextEntry, hasFocus: hasFocus,
      theme: theme)
  }

  /// Moves the insertion point to the character at a column, as drawn last.
  func moveInsertionPoint(toColumn column: Int) { line.moveInsertionPoint(toColumn: column) }
}
