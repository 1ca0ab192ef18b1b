import ListData
import Synchronization

/// The runs so far, as many as fit: the newest whole, and of each older one what differs from the next.
///
/// ```text
///  number    7      8      9      10
///          patch◀─patch◀─patch◀─ whole
/// ```
///
/// Runs that are asked for are made again, which takes time: ``run(_:)`` is not for the main actor, and does its work
/// elsewhere.
final class History: Sendable {
  /// What a run is made of again, with the next one.
  private struct Entry {
    let number: Int
    let time: WallTime
    let frame: Frame
    /// How its text is made of the next one's.
    let patch: RunPatch
    /// Rows that the next run does not have.
    let gone: [Int]
    /// How much memory it takes.
    let size: Int
  }

  /// What runs have beside their rows, numbers and times; those that follow each other mostly share it.
  private final class Frame: Sendable {
    let facts: Run.Facts
    let shape: TableShape

    init(_ run: Run) { (facts, shape) = (run.facts, run.table.shape) }

    func isFrame(of run: Run) -> Bool { facts == run.facts && shape == run.table.shape }

    /// About how much memory it takes.
    var size: Int { 1_000 + facts.diagnostics.count + shape.columns.count * 200 }
  }

  private struct State {
    /// All runs but the newest, the oldest first.
    var past: [Entry] = []
    var newest: Run?
    /// What the past takes.
    var size = 0
    /// The run that was made again last, for the step from it to the one before.
    var last: (number: Int, text: TextBytes)?

    var first: Int? { past.first?.number ?? newest?.number }

    mutating func append(_ run: Run, _ patch: RunPatch, _ gone: [Int]) {
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
        Entry(number: run.number, time: run.time, frame: frame, patch: patch, gone: gone, size: size))
      self.size += size
    }

    /// Drops the oldest runs where all take more than `bound`: an eighth of it, for each time costs as much as the past is long.
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

  /// - Parameter bound: How many bytes the past may take.
  init(bound: Int, identity: RowIdentity) {
    self.bound = bound
    self.identity = identity
  }

  /// The numbers of the runs that are kept, the last the newest; nil where there is none.
  var numbers: ClosedRange<Int>? {
    state.withLock { state in
      guard let first = state.first, let newest = state.newest else { return nil }
      return first...newest.number
    }
  }

  /// The run that was there at a time: the last one up to it, else the oldest that is kept; nil where there is none.
  func number(at time: WallTime) -> Int? {
    // Users name times to the second.
    func wasThere(_ other: WallTime) -> Bool { other.seconds.rounded(.down) <= time.seconds }
    return state.withLock { state in
      if let newest = state.newest, wasThere(newest.time) { return newest.number }
      return state.past.last { wasThere($0.time) }?.number ?? state.first
    }
  }

  /// How many bytes the past takes.
  var size: Int { state.withLock(\.size) }

  /// Adds the next run.
  ///
  /// - Complexity: O(bytes of the run and of the one before).
  func add(_ run: Run) {
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
    let forgets = state.withLock { state -> [[Int]]? in
      if let former, let patch {
        state.append(former, patch, gone)
      } else {
        // What cannot be made of the new one is forgotten.
        state.past.removeAll()
        (state.size, state.last) = (0, nil)
      }
      state.newest = run
      return state.drop(to: bound) ? [run.identifiers.array] + state.past.map(\.gone) : nil
    }
    if let forgets { identity.forget(allBut: forgets) }
  }

  private static func gone(_ former: RowIdentifiers, _ next: RowIdentifiers) -> [Int] {
    if case .places(let count) = former, case .places(let others) = next {
      return Array(min(count, others)..<count)
    }
    let staying = Set(next)
    return former.filter { !staying.contains($0) }
  }

  /// A run that is kept, with the identifiers its rows have by the key of now.
  ///
  /// - Complexity: O(bytes of the run) for the newest, and for the one before the one asked for last; for others, times
  ///   the steps.
  func run(_ number: Int) async -> Run? {
    let newest = state.withLock(\.newest)
    let isNewest = number == newest?.number
    guard var run = isNewest ? newest : past(number) else { return nil }
    let key = identity.key(of: run.schema)
    if isNewest, run.key == key { return run }
    run.identifiers = identity.identifiers(of: run.table, in: run.schema)
    run.key = key
    return run
  }

  /// A run of the past, made again without identifiers. The lock is not held meanwhile.
  private func past(_ number: Int) -> Run? {
    let (past, newest, last) = state.withLock { ($0.past, $0.newest, $0.last) }
    guard let newest, let first = past.first?.number, number >= first, number < newest.number else {
      return nil
    }
    var text = newest.table.bytes
    var place = newest.number
    if let last, last.number >= number, last.number < place { (place, text) = last }
    while place > number {
      place -= 1
      text = TextBytes(past[place - first].patch.applied(to: text[0..<text.count]))
    }
    state.withLock { state in
      // What cannot be made any more is not kept either.
      if let first = state.first, first <= number { state.last = (number, text) }
    }
    let entry = past[number - first]
    return Run(
      number: number, time: entry.time, table: TextTable(text, shape: entry.frame.shape.ofConvertedText),
      identifiers: .places(0), facts: entry.frame.facts)
  }
}

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
  ///   - choice: How runs are read.
  /// - Complexity: O(bytes of those runs).
  func past(
    of identifier: Int, atMost limit: Int = 100, lookingThrough runs: Int = 1_000,
    readBy choice: ReadingChoice = ReadingChoice()
  ) async -> [RowState] {
    guard let numbers else { return [] }
    var choice = choice
    var states: [RowState] = []
    for number in numbers.reversed().prefix(runs) {
      guard !Task.isCancelled, let kept = await run(number) else { break }
      let run = choice.read(kept, identity)
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
