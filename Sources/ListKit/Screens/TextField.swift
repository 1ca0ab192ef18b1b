/// A field of an ``AlertController`` or a ``FormController``: a text of one line or several, or a choice.
///
/// ```swift
/// alert.addTextField { field in
///   field.placeholder = "name"
///   field.validator = { $0.isEmpty ? "a network has a name" : nil }
/// }
/// ```
///
/// The field is edited like a query: with all editing keys of a shell, by paste and by mouse. A field of
/// several lines has some more keys, which are listed below it: enter adds a line, ctrl-d or alt-enter
/// accepts the text, ctrl-x ctrl-e opens it in the editor that `$VISUAL` or `$EDITOR` names.
@MainActor
public final class TextField {
  /// Shown while the text is empty.
  public var placeholder = ""
  /// Whether the characters are hidden.
  public var isSecureTextEntry = false
  /// Returns an error message for an invalid text, else nil. The message is shown below the field, and enter
  /// does not accept the text.
  public var validator: (String) -> String? = { _ in nil }
  /// Returns the texts that complete a text. Tab inserts what those that begin with the text have in common, or
  /// lists them below the field; if there are none, or the field is empty, it moves to the next field.
  public var completions: (String) -> [String] = { _ in [] }
  /// Called when the user changed the text.
  public var editingChanged: (TextField) -> Void = { _ in }
  /// The name of the field, shown before it; empty in an alert of the program.
  let label: String
  /// Returns the text a number of steps up or down, for a number or a date; nil if the text has none.
  var step: ((_ text: String, _ count: Int) -> String?)?
  /// What the field is chosen from; nil if it is typed.
  private var options: FieldOptions?
  private var edited = EditedText()
  /// A note about the field other than ``problem``, shown until the next edit.
  private var note: String?
  /// The completions that tab found, shown until the next edit.
  private var candidates: String?
  /// Whether the user changed the text or tried to accept it. An empty text shows no error before that.
  private var wasEdited = false
  /// Whether a typed character replaces the text, which stands out meanwhile: in a field of a number or a date that
  /// just got the focus.
  private var isSelected = true
  /// Whether the last key was ctrl-x, the first of the two keys that open an editor.
  private var beganEditorKeys = false

  init(label: String = "", _ options: FieldOptions? = nil) { (self.label, self.options) = (label, options) }

  /// The text. Tabs become spaces, and so do line breaks unless the field has several lines. Setting it moves
  /// the insertion point to the end and calls no handler.
  public var text: String {
    get { edited.editor.text }
    set { edited = EditedText(newValue, hasLines: isMultiline) }
  }

  /// Whether the field has several lines, with at most 65,536 Unicode scalars in total. Set it before ``text``.
  public var isMultiline: Bool {
    get { edited.editor.keepsLines }
    set { if newValue != isMultiline { edited = EditedText(text, hasLines: newValue) } }
  }

  /// The positions of the chosen options.
  var chosen: Set<Int> { options?.chosen ?? [] }

  /// Whether the field is one of a form: an error is shown once the user has left it, not while the text is typed.
  private var checksWhenLeft: Bool { !label.isEmpty }

  /// The error message for the text; nil if the text is valid.
  var problem: String? { validator(text) }

  /// The error message to show; nil for an empty field that was not edited.
  private var shownProblem: String? { wasEdited || !checksWhenLeft && !text.isEmpty ? problem : nil }

  /// The text below the field: completions, else the error, else the note, else the keys of a field with several
  /// lines.
  var shownNote: String? {
    candidates ?? shownProblem ?? note
      ?? (isMultiline ? "ctrl-d done  ctrl-x ctrl-e editor  tab \(checksWhenLeft ? "next" : "answers")" : nil)
  }

  /// Whether ``shownNote`` reports a problem.
  var hasProblem: Bool { candidates == nil && (shownProblem != nil || note != nil) }

  func apply(_ edit: Edit) {
    guard options == nil else { return }
    change {
      if isSelected, step != nil, case .insert = edit { text = "" }
      edited.apply(edit)
    }
    isSelected = false
  }

