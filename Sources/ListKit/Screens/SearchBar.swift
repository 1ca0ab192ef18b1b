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
    let prompt = canvas.traits.isUnicode ? "❯" : ">"
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
