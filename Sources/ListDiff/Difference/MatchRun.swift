/// Consecutive items of the new snapshot that are also consecutive in the old one.
///
///     old   a b c d e f          new 1, old 2, count 3, step +1
///     new   x c d e              (a step of -1 is a reversed stretch)
struct MatchRun: Sendable {
  /// The new index of the first item.
  var new: Int32
  /// The old index of the first item.
  var old: Int32
  var count: Int32
  /// The distance to the old index of the next item: 1 or -1.
  var step: Int8
  /// Whether the items stay, or in which direction they moved.
  var motion: Motion

  enum Motion: UInt8, Sendable {
    case stays
    case up
    case down
    /// Found out of step; decided later.
    case undecided

    /// Whether the run came from another section, and therefore moved.
    var isCrossing: Bool { self == .up || self == .down }
  }

  @inline(__always)
  init(new: Int, old: Int, count: Int, step: Int8 = 1, motion: Motion = .stays) {
    self.new = Int32(truncatingIfNeeded: new)
    self.old = Int32(truncatingIfNeeded: old)
    self.count = Int32(truncatingIfNeeded: count)
    self.step = step
    self.motion = motion
  }

  var newEnd: Int32 { new &+ count }

  var newRange: Range<Int> { Int(new)..<Int(newEnd) }

  /// The minimum old index.
  var oldLow: Int32 { step > 0 ? old : old &- count &+ 1 }

  var oldRange: Range<Int> { Int(oldLow)..<Int(oldLow &+ count) }

  /// Returns the old index of the item at a new index.
  func origin(of newIndex: Int) -> Int { Int(old) &+ (newIndex &- Int(new)) &* Int(step) }

  /// Returns the new index of the item at an old index.
  func destination(of oldIndex: Int) -> Int { Int(new) &+ (oldIndex &- Int(old)) &* Int(step) }

  /// Returns the part of the run at some of its new indexes, with a motion.
  func part(_ newRange: Range<Int>, _ motion: Motion) -> MatchRun {
    MatchRun(
      new: newRange.lowerBound, old: origin(of: newRange.lowerBound), count: newRange.count, step: step,
      motion: motion)
  }
}

extension ArraySlice<MatchRun> {
  /// Returns the indexes of the runs, counted from the first, in old order.
  ///
  /// A few runs are sorted, and many are written into a table of all old positions.
  func indexesInOldOrder() -> ContiguousArray<Int32> {
    let starts = ContiguousArray(lazy.map(\.oldLow))
    guard let low = starts.min(), let high = starts.max() else { return [] }
    if count < (high - low) / 16 { return indexes(inOrderOf: starts) }
    var table = ContiguousArray<Int32>(repeating: -1, count: Int(high - low) + 1)
    for index in starts.indices { table[Int(starts[index] &- low)] = Int32(truncatingIfNeeded: index) }
    var filled = 0
    for index in table.indices {
      table[filled] = table[index]
      filled &+= table[index] < 0 ? 0 : 1
    }
    table.removeLast(table.count - count)
    return table
  }
}

extension ContiguousArray<MatchRun> {
  /// Returns the runs, which are in new order, cut at the section bounds of both snapshots.
  func cut(newEnds: [Int], oldEnds: [Int]) -> Self {
    if newEnds.count == 1, oldEnds.count == 1 { return self }
    var result = Self()
    result.reserveCapacity(count &+ newEnds.count)
    var newSection = 0
    for run in self {
      var new = Int(run.new)
      var old = Int(run.old)
      let end = Int(run.newEnd)
      var oldSection = oldEnds.firstIndex(above: old)
      while new < end {
        while newEnds[newSection] <= new { newSection &+= 1 }
        while oldEnds[oldSection] <= old { oldSection &+= 1 }
        let count = Swift.min(end &- new, newEnds[newSection] &- new, oldEnds[oldSection] &- old)
        result.append(run.part(new..<new &+ count, .undecided))
        new &+= count
        old &+= count
      }
    }
    return result
  }
}
