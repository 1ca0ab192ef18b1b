extension RunOrder {
  /// Places handles, none of which is in the order, before a position.
  ///
  /// - Complexity: O(*runs*).
  @inlinable
  mutating func insert(_ handles: HandleRuns, at position: Int) {
    splice(position..<position, with: handles)
  }

  /// Takes the handles at some positions out.
  ///
  /// - Complexity: O(*runs*).
  @inlinable
  mutating func remove(_ positions: Range<Int>) {
    splice(positions, with: HandleRuns())
  }

  /// Replaces the handles at some positions by others; runs that then continue each other become one.
  @inlinable
  mutating func splice(_ positions: Range<Int>, with handles: HandleRuns) {
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

  /// Replaces runs by others.
  @inlinable
  mutating func replace(_ runs: Range<Int>, with new: HandleRuns) {
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

  /// Moves the ends of all runs from one on.
  @inlinable
  mutating func shift(from run: Int, by change: Int) {
    let change = Int32(truncatingIfNeeded: change)
    ends.withUnsafeMutableBufferPointer { ends in
      for index in run..<ends.count { ends[index] &+= change }
    }
  }

  /// Drops runs from `byHandle`; those behind them change their numbers.
  @inlinable
  mutating func unlist(_ runs: Range<Int>, shifting change: Int) {
    if runs.count > 8 {
      byHandle.removeAll { runs.contains(Int($0)) }
    } else {
      for run in runs { byHandle.remove(at: firstPlace(above: Int(starts[run])) &- 1) }
    }
    if change == 0 { return }
    let high = Int32(truncatingIfNeeded: runs.upperBound)
    let change = Int32(truncatingIfNeeded: change)
    byHandle.withUnsafeMutableBufferPointer { byHandle in
      for place in 0..<byHandle.count { byHandle[place] &+= byHandle[place] >= high ? change : 0 }
    }
  }

  /// Adds a run to `byHandle`.
  @inlinable
  mutating func list(_ run: Int) {
    byHandle.insert(Int32(truncatingIfNeeded: run), at: firstPlace(above: Int(starts[run])))
  }
}

extension RunOrder {
  /// An order of runs.
  @inlinable
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
    let firsts = starts
    byHandle = ContiguousArray(0..<Int32(truncatingIfNeeded: firsts.count))
    byHandle.sort { firsts[Int($0)] < firsts[Int($1)] }
  }

  /// Whether starts, ends and the list by handle agree; for assertions and tests.
  @usableFromInline
  func checkInvariants() -> Bool {
    guard starts.count == ends.count, byHandle.count == starts.count else { return false }
    guard zip(ends, ends.dropFirst()).allSatisfy(<), ends.first ?? 1 > 0 else { return false }
    let runs = byHandle.map { run(at: Int($0)) }
    return zip(runs, runs.dropFirst()).allSatisfy { $0.end <= $1.start }
  }
}
