/// How a screen is shared between title, query, rows, inspector and status.
///
/// ```text
///   title             title
///   query             query
///   rows │ inspector  rows
///   status            ── ── ──
///                     inspector
///                     status
/// ```
///
/// The rows come first: with little height the inspector goes, then the title, then the status.
struct ScreenLayout: Hashable {
  var title: Int?
  var searchBar: Int?
  var table: Rect
  var inspector: Rect?
  var status: Int?
  var isTooSmall: Bool

  init(size: Size, hasTitle: Bool, hasSearchBar: Bool, hasInspector: Bool = false) {
    var top = 0
    if hasTitle, size.lines >= 8 {
      title = top
      top += 1
    }
    if hasSearchBar {
      searchBar = top
      top += 1
    }
    var bottom = size.lines
    if size.lines >= 4 {
      bottom -= 1
      status = bottom
    }
    table = Rect(line: top, column: 0, columns: size.columns, lines: max(0, bottom - top))
    isTooSmall = table.size.lines < 1 || size.columns < 12
    if hasInspector { addInspector() }
  }
  /// Gives a part of the rows' room to the inspector, where there is enough for both.
  private mutating func addInspector() {
    let size = table.size
    if size.columns >= Self.columnsForTwo {
      let columns = min(size.columns * 2 / 5, Self.inspectorColumns)
      table.size.columns -= columns + 1
      inspector = Rect(
        line: table.origin.line, column: size.columns - columns, columns: columns, lines: size.lines)
    } else if size.lines >= Self.linesForTwo {
      let lines = size.lines / 3
      table.size.lines -= lines + 1
      inspector = Rect(
        line: table.lines.upperBound + 1, column: 0, columns: size.columns, lines: lines)
    }
  }

  private static let columnsForTwo = 100
  private static let inspectorColumns = 60
  private static let linesForTwo = 12
}
