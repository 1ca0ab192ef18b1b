/// An order of handles, stored as runs of consecutive handles. With few edits, there are few runs.
///
///     order        20 21 22 | 7 | 23 24 | 0 1 2
///     starts       20         7   23      0           first handle of each run
///     ends         3          4   6       9           positions before the end of each run
///     byHandle     3 1 0 2                            the runs, sorted by their first handle
///
/// Lookups in both directions are binary searches. An edit shifts all runs behind it, a few bytes each, at
/// the speed of memory; `ItemStorage` limits the number of runs to a few thousand.
struct RunOrder: Sendable {
  private var starts: ContiguousArray<Int32>
  private var ends: ContiguousArray<Int32>
  private var byHandle: ContiguousArray<Int32>

  /// Creates the order of the handles 0, 1, 2, …
  init(identity count: Int) {
    starts = count > 0 ? [0] : []
    ends = count > 0 ? [Int32(truncatingIfNeeded: count)] : []
    byHandle = count > 0 ? [0] : []
  }

  var count: Int { Int(ends.last ?? 0) }

  var runCount: Int { starts.count }

  /// Returns the position at which a run begins.
  @inline(__always)
  func position(ofRun run: Int) -> Int { run == 0 ? 0 : Int(ends[run &- 1]) }

  @inline(__always)
  func run(at index: Int) -> HandleRun {
    HandleRun(start: Int(starts[index]), count: Int(ends[index]) &- position(ofRun: index))
  }

  /// Returns the handle at a position, which must be in range.
  ///
  /// - Complexity: O(log *runs*).
  func handle(at position: Int) -> Int {
    let run = run(holding: position)
    return Int(starts[run]) &+ position &- self.position(ofRun: run)
  }

  /// Returns the run that holds a position, or the number of runs for the end.
  private func run(holding position: Int) -> Int {
    ends.withUnsafeBufferPointer { ends in
      ends.indices.partitioningIndex { Int(ends[$0]) > position }
    }
  }

  /// Returns the position of a handle, or nil if it is not in the order.
  ///
  /// - Complexity: O(log *runs*).
  func position(of handle: Int) -> Int? {
    let rank = firstRank(above: handle) &- 1
    if rank < 0 { return nil }
    let run = Int(byHandle[rank])
    let position = position(ofRun: run) &+ handle &- Int(starts[run])
    return position < Int(ends[run]) ? position : nil
  }

  /// Returns the first rank in `byHandle` whose run starts above a handle.
  private func firstRank(above handle: Int) -> Int {
    byHandle.withUnsafeBufferPointer { byHandle in
      starts.withUnsafeBufferPointer { starts in
        byHandle.indices.partitioningIndex { Int(starts[Int(byHandle[$0])]) > handle }
      }
    }
  }

  func handles(in positions: Range<Int>) -> HandleRuns {
    var result = HandleRuns()
    var index = run(holding: positions.lowerBound)
    while index < starts.count, position(ofRun: index) < positions.upperBound {
      let start = position(ofRun: index)
      let low = Swift.max(start, positions.lowerBound)
      let high = Swift.min(Int(ends[index]), positions.upperBound)
      result.append(HandleRun(start: Int(starts[index]) &+ low &- start, count: high &- low))
      index &+= 1
    }
    return result
  }
}

// MARK: - Editing

extension RunOrder {
  /// Replaces the handles at the given positions by others that are not in the order, and joins runs that then
  /// continue each other.
  ///
  /// - Complexity: O(*runs*).
  mutating func splice(_ positions: Range<Int>, with handles: HandleRuns = HandleRuns()) {
    var first = run(holding: positions.lowerBound)
    if first == starts.count || position(ofRun: first) == positions.lowerBound {
      first = Swift.max(0, first &- 1)
    }
    let last = Swift.min(run(holding: positions.upperBound), starts.count &- 1)
    var spliced = HandleRuns()
    if first <= last {
      let start = position(ofRun: first)
      let end = Int(ends[last])
      spliced = self.handles(in: start..<positions.lowerBound)
      handles.forEach { spliced.append($0) }
      self.handles(in: positions.upperBound..<end).forEach { spliced.append($0) }
    } else {
      spliced = handles
    }
    replace(first..<last &+ 1, with: spliced)
  }

  private mutating func replace(_ runs: Range<Int>, with new: HandleRuns) {
    let newCount = new.earlier.count &+ (new.last.count > 0 ? 1 : 0)
    let begin = position(ofRun: runs.lowerBound)
    let change = new.count &- (runs.isEmpty ? 0 : Int(ends[runs.upperBound &- 1]) &- begin)
    unlist(runs, shifting: newCount &- runs.count)
    if runs.upperBound < ends.count, change != 0 { shift(from: runs.upperBound, by: change) }
    starts.replaceSubrange(runs, with: repeatElement(0, count: newCount))
    ends.replaceSubrange(runs, with: repeatElement(0, count: newCount))
    var index = runs.lowerBound
    var end = begin
    new.forEach { run in
      end &+= Int(run.count)
      starts[index] = run.start
      ends[index] = Int32(truncatingIfNeeded: end)
      index &+= 1
    }
    for index in runs.lowerBound..<runs.lowerBound &+ newCount { list(index) }
  }

  /// Moves the ends of all runs from `run` to the last.
  private mutating func shift(from run: Int, by change: Int) {
    let change = Int32(truncatingIfNeeded: change)
    ends.withUnsafeMutableBufferPointer { ends in
      for index in run..<ends.count { ends[index] &+= change }
    }
  }

