import ListData
package import Rows
import Synchronization

/// The runs so far, as many as fit in memory: the newest in full, and each older one as its difference from
/// the next.
///
/// ```text
///  number    7      8      9      10
///          patch◀─patch◀─patch◀─ whole
/// ```
///
/// Reconstructing a run takes time, so ``run(_:)`` does it off the main actor.
package final class History: Sendable {
  /// The data from which, together with the next run, a run is reconstructed.
  private struct Entry {
    let number: Int
    let time: WallTime
    let frame: Frame
    /// The patch that turns the next run's text into this run's text.
    let patch: RunPatch
    /// The identifiers of rows that the next run does not have.
    let gone: [Int]
    /// Whether the next run equals this one.
    let isRepeated: Bool
    /// The memory that the entry takes, in bytes.
    let size: Int
  }

  /// The properties of a run besides its rows, number and time; consecutive runs mostly share them.
  private final class Frame: Sendable {
    let facts: Run.Facts
    let shape: TableShape

    init(_ run: Run) { (facts, shape) = (run.facts, run.table.shape) }

    func isFrame(of run: Run) -> Bool { facts == run.facts && shape == run.table.shape }

    /// The approximate memory size, in bytes.
    var size: Int { 1_000 + facts.diagnostics.count + shape.columns.count * 200 }
  }

  private struct State {
    /// All runs but the newest, oldest first.
    var past: [Entry] = []
    var newest: Run?
    /// The memory that the past takes, in bytes.
    var size = 0
    /// The most recently reconstructed run, from which the run before it is one step away.
    var last: (number: Int, text: TextBytes)?

    var first: Int? { past.first?.number ?? newest?.number }

    mutating func append(_ run: Run, _ patch: RunPatch, _ gone: [Int], isRepeated: Bool) {
      var size = MemoryLayout<Entry>.stride + patch.size
      if !gone.isEmpty { size += RunPatch.arraySize + gone.count * MemoryLayout<Int>.stride }
      let frame: Frame
      if let last = past.last?.frame, last.isFrame(of: run) {
        frame = last
      } else {
        frame = Frame(run)
        size += frame.size
      }
      past.append(
        Entry(
          number: run.number, time: run.time, frame: frame, patch: patch, gone: gone, isRepeated: isRepeated,
          size: size))
      self.size += size
    }

    /// Drops the oldest runs if the past takes more than `bound` bytes. It then frees an eighth of the bound,
    /// because the cost of each removal grows with the length of the past.
    ///
    /// - Returns: whether runs were dropped.
    mutating func drop(to bound: Int) -> Bool {
      guard size > bound else { return false }
      var count = 0
      while size > bound - bound / 8, count < past.count {
        size -= past[count].size
        count += 1
      }
      past.removeFirst(count)
      return true
    }
  }

  private let bound: Int
  private let identity: RowIdentity
  private let state = Mutex(State())

  /// - Parameter bound: The maximum number of bytes for the past.
  package init(bound: Int, identity: RowIdentity) {
    self.bound = bound
    self.identity = identity
  }

  /// The numbers of the stored runs, the newest last; nil if there are none.
  package var numbers: ClosedRange<Int>? {
    state.withLock { state in
      guard let first = state.first, let newest = state.newest else { return nil }
      return first...newest.number
    }
  }

  /// Returns the number of the run that was the newest at a time, or of the oldest stored run if all are
  /// later; nil if there is none.
  package func number(at time: WallTime) -> Int? {
    // Users specify times to the second.
    func wasThere(_ other: WallTime) -> Bool { other.seconds.rounded(.down) <= time.seconds }
    return state.withLock { state in
      if let newest = state.newest, wasThere(newest.time) { return newest.number }
      return state.past.last { wasThere($0.time) }?.number ?? state.first
    }
  }

  /// The memory that the past takes, in bytes.
  package var size: Int { state.withLock(\.size) }

  /// Adds the next run. It takes the place of the run with its number, as after a problem, and of all runs
  /// after that one.
  ///
  /// - Complexity: O(bytes of the run and of the one before); if it takes the place of others, also of these.
  package func add(_ run: Run) {
    dropRuns(from: run.number)
    let former = state.withLock(\.newest)
    var patch: RunPatch?
    var gone: [Int] = []
    if let former, bound > 0 {
      let (new, old) = (run.table.bytes, former.table.bytes)
      if max(new.count, old.count) <= Int(UInt32.max) {
        patch = RunPatch(from: new[0..<new.count], to: old[0..<old.count])
      }
      gone = Self.gone(former.identifiers, run.identifiers)
    }
    let (isDropped, kept) = state.withLock { state -> (Bool, [[Int]]) in
      var isDropped = false
      if let former, let patch, former.number == run.number - 1 {
        state.append(former, patch, gone, isRepeated: Self.areEqual(former, run))
        isDropped = state.drop(to: bound)
      } else {
        // Runs that cannot be reconstructed from the new one are dropped.
        state.past.removeAll()
        (state.size, state.last) = (0, nil)
      }
      state.newest = run
      return (isDropped, state.past.map(\.gone))
    }
    guard
      isDropped || kept.isEmpty && identity.knownCount > max(Self.fewRows, run.identifiers.count * 2)
    else { return }
    identity.forget(allBut: [run.identifiers.array] + kept)
  }

  /// Whether two runs look the same: equal lines, and the same remarks about them.
  private static func areEqual(_ one: Run, _ other: Run) -> Bool {
    one.table.bytes.isSame(as: other.table.bytes) && one.schema == other.schema
      && one.problem == other.problem && one.notes == other.notes && one.staleFiles == other.staleFiles
  }

  /// Consecutive runs that are equal.
  package struct Span: Hashable, Sendable {
    package var numbers: ClosedRange<Int>
    /// The times of the first and the last of them.
    package var times: ClosedRange<WallTime>
  }

  /// Returns the equal runs around a run; nil if the run is not stored.
  ///
  /// - Complexity: O(*n*) in the number of equal runs.
  package func span(of number: Int) -> Span? {
    state.withLock { state in
      guard let first = state.first, let newest = state.newest, (first...newest.number).contains(number)
      else { return nil }
      var (low, high) = (number, number)
      while low > first, state.past[low - 1 - first].isRepeated { low -= 1 }
      while high < newest.number, state.past[high - first].isRepeated { high += 1 }
      func time(_ number: Int) -> WallTime {
        number == newest.number ? newest.time : state.past[number - first].time
      }
      return Span(numbers: low...high, times: min(time(low), time(high))...max(time(low), time(high)))
    }
  }

  /// Drops the run with a number and all later ones.
  private func dropRuns(from number: Int) {
    guard let newest = state.withLock(\.newest), newest.number >= number else { return }
    var last = past(number - 1)
    if let run = last { last?.identifiers = identity.identifiers(of: run.table, in: run.schema) }
    state.withLock { state in
      let count = last == nil ? 0 : state.past.firstIndex { $0.number == number - 1 } ?? 0
      state.past.removeSubrange(count...)
      state.size = state.past.reduce(0) { $0 + $1.size }
      (state.newest, state.last) = (last, nil)
    }
  }

  /// Without a history, rows that are gone are forgotten once more than this number are known, and twice as
  /// many as the newest run has. So that takes little time, and a row that comes back at once is still known.
  static let fewRows = 10_000

  private static func gone(_ former: RowIdentifiers, _ next: RowIdentifiers) -> [Int] {
    if case .positions(let count) = former, case .positions(let others) = next {
      return Array(min(count, others)..<count)
    }
    let staying = Set(next)
    return former.filter { !staying.contains($0) }
  }

  /// Returns a stored run, with the identifiers that its rows have by the current key; nil if it is not
  /// stored.
  ///
  /// - Complexity: O(bytes of the run) for the newest run, and for the run before the one requested last; for
  ///   others, multiplied by the number of steps.
  package func run(_ number: Int) async -> Run? {
    let newest = state.withLock(\.newest)
    let isNewest = number == newest?.number
    guard var run = isNewest ? newest : past(number) else { return nil }
    let key = identity.key(of: run.schema)
    if isNewest, run.key == key { return run }
    run.identifiers = identity.identifiers(of: run.table, in: run.schema)
    run.key = key
    return run
  }

  /// Reconstructs a past run without identifiers. The lock is not held meanwhile.
  private func past(_ number: Int) -> Run? {
    let (past, newest, last) = state.withLock { ($0.past, $0.newest, $0.last) }
    guard let newest, let first = past.first?.number, number >= first, number < newest.number else {
      return nil
    }
    var text = newest.table.bytes
    var current = newest.number
    if let last, last.number >= number, last.number < current { (current, text) = last }
    while current > number {
      current -= 1
      text = TextBytes(past[current - first].patch.applied(to: text[0..<text.count]))
    }
    state.withLock { state in
      // A run that can no longer be reconstructed is not stored either.
      if let first = state.first, first <= number { state.last = (number, text) }
    }
    let entry = past[number - first]
    return Run(
      number: number, time: entry.time, table: RunReader.table(text, by: entry.frame.shape),
      identifiers: .positions(0), facts: entry.frame.facts)
  }
}

