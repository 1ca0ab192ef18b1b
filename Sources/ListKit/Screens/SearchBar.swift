/// A line to type a query into.
@MainActor
public final class SearchBar {
  /// Told when the query changed.
  public weak var delegate: (any SearchBarDelegate)?
  /// Shown while there is no query.
  public var placeholder = ""
  private(set) var editor = LineEditor()

  /// Creates an empty line.
  public init() {}

  /// The query; setting it tells nobody.
  public var text: String {
    get { editor.text }
    set { editor = LineEditor(newValue) }
  }

  func apply(_ edit: Edit) {
    let before = editor.text
    editor.apply(edit)
    if editor.text != before { delegate?.searchBar(self, textDidChange: editor.text) }
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
    canvas.inside(Rect(line: 0, column: start, columns: canvas.size.columns - start, lines: 1)) {
      $0.place(glyphs, line: 0, column: -hidden)
      $0.placeCursor(line: 0, column: insertion - hidden)
    }
  }

  /// Moves the insertion point to a column of the line.
  func moveInsertionPoint(toColumn column: Int) {
    editor.apply(.moveToStart)
    editor.apply(.move(max(0, column - 2)))
  }
}

/// Is told what happens in a search bar.
@MainActor
public protocol SearchBarDelegate: AnyObject {
  /// The query was changed by the user.
  func searchBar(_ searchBar: SearchBar, textDidChange searchText: String)
}
