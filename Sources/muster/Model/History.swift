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
  /// A run without its rows.
  private struct Entry {
    var run: Run
    /// How its text is made of the next one's; nil for the newest.
    var patch: RunPatch?
    /// Rows that the next run does not have.
    var gone: [Int] = []

    /// What it takes, but for the rows of the newest.
    var size: Int { 200 + run.diagnostics.count + (patch?.size ?? 0) + gone.count * MemoryLayout<Int>.size }
  }

  private struct State {
    var entries: [Entry] = []
    /// What all entries but the newest take.
    var size = 0
    var dropped = 0
    /// The run that was made again last, for the step from it to the one before.
    var last: (number: Int, text: TextBytes)?
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
      guard let first = state.entries.first, let last = state.entries.last else { return nil }
      return first.run.number...last.run.number
    }
  }

  /// The run that was there at a time: the last one up to it, else the oldest that is kept; nil where there is none.
  func number(at time: WallTime) -> Int? {
    state.withLock { state in
      let runs = state.entries.lazy.map(\.run)
      // What was there is told to the second.
      return (runs.last { $0.time.seconds.rounded(.down) <= time.seconds } ?? runs.first)?.number
    }
  }

  /// How many bytes the past takes.
  var size: Int { state.withLock(\.size) }

  /// Adds the next run.
  ///
  /// - Complexity: O(bytes of the run and of the one before).
  func add(_ run: Run) {
    let former = state.withLock { $0.entries.last?.run }
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
      if let patch, var last = state.entries.popLast() {
        last.run.table = TextTable(TextBytes([]), shape: last.run.table.shape)
        last.run.identifiers = .places(0)
        (last.patch, last.gone) = (patch, gone)
        state.entries.append(last)
        state.size += last.size
      } else {
        // What cannot be made of the new one is forgotten.
        state.entries.removeAll()
        (state.size, state.last) = (0, nil)
      }
      state.entries.append(Entry(run: run))
      return Self.drop(&state, to: bound)
    }
    if let forgets { identity.forget(allBut: forgets) }
  }

  /// Drops the oldest runs.
  ///
  /// - Returns: the identifiers of those that stay, when it is time to forget others.
  private static func drop(_ state: inout State, to bound: Int) -> [[Int]]? {
    var count = 0
    while state.size > bound, count < state.entries.count - 1 {
      state.size -= state.entries[count].size
      count += 1
    }
    guard count > 0 else { return nil }
    state.entries.removeFirst(count)
    state.dropped += count
    guard state.dropped >= max(256, state.entries.count / 4), let newest = state.entries.last else {
      return nil
    }
    state.dropped = 0
    return [newest.run.identifiers.array] + state.entries.map(\.gone)
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
    guard let (run, text) = text(of: number) else { return nil }
    let key = identity.key(of: run.schema)
    var made = run
    if let text {
      made.table = TextTable(text, shape: run.table.shape.ofConvertedText)
    } else if run.key == key {
      return made
    }
    made.identifiers = identity.identifiers(of: made.table, in: run.schema)
    made.key = key
    return made
  }

  /// A run, and its text where its rows are not kept. The lock is not held while it is made.
  private func text(of number: Int) -> (Run, TextBytes?)? {
    let (entries, last) = state.withLock { ($0.entries, $0.last) }
    guard let first = entries.first?.run.number, let newest = entries.last?.run, number >= first,
      number <= newest.number
    else { return nil }
    guard number < newest.number else { return (newest, nil) }
    var text = newest.table.bytes
    var place = newest.number
    if let last, last.number >= number, last.number < place { (place, text) = last }
    while place > number {
      place -= 1
      guard let patch = entries[place - first].patch else { return nil }
      text = TextBytes(patch.applied(to: text[0..<text.count]))
    }
    state.withLock { state in
      // What cannot be made any more is not kept either.
      if let first = state.entries.first?.run.number, first <= number { state.last = (number, text) }
    }
    return (entries[number - first].run, text)
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