/// The state of a row during one or more consecutive runs.
package struct RowState: Hashable, Sendable {
  /// The first run with this state.
  package var number: Int
  package var time: WallTime
  /// The cells; nil while the row does not exist.
  package var cells: [String]?
}

extension History: RunObserver {
  package func take(_ run: inout Run) {
    run.replaced = []
    if run.isComplete, run.series != .open { add(run) }
  }

  /// Returns the states of a row, the newest first, as far as runs are stored.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the row.
  ///   - limit: The maximum number of states.
  ///   - runs: The maximum number of runs that are searched.
  ///   - reader: Reads the runs as the user chose; nil for the runs of the source.
  /// - Complexity: O(bytes of those runs).
  package func past(
    of identifier: Int, atMost limit: Int = 100, lookingThrough runs: Int = 1_000,
    readBy reader: RunReader? = nil
  ) async -> [RowState] {
    guard let numbers else { return [] }
    var reader = reader
    var states: [RowState] = []
    for number in numbers.reversed().prefix(runs) {
      guard !Task.isCancelled, let kept = await run(number) else { break }
      let run = reader?.chosen(kept) ?? kept
      let row = run.identifiers.firstIndex(of: identifier)
      let cells = row.map { run.table.texts($0, run.table.columns.indices) }
      if let last = states.indices.last, states[last].cells == cells {
        (states[last].number, states[last].time) = (run.number, run.time)
      } else if states.count == limit {
        return states
      } else {
        states.append(RowState(number: run.number, time: run.time, cells: cells))
      }
    }
    // The time before the row first appeared is not a state.
    if let last = states.last, last.cells == nil { states.removeLast() }
    return states
  }
}
