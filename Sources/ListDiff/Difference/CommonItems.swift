/// The items that two snapshots have in common, by their positions: stretches of items in new order, each staying or
/// moved, or the items of one base that both show, all of which stay.
struct CommonItems: Sendable {
  /// In new order; empty where subsets tell.
  let runs: ContiguousArray<MatchRun>
  /// Where both show items of one base in its order; nil where runs tell.
  let subsets: SubsetPair?
  /// The runs in old order; empty when that is the same order.
  private let oldOrder: ContiguousArray<Int32>
  /// How many items there are.
  let count: Int
  /// How many of them moved.
  let movedCount: Int

  /// The items of one base that both show.
  ///
  /// - Complexity: O(*n* / 64), O(1) where one is all of the base.
  init(_ subsets: SubsetPair) {
    self.subsets = subsets
    runs = []
    oldOrder = []
    count = subsets.countInCommon()
    movedCount = 0
  }

  /// Stretches of items.
  ///
  /// - Parameters:
  ///   - runs: In new order.
  ///   - oldCount: How many items the old snapshot has.
  init(_ runs: ContiguousArray<MatchRun>, oldCount: Int) {
    subsets = nil
    self.runs = runs
    oldOrder = Self.oldOrder(of: runs, oldCount: oldCount)
    var count = 0
    var moved = 0
    for run in runs {
      count &+= Int(run.count)
      if run.motion != .stays { moved &+= Int(run.count) }
    }
    self.count = count
    movedCount = moved
  }
}

// MARK: - Finding

extension CommonItems {
  /// The run of the item at a new index; nil when it is new.
  func run(atNew index: Int) -> MatchRun? {
    if let subsets { return subsets.run(atNew: index) }
    let rank = runs.indices.partitioningIndex { Int(runs[$0].newEnd) > index }
    return rank < runs.count && runs[rank].newRange.contains(index) ? runs[rank] : nil
  }

  /// The run of the item at an old index; nil when it left.
  func run(atOld index: Int) -> MatchRun? {
    if let subsets { return subsets.run(atOld: index) }
    let rank = rank(ofRunBeyond: index)
    guard rank < runs.count else { return nil }
    let run = oldOrderedRun(rank)
    return run.oldRange.contains(index) ? run : nil
  }

  /// The first of a range of old items that is still there, as an old index; nil when all of them left.
  func firstSurvivor(in range: Range<Int>) -> Int? {
    if let subsets { return subsets.firstSurvivor(in: range) }
    let rank = rank(ofRunBeyond: range.lowerBound)
    guard rank < runs.count else { return nil }
    let index = max(oldOrderedRun(rank).oldRange.lowerBound, range.lowerBound)
    return index < range.upperBound ? index : nil
  }

  /// The last of a range of old items that is still there, as an old index; nil when all of them left.
  func lastSurvivor(in range: Range<Int>) -> Int? {
    if let subsets { return subsets.lastSurvivor(in: range) }
    if range.isEmpty { return nil }
    let last = range.upperBound - 1
    let rank = rank(ofRunBeyond: last)
    if rank < runs.count, oldOrderedRun(rank).oldRange.contains(last) { return last }
    guard rank > 0 else { return nil }
    let index = oldOrderedRun(rank - 1).oldRange.upperBound - 1
    return index >= range.lowerBound ? index : nil
  }

  /// The rank, in old order, of the first run that reaches beyond an old index; the number of runs if none does.
  private func rank(ofRunBeyond index: Int) -> Int {
    runs.indices.partitioningIndex { oldOrderedRun($0).oldRange.upperBound > index }
  }

  /// The run of a rank in old order.
  private func oldOrderedRun(_ rank: Int) -> MatchRun {
    oldOrder.isEmpty ? runs[rank] : runs[Int(oldOrder[rank])]
  }

  /// The new indexes, below a count, of all other items, as ranges.
  func newGaps(below count: Int) -> [Range<Int>] {
    Self.gaps(between: (subsets?.runs() ?? runs).lazy.map(\.newRange), below: count)
  }

