/// A line to type a query into.
@MainActor
public final class SearchBar {
  /// Called when the query changed.
  public weak var delegate: (any SearchBarDelegate)?
  /// Shown while there is no query.
  public var placeholder = "" { didSet { needsDisplay() } }
  /// What can be typed, for the help: signs, and what they find.
  ///
  /// ```swift
  /// searchBar.help = [("!word", "what does not have it"), ("^word", "what begins with it")]
  /// ```
  public var help: [(typed: String, finds: String)] = []
  var needsDisplay: () -> Void = {}
  /// Called before the delegate is told that the query is gone.
  var willClear: () -> Void = {}
  /// Called as the delegate is.
  var textDidChange: (String) -> Void = { _ in }
  /// What stands before the text; nil for the usual sign.
  var prompt: String?
  private var line = EditedLine()
  var editor: LineEditor { line.editor }
  /// What the last insertion left out, in words; nil where it left out nothing.
  private(set) var omission: String?
  /// What the delegate knows.
  private var reportedText = ""
  /// Whether the delegate is called for changes later: of a run of edits once, and not where nothing is left of them.
  var defersReports = false {
    didSet { if !defersReports { reportChange() } }
  }

  /// Creates an empty line.
  ///
  /// - Parameters:
  ///   - placeholder: shown while there is no query.
  ///   - delegate: called when the query changed; the bar does not keep it.
  public init(placeholder: String = "", delegate: (any SearchBarDelegate)? = nil) {
    self.placeholder = placeholder
    self.delegate = delegate
  }

  /// The query; setting it calls no delegate.
  public var text: String {
    get { editor.text }
    set {
      line.editor = LineEditor(newValue)
      reportedText = editor.text
      needsDisplay()
    }
  }

  func apply(_ edit: Edit) {
    line.editor.apply(edit)
    if editor.omitted > 0 { note(omitted: editor.omitted, "character") }
    if !defersReports { reportChange() }
  }

  /// Puts pasted text in, of which some bytes did not even get here.
  func paste(_ text: String, omitted: Int) {
    omission = nil
    apply(.insert(text))
    if omitted > 0 { note(omitted: editor.omitted + omitted, "byte") }
  }

  /// Notifies the delegate of a change it does not know yet.
  func reportChange() {
    guard editor.text != reportedText else { return }
    reportedText = editor.text
    if reportedText.isEmpty { willClear() }
    delegate?.searchBar(self, textDidChange: reportedText)
    textDidChange(reportedText)
  }

  /// Stops saying what was left out.
  func forgetOmission() {
    guard omission != nil else { return }
    omission = nil
    needsDisplay()
  }

  private func note(omitted: Int, _ unit: String) {
    omission = "the query is full: \(omitted) \(unit)\(omitted == 1 ? "" : "s") left out"
    needsDisplay()
  }

  func clear() {
    apply(.moveToEnd)
    apply(.deleteToStart)
  }

  /// - Parameter hasFocus: whether it has the keys, and so the terminal's cursor.
  func draw(in canvas: inout Canvas, hasFocus: Bool = true, theme: Theme) {
    let sign = canvas.traits.isAccessible ? "Search:" : canvas.traits.isUnicode ? "❯" : ">"
    let prompt = prompt ?? sign
    let start =
      canvas.write(StyledText(prompt), style: hasFocus ? theme.prompt : theme.secondaryText) + 1
    line.draw(in: &canvas, from: start, placeholder: placeholder, hasFocus: hasFocus, theme: theme)
  }

  /// Moves the insertion point to the character at a column of the line, as drawn last.
  func moveInsertionPoint(toColumn column: Int) { line.moveInsertionPoint(toColumn: column) }
}

/// Is notified of what happens in a search bar.
@MainActor
public protocol SearchBarDelegate: AnyObject {
  /// The query was changed by the user.
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
}

// MARK: - TextField

/// A line, or several, that a person types into, in an ``AlertController``.
///
/// ```swift
/// alert.addTextField { field in
///   field.placeholder = "name"
///   field.validator = { $0.isEmpty ? "a network has a name" : nil }
/// }
/// ```
///
/// It is edited as a query is, with all keys of a shell, by paste and by mouse. One of several lines has a few more keys,
/// which stand below it: enter adds a line, ctrl-d or alt-enter accepts the text, ctrl-x ctrl-e opens it in the editor that
/// `$VISUAL` or `$EDITOR` names.
@MainActor
public final class TextField {
  /// Shown while there is no text.
  public var placeholder = ""
  /// Whether its characters are not shown.
  public var isSecureTextEntry = false
  /// Returns what is wrong with a text; nil for nothing. It is shown below the field, and enter does not accept such a text.
  public var validator: (String) -> String? = { _ in nil }
  /// Called when a person changed the text.
  public var editingChanged: (TextField) -> Void = { _ in }
  private var line = EditedLine()
  /// The text where it has several lines.
  private var lines: EditedText?
  /// What there is to say of it that ``problem`` does not; until the next key.
  var note: String?
  /// Whether the error of an empty text is shown: not before a person has had a chance to type.
  private var wasEdited = false

  init() {}

  /// The text. Tabs become blanks, and line ends too unless there are several lines. Setting it puts the insertion point at
  /// its end and calls no handler.
  public var text: String {
    get { lines?.editor.text ?? line.editor.text }
    set { if lines == nil { line = EditedLine(newValue) } else { lines = EditedText(newValue) } }
  }

