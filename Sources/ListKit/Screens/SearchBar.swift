/// A line for typing a query.
@MainActor
public final class SearchBar {
  /// Notified when the query changed.
  public weak var delegate: (any SearchBarDelegate)?
  /// Shown while the query is empty.
  public var placeholder = "" { didSet { needsDisplay() } }
  /// The query syntax that the help shows: what to type, and what it finds.
  ///
  /// ```swift
  /// searchBar.help = [("!word", "what does not have it"), ("^word", "what begins with it")]
  /// ```
  public var help: [(typed: String, finds: String)] = []
  var needsDisplay: () -> Void = {}
  /// Called before the query changes, with both texts.
  var willChange: (_ former: String, _ text: String) -> Void = { _, _ in }
  /// Called when the delegate is.
  var textDidChange: (String) -> Void = { _ in }
  /// The text before the query; nil for the default prompt.
  var prompt: String?
  private var line = EditedLine()
  var editor: LineEditor { line.editor }
  /// A note about the characters or bytes that the last insertion left out; nil if it left out nothing.
  private(set) var omission: String?
  /// The text that the delegate was last notified of.
  private var reportedText = ""
  /// Whether the delegate is notified later: once for a series of edits, and not at all if they cancel each
  /// other out.
  var defersReports = false {
    didSet { if !defersReports { reportChange() } }
  }

  /// Creates an empty search bar.
  ///
  /// - Parameters:
  ///   - placeholder: shown while the query is empty.
  ///   - delegate: notified when the query changed; the bar does not retain it.
  public init(placeholder: String = "", delegate: (any SearchBarDelegate)? = nil) {
    self.placeholder = placeholder
    self.delegate = delegate
  }

  /// The query. Setting it does not notify the delegate.
  public var text: String {
    get { editor.text }
    set {
      line.editor = LineEditor(newValue)
      takeOverText()
      needsDisplay()
    }
  }

  func apply(_ edit: Edit) {
    line.editor.apply(edit)
    if editor.omitted > 0 { note(omitted: editor.omitted, "character") }
    if !defersReports { reportChange() }
  }

  /// Inserts pasted text. `omitted` is the number of bytes that were already lost before the paste arrived.
  func paste(_ text: String, omitted: Int) {
    omission = nil
    apply(.insert(text))
    if omitted > 0 { note(omitted: editor.omitted + omitted, "byte") }
  }

  /// Notifies the delegate of a change that was not reported yet.
  func reportChange() {
    guard editor.text != reportedText else { return }
    takeOverText()
    delegate?.searchBar(self, textDidChange: reportedText)
    textDidChange(reportedText)
  }

  private func takeOverText() {
    if editor.text != reportedText { willChange(reportedText, editor.text) }
    reportedText = editor.text
  }

  /// Removes the note about omitted text.
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

  /// - Parameter hasFocus: whether the bar has the keyboard focus, and so the terminal's cursor.
  func draw(in canvas: inout Canvas, hasFocus: Bool = true, theme: Theme) {
    let sign = canvas.traits.isAccessible ? "Search:" : canvas.traits.isUnicode ? "❯" : ">"
    let prompt = prompt ?? sign
    let start =
      canvas.write(StyledText(prompt), style: hasFocus ? theme.prompt : theme.secondaryText) + 1
    line.draw(in: &canvas, from: start, placeholder: placeholder, hasFocus: hasFocus, theme: theme)
  }

  /// Moves the insertion point to the character at a column of the last drawing.
  func moveInsertionPoint(toColumn column: Int) { line.moveInsertionPoint(toColumn: column) }
}

/// Receives the changes of a search bar.
@MainActor
public protocol SearchBarDelegate: AnyObject {
  /// Called when the user changed the query.
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
}

// MARK: - TextField