  /// Lets the user change the text in an editor. Drops the newline that editors add to the last line.
  func edit(with editor: (String) async -> String?) async {
    guard let edited = await editor(text) else {
      note = "not changed: the editor failed or was not found"
      return
    }
    let endsLine = edited.hasSuffix("\n") && !text.hasSuffix("\n")
    change { text = endsLine ? String(edited.dropLast()) : edited }
  }

  /// Completes the text.
  ///
  /// - Returns: whether there is something to insert or to list; if not, tab moves on.
  private func complete() -> Bool {
    let found = completions(text).filter { $0.hasPrefix(text) && $0 != text }
    guard let first = found.first else { return false }
    let common = found.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
    guard common != text || candidates == nil else { return false }
    if common != text { change { text = common } }
    candidates = found.count > 1 ? found.joined(separator: "  ") : nil
    return true
  }

  private func change(_ body: () -> Void) {
    (note, candidates) = (nil, nil)
    let before = text
    body()
    guard text != before else { return }
    wasEdited = wasEdited || !checksWhenLeft
    editingChanged(self)
  }

  // MARK: Keys

  /// Handles a key of the field.
  ///
  /// - Parameter command: the meaning of the key while text is typed.
  /// - Returns: nil if the key has no meaning in the field, so that it may move the focus.
  func handle(_ press: KeyPress, meaning command: Command?) -> FieldList.Effect? {
    if press == .tab, !text.isEmpty, complete() { return .redraw }
    if isMultiline, let effect = handle(press, inLinesMeaning: command) { return effect }
    if let step, [.up, .down].contains(press) {
      if let next = step(text, press == .up ? 1 : -1) { change { text = next } }
      isSelected = true
      return .redraw
    }
    if options?.handle(press) ?? false { return .redraw }
    guard case .edit(let edit)? = command else { return nil }
    apply(edit)
    return .redraw
  }

  private func handle(_ press: KeyPress, inLinesMeaning command: Command?) -> FieldList.Effect? {
    let endsEditorKeys = beganEditorKeys && press == .control("e")
    beganEditorKeys = press == .control("x")
    switch press {
    case .control("e") where endsEditorKeys: return .opensEditor(self)
    case .enter: apply(.insert("\n"))
    default:
      switch command {
      case .moveCursor(let count): edited.move(byRows: count)
      case .page(let count): edited.move(byPages: count)
      default: return nil
      }
    }
    return .redraw
  }

  /// Shows a problem until the next edit.
  func report(_ problem: String) { note = problem }

  /// Loses the focus: an error is shown from now on.
  func leave() {
    if checksWhenLeft { wasEdited = true }
  }

  /// Takes the focus, coming from the field before it or after it.
  func enter(from step: Int) {
    isSelected = true
    options?.enter(from: step)
  }

  // MARK: Drawing

  /// Returns the number of rows that the field takes in a number of columns.
  func rowCount(in columns: Int, _ metrics: TextMetrics) -> Int {
    options?.rowCount ?? edited.rowCount(in: columns, metrics)
  }

  /// The row of the field that has the focus, if it is not all of them.
  var focusedRow: Int? { options?.currentRow }

  /// Returns whether the text can be accepted. If not, the error is shown from now on.
  func checkText() -> Bool {
    wasEdited = true
    return problem == nil
  }

  /// Draws the text, and places the terminal's cursor in it if the field has the focus.
  func draw(in canvas: inout Canvas, hasFocus: Bool, theme: Theme) {
    if let options { return options.draw(in: &canvas, hasFocus: hasFocus, theme: theme) }
    edited.draw(
      in: &canvas, placeholder: placeholder, isSecure: isSecureTextEntry,
      isSelected: isSelected && step != nil, hasFocus: hasFocus, theme: theme)
  }

  /// Handles a click on the field: moves the insertion point to the character there, or chooses the option.
  func click(_ place: ScreenPoint) {
    isSelected = false
    options?.click(place.line)
    edited.moveInsertionPoint(to: place)
  }
}
