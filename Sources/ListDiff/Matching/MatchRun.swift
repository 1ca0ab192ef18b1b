/// Items that stand in both snapshots, one after the other.
///
///     old   a b c d e f          new 1, old 2, count 3, step +1
///     new   x c d e              (a step of -1 is a stretch that came out reversed)
@usableFromInline
struct MatchRun: Sendable {
  /// Index in the new snapshot of the first.
  @usableFromInline var new: Int32
  /// Index in the old snapshot of the first.
  @usableFromInline var old: Int32
  /// How many.
  @usableFromInline var count: Int32
  /// Where the next one stood: one further, or one before.
  @usableFromInline var step: Int8
  /// Whether they stand or have moved.
  @usableFromInline var motion: Motion

  @usableFromInline
  enum Motion: UInt8, Sendable {
    case stands
    case up
    case down
    /// Found out of step; whether it stands is still to be seen.
    case undecided
  }

  @inlinable @inline(__always)
  init(new: Int, old: Int, count: Int, step: Int8 = 1, motion: Motion = .stands) {
    self.new = Int32(truncatingIfNeeded: new)
    self.old = Int32(truncatingIfNeeded: old)
    self.count = Int32(truncatingIfNeeded: count)
    self.step = step
    self.motion = motion
  }

  @inlinable var newEnd: Int32 { new &+ count }

  @inlinable var newRange: Range<Int> { Int(new)..<Int(newEnd) }

  /// The lowest old index.
  @inlinable var oldLow: Int32 { step > 0 ? old : old &- count &+ 1 }

  @inlinable var oldRange: Range<Int> { Int(oldLow)..<Int(oldLow &+ count) }

  /// Where the item at a new index stood.
  @inlinable
  func origin(of newIndex: Int) -> Int { Int(old) &+ (newIndex &- Int(new)) &* Int(step) }

  /// Where the item at an old index stands.
  @inlinable
  func destination(of oldIndex: Int) -> Int { Int(new) &+ (oldIndex &- Int(old)) &* Int(step) }
}

/// Runs in the order of the new snapshot, put together item by item.
@usableFromInline
struct MatchRuns {
  @usableFromInline var runs: ContiguousArray<MatchRun> = []
  @usableFromInline var open = MatchRun(new: -2, old: -2, count: 0)

  @inlinable
  init() {}

  /// Appends a match found by the join; puts it to the one before where it continues that.
  @inlinable @inline(__always)
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
  @inlinable @inline(__always)
  mutating func extend(by count: Int, step: Int) {
    open.step = Int8(truncatingIfNeeded: step)
    open.count &+= Int32(truncatingIfNeeded: count)
  }

  @inlinable @inline(__always)
  mutating func finish() {
    if open.count > 0 { runs.append(open) }
    open.count = 0
  }
}
