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
  /// Called when the query changed.
  var didChange: () -> Void = {}
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
    didChange()
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

// MARK: - SearchController

/// A query and the object that answers it, for screens written as UIKit's are.
///
/// ```swift
/// let searchController = SearchController()
/// searchController.searchResultsUpdater = self
/// navigationItem.searchController = searchController
/// ```
///
/// It is kept by the ``TableViewController/navigationItem`` it is given to.
@MainActor
public final class SearchController {
  /// The line to type into.
  public let searchBar = SearchBar()
  /// Called when the query changed.
  public weak var searchResultsUpdater: (any SearchResultsUpdating)?

  /// Creates one with an empty query.
  public init() {
    searchBar.didChange = { [weak self] in
      if let self { searchResultsUpdater?.updateSearchResults(for: self) }
    }
  }
}

/// Finds what matches a query.
@MainActor
public protocol SearchResultsUpdating: AnyObject {
  /// The query was changed by the user; it is the text of the controller's search bar.
  func updateSearchResults(for searchController: SearchController)
}

/// What is above a screen's rows, by UIKit's names.
@MainActor
public struct NavigationItem {
  let controller: TableViewController

  /// The text of the first line; none takes no line.
  public var title: String? {
    get { controller.title.isEmpty ? nil : controller.title }
    nonmutating set { controller.title = newValue ?? "" }
  }

  /// The query and its updater; its search bar is the screen's.
  public var searchController: SearchController? {
    get { controller.searchController }
    nonmutating set {
      controller.searchController = newValue
      controller.searchBar = newValue?.searchBar
    }
  }
}

extension TableViewController {
  /// What is above the rows, by UIKit's names.
  public var navigationItem: NavigationItem { NavigationItem(controller: self) }
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
