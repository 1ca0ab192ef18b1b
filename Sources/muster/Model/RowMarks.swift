/// Rows that came or changed a while ago and are still marked: as long as `--keep` says.
struct RowMarks: Hashable, Sendable {
  struct Mark: Hashable, Sendable {
    /// Whether the row came; else it changed.
    var isNew: Bool
    /// The columns in which it changed.
    var columns: Set<Int>
    /// When the mark ends, in seconds as ``WallTime`` has them.
    var end: Double
  }

  private let life: Double
  private var marks: [Int: Mark] = [:]

  /// - Parameter keep: how long a mark lives.
  init(keep: KeepOption) { life = keep.seconds }

  /// Marks what a run has that the one before had not. A row that changes again while it is marked is marked for both.
  ///
  /// - Complexity: O(rows that changed or are marked).
  mutating func note(_ comparison: Comparison, at time: WallTime) {
    let now = time.seconds
    marks = marks.filter { $0.value.end > now }
    guard !comparison.replacesNearlyAll else { return }
    for identifier in comparison.added {
      marks[identifier] = Mark(isNew: true, columns: [], end: now + life)
    }
    for identifier in comparison.loud {
      var mark = marks[identifier] ?? Mark(isNew: false, columns: [], end: 0)
      mark.columns.formUnion(comparison.columns(of: identifier))
      mark.end = now + life
      marks[identifier] = mark
    }
  }

  /// The mark of a row; nil where it has none.
  func mark(of identifier: Int, at now: Double) -> Mark? {
    marks[identifier].flatMap { $0.end > now ? $0 : nil }
  }

  /// When the next mark ends; nil where none does.
  func nextEnd(after now: Double) -> Double? {
    marks.values.lazy.map(\.end).filter { $0 > now && $0.isFinite }.min()
  }

  /// Takes all marks away.
  mutating func removeAll() { marks = [:] }
}
