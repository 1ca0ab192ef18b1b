import ListData
import ListKit
import ListSearch
import Rows
import Runs

/// How numbers are displayed: as printed, or as the difference to the previous run.
enum NumberDisplay: Int, Sendable {
  case asPrinted, differences, perSecond

  /// The display after the next press of the key.
  var next: NumberDisplay { NumberDisplay(rawValue: rawValue + 1) ?? .asPrinted }

  /// The minimum width of a column of such numbers, `+86400s/s`; what follows its title; and the message for the
  /// status line, nil for numbers as printed.
  var look: (columns: Int, sign: String, note: String?) {
    switch self {
    case .asPrinted: (1, "", nil)
    case .differences: (7, " Δ", "numbers as differences to the previous run")
    case .perSecond: (9, "/s", "numbers as differences per second")
    }
  }
}

/// The styled cells of a row: matches, changes, and differences to the previous run.
struct RowCells {
  let listing: Listing
  let noisy: NoisyColumns
  /// Earlier changes that are still marked.
  var marks: RowMarks?
  let numbers: NumberDisplay
  let theme: Theme
  let query: RowQuery
  /// Whether words have the colours of their meaning.
  var showsMeaning = true

  /// The maximum number of bytes read of a cell: more do not fit on a screen.
  static let most = 16_384

  /// Returns the cells of some columns.
  func texts(_ identifier: Int, _ row: Int, _ columns: [Int]) -> [StyledText] {
    let table = listing.run.table
    let cells = table.shownCells(of: row)
    return columns.map { column in
      if let total = listing.subtreeTotal(of: identifier, column) {
        return StyledText(total.shownValue, style: TextStyle(attributes: .bold))
      }
      var cell = column < cells.count ? cells[column] : 0..<0
      if column == listing.drawnColumn { cell = listing.nameCell(of: identifier, row, cell) }
      let text = text(identifier, row, column, cell)
      let blanks = numbers == .asPrinted ? listing.widths.blanks(after: text.text, ofColumn: column) : 0
      return blanks > 0 ? text.appending(StyledText(String(repeating: " ", count: blanks))) : text
    }
  }

  private func text(_ identifier: Int, _ row: Int, _ column: Int, _ cell: Range<Int>) -> StyledText {
    var text = styledText(identifier, row, column, cell)
    // The link precedes the other runs, so that they keep their styles.
    if let link = Self.link(text.text) {
      text.runs.insert(StyledText.Run(0..<text.text.count, TextStyle(link: link)), at: 0)
    }
    return text
  }

  /// Returns the link of a cell that contains only the address of a web page.
  private static func link(_ text: String) -> Link? {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(" ") else { return nil }
    return Link(text)
  }

  private func styledText(_ identifier: Int, _ row: Int, _ column: Int, _ cell: Range<Int>) -> StyledText {
    let table = listing.run.table
    let text = table.shownText(in: cell, limit: Self.most)
    // A removed row looks as it does while the table removes it.
    if listing.run.isRemoved(identifier) { return StyledText(text, style: theme.deleted.flash) }
    if listing.run.isListOfChanges { return change(text, identifier, row, column) }
    if numbers != .asPrinted, let difference = difference(identifier, row, column) {
      let isChanged = listing.comparison?.isChanged(identifier, column: column) ?? false
      return StyledText(difference, style: isChanged ? theme.changed.mark : theme.secondaryText)
    }
    guard let comparison = listing.comparison, comparison.isChanged(identifier, column: column) else {
      let mark = marks?.mark(of: identifier, at: WallTime.now.seconds)
      if mark?.columns.contains(column) ?? false { return StyledText(text, style: theme.changed.mark) }
      let colors =
        listing.run.alerts?.contains(identifier) ?? false
        ? [StyledText.Run(0..<text.count, CellMeaning.alertStyle(theme))]
        : CellColors.runs(of: text, in: cell, of: table)
      let shown = colors.isEmpty ? meaning(of: text, column) : colors
      let matches = query.highlights(in: text, column: column).map { StyledText.Run($0, nil) }
      // The head of the group has said it.
      if listing.isContext(row) || colors.isEmpty && listing.isGrouped(by: column) {
        return StyledText(text, runs: [StyledText.Run(0..<text.count, theme.secondaryText)] + matches)
      }
      return StyledText(text, runs: shown + matches)
    }
    // Noisy columns change all the time, so they are dim and not marked, unless the user asked for changes.
    let isNoisy = !listing.arrangement.showsOnlyChanged && noisy.isNoisy(column, of: table)
    return StyledText(text, style: isNoisy ? theme.secondaryText : theme.changed.mark)
  }

