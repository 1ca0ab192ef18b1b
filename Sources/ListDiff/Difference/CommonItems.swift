/// The positions of the items that two snapshots have in common.
///
/// They are runs of items in new order, which stay or moved, or two subsets of one base, whose common items
/// all stay.
struct CommonItems: Sendable {
  /// The runs in new order; empty if `subsets` is set.
  let runs: ContiguousArray<MatchRun>
  /// The subsets, if both snapshots show items of one base in its order; nil if `runs` applies.
  let subsets: SubsetPair?
  /// The indexes of the runs in old order; empty if that is the same order.
  private let oldOrder: ContiguousArray<Int32>
  /// The number of common items.
  let count: Int
  let movedCount: Int

  /// Creates the common items of two subsets of one base.
  ///
  /// - Complexity: O(*n* / 64), O(1) if one is all of the base.
  init(_ subsets: SubsetPair) {
    self.subsets = subsets
    runs = []
    oldOrder = []
    count = subsets.countInCommon()
    movedCount = 0
  }

  /// Creates the common items from runs in new order.
  init(_ runs: ContiguousArray<MatchRun>) {
    subsets = nil
    self.runs = runs
    let isInOldOrder = zip(runs, runs.dropFirst()).allSatisfy { $0.oldLow < $1.oldLow }
    oldOrder = isInOldOrder ? [] : runs[...].indexesInOldOrder()
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
  /// Returns the run of the item at a new index; nil if the item was inserted.
  func run(atNew index: Int) -> MatchRun? {
    if let subsets { return subsets.run(atNew: index) }
    let rank = runs.indices.partitioningIndex { Int(runs[$0].newEnd) > index }
    return rank < runs.count && runs[rank].newRange.contains(index) ? runs[rank] : nil
  }

  /// Returns the run of the item at an old index; nil if the item was deleted.
  func run(atOld index: Int) -> MatchRun? {
    if let subsets { return subsets.run(atOld: index) }
    let rank = rank(ofRunBeyond: index)
    guard rank < runs.count else { return nil }
    let run = oldOrderedRun(rank)
    return run.oldRange.contains(index) ? run : nil
  }

  /// Returns the first index of a range of old items whose item is in the new snapshot; nil if there is none.
  func firstSurvivor(in range: Range<Int>) -> Int? {
    if let subsets { return subsets.firstSurvivor(in: range) }
    let rank = rank(ofRunBeyond: range.lowerBound)
    guard rank < runs.count else { return nil }
    let index = max(oldOrderedRun(rank).oldRange.lowerBound, range.lowerBound)
    return index < range.upperBound ? index : nil
  }

  /// Returns the last index of a range of old items whose item is in the new snapshot; nil if there is none.
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

  /// Returns the rank, in old order, of the first run that ends behind an old index, or the number of runs.
  private func rank(ofRunBeyond index: Int) -> Int {
    runs.indices.partitioningIndex { oldOrderedRun($0).oldRange.upperBound > index }
  }

  private func oldOrderedRun(_ rank: Int) -> MatchRun {
    oldOrder.isEmpty ? runs[rank] : runs[Int(oldOrder[rank])]
  }

  /// Returns the new indexes, below a count, of all items that are not common, as ranges.
  func newGaps(below count: Int) -> [Range<Int>] {
    Self.gaps(between: (subsets?.runs() ?? runs).lazy.map(\.newRange), below: count)
  }

  /// Returns the old indexes, below a count, of all items that are not common, as ranges.
  func oldGaps(below count: Int) -> [Range<Int>] {
    if let subsets { return Self.gaps(between: subsets.runs().lazy.map(\.oldRange), below: count) }
    return Self.gaps(between: runs.indices.lazy.map { oldOrderedRun($0).oldRange }, below: count)
  }

  /// Returns the gaps between increasing ranges, and behind the last.
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

/// The subsets of one base that two snapshots show, both filtered from the same snapshot.
///
///     old     a . c d . f         nil stands for all of the base
///     new     . b c d . .         c d are in both
///
/// Common items stay, and their position is the rank of their base index. So the difference needs only two
/// counts in advance; everything else is computed on demand.
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

  /// Returns the number of items in both subsets.
  ///
  /// - Complexity: O(*n* / 64), O(1) if one is all of the base.
  func countInCommon() -> Int {
    if isSame { return old?.count ?? bound }
    guard let old, let new else { return old?.count ?? new?.count ?? bound }
    return old.countInCommon(with: new)
  }

  /// Returns the items in both subsets, as runs.
  ///
  /// - Complexity: O(*n* / 64 + runs).
  func runs() -> ContiguousArray<MatchRun> {
    var runs = ContiguousArray<MatchRun>()
    filled().match(0..<bound) { new, old, count in runs.append(MatchRun(new: new, old: old, count: count)) }
    return runs
  }

  /// Returns this pair with full sets in place of nil, unless both subsets are the same.
  func filled() -> SubsetPair {
    if isSame { return self }
    let all = old == nil || new == nil ? PositionSet(allBelow: bound) : nil
    return SubsetPair(old: old ?? all, new: new ?? all, bound: bound)
  }

  /// Looks for new handles in the order of old ones, and adds matches; the first handle is at `position`.
  ///
  /// This pair must be filled.
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

  /// Calls `body` with stretches of handles that are consecutive in both subsets, for some base indexes.
  @inline(__always)
  private func match(_ indexes: Range<Int>, _ body: (_ new: Int, _ old: Int, _ count: Int) -> Void) {
    if !isSame, let old, let new {
      new.forEachStretch(inCommonWith: old, in: indexes, body)
    } else {
      let (start, end) = (Self.rank(indexes.lowerBound, in: new), Self.rank(indexes.upperBound, in: new))
      if start < end { body(start, start, end - start) }
    }
  }

  /// Returns the old position of an item of the new snapshot, as a run of one; nil if it was inserted.
  func run(atNew index: Int) -> MatchRun? {
    let baseIndex = new?.select(index) ?? index
    if let old, !old.contains(baseIndex) { return nil }
    return MatchRun(new: index, old: Self.rank(baseIndex, in: old), count: 1)
  }

  /// Returns the position of an item of the old snapshot, as a run of one; nil if it was deleted.
  func run(atOld index: Int) -> MatchRun? {
    let baseIndex = old?.select(index) ?? index
    if let new, !new.contains(baseIndex) { return nil }
    return MatchRun(new: Self.rank(baseIndex, in: new), old: index, count: 1)
  }

  /// Returns the first of a range of old indexes whose item is in the new subset.
  func firstSurvivor(in range: Range<Int>) -> Int? {
    survivor(in: range, ofAll: range.first) { $0.firstInCommon(with: $1, in: $2) }
  }

  /// Returns the last of a range of old indexes whose item is in the new subset.
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

  /// Returns the base indexes from the first to the last of some handles, which must not be empty.
  static func baseIndexes(of handles: Range<Int>, in subset: PositionSet?) -> Range<Int> {
    guard let subset else { return handles }
    return subset.select(handles.lowerBound)..<subset.select(handles.upperBound - 1) + 1
  }

  private static func rank(_ baseIndex: Int, in subset: PositionSet?) -> Int {
    subset?.rank(baseIndex) ?? baseIndex
  }
}