  /// Whether the text has several lines, up to 65,536 characters in all; set it before ``text``.
  public var isMultiline: Bool {
    get { lines != nil }
    set {
      guard newValue != isMultiline else { return }
      let former = text
      lines = newValue ? EditedText("") : nil
      text = former
    }
  }

  /// What is wrong with the text; nil for nothing.
  public var problem: String? { validator(text) }

  /// The error message; none for a field that was not edited.
  private var shownProblem: String? { wasEdited || !text.isEmpty ? problem : nil }

  /// What stands below it: the error, else what there is to say, else the keys of several lines.
  var shownNote: String? {
    shownProblem ?? note ?? (isMultiline ? "ctrl-d done  ctrl-x ctrl-e editor  tab answers" : nil)
  }

  /// Whether that is about something wrong.
  var hasProblem: Bool { shownProblem != nil || note != nil }

  func apply(_ edit: Edit) {
    change { if lines == nil { line.editor.apply(edit) } else { lines?.apply(edit) } }
  }

  /// Takes a text as a person left it in an editor, which ends the last line.
  func take(_ edited: String) {
    let endsLine = edited.hasSuffix("\n") && !text.hasSuffix("\n")
    change { text = endsLine ? String(edited.dropLast()) : edited }
  }

  private func change(_ body: () -> Void) {
    note = nil
    let before = text
    body()
    guard text != before else { return }
    wasEdited = true
    editingChanged(self)
  }

  /// Moves the insertion point from row to row of several lines.
  ///
  /// - Returns: whether the command is about that.
  func perform(_ command: Command) -> Bool {
    switch command {
    case .moveCursor(let count): lines?.move(byRows: count)
    case .page(let count): lines?.move(byPages: count)
    default: return false
    }
    return true
  }

  /// How many rows of the screen it takes in a number of columns.
  func rowCount(in columns: Int, _ metrics: TextMetrics) -> Int { lines?.rowCount(in: columns, metrics) ?? 1 }

  /// Whether the text may be accepted. If not, the error is shown from now on.
  func checkText() -> Bool {
    wasEdited = true
    return problem == nil
  }

  /// Draws the text, and the terminal's cursor in it where it has the keys.
  func draw(in canvas: inout Canvas, from column: Int, hasFocus: Bool, theme: Theme) {
    let room = Rect(
      line: 0, column: column, columns: max(0, canvas.size.columns - column), lines: canvas.size.lines)
    guard lines == nil else {
      canvas.inside(room) {
        lines?.draw(in: &$0, placeholder: placeholder, hasFocus: hasFocus, theme: theme)
      }
      return
    }
    line.draw(
      in: &canvas, from: column, placeholder: placeholder, isSecure: isSecureTextEntry, hasFocus: hasFocus,
      theme: theme)
  }

  /// Moves the insertion point to the character at a place of the field, as drawn last from a column on.
  func moveInsertionPoint(to place: Point, from column: Int) {
    line.moveInsertionPoint(toColumn: place.column)
    lines?.moveInsertionPoint(to: Point(line: place.line, column: place.column - column))
  }
}

// MARK: - EditedLine

/// A line of text being edited, and where it stands on the screen.
@MainActor
struct EditedLine {
  var editor = LineEditor()
  /// Where the text began when it was drawn last; negative where its start was cut off.
  private var drawnStart = 0
  private var drawnMetrics: TextMetrics?

  init(_ text: String = "") { editor = LineEditor(text) }

  /// Draws the line from a column on. A long one scrolls so that the insertion point stays in sight.
  ///
  /// - Parameter isSecure: whether its characters are not shown.
  mutating func draw(
    in canvas: inout Canvas, line: Int = 0, from start: Int, placeholder: String, isSecure: Bool = false,
    hasFocus: Bool = true, theme: Theme
  ) {
    let room = Rect(line: line, column: start, columns: max(0, canvas.size.columns - start), lines: 1)
    if editor.text.isEmpty {
      canvas.inside(room) { $0.write(StyledText(placeholder), style: theme.secondaryText) }
    }
    let sign: Character = canvas.traits.isUnicode ? "•" : "*"
    let text = isSecure ? String(repeating: sign, count: editor.text.count) : editor.text
    let metrics = canvas.metrics
    let glyphs = metrics.glyphs(of: text, style: theme.text)
    let insertion = metrics.width(of: String(text.prefix(editor.insertionPoint)))
    let hidden = hasFocus ? max(0, insertion - max(0, room.size.columns - 1)) : 0
    drawnStart = start - hidden
    drawnMetrics = metrics
    canvas.inside(room) {
      $0.place(glyphs, line: 0, column: -hidden)
      if hasFocus { $0.placeCursor(line: 0, column: insertion - hidden) }
    }
  }

  /// Moves the insertion point to the character at a column of the screen, as drawn last.
  mutating func moveInsertionPoint(toColumn column: Int) {
    guard let drawnMetrics else { return }
    var end = drawnStart
    let before = editor.text.prefix {
      end += drawnMetrics.width(of: String($0))
      return end <= column
    }
    editor.apply(.moveToStart)
    editor.apply(.move(before.count))
  }
}
