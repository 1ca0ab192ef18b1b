/// Two subsets of one table: what two snapshots show that were made from one.
///
///     old     a . c d . f         nil stands for all of the table
///     new     . b c d . .         c d stand in both
///
/// What is in both stands still, and where it stood is the rank of its place. So there are only two counts to find;
/// all else is answered when asked for.
struct SubsetPair: Sendable {
  let old: PositionSet?
  let new: PositionSet?
  /// The number of places in the table.
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
  /// - Complexity: O(*n* / 64), O(1) where one is all of the table.
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

  /// The same with a set for each that is all of the table, unless nothing is to be walked over.
  func filled() -> SubsetPair {
    if isSame { return self }
    let all = old == nil || new == nil ? PositionSet(allBelow: bound) : nil
    return SubsetPair(old: old ?? all, new: new ?? all, bound: bound)
  }

  /// Finds where new handles stand in the order of old ones, and notes them as matches of the position they have.
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
    let places = Self.places(handles, in: new)
    let start = Self.rank(places.lowerBound, in: old)
    let end = Self.rank(places.upperBound, in: old)
    var candidates = ContiguousArray<MatchRun>()
    oldOrder.match(HandleRun(start: start, count: end - start), at: start, into: &candidates)
    for candidate in candidates {
      // Here `new` is the first old handle, and `old` is its position.
      let among = Self.places(candidate.newRange, in: old).clamped(to: places)
      match(among) { new, old, count in
        runs.append(
          MatchRun(
            new: position + new - handles.lowerBound, old: Int(candidate.old) + old - Int(candidate.new),
            count: count, motion: .undecided))
      }
    }
  }

  /// Calls `body` with the stretches of handles that follow each other in both, for some places.
  @inline(__always)
  private func match(_ places: Range<Int>, _ body: (_ new: Int, _ old: Int, _ count: Int) -> Void) {
    if !isSame, let old, let new {
      new.forEachStretch(inCommonWith: old, in: places, body)
    } else {
      let (start, end) = (Self.rank(places.lowerBound, in: new), Self.rank(places.upperBound, in: new))
      if start < end { body(start, start, end - start) }
    }
  }
}

extension SubsetPair {
  /// Where an item of the new snapshot stood, as a run of one; nil when it is new.
  func run(atNew index: Int) -> MatchRun? {
    let place = new?.select(index) ?? index
    if let old, !old.contains(place) { return nil }
    return MatchRun(new: index, old: old?.rank(place) ?? place, count: 1)
  }

  /// Where an item of the old snapshot stands, as a run of one; nil when it left.
  func run(atOld index: Int) -> MatchRun? {
    let place = old?.select(index) ?? index
    if let new, !new.contains(place) { return nil }
    return MatchRun(new: new?.rank(place) ?? place, old: index, count: 1)
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
    let place = search(old ?? one, new ?? one, Self.places(range, in: old))
    return place.map { Self.rank($0, in: old) }
  }

  /// The places from the first to the last of some handles, of which there is at least one.
  static func places(_ handles: Range<Int>, in subset: PositionSet?) -> Range<Int> {
    guard let subset else { return handles }
    return subset.select(handles.lowerBound)..<subset.select(handles.upperBound - 1) + 1
  }

  private static func rank(_ place: Int, in subset: PositionSet?) -> Int { subset?.rank(place) ?? place }
}