  /// The old indexes, below a count, of all other items, as ranges.
  func oldGaps(below count: Int) -> [Range<Int>] {
    if let subsets { return Self.gaps(between: subsets.runs().lazy.map(\.oldRange), below: count) }
    return Self.gaps(between: runs.indices.lazy.map { oldOrderedRun($0).oldRange }, below: count)
  }

  /// What lies between ranges, which increase, and behind the last.
  private static func gaps(between ranges: some Sequence<Range<Int>>, below end: Int) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var next = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next..<range.lowerBound) }
      next = range.upperBound
    }
    if next < end { gaps.append(next..<end) }
    return gaps
  }
}

// MARK: - Old order

extension CommonItems {
  /// The runs by old index, or nothing when they are in that order already.
  ///
  /// Runs that stay are in old order unless sections moved, so only the others need sorting. Where sections moved
  /// or nearly everything did, places are dealt out instead.
  private static func oldOrder(of runs: ContiguousArray<MatchRun>, oldCount: Int) -> ContiguousArray<Int32> {
    var moved = ContiguousArray<UInt64>()
    var last: Int32 = -1
    var isSorted = true
    var staysInOrder = true
    for index in runs.indices {
      let low = runs[index].oldLow
      if runs[index].motion == .stays {
        staysInOrder = staysInOrder && low > last
        last = low
      } else {
        isSorted = false
        if moved.count <= runs.count / 2 {
          moved.append(UInt64(truncatingIfNeeded: low) &<< 32 | UInt64(truncatingIfNeeded: index))
        }
      }
    }
    if isSorted, staysInOrder { return [] }
    if staysInOrder, moved.count <= runs.count / 2 { return merged(runs, &moved) }
    if runs.count < oldCount / 16 {
      return ContiguousArray((0..<Int32(runs.count)).sorted { runs[Int($0)].oldLow < runs[Int($1)].oldLow })
    }
    return dealt(runs, oldCount: oldCount)
  }

  /// The order of runs of which few have moved.
  private static func merged(
    _ runs: ContiguousArray<MatchRun>, _ moved: inout ContiguousArray<UInt64>
  ) -> ContiguousArray<Int32> {
    moved.sort()
    var order = ContiguousArray<Int32>()
    order.reserveCapacity(runs.count)
    var next = 0
    for index in runs.indices where runs[index].motion == .stays {
      while next < moved.count, moved[next] &>> 32 < UInt64(truncatingIfNeeded: runs[index].old) {
        order.append(Int32(truncatingIfNeeded: moved[next] & 0xFFFF_FFFF))
        next &+= 1
      }
      order.append(Int32(truncatingIfNeeded: index))
    }
    for entry in moved[next...] { order.append(Int32(truncatingIfNeeded: entry & 0xFFFF_FFFF)) }
    return order
  }