  private func meaning(of text: String, _ column: Int) -> [StyledText.Run] {
    guard showsMeaning, listing.run.table.columns.indices.contains(column) else { return [] }
    if listing.run.table.columns[column].kind == .percent, (CellMeaning.percent(text) ?? 0) >= 90 {
      return [StyledText.Run(0..<text.count, CellMeaning.changing.style(theme))]
    }
    return CellMeaning.runs(
      of: text, in: listing.run.table.columns[column], words: listing.widths.firstWords(ofColumn: column),
      theme)
  }

  /// Returns a cell of a list of changes: added, removed and moved rows as the table marks them, and in changed
  /// rows the old value dim before the new one.
  private func change(_ text: String, _ identifier: Int, _ row: Int, _ column: Int) -> StyledText {
    let mark = listing.run.table.withCell(row, 0) { $0.first }
    let style: TextStyle? =
      switch mark {
      case UInt8(ascii: "+"): theme.inserted.mark
      case UInt8(ascii: "-"): theme.deleted.mark
      case UInt8(ascii: "^"): theme.moved.mark
      case UInt8(ascii: "~") where column == 0: theme.changed.mark
      default: nil
      }
    var (text, runs) = (text, style.map { [StyledText.Run(0..<text.count, $0)] } ?? [])
    if style == nil, let new = listing.run.changedCells.align(&text, identifier, column) {
      runs = [
        StyledText.Run(0..<new, theme.secondaryText), StyledText.Run(new..<text.count, theme.changed.mark),
      ]
    }
    return StyledText(
      text, runs: runs + query.highlights(in: text, column: column).map { StyledText.Run($0, nil) })
  }

  /// Returns the difference of a number to the previous run, `·` if it had no number; nil for values that are not
  /// numbers or only identify things.
  private func difference(_ identifier: Int, _ row: Int, _ column: Int) -> String? {
    let table = listing.run.table
    guard table.columns.indices.contains(column), table.columns[column].kind.isNumeric,
      !table.columns[column].identifies,
      case let reading = CellReading(table.columns[column].kind, now: listing.run.time.localSeconds),
      let after = table.withCell(row, column, { reading.value(of: $0).number })
    else { return nil }
    guard let comparison = listing.comparison, !comparison.added.contains(identifier) else { return "·" }
    guard let old = comparison.oldRow(of: identifier) else { return "0" }
    guard column < comparison.former.table.columns.count,
      comparison.former.table.columns[column].name == table.columns[column].name,
      let before = comparison.former.table.withCell(old, column, { reading.value(of: $0).number })
    else { return "·" }
    if before == after { return "0" }
    var (difference, unit) = (after - before, "")
    let seconds = listing.run.time.seconds - comparison.former.time.seconds
    if numbers == .perSecond, seconds > 0 { (difference, unit) = (difference / seconds, "/s") }
    switch table.columns[column].kind {
    case .duration: return Self.text(ofDifference: difference) + "s" + unit
    case .size: return Self.text(ofSizeDifference: difference) + unit
    default: return Self.text(ofDifference: difference) + unit
    }
  }

  /// Returns a difference in bytes: `+1M`, `−512`.
  static func text(ofSizeDifference difference: Double) -> String {
    let (size, unit) = scaled(difference)
    return text(ofDifference: size) + unit
  }

  /// Returns a number of bytes in the largest unit of which there is one, and the unit.
  static func scaled(_ bytes: Double) -> (size: Double, unit: String) {
    var (size, unit) = (bytes, "")
    for next in ["K", "M", "G", "T", "P"] where abs(size) >= 1024 { (size, unit) = (size / 1024, next) }
    return (size, unit)
  }

  /// Returns a difference: `+12`, `−0.40`; durations are in seconds.
  static func text(ofDifference difference: Double) -> String {
    let size = abs(difference)
    let isWhole = size == size.rounded() && size < 1e15
    let hundredths = (size * 100).rounded()
    let number =
      isWhole
      ? "\(Int(size))"
      : size < 1e12
        ? "\(Int(hundredths) / 100).\(Int(hundredths) % 100 < 10 ? "0" : "")\(Int(hundredths) % 100)"
        : "\(size)"
    return (difference < 0 ? "−" : "+") + number
  }
}

/// All cells of a row by name, and the earlier states of the row.
@MainActor
struct RowDetails {
  let run: Run
  let row: Int

