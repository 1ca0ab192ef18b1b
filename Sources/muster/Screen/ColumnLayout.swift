import ListData
import ListKit
import Rows

extension ColumnWidths {
  /// The maximum number of tree levels for which a column is widened.
  private static let mostLevels = 10
  /// The maximum width of the last column, which fills the rest of any screen.
  private static let lastMost = 1000

  /// The columns that a head of a group takes beside its text: its sign, and two blanks before a total.
  private static let beforeHead = 3
  /// The columns before the first one, for marks.
  private static let gutter = 2
  /// The width of the bar of a percentage, and that of a column with a bar and `100.0%`.
  static let (barColumns, leastWithBar) = (6, 13)

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
    /// Columns of the conditions of the query and of `--alert`.
    var used: Set<Int> = []
    /// Columns in which a cell changed lately.
    var changed: Set<Int> = []
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
    var wanted = zip(indexes, titles).enumerated().map { place, column in
      let (index, title) = column
      let width = max(width(of: title), wantedWidth(of: index, of: table, appearance, room: room))
      // The word of a total stands over the column beside it, before a number, unless that has a total too.
      let total = appearance.totals.all[index].map { self.width(of: $0.words) } ?? 0
      let beside = place + (table.columns[index].kind.isNumeric ? -1 : 1)
      let isBeside = indexes.indices.contains(beside) && appearance.totals.all[indexes[beside]] != nil
      return appearance.adjustments.widths[index]
        ?? max(width, isBeside ? total : beside < 0 ? total - Self.gutter : 0)
    }
    // The heads of groups are before the first total.
    if !appearance.totals.groups.isEmpty,
      let place = indexes.firstIndex(where: { appearance.totals.all[$0] != nil })
    {
      let values = appearance.totals.groups.compactMap { $0[indexes[place]].map { width(of: $0.shownValue) } }
      let before = wanted[..<place].reduce(0) { $0 + $1 + 2 }
      let room = before + wanted[place] - (values.max() ?? 0)
      if place > 0, !isFixed(indexes[place], appearance) {
        wanted[place] += max(0, ofHeads + Self.beforeHead - room)
      }
    }
    func fit(adding columns: Int = 0) -> Bool {
      wanted.reduce(columns - 2) { $0 + min($1, Self.most) + 2 } <= room
    }
    let percents = indexes.indices.filter {
      table.columns[indexes[$0]].kind == .percent && !isFixed(indexes[$0], appearance)
    }
    if fit(adding: percents.count * Self.leastWithBar) {
      for place in percents { wanted[place] = max(wanted[place], Self.leastWithBar) }
    }
    let hasRoom = fit()
    let plan = ColumnPlan(
      zip(indexes, wanted).enumerated().map { place, column in
        let (index, wanted, isLast) = (column.0, column.1, place == indexes.count - 1)
        let isText = table.columns[index].kind == .text && !isFixed(index, appearance)
        return ColumnPlan.Column(
          wanted: wanted, isText: isText,
          worth: worth(of: index, in: table, arrangement, appearance, isLast: isLast))
      }, room: room)
    return indexes.enumerated().map { place, index in
      let column = table.columns[index]
      let width = wanted[place]
      let isLast = place == indexes.count - 1
      let isNumber = column.kind.isNumeric || changedNumbers[index] != nil
      let isOpen = isLast && !isFixed(index, appearance) && !isNumber && (hasRoom || width >= Self.most)
      // Texts in the column of a tree start at the indentation of their level.
      let isTrailing = isNumber && appearance.outline?.column != index
      var shown = TableColumn(
        titles[place], width: plan.widths[place]...(isOpen ? max(width, Self.lastMost) : width),
        alignment: isTrailing ? .trailing : .leading, priority: plan.priorities[place])
      shown.identifier = table.name(of: index)
      shown.isPinned = appearance.pinned.contains(index)
      if appearance.adjustments.wrapped.contains(index) { shown.numberOfLines = ColumnAdjustments.mostLines }
      shown.isOutline = appearance.outline?.column == index
      return shown
    }
  }

  /// Whether the texts of a column do not decide how wide it is.
  private func isFixed(_ index: Int, _ appearance: Appearance) -> Bool {
    appearance.courses.contains(index) || appearance.adjustments.widths[index] != nil
  }

  /// Returns what a column is worth to a user who cannot see all.
  private func worth(
    of index: Int, in table: TextTable, _ arrangement: Arrangement, _ appearance: Appearance, isLast: Bool
  ) -> ColumnWorth {
    if appearance.pinned.contains(index) { return .key }
    let (byTexts, words) = (worth(ofColumn: index), firstWords(ofColumn: index))
    // A constant state is one only if it says something: `Running`, but not `loaded`.
    if CellMeaning.areStates(words, in: table.columns[index]), byTexts > .empty,
      byTexts != .constant
        || words.contains(where: { CellMeaning(of: String(decoding: $0, as: UTF8.self)) != nil })
    {
      return .state
    }
    if appearance.used.contains(index) || arrangement.sorts.contains(where: { $0.column == index })
      || arrangement.structure.columns.contains(index) || arrangement.totals[index] != nil
      || appearance.courses.contains(index)
    {
      return .used
    }
    if byTexts < .plain { return byTexts }
    if isLast, table.columns[index].kind == .text { return .message }
    return appearance.changed.contains(index) ? .changed : .plain
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
      wanted = max(wanted, ofHeads) + 2 * min(outline.levels, Self.mostLevels)
    }
    guard let total = appearance.totals.all[index] else { return wanted }
    let ofGroups = appearance.totals.groups.compactMap { $0[index].map { width(of: $0.shownValue) } }
    return max(wanted, width(of: total.shownValue), ofGroups.max() ?? 0)
  }
}
