/// How the lines of a screen are shared between title, query, rows and status.
///
/// The rows come first: with little height the title goes, then the status.
struct ScreenRooms: Hashable {
  var title: Int?
  var searchBar: Int?
  var table: Rect
  var status: Int?
  var isTooSmall: Bool

  init(size: Size, hasTitle: Bool, hasSearchBar: Bool) {
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
  }
}
