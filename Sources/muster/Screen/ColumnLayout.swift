import ListData
import ListKit
import Rows

extension ColumnWidths {
  /// The minimum width to which a text column is truncated if space is short.
  private static let leastText = 16
  /// The maximum number of tree levels for which a column is widened.
  private static let mostLevels = 10
  /// The maximum width of the last column, which fills the rest of any screen.
  private static let lastMost = 1000

  /// Returns the width of a sparkline, for the available width of all columns.
  static func sparklineColumns(in room: Int) -> Int {
    room >= 110 ? ColumnCourses.most : room >= 70 ? ColumnCourses.most / 2 : 8
  }

  /// How columns are displayed, apart from their texts.
  struct Appearance {
    /// Columns that stay visible while others are scrolled.
    var pinned: [Int] = []
    /// The column in which a tree is drawn, and the number of levels for which it is widened; nil in a list.
    var outline: (column: Int, levels: Int)?
    var numbers = NumberDisplay.asPrinted
    /// Columns with a sparkline.
    var courses: Set<Int> = []
    /// The totals that are shown below columns, and in the heads of groups.
    var totals: RowTotals
    var adjustments = ColumnAdjustments()
    /// The widths of the widest numbers that the screen has shown, by column: the sample may not have them.
    var shownNumbers: [Int: Int] = [:]
  }

  /// Returns the columns of the table for the screen.
  ///
  /// - Parameters:
  ///   - indexes: the columns to show, from left to right.
  ///   - appearance: how they are shown.
  ///   - room: the number of screen columns for all of them.
  func columns(
    _ indexes: [Int], of table: TextTable, _ arrangement: Arrangement, _ appearance: Appearance, room: Int
  ) -> [TableColumn] {
    let titles = indexes.map { index in
      let name = table.name(of: index) + (isCounted(index, in: table) ? appearance.numbers.sign : "")
      guard let place = arrangement.sorts.firstIndex(where: { $0.column == index }) else { return name }
      let number = arrangement.sorts.count > 1 ? "\(place + 1)" : ""
      return name + (arrangement.sorts[place].isDescending ? " ▼" : " ▲") + number
    }
    let wanted = zip(indexes, titles).map { index, title in
      appearance.adjustments.widths[index]
        ?? max(width(of: title), wantedWidth(of: index, of: table, appearance, room: room))
    }
    let spacing = 2 * (wanted.count - 1)
    let hasRoom = wanted.reduce(spacing) { $0 + min($1, Self.most) } <= room
    let least = zip(indexes, wanted).enumerated().map { place, column in
      leastWidth(of: column.0, in: table, column.1, appearance, isLast: place == indexes.count - 1)
    }
    let widths = Self.shared(room - spacing, least, wanted)
    return indexes.enumerated().map { place, index in
      let column = table.columns[index]
      let width = wanted[place]
      let isLast = place == indexes.count - 1
      let isFixed = appearance.courses.contains(index) || appearance.adjustments.widths[index] != nil
      let isNumber = column.kind.isNumeric || changedNumbers[index] != nil
      let isOpen = isLast && !isFixed && !isNumber && (hasRoom || width >= Self.most)
      // Texts in the column of a tree start at the indentation of their level.
      let isTrailing = isNumber && appearance.outline?.column != index
      var shown = TableColumn(
        titles[place], width: widths[place]...(isOpen ? max(width, Self.lastMost) : width),
        alignment: isTrailing ? .trailing : .leading,
        // Until columns are scrolled, the pinned ones have priority, then the last one: commands, paths,
        // messages.
        priority: appearance.pinned.contains(index)
          ? indexes.count + 1
          : isLast && column.kind == .text && !hasRoom ? indexes.count : indexes.count - place)
      shown.identifier = table.name(of: index)
      shown.isPinned = appearance.pinned.contains(index)
      if appearance.adjustments.wrapped.contains(index) { shown.numberOfLines = ColumnAdjustments.mostLines }
      shown.isOutline = appearance.outline?.column == index
      return shown
    }
  }

  /// Returns the width to which a column is truncated if space is short. Other columns shrink only for the texts that
  /// the last column has, not for those that it may get.
  private func leastWidth(
    of index: Int, in table: TextTable, _ wanted: Int, _ appearance: Appearance, isLast: Bool
  ) -> Int {
    let isFixed = appearance.courses.contains(index) || appearance.adjustments.widths[index] != nil
    return (isLast || table.columns[index].kind == .text) && !isFixed ? min(wanted, Self.leastText) : wanted
  }

  /// Returns the widths of columns that share some screen columns: each at least its smallest width, none more than it
  /// wants, and those in between equally wide.
  private static func shared(_ room: Int, _ least: [Int], _ wanted: [Int]) -> [Int] {
    var spare = room - least.reduce(0, +)
    guard spare > 0 else { return least }
    var widths = least
    // The columns that want least are satisfied first, so that one pass is enough.
    let order = wanted.indices.filter { wanted[$0] > least[$0] }.sorted {
      wanted[$0] - least[$0] < wanted[$1] - least[$1]
    }
    for (done, place) in order.enumerated() {
      let share = min(wanted[place] - least[place], spare / (order.count - done))
      widths[place] += share
      spare -= share
    }
    return widths
  }

  /// Whether the numbers of a column have differences: they do not only identify things.
  private func isCounted(_ index: Int, in table: TextTable) -> Bool {
    table.columns[index].kind.isNumeric && !table.columns[index].identifies
  }

  /// Returns the screen columns that a column needs without its title.
  private func wantedWidth(of index: Int, of table: TextTable, _ appearance: Appearance, room: Int) -> Int {
    var wanted = max(
      width(ofColumn: index) ?? 1, changedNumbers[index]?.whole ?? 0, appearance.shownNumbers[index] ?? 0)
    if isCounted(index, in: table) {
      wanted = max(wanted, appearance.numbers.columns)
    }
    if appearance.courses.contains(index) { wanted += Self.sparklineColumns(in: room) + 1 }
    if let outline = appearance.outline, outline.column == index {
      wanted = max(wanted, ofHeadings) + 2 * min(outline.levels, Self.mostLevels)
    }
    guard let total = appearance.totals.all[index] else { return wanted }
    let ofGroups = appearance.totals.groups.compactMap { $0[index].map { width(of: $0.shownValue) } }
    return max(wanted, width(of: total.words), ofGroups.max() ?? 0)
  }
}
