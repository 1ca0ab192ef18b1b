/// How a screen is shared between title, query, rows and status, or how a part of one is, whose status is the screen's.
///
/// The rows come first: with little height the title goes, then the status.
struct ScreenLayout: Hashable {
  var title: Int?
  var searchBar: Int?
  var table: Rect
  var status: Int?
  var isTooSmall: Bool

  init(size: Size, hasTitle: Bool, hasSearchBar: Bool, hasStatus: Bool = true) {
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
    if hasStatus, size.lines >= 4 {
      bottom -= 1
      status = bottom
    }
    table = Rect(line: top, column: 0, columns: size.columns, lines: max(0, bottom - top))
    isTooSmall = table.size.lines < 1 || size.columns < 12
  }
}
