/// Which columns change so often that their changes are shown dimly, and which count.
///
/// A change is *quiet* where its column is a measure (a fraction, a percentage, a span of time), or changes in more
/// than a fifth of the rows at each run (numbers, dates), or in more than half of them (text); for numbers that only
/// rise a tenth is enough. So `%CPU`, `TIME` and the bytes of interfaces are updated without a mark, and `STATUS` of a
/// pod is marked.
public struct NoisyColumns: Sendable {
  private var columns: [ColumnActivity] = []

  /// Knows no run yet: only measures are quiet.
  public init() {}

  /// Takes a run into account.
  ///
  /// Runs in which nearly all rows are others say nothing of columns, and are not counted.
  ///
  /// - Complexity: O(n) in rows that changed, up to some thousands.
  public mutating func note(_ changes: TableChanges, from old: TextTable, to new: TextTable) {
    guard changes.keptCount > 0, !changes.replacesNearlyAll else { return }
    while columns.count < new.columns.count { columns.append(ColumnActivity()) }
    let match = ColumnMatch(from: old.columns, to: new.columns)
    for column in columns.indices { columns[column].beginRun(rows: changes.keptCount) }
    for (place, changed) in changes.changed.enumerated() {
      for column in changes.columns(of: changed) where column < new.columns.count {
        columns[column].changes += 1
        guard place < Self.sample, new.columns[column].kind.isNumeric, let oldColumn = match.old[column]
        else { continue }
        let reading = CellReading(new.columns[column].kind, now: 0)
        let before = old.withCell(changed.oldRow, oldColumn) { reading.value(of: $0).number }
        let after = new.withCell(changed.row, column) { reading.value(of: $0).number }
        if let before, let after, before != after { columns[column].note(isRise: after > before) }
      }
    }
  }

  /// From how many changed rows of a run it is found whether numbers rise.
  private static let sample = 5_000

  /// Whether changes of a column are quiet; those of cells beyond the columns are as those of text.
  public func isNoisy(_ column: Int, of table: TextTable) -> Bool {
    let activity = column < columns.count ? columns[column] : ColumnActivity()
    let share = activity.share
    switch column < table.columns.count ? table.columns[column].kind : .text {
    case .float, .percent, .duration: return true
    // That a counter counts is no news: `/proc/interrupts`, where few of many rows do. Restarts of pods, and lines of
    // files that are written to, count in fewer rows.
    case .integer, .size: return share > (activity.isCounter ? 0.1 : 0.2)
    case .date: return share > 0.2
    case .text: return share > 0.5
    }
  }
}

/// How often the cells of a column changed, of late more than long ago.
private struct ColumnActivity: Sendable {
  var changes = 0.0
  private var rows = 0.0
  private var rises = 0.0
  private var falls = 0.0

  /// What is assumed beforehand: ten rows that did not change. One of three pods that restarts is no noise.
  private static let prior = 10.0
  /// What a run is worth when the next has come.
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

  /// The share of rows that change at a run.
  var share: Double { changes / (rows + Self.prior) }

  /// Whether at least 95 of 100 changes were rises, and there were some.
  var isCounter: Bool { rises >= 3 && rises >= 19 * falls }
}
