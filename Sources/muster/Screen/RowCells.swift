import ListData
import ListKit
import ListSearch

/// How the cells of rows look: found letters, what changed, and differences to the run before.
struct RowCells {
  let listing: Listing
  let noisy: NoisyColumns
  /// What changed a while ago and is still marked.
  var marks: RowMarks?
  let showsDeltas: Bool
  let theme: Theme
  let query: RowQuery

  /// How many bytes of a cell are looked at: no screen has room for more.
  static let most = 16_384

  /// The cells of some columns.
  func texts(_ identifier: Int, _ row: Int, _ columns: [Int]) -> [StyledText] {
    let table = listing.run.table
    let cells = table.shownCells(of: row)
    return columns.map { column in
      var cell = column < cells.count ? cells[column] : 0..<0
      if column == listing.drawnColumn {
        cell =
          listing.tree == nil
          ? DrawnTree.drawing(of: row, in: column, of: table) : DrawnTree.text(of: row, in: column, of: table)
      }
      return text(identifier, row, column, cell)
    }
  }

  private func text(_ identifier: Int, _ row: Int, _ column: Int, _ cell: Range<Int>) -> StyledText {
    var text = styledText(identifier, row, column, cell)
    // Below the runs there are, so that they keep their looks.
    if let link = Self.link(text.text) {
      text.runs.insert(StyledText.Run(0..<text.text.count, Style(link: link)), at: 0)
    }
    return text
  }

  /// The link of a cell that is the address of a page and nothing else.
  private static func link(_ text: String) -> Link? {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), !text.contains(" ") else { return nil }
    return Link(text)
  }

  private func styledText(_ identifier: Int, _ row: Int, _ column: Int, _ cell: Range<Int>) -> StyledText {
    let table = listing.run.table
    let text = table.shownText(in: cell, limit: Self.most)
    // A row that went looks as it does where it leaves.
    if listing.run.isGone(identifier) { return StyledText(text, style: theme.deleted.flash) }
    guard let comparison = listing.comparison, comparison.isChanged(identifier, column: column) else {
      let mark = marks?.mark(of: identifier, at: WallTime.now.seconds)
      if mark?.columns.contains(column) ?? false { return StyledText(text, style: theme.changed.mark) }
      let colors = CellColors.runs(of: text, in: cell, of: table)
      let matches = query.highlights(in: text, column: column).map { StyledText.Run($0, nil) }
      return StyledText(text, runs: colors + matches)
    }
    if showsDeltas, let difference = difference(identifier, row, column) {
      return StyledText(difference, style: theme.changed.mark)
    }
    // Noisy columns change all the time: dim, and no mark.
    let isNoisy = noisy.isNoisy(column, of: table)
    return StyledText(text, style: isNoisy ? theme.secondaryText : theme.changed.mark)
  }

  /// How much more a number is than in the run before; nil for what is no number, or one
  /// that only tells things apart.
  private func difference(_ identifier: Int, _ row: Int, _ column: Int) -> String? {
    let table = listing.run.table
    guard let comparison = listing.comparison, let old = comparison.oldRow(of: identifier),
      column < comparison.former.table.columns.count,
      comparison.former.table.columns[column].name == table.columns[column].name,
      table.columns[column].kind.isNumeric, !table.columns[column].identifies
    else { return nil }
    let reading = CellReading(table.columns[column].kind, now: listing.run.time.localSeconds)
    let before = comparison.former.table.withCell(old, column) { reading.value(of: $0).number }
    let after = table.withCell(row, column) { reading.value(of: $0).number }
    guard let before, let after else { return nil }
    switch table.columns[column].kind {
    case .duration: return Self.text(ofDifference: after - before) + "s"
    case .size: return Self.text(ofSizeDifference: after - before)
    default: return Self.text(ofDifference: after - before)
    }
  }

  /// `+1M`, `−512`, of bytes.
  static func text(ofSizeDifference difference: Double) -> String {
    var (size, unit) = (difference, "")
    for next in ["K", "M", "G", "T", "P"] where abs(size) >= 1024 { (size, unit) = (size / 1024, next) }
    return text(ofDifference: size) + unit
  }

  /// `+12`, `−0.4`; of durations in seconds.
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

/// All cells of a row by name, and what the row was before.
@MainActor
struct RowDetails {
  let run: Run
  let row: Int

  /// How many bytes of a cell are shown.
  private static let most = 1 << 20

  private var table: TextTable { run.table }

  /// What the row is called.
  var title: String {
    let name = run.key.map { table.keyText(of: row, by: $0) } ?? ""
    return name.isEmpty ? "row \(row + 1)" : name
  }

  /// - Parameter past: the states of the row, the newest first.
  func panel(past: [RowState]) -> Panel {
    var lines = table.columns.indices.map { column in
      Panel.Line(table.name(of: column), StyledText(table.beginning(row, column, limit: Self.most)))
    }
    lines += table.extraCells(row).map { Panel.Line("and", StyledText($0)) }
    for (newer, older) in zip(past, past.dropFirst()) {
      lines.append(Panel.Line(newer.time.timeOfDay, StyledText(changes(from: older.cells, to: newer.cells))))
    }
    return Panel(title: title, lines: lines)
  }

  /// `READY 0/1 → 1/1`
  private func changes(from old: [String]?, to new: [String]?) -> String {
    guard let new else { return "went" }
    guard let old else { return "came" }
    let changed = new.indices.filter { $0 >= old.count || old[$0] != new[$0] }
    return changed.map { "\(table.name(of: $0)) \($0 < old.count ? old[$0] : "") → \(new[$0])" }.joined(
      separator: ", ")
  }
}