  /// The maximum number of bytes shown of a cell.
  private static let most = 1 << 20

  private var table: TextTable { run.table }

  /// The key of the row, or else its number.
  var title: String {
    let name = run.key.map { table.keyText(of: row, by: $0) } ?? ""
    return name.isEmpty ? "row \(row + 1)" : name
  }

  /// The key of the row, with a name if the key is a number, as in `4711 (vim)`; safe to show.
  var name: String {
    let columns = table.columns.indices.map { (table.name(of: $0), table.columns[$0].kind == .text) }
    let column: Int? =
      switch run.key {
      case .path, .line: nil
      case .columns(let key): RowName.column(of: columns, besideKey: key)
      case .position, nil: RowName.column(of: columns, besideKey: [])
      }
    return RowName.text(key: title, name: column.map { table.beginning(row, $0, limit: Self.mostOfName) })
  }

  /// The maximum number of bytes of a name.
  private static let mostOfName = 200

  /// - Parameters:
  ///   - past: The states of the row, the newest first.
  ///   - theme: The styles of the screen.
  ///   - symbols: The symbols of the screen.
  func panel(past: [RowState], theme: Theme, symbols: Symbols) -> Panel {
    let cells = table.shownCells(of: row)
    let texts = texts(in: cells)
    let courses = table.columns.indices.map { course(of: $0, past) }
    // All sparklines start in the same column.
    let room = zip(texts, courses).map { $1 == nil ? 0 : $0.count }.max() ?? 0
    var lines = table.columns.indices.map { column in
      var text =
        column >= cells.count || table.nesting(in: cells[column]) == nil
        ? StyledText(texts[column]) : IndentedJSON.text(texts[column], theme: theme)
      if let course = courses[column] {
        let blanks = String(repeating: " ", count: room - texts[column].count + 3)
        text = text.appending(StyledText(blanks)).appending(course.styledText(theme: theme, symbols: symbols))
      }
      return Panel.Line(table.name(of: column), text)
    }
    lines += table.extraCells(row).map { Panel.Line("and", StyledText($0)) }
    for (newer, older) in zip(past, past.dropFirst()) {
      lines.append(Panel.Line(newer.time.timeOfDay, StyledText(changes(from: older.cells, to: newer.cells))))
    }
    return Panel(title: title, lines: lines)
  }

  /// Returns a sparkline of a number over the last runs; nil if it is not a number or never changed.
  private func course(of column: Int, _ past: [RowState]) -> Chart? {
    let (kind, newest) = (table.columns[column].kind, run.number)
    guard kind.isNumeric, !table.columns[column].identifies, past.count > 1 else { return nil }
    let reading = CellReading(kind, now: run.time.localSeconds)
    let first = max(past.last?.number ?? newest, newest - ColumnCourses.most + 1)
    let values = (min(first, newest)...newest).map { number -> Double? in
      guard let cells = past.first(where: { $0.number <= number })?.cells, column < cells.count else {
        return nil
      }
      let bytes = Array(cells[column].utf8)
      return bytes.withUnsafeBufferPointer { reading.value(of: $0).number }
    }
    return Set(values.compactMap(\.self)).count > 1 ? .sparkline(values, columns: values.count) : nil
  }

  /// The cells as text, one per line, each after its name.
  var text: StyledText {
    let width = min(cells.map(\.name.count).max() ?? 0, 22)
    return StyledText(
      cells.map { name, text in
        name + String(repeating: " ", count: max(0, width - name.count) + 2) + text
      }.joined(separator: "\n"))
  }

  private var cells: [(name: String, text: String)] {
    zip(table.columns.indices.map(table.name), texts(in: table.shownCells(of: row))).map { ($0, $1) }
      + table.extraCells(row).map { ("and", $0) }
  }

  /// Returns the text of each column. The row is cut once.
  private func texts(in cells: [Range<Int>]) -> [String] {
    table.columns.indices.map { column in
      column < cells.count ? table.beginning(in: cells[column], limit: Self.most) : ""
    }
  }

  /// Returns the changes between two states of the row: `READY 0/1 → 1/1`.
  private func changes(from old: [String]?, to new: [String]?) -> String {
    guard let new else { return "went" }
    guard let old else { return "came" }
    let changed = new.indices.filter { $0 >= old.count || old[$0] != new[$0] }
    return changed.map { "\(table.name(of: $0)) \($0 < old.count ? old[$0] : "") → \(new[$0])" }.joined(
      separator: ", ")
  }
}
