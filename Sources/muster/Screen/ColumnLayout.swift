import ListData
import ListKit
import Rows

/// A column before it is placed on the screen, of a run or of a database table.
struct UnplacedColumn {
  let index: Int
  let name: String
  /// The name with what is said about the column.
  let title: String
  /// The screen columns of its title and its texts.
  var wanted: Int
  let worth: ColumnWorth
  /// Whether its texts are aligned at their end.
  let isNumber: Bool
  /// Whether its texts can be read when they are cut.
  let isText: Bool
  /// Whether its texts do not decide how wide it is.
  let isFixed: Bool
  let isPinned: Bool
  var isOutline = false
  /// The total below it, and what that is; nil if the value says it.
  let total: (caption: String?, value: String)?
}

extension [UnplacedColumn] {
  /// The columns before the first one, for marks.
  private static var gutter: Int { 2 }
  /// The maximum width of the last column, which fills the rest of any screen.
  private static var lastMost: Int { 1000 }

  /// Makes room for totals. What a total is stands over the column beside it, before a number, unless that has a total
  /// too.
  ///
  /// - Parameter chosen: the columns that have the width which the user chose.
  mutating func widenForTotals(except chosen: [Int: Int], _ width: (String) -> Int) {
    for position in indices where chosen[self[position].index] == nil {
      guard let total = self[position].total else { continue }
      let words = width(total.value) + (total.caption.map { width($0) + 1 } ?? 0)
      let beside = position + (self[position].isNumber ? -1 : 1)
      let isBeside = indices.contains(beside) && self[beside].total != nil
      let needed = isBeside ? words : beside < 0 ? words - Self.gutter : 0
      self[position].wanted = Swift.max(self[position].wanted, width(total.value), needed)
    }
  }

  /// Returns the columns for the screen.
  ///
  /// - Parameters:
  ///   - room: the number of screen columns for all of them.
  ///   - isLastOpen: whether texts of the last column may fill the rest of the screen.
  func placed(room: Int, _ adjustments: ColumnAdjustments, isLastOpen: Bool, _ theme: Theme) -> [TableColumn]
  {
    let plan = ColumnPlan(
      map { ColumnPlan.Column(wanted: $0.wanted, isText: $0.isText && !$0.isFixed, worth: $0.worth) },
      room: room)
    return enumerated().map { position, column in
      let isOpen = isLastOpen && position == count - 1 && !column.isFixed && !column.isNumber
      // Texts in the column of a tree start at the indentation of their level.
      var shown = TableColumn(
        column.title, width: plan.widths[position]...Swift.max(column.wanted, isOpen ? Self.lastMost : 0),
        alignment: column.isNumber && !column.isOutline ? .trailing : .leading,
        priority: plan.priorities[position], identifier: column.name)
      shown.isPinned = column.isPinned
      if adjustments.wrapped.contains(column.index) { shown.numberOfLines = ColumnAdjustments.mostLines }
      shown.isOutline = column.isOutline
      shown.footer = column.total.map { StyledText($0.value) }
      shown.footerCaption = column.total?.caption.map { StyledText($0, style: theme.secondaryText) }
      return shown
    }
  }
}

extension ColumnWidths {
  /// The maximum number of tree levels for which a column is widened.
  private static let mostLevels = 10
  /// The columns that a head of a group takes beside its text: its sign, and two blanks before a total.
  private static let beforeHead = 3
  /// The width of the bar of a percentage, and that of a column with a bar and `100.0%`.
  static let (barColumns, leastWithBar) = (6, 13)
  /// The width of a share: two blanks and `100.0%`.
  static let shareColumns = 8

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
    /// Columns with a sparkline, and its width.
    var courses: Set<Int> = []
    var courseColumns = 0
    /// The totals that are shown below columns, and in the heads of groups.
    var totals: RowTotals
    var adjustments = ColumnAdjustments()
    /// The widths of the widest numbers that the screen has shown, by column: the sample may not have them.
    var shownNumbers: [Int: Int] = [:]

    /// The kind of the shares in a column; nil if it has none, or if its numbers are shown as differences.
    func shares(in column: Int) -> ColumnTotal.Kind? {
      totals.all[column].flatMap { $0.kind.isShare && numbers == .asPrinted ? $0.kind : nil }
    }

