/// How a screen is shared between a list and its details.
///
/// ```text
///   wide               tall       else
///   list   │ detail    list       the one with the keys
///   status             ────────   status
///                      detail
///                      status
/// ```
struct SplitLayout: Hashable {
  /// Nil where there is no room for it.
  private(set) var list: Rect?
  /// Nil where there is no room for it, or it is not wanted.
  private(set) var detail: Rect?
  private(set) var status: Int?

  private static let columnsForTwo = 100
  private static let mostDetailColumns = 60
  private static let linesForTwo = 12

  /// - Parameter focusesDetail: whether the details have the keys.
  init(size: Size, hasDetail: Bool, focusesDetail: Bool) {
    var lines = size.lines
    if lines >= 4 {
      lines -= 1
      status = lines
    }
    let all = Rect(line: 0, column: 0, columns: size.columns, lines: lines)
    if !hasDetail {
      list = all
    } else if size.columns >= Self.columnsForTwo {
      let columns = min(size.columns * 2 / 5, Self.mostDetailColumns)
      list = Rect(line: 0, column: 0, columns: size.columns - columns - 1, lines: lines)
      detail = Rect(line: 0, column: size.columns - columns, columns: columns, lines: lines)
    } else if lines >= Self.linesForTwo {
      let below = lines / 3
      list = Rect(line: 0, column: 0, columns: size.columns, lines: lines - below - 1)
      detail = Rect(line: lines - below, column: 0, columns: size.columns, lines: below)
    } else if focusesDetail {
      detail = all
    } else {
      list = all
    }
  }

  /// Whether both are seen, beside each other.
  var isWide: Bool { list != nil && (detail?.origin.column ?? 0) > 0 }
}
