/// The matching of old and new sections, and their moves.
struct SectionMatching: Sendable {
  /// The old index of each new section, or -1; empty if the sections are the same in the same order.
  private var origins: ContiguousArray<Int32> = []
  /// The new index of each old section, or -1; empty likewise.
  private var destinations: ContiguousArray<Int32> = []
  /// Whether each new section moved, and in which direction; empty likewise.
  private var motions: ContiguousArray<MatchRun.Motion> = []
  /// Whether both have the same sections in the same order.
  let isIdentity: Bool

  init<Section>(from old: SectionList<Section>, to new: SectionList<Section>) {
    isIdentity = old.identifiers == new.identifiers
    if isIdentity { return }
    origins = ContiguousArray(new.identifiers.map { Int32(old.index(of: $0) ?? -1) })
    destinations = ContiguousArray(repeating: -1, count: old.count)
    for (index, origin) in origins.enumerated() where origin >= 0 { destinations[Int(origin)] = Int32(index) }
    findMotions()
  }

  private mutating func findMotions() {
    motions = ContiguousArray(repeating: .stays, count: origins.count)
    var runs = ContiguousArray<MatchRun>()
    for (index, origin) in origins.enumerated() where origin >= 0 {
      runs.append(MatchRun(new: index, old: Int(origin), count: 1, motion: .undecided))
    }
    var settled = ContiguousArray<MatchRun>()
    IncreasingRuns.settle(runs[...], into: &settled)
    for run in settled { motions[Int(run.new)] = run.motion }
  }

  /// Returns the old index of a new section; nil if it was inserted.
  func origin(of new: Int) -> Int? { isIdentity ? new : origins[new] < 0 ? nil : Int(origins[new]) }

  /// Returns the new index of an old section; nil if it was deleted.
  func destination(of old: Int) -> Int? {
    isIdentity ? old : destinations[old] < 0 ? nil : Int(destinations[old])
  }

  func motion(of new: Int) -> MatchRun.Motion { isIdentity ? .stays : motions[new] }
}

// MARK: - The items of sections

extension SectionMatching {
  /// Returns the old and new indexes of the items of each new section.
  func pairs(newEnds: [Int], oldEnds: [Int]) -> [SectionPair] {
    newEnds.indices.map { index in
      SectionPair(
        old: origin(of: index).map(oldEnds.range(before:)) ?? 0..<0, new: newEnds.range(before: index))
    }
  }

  /// Whether only matching sections overlap in the base that both snapshots have.
  ///
  /// - Complexity: O(*sections*).
  func keepsApart(newEnds: [Int], oldEnds: [Int], _ subsets: SubsetPair) -> Bool {
    if newEnds.count == 1, isIdentity { return true }
    var origin = 0
    for index in newEnds.indices {
      let handles = newEnds.range(before: index)
      if handles.isEmpty { continue }
      let indexes = SubsetPair.baseIndexes(of: handles, in: subsets.new)
      while origin < oldEnds.count {
        let handles = oldEnds.range(before: origin)
        if !handles.isEmpty {
          let formerIndexes = SubsetPair.baseIndexes(of: handles, in: subsets.old)
          if formerIndexes.overlaps(indexes), self.origin(of: index) != origin { return false }
          // The old section may overlap the next new section as well.
          if formerIndexes.upperBound > indexes.upperBound { break }
        }
        origin += 1
      }
    }
    return true
  }

  /// Divides the common items into those that stay and those that moved.
  ///
  /// - Parameters:
  ///   - runs: The common items, in new order.
  ///   - pairs: The old and new indexes of the items of each new section.
  ///   - oldEnds: The ends of the old sections.
  ///   - moved: The increasing new indexes of the items that are known to have moved.
  func settle(
    _ runs: ContiguousArray<MatchRun>, pairs: [SectionPair], oldEnds: [Int], moved: [Int]
  ) -> ContiguousArray<MatchRun> {
    if runs.allSatisfy({ $0.motion == .stays }) { return runs }
    var runs = runs
    markCrossings(&runs, pairs: pairs, oldEnds: oldEnds)
    var settled = ContiguousArray<MatchRun>()
    settled.reserveCapacity(runs.count)
    var start = 0
    for pair in pairs {
      var end = start
      while end < runs.count, Int(runs[end].new) < pair.new.upperBound { end += 1 }
      IncreasingRuns.settle(runs[start..<end], moved: moved, into: &settled)
      start = end
    }
    return settled
  }

  /// Sets the direction of runs that came from another section: down if that section is above, otherwise up.
  private func markCrossings(
    _ runs: inout ContiguousArray<MatchRun>, pairs: [SectionPair], oldEnds: [Int]
  ) {
    var section = 0
    for index in runs.indices where runs[index].motion == .undecided {
      let run = runs[index]
      while pairs[section].new.upperBound <= Int(run.new) { section += 1 }
      if pairs[section].old.contains(Int(run.old)) { continue }
      let source = destination(of: oldEnds.firstIndex(above: Int(run.old)))
      let wentDown = source.map { $0 < section } ?? (run.old <= run.new)
      runs[index].motion = wentDown ? .down : .up
    }
  }
}

extension [Int] {
  /// Returns the first index of an increasing array whose value is greater than another.
  @usableFromInline
  func firstIndex(above value: Int) -> Int { indices.partitioningIndex { self[$0] > value } }

  /// Returns the positions between the end before an index and the end at the index.
  func range(before index: Int) -> Range<Int> { (index == 0 ? 0 : self[index &- 1])..<self[index] }
}
