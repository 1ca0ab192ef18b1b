/// An order of handles, kept as runs of consecutive ones: as long as there are few edits, it is short.
///
///     order        20 21 22 | 7 | 23 24 | 0 1 2
///     starts       20         7   23      0           first handle of each run
///     ends         3          4   6       9           positions before the end of each run
///     byHandle     3 1 0 2                            runs by their first handle
///
/// Looking up goes by binary search either way. An edit shifts what is behind it, a few bytes a run at the speed
/// of memory; `ItemStorage` sees to it that there are never more than a few thousand runs.
@usableFromInline
struct RunOrder: Sendable {
  @usableFromInline var starts: ContiguousArray<Int32>
  @usableFromInline var ends: ContiguousArray<Int32>
  @usableFromInline var byHandle: ContiguousArray<Int32>

  /// The handles 0, 1, 2, …
  @inlinable
  init(identity count: Int) {
    starts = count > 0 ? [0] : []
    ends = count > 0 ? [Int32(truncatingIfNeeded: count)] : []
    byHandle = count > 0 ? [0] : []
  }

  /// The number of handles.
  @inlinable var count: Int { Int(ends.last ?? 0) }

  @inlinable var runCount: Int { starts.count }

  /// The position at which a run begins.
  @inlinable @inline(__always)
  func position(ofRun run: Int) -> Int { run == 0 ? 0 : Int(ends[run &- 1]) }

  @inlinable @inline(__always)
  func run(at index: Int) -> HandleRun {
    HandleRun(start: Int(starts[index]), count: Int(ends[index]) &- position(ofRun: index))
  }
}

extension RunOrder {
  /// The handle at a position, which must be in range.
  ///
  /// - Complexity: O(log *runs*).
  @inlinable
  func handle(at position: Int) -> Int {
    let run = run(holding: position)
    return Int(starts[run]) &+ position &- self.position(ofRun: run)
  }

  /// The run that holds a position, or the count of runs for the end.
  @inlinable
  func run(holding position: Int) -> Int {
    ends.withUnsafeBufferPointer { ends in
      ends.indices.partitioningIndex { Int(ends[$0]) > position }
    }
  }

  /// The position of a handle, or nil when it is not in the order.
  ///
  /// - Complexity: O(log *runs*).
  @inlinable
  func position(of handle: Int) -> Int? {
    let place = firstPlace(above: handle) &- 1
    if place < 0 { return nil }
    let run = Int(byHandle[place])
    let position = position(ofRun: run) &+ handle &- Int(starts[run])
    return position < Int(ends[run]) ? position : nil
  }

  /// The first place in `byHandle` whose run starts above a handle.
  @inlinable
  func firstPlace(above handle: Int) -> Int {
    byHandle.withUnsafeBufferPointer { byHandle in
      starts.withUnsafeBufferPointer { starts in
        byHandle.indices.partitioningIndex { Int(starts[Int(byHandle[$0])]) > handle }
      }
    }
  }

  /// The handles at some positions.
  @inlinable
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