    /// The blanks below the shares of a column.
    func blanks(in column: Int) -> String {
      shares(in: column) == nil ? "" : String(repeating: " ", count: ColumnWidths.shareColumns)
    }
  }

  /// Returns the columns of the table for the screen.
  ///
  /// - Parameters:
  ///   - indexes: the columns to show, from left to right.
  ///   - appearance: how they are shown.
  ///   - room: the number of screen columns for all of them.
  func columns(
    _ indexes: [Int], of table: TextTable, _ arrangement: Arrangement, _ appearance: Appearance, room: Int,
    _ theme: Theme
  ) -> [TableColumn] {
    let chosen = appearance.adjustments.widths
    var columns = indexes.enumerated().map { position, index in
      let kind = table.columns[index].kind
      let name = table.name(of: index)
      var title = name + (isCounted(index, in: table) ? appearance.numbers.look.sign : "")
      if let order = arrangement.sorts.firstIndex(where: { $0.column == index }) {
        title += arrangement.sorts[order].isDescending ? " ▼" : " ▲"
        if arrangement.sorts.count > 1 { title += "\(order + 1)" }
      }
      switch appearance.shares(in: index) {
      case .share?: title += " % of all"
      case .groupShare?: title += " % of group"
      default: break
      }
      let isFixed = appearance.courses.contains(index) || chosen[index] != nil
      return UnplacedColumn(
        index: index, name: name, title: title,
        wanted: chosen[index]
          ?? max(width(of: title), wantedWidth(of: index, of: table, appearance, room: room)),
        worth: worth(of: index, in: table, arrangement, appearance, isLast: position == indexes.count - 1),
        isNumber: kind.isNumeric || changedNumbers[index] != nil, isText: kind == .text, isFixed: isFixed,
        isPinned: appearance.pinned.contains(index), isOutline: appearance.outline?.column == index,
        total: appearance.totals.all[index].map { ($0.caption, $0.shownValue + appearance.blanks(in: index)) }
      )
    }
    columns.widenForTotals(except: chosen, width(of:))
    // The heads of groups are before the first total.
    if !appearance.totals.groups.isEmpty, let position = columns.firstIndex(where: { $0.total != nil }) {
      let index = columns[position].index
      let values = appearance.totals.groups.compactMap { $0[index].map { width(of: $0.shownValue) } }
      let before = columns[..<position].reduce(0) { $0 + $1.wanted + 2 }
      let room =
        before + columns[position].wanted - (values.max() ?? 0) - appearance.blanks(in: index).count
      if position > 0, !columns[position].isFixed {
        columns[position].wanted += max(0, ofHeads + Self.beforeHead - room)
      }
    }
    func fit(adding count: Int = 0) -> Bool {
      columns.reduce(count - 2) { $0 + min($1.wanted, Self.most) + 2 } <= room
    }
    let percents = columns.indices.filter {
      table.columns[columns[$0].index].kind == .percent && !columns[$0].isFixed
    }
    if fit(adding: percents.count * Self.leastWithBar) {
      for position in percents { columns[position].wanted = max(columns[position].wanted, Self.leastWithBar) }
    }
    let shares = columns.indices.filter {
      appearance.shares(in: columns[$0].index) != nil && !columns[$0].isFixed
    }
    if fit(adding: shares.count * (Self.barColumns + 1)) {
      for position in shares {
        let numbers = wantedWidth(of: columns[position].index, of: table, appearance, room: room)
        columns[position].wanted = max(columns[position].wanted, numbers + Self.barColumns + 1)
      }
    }
    let isLastOpen = fit() || columns.last.map { $0.wanted >= Self.most } ?? false
    return columns.placed(room: room, appearance.adjustments, isLastOpen: isLastOpen, theme)
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
    if byTexts < .sparse { return byTexts }
    if isLast, byTexts == .plain, table.columns[index].kind == .text { return .message }
    return appearance.changed.contains(index) ? .changed : byTexts
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
      wanted = max(wanted, appearance.numbers.look.columns)
    }
    if appearance.courses.contains(index) { wanted += appearance.courseColumns + 1 }
    if let outline = appearance.outline, outline.column == index {
      wanted = max(wanted, ofHeads) + 2 * min(outline.levels, Self.mostLevels)
    }
    guard let total = appearance.totals.all[index] else { return wanted }
    let ofGroups = appearance.totals.groups.compactMap { $0[index].map { width(of: $0.shownValue) } }
    return max(wanted, width(of: total.shownValue), ofGroups.max() ?? 0) + appearance.blanks(in: index).count
  }
}