  /// Removes runs from `byHandle`, and renumbers the runs behind them.
  private mutating func unlist(_ runs: Range<Int>, shifting change: Int) {
    if runs.count > 8 {
      byHandle.removeAll { runs.contains(Int($0)) }
    } else {
      for run in runs { byHandle.remove(at: firstRank(above: Int(starts[run])) &- 1) }
    }
    if change == 0 { return }
    let high = Int32(truncatingIfNeeded: runs.upperBound)
    let change = Int32(truncatingIfNeeded: change)
    byHandle.withUnsafeMutableBufferPointer { byHandle in
      for rank in 0..<byHandle.count { byHandle[rank] &+= byHandle[rank] >= high ? change : 0 }
    }
  }

  /// Adds a run to `byHandle`.
  private mutating func list(_ run: Int) {
    byHandle.insert(Int32(truncatingIfNeeded: run), at: firstRank(above: Int(starts[run])))
  }
}

// MARK: - Restricting and comparing

extension RunOrder {
  func handles(below bound: Int, at kept: PositionSet) -> PositionSet {
    PositionSet(bound: bound) { words in
      for index in 0..<runCount {
        let run = run(at: index)
        let position = position(ofRun: index)
        let count = Swift.min(Int(run.end), bound) - Int(run.start)
        if count > 0 { kept.write(position..<position + count, to: words, at: Int(run.start)) }
      }
    }
  }

  /// Returns the part of this order at the given positions, renumbered.
  ///
  /// A handle below the bound of `handles` becomes its rank in that set; a handle above the bound keeps its
  /// distance, now from the count of the set.
  func runs(at kept: PositionSet, renumbering handles: PositionSet) -> HandleRuns {
    var runs = HandleRuns()
    for index in 0..<runCount {
      let run = run(at: index)
      let position = position(ofRun: index)
      let middle = Swift.min(Swift.max(handles.bound, Int(run.start)), Int(run.end))
      if Int(run.start) < middle {
        let start = handles.rank(Int(run.start))
        runs.append(HandleRun(start: start, count: handles.rank(middle) - start))
      }
      let first = position + middle - Int(run.start)
      let end = position + Int(run.count)
      kept.forEachStretch(at: kept.rank(first)..<kept.rank(end)) { positions in
        let start = handles.count + middle - handles.bound + positions.lowerBound - first
        runs.append(HandleRun(start: start, count: positions.count))
      }
    }
    return runs
  }

  /// Adds a match for each stretch of `handles` in this order; `new` is the new position of the first handle.
  func match(_ handles: HandleRun, at new: Int, into runs: inout ContiguousArray<MatchRun>) {
    var rank = Swift.max(0, firstRank(above: Int(handles.start)) &- 1)
    while rank < byHandle.count {
      let index = Int(byHandle[rank])
      let run = run(at: index)
      if run.start >= handles.end { return }
      let low = Swift.max(run.start, handles.start)
      let high = Swift.min(run.end, handles.end)
      if low < high {
        runs.append(
          MatchRun(
            new: new &+ Int(low &- handles.start), old: position(ofRun: index) &+ Int(low &- run.start),
            count: Int(high &- low), motion: .undecided))
      }
      rank &+= 1
    }
  }

  init(_ handles: HandleRuns) {
    self.init(identity: 0)
    starts.reserveCapacity(handles.earlier.count &+ 1)
    ends.reserveCapacity(handles.earlier.count &+ 1)
    var end: Int32 = 0
    handles.forEach { run in
      end &+= run.count
      starts.append(run.start)
      ends.append(end)
    }
    byHandle = indexes(inOrderOf: starts)
  }

  /// Whether starts, ends and the list by handle agree; for assertions and tests.
  func checkInvariants() -> Bool {
    guard starts.count == ends.count, byHandle.count == starts.count else { return false }
    guard zip(ends, ends.dropFirst()).allSatisfy(<), ends.first ?? 1 > 0 else { return false }
    let runs = byHandle.map { run(at: Int($0)) }
    return zip(runs, runs.dropFirst()).allSatisfy { $0.end <= $1.start }
  }
}

/// Consecutive handles: `start`, `start + 1`, …
struct HandleRun: Equatable, Sendable {
  var start: Int32
  var count: Int32

  init(start: Int, count: Int) {
    self.start = Int32(truncatingIfNeeded: start)
    self.count = Int32(truncatingIfNeeded: count)
  }

  var end: Int32 { start &+ count }

  var handles: Range<Int> { Int(start)..<Int(end) }
}

/// A list of handles, stored as runs. A single run needs no allocation.
struct HandleRuns: Sendable {
  var last = HandleRun(start: 0, count: 0)
  var earlier: ContiguousArray<HandleRun> = []
  var count = 0

  init() {}

  init(_ range: Range<Int>) {
    last = HandleRun(start: range.lowerBound, count: range.count)
    count = range.count
  }

  /// Appends handles, and joins them to the last run if they continue that run.
  mutating func append(_ run: HandleRun) {
    if run.count == 0 { return }
    if last.count > 0, last.end == run.start {
      last.count &+= run.count
    } else {
      if last.count > 0 { earlier.append(last) }
      last = run
    }
    count &+= Int(run.count)
  }

  func forEach(_ body: (HandleRun) throws -> Void) rethrows {
    for run in earlier { try body(run) }
    if last.count > 0 { try body(last) }
  }
}

/// Returns the indexes of numbers, which are not negative, in the increasing order of the numbers.
func indexes(inOrderOf numbers: ContiguousArray<Int32>) -> ContiguousArray<Int32> {
  var pairs = ContiguousArray(
    numbers.indices.lazy.map {
      UInt64(truncatingIfNeeded: numbers[$0]) &<< 32 | UInt64(truncatingIfNeeded: $0)
    })
  pairs.sort()
  return ContiguousArray(pairs.lazy.map { Int32(truncatingIfNeeded: $0) })
}
