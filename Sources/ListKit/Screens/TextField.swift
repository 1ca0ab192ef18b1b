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
  /// calls no handler.
  public var text: String {
    get { line.editor.text }
    set { line = EditedLine(newValue) }
  }

  /// What is wrong with the text; nil for nothing.
  public var problem: String? { validator(text) }

  /// The error message; none for a field that was not edited.
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

// MARK: - TextFieldContentConfiguration

/// The content of a row to type into: what it is about, and a field.
///
/// ```text
///   wide      Password  ••••_______________________  too short
///   narrow    Password  ••••____
///             too short
/// ```
///
/// Tab, shift-tab, enter and a click on the row give the keys to the field; enter goes on to the next field, or back to
/// the rows, and escape puts back what was there before. A screen does so by itself with
/// ``TableViewController/focusedTextField``.
public struct TextFieldContentConfiguration: ContentConfiguration {
  /// What the field is for; stands before it.
  public var text: String?
  /// The columns of the text, with which the fields of several rows begin below each other.
  public var textColumns: Int
  /// What is typed into. The field belongs to the program, for cells come and go.
  public let textField: TextField

  private static let spacing = 2
  /// Columns of a field that are worth having something beside it.
  private static let leastColumns = 12

  /// Creates a content.
  ///
  /// - Parameters:
  ///   - text: stands before the field.
  ///   - textColumns: the columns it takes; what does not fit is cut.
  ///   - textField: the field.
  public init(text: String? = nil, textColumns: Int = 12, textField: TextField) {
    self.text = text
    self.textColumns = textColumns
    self.textField = textField
  }

  /// One, and a second for what is wrong with the text where it does not fit beside the field. On the main actor only.
  public func lines(inColumns columns: Int, metrics: TextMetrics) -> Int {
    MainActor.assumeIsolated { problem(inColumns: columns, metrics)?.isBelow ?? false ? 2 : 1 }
  }

  /// Draws the text, the field, and what is wrong with it. On the main actor only.
  public func draw(in canvas: inout Canvas, context: CellContext) {
    let former = canvas
    canvas = MainActor.assumeIsolated {
      var canvas = former
      drawField(in: &canvas, theme: context.theme)
      return canvas
    }
  }

  private var fieldStart: Int { text == nil ? 0 : textColumns + Self.spacing }

  /// What is wrong, and whether it stands below the field.
  @MainActor
  private func problem(inColumns columns: Int, _ metrics: TextMetrics) -> (
    text: String, columns: Int, isBelow: Bool
  )? {
    textField.shownProblem.map { problem in
      let width = metrics.width(of: problem)
      return (problem, width, columns - start(in: columns) - Self.spacing - width < Self.leastColumns)
    }
  }

  /// The column where the field begins: the text gives way where there is hardly room for both.
  private func start(in columns: Int) -> Int {
    columns - fieldStart < Self.leastColumns ? min(fieldStart, columns / 3) : fieldStart
  }

  @MainActor
  private func drawField(in canvas: inout Canvas, theme: Theme) {
    let start = start(in: canvas.size.columns)
    if let text { canvas.write(StyledText(text), width: max(0, start - 1), style: theme.secondaryText) }
    let problem = problem(inColumns: canvas.size.columns, canvas.metrics)
    let beside = problem.map { $0.isBelow ? 0 : $0.columns + Self.spacing } ?? 0
    let columns = max(0, canvas.size.columns - start - beside)
    canvas.inside(Rect(line: 0, column: 0, columns: start + columns, lines: 1)) {
      textField.draw(in: &$0, from: start, hasFocus: textField.isEditing, theme: theme)
      // Where there is something to type is to be seen without colours.
      $0.restyle(line: 0, columns: start..<start + columns) { Style(attributes: .underline).over($0) }
    }
    guard let problem else { return }
    let column =
      problem.isBelow
      ? min(start, max(0, canvas.size.columns - problem.columns)) : start + columns + Self.spacing
    canvas.write(
      StyledText(problem.text), line: problem.isBelow ? 1 : 0, column: column, style: theme.deleted.mark)
  }
}
