/// A line to type a query into.
@MainActor
public final class SearchBar {
  /// Called when the query changed.
  public weak var delegate: (any SearchBarDelegate)?
  /// Shown while there is no query.
  public var placeholder = "" { didSet { needsDisplay() } }
  var needsDisplay: () -> Void = {}
  private(set) var editor = LineEditor()
  /// What the last insertion left out, in words; nil where it left out nothing.
  private(set) var omission: String?
  /// What the delegate knows.
  private var reportedText = ""
  /// Whether the delegate is called for changes later: of a run of edits once, and not where nothing is left of them.
  var defersReports = false {
    didSet { if !defersReports { reportChange() } }
  }
  /// The column where the query began when it was drawn last; negative where its start was cut off.
  private var drawnStart = 0
  private var drawnMetrics: TextMetrics?

  /// Creates an empty line.
  public init() {}

  /// The query; setting it tells nobody.
  public var text: String {
    get { editor.text }
    set {
      editor = LineEditor(newValue)
      reportedText = editor.text
      needsDisplay()
    }
  }

  func apply(_ edit: Edit) {
    editor.apply(edit)
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

  func draw(in canvas: inout Canvas, theme: Theme) {
    let prompt = canvas.traits.isUnicode ? "❯" : ">"
    let start = canvas.write(StyledText(prompt), style: theme.prompt) + 1
    if text.isEmpty { canvas.write(StyledText(placeholder), column: start, style: theme.secondaryText) }
    let metrics = canvas.metrics
    let glyphs = metrics.glyphs(of: text, style: theme.text)
    let insertion = metrics.width(of: String(text.prefix(editor.insertionPoint)))
    // A long query scrolls so that the insertion point stays in sight.
    let hidden = max(0, insertion - max(0, canvas.size.columns - start - 1))
    (drawnStart, drawnMetrics) = (start - hidden, metrics)
    canvas.inside(Rect(line: 0, column: start, columns: canvas.size.columns - start, lines: 1)) {
      $0.place(glyphs, line: 0, column: -hidden)
      $0.placeCursor(line: 0, column: insertion - hidden)
    }
  }

  /// Moves the insertion point to the character at a column of the line, as drawn last.
  func moveInsertionPoint(toColumn column: Int) {
    guard let drawnMetrics else { return }
    var end = drawnStart
    let before = text.prefix {
      end += drawnMetrics.width(of: String($0))
      return end <= column
    }
    editor.apply(.moveToStart)
    editor.apply(.move(before.count))
  }
}

/// Is notified of what happens in a search bar.
@MainActor
public protocol SearchBarDelegate: AnyObject {
  /// The query was changed by the user.
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
}
