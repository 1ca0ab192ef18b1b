extension SnapshotDifference {
  /// The runs by old index, or nothing when they are in that order already.
  ///
  /// Runs that stand are in old order unless sections moved, so only the others need sorting. Where sections moved
  /// or nearly everything did, places are dealt out instead.
  @inlinable
  static func oldOrder(of runs: ContiguousArray<MatchRun>, oldCount: Int) -> ContiguousArray<Int32> {
    var moved = ContiguousArray<UInt64>()
    var last: Int32 = -1
    var isSorted = true
    var standsInOrder = true
    for index in runs.indices {
      let low = runs[index].oldLow
      if runs[index].motion == .stands {
        standsInOrder = standsInOrder && low > last
        last = low
      } else {
        isSorted = false
        if moved.count <= runs.count / 2 {
          moved.append(UInt64(truncatingIfNeeded: low) &<< 32 | UInt64(truncatingIfNeeded: index))
        }
      }
    }
    if isSorted, standsInOrder { return [] }
    if standsInOrder, moved.count <= runs.count / 2 { return merged(runs, &moved) }
    if runs.count < oldCount / 16 {
      return ContiguousArray((0..<Int32(runs.count)).sorted { runs[Int($0)].oldLow < runs[Int($1)].oldLow })
    }
    return dealt(runs, oldCount: oldCount)
  }

  /// The order of runs of which few have moved.
  @inlinable
  static func merged(
    _ runs: ContiguousArray<MatchRun>, _ moved: inout ContiguousArray<UInt64>
  ) -> ContiguousArray<Int32> {
    moved.sort()
    var order = ContiguousArray<Int32>()
    order.reserveCapacity(runs.count)
    var next = 0
    for index in runs.indices where runs[index].motion == .stands {
      while next < moved.count, moved[next] &>> 32 < UInt64(truncatingIfNeeded: runs[index].old) {
        order.append(Int32(truncatingIfNeeded: moved[next] & 0xFFFF_FFFF))
        next &+= 1
      }
      order.append(Int32(truncatingIfNeeded: index))
    }
    for entry in moved[next...] { order.append(Int32(truncatingIfNeeded: entry & 0xFFFF_FFFF)) }
    return order
  }

  /// The order of runs, found by giving each the place it has among all old items.
  @inlinable
  static func dealt(_ runs: ContiguousArray<MatchRun>, oldCount: Int) -> ContiguousArray<Int32> {
    var runAtOld = ContiguousArray<Int32>(repeating: -1, count: oldCount)
    for index in runs.indices { runAtOld[Int(runs[index].oldLow)] = Int32(truncatingIfNeeded: index) }
    var filled = 0
    for index in runAtOld.indices {
      runAtOld[filled] = runAtOld[index]
      filled &+= runAtOld[index] < 0 ? 0 : 1
    }
    runAtOld.removeLast(oldCount - runs.count)
    return runAtOld
  }
}
