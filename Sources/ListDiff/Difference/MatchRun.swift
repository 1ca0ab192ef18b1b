/// Items that are in both snapshots, one after the other.
///
///     old   a b c d e f          new 1, old 2, count 3, step +1
///     new   x c d e              (a step of -1 is a stretch that came out reversed)
struct MatchRun: Sendable {
  /// Index in the new snapshot of the first.
  var new: Int32
  /// Index in the old snapshot of the first.
  var old: Int32
  /// How many.
  var count: Int32
  /// Where the next one stood: one further, or one before.
  var step: Int8
  /// Whether they stay or have moved.
  var motion: Motion

  enum Motion: UInt8, Sendable {
    case stays
    case up
    case down
    /// Found out of step; whether it stays is decided later.
    case undecided
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

  /// The lowest old index.
  var oldLow: Int32 { step > 0 ? old : old &- count &+ 1 }

  var oldRange: Range<Int> { Int(oldLow)..<Int(oldLow &+ count) }

  /// The old index of the item at a new index.
  func origin(of newIndex: Int) -> Int { Int(old) &+ (newIndex &- Int(new)) &* Int(step) }

  /// The new index of the item at an old index.
  func destination(of oldIndex: Int) -> Int { Int(new) &+ (oldIndex &- Int(old)) &* Int(step) }
}

/// Runs in the order of the new snapshot, put together item by item.
struct MatchRuns {
  var runs: ContiguousArray<MatchRun> = []
  var open = MatchRun(new: -2, old: -2, count: 0)

  init() {}

  /// Appends a match found by the join; puts it to the one before where it continues that.
  @inline(__always)
  mutating func append(new: Int, old: Int) {
    if open.count > 0, Int(open.newEnd) == new {
      let ahead = old &- open.origin(of: new &- 1)
      if ahead == Int(open.step) || (open.count == 1 && (ahead == 1 || ahead == -1)) {
        open.step = Int8(truncatingIfNeeded: ahead)
        open.count &+= 1
        return
      }
    }
    finish()
    open = MatchRun(new: new, old: old, count: 1, motion: .undecided)
  }

  /// Lets the last match go on.
  @inline(__always)
  mutating func extend(by count: Int, step: Int) {
    open.step = Int8(truncatingIfNeeded: step)
    open.count &+= Int32(truncatingIfNeeded: count)
  }

  @inline(__always)
  mutating func finish() {
    if open.count > 0 { runs.append(open) }
    open.count = 0
  }
}
extension ContiguousArray<MatchRun> {
  /// The runs, which are in new order, cut where a section begins or ends on either side.
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
        result.append(MatchRun(new: new, old: old, count: count, motion: .undecided))
        new &+= count
        old &+= count
      }
    }
    return result
  }
}

// MARK: - Confirming

// Invariants of this part: both pointers are valid for `stride` bytes for each item that a run names.

extension ContiguousArray<MatchRun> {
  /// Runs of items with equal hashes, less the items that are not equal.
  ///
  /// Items with the same bytes are equal, whatever their type; the others are asked for.
  ///
  /// - Parameters:
  ///   - old: The first old item.
  ///   - new: The first new item.
  ///   - stride: The bytes from one item to the next.
  ///   - areEqual: Whether an old and a new item, given by their indexes, are equal.
  /// - Complexity: O(*items*), of which only those with different bytes are asked for.
  func confirmed(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, stride: Int,
    _ areEqual: (_ old: Int, _ new: Int) -> Bool
  ) -> Self {
    // The usual sizes as constants, so that comparing an item is a few instructions.
    switch stride {
    case 8: confirmed(old, new, size: 8, areEqual)
    case 16: confirmed(old, new, size: 16, areEqual)
    default: confirmed(old, new, size: stride, areEqual)
    }
  }

  @inline(__always)
  private func confirmed(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, size: Int, _ areEqual: (Int, Int) -> Bool
  ) -> Self {
    var confirmed = Self()
    var isCut = false
    for (position, run) in enumerated() {
      var start = Int(run.new)
      run.forEachDifference(old, new, size: size) { before, after in
        if areEqual(before, after) { return }
        if !isCut { confirmed.append(contentsOf: self[..<position]) }
        isCut = true
        confirmed.append(run, start..<after)
        start = after &+ 1
      }
      if isCut { confirmed.append(run, start..<Int(run.newEnd)) }
    }
    return isCut ? confirmed : self
  }

  /// Appends the part of a run that has some new indexes.
  private mutating func append(_ run: MatchRun, _ part: Range<Int>) {
    if part.isEmpty { return }
    let start = part.lowerBound
    append(
      MatchRun(new: start, old: run.origin(of: start), count: part.count, step: run.step, motion: run.motion))
  }
}

extension MatchRun {
  /// Calls `body` with the old and the new index of each item whose bytes differ, in new order.
  @inline(__always)
  fileprivate func forEachDifference(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, size: Int, _ body: (Int, Int) -> Void
  ) {
    var first = old + Int(self.old) &* size
    var second = new + Int(self.new) &* size
    let distance = step > 0 ? size : -size
    var index = 0
    while index < count {
      if step > 0, Int(count) &- index >= 16 {
        let same = commonPrefix(first, second, byteCount: (Int(count) &- index) &* size) / size
        index &+= same
        first += same &* size
        second += same &* size
        if index == count { return }
      }
      if !Self.areSame(first, second, size) {
        body(Int(self.old) &+ index &* Int(step), Int(self.new) &+ index)
      }
      index &+= 1
      first += distance
      second += size
    }
  }

  /// Whether two items have the same bytes.
  @inline(__always)
  private static func areSame(_ first: UnsafeRawPointer, _ second: UnsafeRawPointer, _ size: Int) -> Bool {
    var difference: UInt64 = 0
    var offset = 0
    while offset &+ 8 <= size {
      difference |=
        first.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ second.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    if difference != 0 { return false }
    while offset < size {
      if first.load(fromByteOffset: offset, as: UInt8.self)
        != second.load(fromByteOffset: offset, as: UInt8.self)
      {
        return false
      }
      offset &+= 1
    }
    return true
  }
}
