import ListData
import ListKit

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
