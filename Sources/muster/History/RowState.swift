import ListData

/// What a row was for a while.
struct RowState: Hashable, Sendable {
  /// The first run in which it was so.
  var number: Int
  /// When that was.
  var time: WallTime
  /// Its cells; nil while it was not there.
  var cells: [String]?
}

extension History {
  /// What a row was, the newest first, as far as runs are kept.
  ///
  /// - Parameters:
  ///   - identifier: The row.
  ///   - limit: How many states are wanted at most.
  ///   - runs: How many runs are looked through at most.
  /// - Complexity: O(bytes of those runs).
  func past(of identifier: Int, atMost limit: Int = 100, lookingThrough runs: Int = 1_000) async -> [RowState]
  {
    guard let numbers else { return [] }
    var states: [RowState] = []
    for number in numbers.reversed().prefix(runs) {
      guard !Task.isCancelled, let run = await run(number) else { break }
      let row = run.identifiers.firstIndex(of: identifier)
      let cells = row.map { row in run.table.columns.indices.map { run.table.text(row, $0) } }
      if let last = states.indices.last, states[last].cells == cells {
        (states[last].number, states[last].time) = (run.number, run.time)
      } else if states.count == limit {
        return states
      } else {
        states.append(RowState(number: run.number, time: run.time, cells: cells))
      }
    }
    // What it was before it came is nothing.
    if let last = states.last, last.cells == nil { states.removeLast() }
    return states
  }
}
