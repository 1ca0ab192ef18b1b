/// A line for typing a query.
@MainActor
public final class SearchBar {
  /// Notified when the query changed.
  public weak var delegate: (any SearchBarDelegate)?
  /// Shown while the query is empty.
  public var placeholder = "" { didSet { screen?.setNeedsDisplay() } }
  /// The query syntax that the help shows: what to type, and what it finds.
  ///
  /// ```swift
  /// searchBar.help = [("!word", "what does not have it"), ("^word", "what begins with it")]
  /// ```
  public var help: [(typed: String, finds: String)] = []
  /// The characters of the query that cannot be read, by their offsets, until the query changes.
  public var wrong: Range<Int>? {
    didSet { if wrong != oldValue { screen?.setNeedsDisplay() } }
  }
  /// The screen that shows the bar.
  weak var screen: TableViewController?
  /// Called when the delegate is.
  var textDidChange: (String) -> Void = { _ in }
  /// The text before the query; nil for the default prompt.
  var prompt: String?
  private var line = EditedText()
  /// The column where the query starts, after the prompt.
  private var textColumn = 0
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
      screen?.setNeedsDisplay()
    }
  }

  func apply(_ edit: Edit) {
    line.apply(edit)
    if editor.omitted > 0 { reportOmission(of: editor.omitted, "character") }
    if !defersReports { reportChange() }
  }

  /// Inserts pasted text. `omitted` is the number of bytes that were already lost before the paste arrived.
  func paste(_ text: String, omitted: Int) {
    omission = nil
    apply(.insert(text))
    if omitted > 0 { reportOmission(of: editor.omitted + omitted, "byte") }
  }

  /// Notifies the delegate of a change that was not reported yet.
  func reportChange() {
    guard editor.text != reportedText else { return }
    takeOverText()
    delegate?.searchBar(self, textDidChange: reportedText)
    textDidChange(reportedText)
  }

  private func takeOverText() {
    if editor.text != reportedText {
      wrong = nil
      // The line of a find hides no rows.
      if let screen, screen.searchBar === self {
        screen.tableView.queryWillChange(from: reportedText, to: editor.text)
      }
    }
    reportedText = editor.text
  }

  /// Removes the note about omitted text.
  func forgetOmission() {
    guard omission != nil else { return }
    omission = nil
    screen?.setNeedsDisplay()
  }

  private func reportOmission(of omitted: Int, _ unit: String) {
    omission = "the query is full: \(omitted) \(unit)\(omitted == 1 ? "" : "s") left out"
    screen?.setNeedsDisplay()
  }

  func clear() {
    apply(.moveToEnd)
    apply(.deleteToStart)
  }

  /// - Parameter hasFocus: whether the bar has the keyboard focus, and so the terminal's cursor.
  func draw(in canvas: inout Canvas, hasFocus: Bool = true, theme: Theme) {
    let sign = canvas.traits.isAccessible ? "Search:" : canvas.traits.isUnicode ? "❯" : ">"
    let prompt = prompt ?? sign
    textColumn = canvas.write(StyledText(prompt), style: hasFocus ? theme.prompt : theme.secondaryText) + 1
    let columns = max(0, canvas.size.columns - textColumn)
    canvas.inside(Rect(line: 0, column: textColumn, columns: columns, lines: 1)) {
      line.draw(in: &$0, placeholder: placeholder, wrong: wrong, hasFocus: hasFocus, theme: theme)
    }
  }

  /// Moves the insertion point to the character at a column of the last drawing.
  func moveInsertionPoint(toColumn column: Int) {
    line.moveInsertionPoint(to: ScreenPoint(line: 0, column: column - textColumn))
  }
}

/// Receives the changes of a search bar.
@MainActor
public protocol SearchBarDelegate: AnyObject {
  /// Called when the user changed the query.
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
}