/// A text field in an ``AlertController``, of one line or several.
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
  /// lists them below the field; if there are none, it moves to the next field.
  public var completions: (String) -> [String] = { _ in [] }
  /// Called when the user changed the text.
  public var editingChanged: (TextField) -> Void = { _ in }
  private var line = EditedLine()
  /// The text of a field with several lines; nil if it has one.
  private var lines: EditedText?
  /// A note about the field other than ``problem``, shown until the next edit.
  var note: String?
  /// The completions that tab found, shown until the next edit.
  private var candidates: String?
  /// Whether the user changed the text or tried to accept it. An empty text shows no error before that.
  private var wasEdited = false

  init() {}

  /// The text. Tabs become spaces, and so do line breaks unless the field has several lines. Setting it moves
  /// the insertion point to the end and calls no handler.
  public var text: String {
    get { lines?.editor.text ?? line.editor.text }
    set { if lines == nil { line = EditedLine(newValue) } else { lines = EditedText(newValue) } }
  }

  /// Whether the field has several lines, with at most 65,536 Unicode scalars in total. Set it before ``text``.
  public var isMultiline: Bool {
    get { lines != nil }
    set {
      guard newValue != isMultiline else { return }
      let former = text
      lines = newValue ? EditedText("") : nil
      text = former
    }
  }

  /// The error message for the text; nil if the text is valid.
  public var problem: String? { validator(text) }

  /// The error message to show; nil for an empty field that was not edited.
  private var shownProblem: String? { wasEdited || !text.isEmpty ? problem : nil }

  /// The text below the field: completions, else the error, else the note, else the keys of a field with several
  /// lines.
  var shownNote: String? {
    candidates ?? shownProblem ?? note
      ?? (isMultiline ? "ctrl-d done  ctrl-x ctrl-e editor  tab answers" : nil)
  }

  /// Whether ``shownNote`` reports a problem.
  var hasProblem: Bool { candidates == nil && (shownProblem != nil || note != nil) }

  func apply(_ edit: Edit) {
    change { if lines == nil { line.editor.apply(edit) } else { lines?.apply(edit) } }
  }

  /// Takes the text back from an editor. Drops the newline that editors add to the last line.
  func take(_ edited: String) {
    let endsLine = edited.hasSuffix("\n") && !text.hasSuffix("\n")
    change { text = endsLine ? String(edited.dropLast()) : edited }
  }

  /// Completes the text.
  ///
  /// - Returns: whether there is something to insert or to list; if not, tab moves on.
  func complete() -> Bool {
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
    wasEdited = true
    editingChanged(self)
  }

  /// Moves the insertion point between the rows of a field with several lines.
  ///
  /// - Returns: whether the command is such a move.
  func perform(_ command: Command) -> Bool {
    switch command {
    case .moveCursor(let count): lines?.move(byRows: count)
    case .page(let count): lines?.move(byPages: count)
    default: return false
    }
    return true
  }

  /// Returns the number of rows that the field takes in a number of columns.
  func rowCount(in columns: Int, _ metrics: TextMetrics) -> Int { lines?.rowCount(in: columns, metrics) ?? 1 }

  /// Returns whether the text can be accepted. If not, the error is shown from now on.
  func checkText() -> Bool {
    wasEdited = true
    return problem == nil
  }

  /// Draws the text, and places the terminal's cursor in it if the field has the focus.
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

  /// Moves the insertion point to the character at a position of the field, whose text was last drawn from a
  /// column on.
  func moveInsertionPoint(to place: Point, from column: Int) {
    line.moveInsertionPoint(toColumn: place.column)
    lines?.moveInsertionPoint(to: Point(line: place.line, column: place.column - column))
  }
}

// MARK: - EditedLine

/// A line of text that is being edited, and its position on the screen.
@MainActor
struct EditedLine {
  var editor = LineEditor()
  /// The column where the text started in the last drawing; negative if its start was cut off.
  private var drawnStart = 0
  private var drawnMetrics: TextMetrics?

  init(_ text: String = "") { editor = LineEditor(text) }

  /// Draws the line from a column on. A long line scrolls so that the insertion point stays visible.
  ///
  /// - Parameter isSecure: whether the characters are hidden.
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

  /// Moves the insertion point to the character at a column of the last drawing.
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
