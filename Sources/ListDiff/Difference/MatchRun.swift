/// Consecutive items of the new snapshot that are also consecutive in the old one.
///
///     old   a b c d e f          new 1, old 2, count 3, step +1
///     new   x c d e              (a step of -1 is a reversed stretch)
struct MatchRun: Sendable {
  /// The new index of the first item.
  var new: Int32
  /// The old index of the first item.
  var old: Int32
  /// The number of items.
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
}

/// Runs in the order of the new snapshot, built item by item.
struct MatchRuns {
  var runs: ContiguousArray<MatchRun> = []
  var open = MatchRun(new: -2, old: -2, count: 0)

  init() {}

  /// Appends a match found by the join, or extends the open run if the match continues it.
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

  /// Extends the open run.
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
        result.append(MatchRun(new: new, old: old, count: count, motion: .undecided))
        new &+= count
        old &+= count
      }
    }
    return result
  }
}

// MARK: - Confirming

// Invariants of this part: both pointers are valid for `stride` bytes for each item of a run.

extension ContiguousArray<MatchRun> {
  /// Returns these runs of items with equal hashes, without the items that are not equal.
  ///
  /// Items with the same bytes are equal, whatever their type; `areEqual` decides about the others.
  ///
  /// - Parameters:
  ///   - old: The first old item.
  ///   - new: The first new item.
  ///   - stride: The number of bytes from one item to the next.
  ///   - areEqual: Whether an old and a new item, given by their indexes, are equal.
  /// - Complexity: O(*items*); calls `areEqual` only for items with different bytes.
  func confirmed(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, stride: Int,
    _ areEqual: (_ old: Int, _ new: Int) -> Bool
  ) -> Self {
    // The usual sizes are constants, so that comparing an item takes a few instructions.
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

  /// Appends the part of a run at the given new indexes.
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
