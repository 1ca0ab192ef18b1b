import ListData
import ListKit

/// The user's changes to the widths of columns.
struct ColumnAdjustments: Hashable, Sendable {
  /// The widths of columns that do not depend on their cells.
  private(set) var widths: [Int: Int] = [:]
  /// Columns whose texts wrap onto more lines.
  private(set) var wrapped: Set<Int> = []

  private static let least = 3
  private static let most = 500
  /// The maximum number of lines of a cell.
  static let mostLines = 20

  /// - Parameter current: the current width of the column.
  mutating func widen(_ column: Int, by count: Int, from current: Int) {
    widths[column] = min(max((widths[column] ?? current) + count, Self.least), Self.most)
  }

  mutating func toggleWrapping(_ column: Int) {
    if wrapped.remove(column) == nil { wrapped.insert(column) }
  }
}

/// The widths of columns, which fit the texts of the current and recent runs, measured in a sample of rows.
/// A text that was wide a few runs ago still counts, so that columns do not jump at each run.
struct ColumnWidths: Sendable {
  /// The widest text of each column in a run, including its name.
  private struct Measure: Sendable {
    var run: Int
    var rowCount: Int
    var widths: [Int]
  }

  /// The measurements of the last runs, the newest last.
  private var lately: [Measure] = []
  /// What was measured. If the format or the columns change, everything is measured again.
  private var format: TableFormat?
  private var names: [String?] = []
  private var metrics = TextMetrics(ScreenTraits { _ in 1 })
  /// The columns whose cells begin with one of few words.
  private var fewValued: Set<Int> = []
  /// The columns in which old and new numbers are beside each other.
  private var changedNumbers: [Int: ChangedCells.Lengths] = [:]

  /// The maximum number of runs that count.
  private static let mostRuns = 10
  /// The approximate number of measured rows, spread evenly from the first one on.
  private static let sample = 400
  /// The approximate maximum number of measured cells: tables may have a thousand columns.
  private static let sampleOfCells = 40_000
  /// The width up to which texts widen a column at the expense of others: one text may be very long.
  private static let most = 60
  /// The width up to which texts widen a column where there is room.
  private static let mostMeasured = 200
  /// The minimum width to which a text column is truncated if space is short.
  private static let leastText = 16
  /// The maximum number of words with which the cells of a column of few values begin.
  private static let fewValues = 12
  /// The maximum number of tree levels for which a column is widened.
  private static let mostLevels = 10
  /// The maximum width of the last column, which fills the rest of any screen.
  private static let lastMost = 1000

  /// Measures the rows of a run.
  ///
  /// - Parameter metrics: measures texts in screen columns.
  /// - Complexity: O(1) in the number of rows, beyond some hundreds.
  mutating func note(_ run: Run, _ metrics: TextMetrics) {
    let table = run.table
    let columns = table.columns.map(\.name)
    if format != table.shape.format || !columns.starts(with: names) { lately = [] }
    self.metrics = metrics
    format = table.shape.format
    names = columns
    changedNumbers = run.changedCells.numbers
    let isKnown = lately.last?.run == run.number
    if isKnown, lately.last?.rowCount == table.rowCount, lately.last?.widths.count == columns.count { return }
    var widths = measured(table)
    // The texts of a growing run seldom become narrower, but those of another sample may be.
    if isKnown, let last = lately.popLast() {
      for (column, width) in last.widths.enumerated() { widths[column] = max(widths[column], width) }
    }
    fewValued = columnsOfFewValues(table)
    lately.append(Measure(run: run.number, rowCount: table.rowCount, widths: widths))
    if lately.count > Self.mostRuns { lately.removeFirst() }
  }

  /// The measured rows of a table.
  private func sample(of table: TextTable) -> StrideTo<Int> {
    let rows = min(Self.sample, max(Self.sampleOfCells / max(table.columns.count, 1), 10))
    return stride(from: 0, to: table.rowCount, by: max(1, table.rowCount / rows))
  }

  /// Whether the cells of a column begin with one of few words, such as states or levels.
  func hasFewValues(_ column: Int) -> Bool { fewValued.contains(column) }

  private func columnsOfFewValues(_ table: TextTable) -> Set<Int> {
    var words = Dictionary(
      uniqueKeysWithValues: table.columns.indices.filter { table.columns[$0].kind == .text }.map {
        ($0, Set<[UInt8]>())
      })
    for row in sample(of: table) {
      for column in words.keys {
        let word = table.withCell(row, column) { cell in
          Array(cell.trimmed.prefix { $0 > 0x20 && $0 != UInt8(ascii: "(") })
        }
        words[column]?.insert(word)
        if words[column]?.count ?? 0 > Self.fewValues { words[column] = nil }
      }
    }
    return Set(words.keys)
  }

  private func measured(_ table: TextTable) -> [Int] {
    var widths = table.columns.indices.map { width(of: table.name(of: $0)) }
    let drawn = DrawnTree.column(of: table)
    for row in sample(of: table) {
      let cells = table.shownCells(of: row)
      for column in widths.indices where column < cells.count && widths[column] < Self.mostMeasured {
        let cell = column == drawn ? DrawnTree.drawing(of: row, in: column, of: table) : cells[column]
        widths[column] = min(
          Self.mostMeasured, max(widths[column], width(of: table.shownText(in: cell, limit: 1024))))
      }
    }
    return widths
  }

  /// Returns the width of a column in screen columns; nil if it was not measured.
  private func width(ofColumn column: Int) -> Int? {
    lately.compactMap { column < $0.widths.count ? $0.widths[column] : nil }.max()
  }

  /// Returns the width of a text in screen columns.
  private func width(of text: String) -> Int {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text.utf8.count : metrics.width(of: text)
  }

  /// Returns the width of a sparkline, for the available width of all columns.
  static func sparklineColumns(in room: Int) -> Int {
    room >= 110 ? ColumnCourses.most : room >= 70 ? ColumnCourses.most / 2 : 8
  }

  /// How columns are displayed, apart from their texts.
  struct Appearance {
    /// Columns that stay visible while others are scrolled.
    var pinned: [Int] = []
    /// The column that keys act on.
    var chosen: Int?
    /// The column in which a tree is drawn, and the number of levels for which it is widened; nil in a list.
    var outline: (column: Int, levels: Int)?
    var numbers = NumberDisplay.asPrinted
    /// Columns with a sparkline.
    var courses: Set<Int> = []
    /// The totals that are shown below columns.
    var totals: [Int: ColumnTotal] = [:]
    var adjustments = ColumnAdjustments()
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
      guard let place = arrangement.sorts.firstIndex(where: { $0.column == index }) else {
        return table.name(of: index)
      }
      let number = arrangement.sorts.count > 1 ? "\(place + 1)" : ""
      return table.name(of: index) + (arrangement.sorts[place].isDescending ? " ▼" : " ▲") + number
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
      shown.isSelected = index == appearance.chosen
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

  /// Returns the screen columns that a column needs without its title.
  private func wantedWidth(of index: Int, of table: TextTable, _ appearance: Appearance, room: Int) -> Int {
    var wanted = max(width(ofColumn: index) ?? 1, changedNumbers[index]?.whole ?? 0)
    if table.columns[index].kind.isNumeric, !table.columns[index].identifies {
      wanted = max(wanted, appearance.numbers.columns)
    }
    if appearance.courses.contains(index) { wanted += Self.sparklineColumns(in: room) + 1 }
    if let outline = appearance.outline, outline.column == index {
      wanted += 2 * min(outline.levels, Self.mostLevels)
    }
    return max(wanted, appearance.totals[index].map { width(of: $0.words) } ?? 0)
  }
}