  /// The order of runs, found by writing each at its position among all old items.
  private static func dealt(_ runs: ContiguousArray<MatchRun>, oldCount: Int) -> ContiguousArray<Int32> {
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

/// Two subsets of one base: what two snapshots show that were filtered from one.
///
///     old     a . c d . f         nil stands for all of the base
///     new     . b c d . .         c d are in both
///
/// What is in both stays, and its position is the rank of its base index. So there are only two counts to find;
/// all else is computed when asked for.
struct SubsetPair: Sendable {
  let old: PositionSet?
  let new: PositionSet?
  /// The number of items in the base.
  let bound: Int
  /// Whether both are known to be the same.
  let isSame: Bool

  init(old: PositionSet?, new: PositionSet?, bound: Int) {
    self.old = old
    self.new = new
    self.bound = bound
    isSame =
      if let old, let new { old.isCopy(of: new) } else { old == nil && new == nil }
  }

  /// How many items are in both.
  ///
  /// - Complexity: O(*n* / 64), O(1) where one is all of the base.
  func countInCommon() -> Int {
    if isSame { return old?.count ?? bound }
    guard let old, let new else { return old?.count ?? new?.count ?? bound }
    return old.countInCommon(with: new)
  }

  /// What is in both, as runs.
  ///
  /// - Complexity: O(*n* / 64 + runs).
  func runs() -> ContiguousArray<MatchRun> {
    var runs = ContiguousArray<MatchRun>()
    filled().match(0..<bound) { new, old, count in runs.append(MatchRun(new: new, old: old, count: count)) }
    return runs
  }

  /// The same with a set for each that is all of the base, unless nothing is to be walked over.
  func filled() -> SubsetPair {
    if isSame { return self }
    let all = old == nil || new == nil ? PositionSet(allBelow: bound) : nil
    return SubsetPair(old: old ?? all, new: new ?? all, bound: bound)
  }

  /// Finds new handles in the order of old ones, and adds them as matches of the position they have.
  ///
  /// This pair is filled.
  func match(
    _ handles: Range<Int>, at position: Int, in oldOrder: RunOrder, into runs: inout ContiguousArray<MatchRun>
  ) {
    if handles.isEmpty { return }
    if isSame {
      oldOrder.match(HandleRun(start: handles.lowerBound, count: handles.count), at: position, into: &runs)
      return
    }
    let indexes = Self.baseIndexes(of: handles, in: new)
    let start = Self.rank(indexes.lowerBound, in: old)
    let end = Self.rank(indexes.upperBound, in: old)
    var candidates = ContiguousArray<MatchRun>()
    oldOrder.match(HandleRun(start: start, count: end - start), at: start, into: &candidates)
    for candidate in candidates {
      // Here `new` is the first old handle, and `old` is its position.
      let among = Self.baseIndexes(of: candidate.newRange, in: old).clamped(to: indexes)
      match(among) { new, old, count in
        runs.append(
          MatchRun(
            new: position + new - handles.lowerBound, old: Int(candidate.old) + old - Int(candidate.new),
            count: count, motion: .undecided))
      }
    }
  }

  /// Calls `body` with the stretches of handles that follow each other in both, for some base indexes.
  @inline(__always)
  private func match(_ indexes: Range<Int>, _ body: (_ new: Int, _ old: Int, _ count: Int) -> Void) {
    if !isSame, let old, let new {
      new.forEachStretch(inCommonWith: old, in: indexes, body)
    } else {
      let (start, end) = (Self.rank(indexes.lowerBound, in: new), Self.rank(indexes.upperBound, in: new))
      if start < end { body(start, start, end - start) }
    }
  }
}

extension SubsetPair {
  /// The former position of an item of the new snapshot, as a run of one; nil when it is new.
  func run(atNew index: Int) -> MatchRun? {
    let baseIndex = new?.select(index) ?? index
    if let old, !old.contains(baseIndex) { return nil }
    return MatchRun(new: index, old: Self.rank(baseIndex, in: old), count: 1)
  }

  /// The position of an item of the old snapshot, as a run of one; nil when it left.
  func run(atOld index: Int) -> MatchRun? {
    let baseIndex = old?.select(index) ?? index
    if let new, !new.contains(baseIndex) { return nil }
    return MatchRun(new: Self.rank(baseIndex, in: new), old: index, count: 1)
  }

  /// The first of a range of old indexes whose item is still there.
  func firstSurvivor(in range: Range<Int>) -> Int? {
    survivor(in: range, ofAll: range.first) { $0.firstInCommon(with: $1, in: $2) }
  }

  /// The last of a range of old indexes whose item is still there.
  func lastSurvivor(in range: Range<Int>) -> Int? {
    survivor(in: range, ofAll: range.last) { $0.lastInCommon(with: $1, in: $2) }
  }

  private func survivor(
    in range: Range<Int>, ofAll all: Int?, _ search: (PositionSet, PositionSet, Range<Int>) -> Int?
  ) -> Int? {
    guard !range.isEmpty, let one = new ?? old else { return all }
    let baseIndex = search(old ?? one, new ?? one, Self.baseIndexes(of: range, in: old))
    return baseIndex.map { Self.rank($0, in: old) }
  }

  /// The base indexes from the first to the last of some handles, of which there is at least one.
  static func baseIndexes(of handles: Range<Int>, in subset: PositionSet?) -> Range<Int> {
    guard let subset else { return handles }
    return subset.select(handles.lowerBound)..<subset.select(handles.upperBound - 1) + 1
  }

  private static func rank(_ baseIndex: Int, in subset: PositionSet?) -> Int {
    subset?.rank(baseIndex) ?? baseIndex
  }
}
