/// Detects the columns that change so often that their changes are displayed dimly.
///
/// A change is *unmarked* if its column is a measure (a float, a percentage, a duration), or if more than a
/// fifth of its cells change at each run (numbers, dates), or more than half of them (text); for numbers that
/// only rise, a tenth is enough. So `%CPU`, `TIME` and the bytes of interfaces are updated without a mark,
/// and `STATUS` of a pod is marked.
package struct NoisyColumns: Sendable {
  private var columns: [ColumnActivity] = []

  /// Creates an analysis without runs: only measures are unmarked.
  package init() {}

  /// Adds a run to the analysis.
  ///
  /// Runs in which nearly all rows are replaced show nothing about columns, and are not counted.
  ///
  /// - Complexity: O(n) in the number of changed rows.
  package mutating func note(_ changes: TableChanges, from old: TextTable, to new: TextTable) {
    guard changes.keptCount > 0, !changes.replacesNearlyAll else { return }
    while columns.count < new.columns.count { columns.append(ColumnActivity()) }
    let match = ColumnMatch(from: old.columns, to: new.columns)
    for column in columns.indices { columns[column].beginRun(rows: changes.keptCount) }
    for (index, changed) in changes.changed.enumerated() {
      for column in changes.columns(of: changed) where column < new.columns.count {
        columns[column].changes += 1
        guard index < Self.sample, new.columns[column].kind.isNumeric, let oldColumn = match.old[column]
        else { continue }
        let reading = CellReading(new.columns[column].kind, now: 0)
        let before = old.withCell(changed.oldRow, oldColumn) { reading.value(of: $0).number }
        let after = new.withCell(changed.row, column) { reading.value(of: $0).number }
        if let before, let after, before != after { columns[column].note(isRise: after > before) }
      }
    }
  }

  /// The number of changed rows of a run in which rising numbers are counted.
  private static let sample = 5_000

  /// Whether a cell of a column changed in one of the last fifty runs or so.
  package func hasChanged(_ column: Int) -> Bool { column < columns.count && columns[column].changes > 0.05 }

  /// Whether changes of a column are unmarked; cells beyond the columns count as text.
  package func isNoisy(_ column: Int, of table: TextTable) -> Bool {
    let activity = column < columns.count ? columns[column] : ColumnActivity()
    let share = activity.share
    switch column < table.columns.count ? table.columns[column].kind : .text {
    case .float, .percent, .duration: return true
    // A counter that rises is not noteworthy: in `/proc/interrupts`, few of many rows rise. Restarts of pods,
    // and line counts of files that are written to, rise in fewer rows.
    case .integer, .size: return share > (activity.isCounter ? 0.1 : 0.2)
    case .date: return share > 0.2
    case .text: return share > 0.5
    }
  }
}

/// The frequency of changes in a column, weighted towards recent runs.
private struct ColumnActivity: Sendable {
  var changes = 0.0
  private var rows = 0.0
  private var rises = 0.0
  private var falls = 0.0

  /// The assumed number of unchanged rows before the first run: one of three pods that restarts is not noise.
  private static let prior = 10.0
  /// The factor by which the weight of earlier runs decreases with each run.
  private static let fading = 0.95

  mutating func beginRun(rows count: Int) {
    changes *= Self.fading
    rows *= Self.fading
    rises *= Self.fading
    falls *= Self.fading
    rows += Double(count)
  }

  mutating func note(isRise: Bool) {
    if isRise { rises += 1 } else { falls += 1 }
  }

  /// The share of rows that change in a run.
  var share: Double { changes / (rows + Self.prior) }

  /// Whether at least 95 % of the changes were rises, and at least three.
  var isCounter: Bool { rises >= 3 && rises >= 19 * falls }
}
