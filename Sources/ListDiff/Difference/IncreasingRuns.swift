/// Decides which matched items stay: as many as possible, so that the fewest move.
///
///     old indexes, in new order    [0 1 2] 7 [3 4] 1 [5 6]       [ ] streamed, the others found by the join
///     unmoved                       0 1 2     3 4     5 6        a heaviest increasing subsequence
///
/// The streamed runs already increase. If the join found few items, these cut the streamed runs into a few
/// pieces, and the pieces are weighed; if it found many, every item is considered individually.
enum IncreasingRuns {
  /// Decides which runs of one section, in new order, stay, and in which direction the others moved.
  ///
  /// Runs from other sections already have their motion and are passed through. A run that stays in part is
  /// cut.
  static func settle(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, into settled: inout ContiguousArray<MatchRun>
  ) {
    var undecided = 0
    var items = 0
    for index in range where !runs[index].motion.isCrossing {
      items &+= Int(runs[index].count)
      if runs[index].motion == .undecided { undecided &+= 1 }
    }
    if undecided == 0 {
      for index in range { settled.append(runs[index]) }
    } else if isIncreasing(runs, in: range) {
      for index in range {
        var run = runs[index]
        if !run.motion.isCrossing { run.motion = .stays }
        settled.append(run)
      }
    } else if undecided &* 6 < items {
      settleByWeight(runs, in: range, undecided: undecided, into: &settled)
    } else {
      settleOneByOne(runs, in: range, items: items, into: &settled)
    }
  }

  /// Whether all items of a section kept their order.
  static func isIncreasing(_ runs: ContiguousArray<MatchRun>, in range: Range<Int>) -> Bool {
    var last: Int32 = -1
    for index in range where !runs[index].motion.isCrossing {
      let run = runs[index]
      if run.old <= last || (run.step < 0 && run.count > 1) { return false }
      last = run.old &+ run.count &- 1
    }
    return true
  }
}

extension IncreasingRuns {
  /// Settles the runs of one section for a known set of moved items: all others stay.
  ///
  ///     old   1 2 3      moved 1: 2 and 3 stay, 1 moved down
  ///     new   2 1 3      unknown: 2 may have moved up instead
  ///
  /// - Parameters:
  ///   - runs: Runs in new order; those from other sections already have their motion.
  ///   - range: The section's runs, which did not keep their order.
  ///   - moved: The increasing new indexes of the moved items.
  /// - Returns: Whether the other items kept their order. If not, more items moved, and `result` is
  ///   unchanged.
  /// - Complexity: O(*runs* + *moved*).
  static func settle(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, moved: [Int],
    into result: inout ContiguousArray<MatchRun>
  ) -> Bool {
    var settled = ContiguousArray<MatchRun>()
    var next = 0
    var last: Int32 = -1
    for run in runs[range] {
      if run.motion.isCrossing {
        settled.append(run)
        continue
      }
      var start = Int(run.new)
      while start < Int(run.newEnd) {
        while next < moved.count, moved[next] < start { next += 1 }
        let isMoved = next < moved.count && moved[next] == start
        let limit = isMoved ? start + 1 : next < moved.count ? moved[next] : .max
        let count = min(limit, Int(run.newEnd)) - start
        var part = MatchRun(new: start, old: run.origin(of: start), count: count, step: run.step)
        if isMoved {
          part.motion = part.old > last ? .up : .down
        } else {
          guard part.oldLow > last, part.step > 0 || count == 1 else { return false }
          last = Int32(truncatingIfNeeded: part.oldRange.upperBound - 1)
        }
        settled.append(part)
        start += count
      }
    }
    result += settled
    return true
  }
}

// MARK: - By weight

extension IncreasingRuns {
  /// A sequence of streamed runs that nothing separates, or one run found out of step.
  private struct Piece {
    var old: Int32
    /// The number of items that would stay with this piece.
    var weight: Int32
    /// Its rank among all pieces by old index.
    var rank: Int32 = 0
    var isUndecided: Bool

    init(old: Int32, weight: Int32, isUndecided: Bool) {
      self.old = old
      self.weight = weight
      self.isUndecided = isUndecided
    }
  }

  /// Settles runs by weighing their pieces against each other.
  ///
  /// - Complexity: O(*runs* + *u* log *u*) for *u* undecided runs.
  private static func settleByWeight(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, undecided: Int,
    into settled: inout ContiguousArray<MatchRun>
  ) {
    var cuts = ContiguousArray<Int32>()
    cuts.reserveCapacity(undecided)
    for index in range where runs[index].motion == .undecided { cuts.append(runs[index].oldLow) }
    cuts.sort()
    var pieceOfRun = ContiguousArray<Int32>()
    var pieces = pieces(of: runs, in: range, cuts: cuts, pieceOfRun: &pieceOfRun)
    rank(&pieces, cuts: cuts)
    let stays = heaviestIncreasing(pieces)
    var last: Int32 = -1
    var position = 0
    for index in range {
      let run = runs[index]
      if run.motion.isCrossing {
        settled.append(run)
        continue
      }
      settle(run, stays: stays[Int(pieceOfRun[position])], &last, into: &settled)
      position &+= 1
    }
  }

  /// Returns the pieces in new order, and stores the piece of each run that stays in its section.
  private static func pieces(
    of runs: ContiguousArray<MatchRun>, in range: Range<Int>, cuts: ContiguousArray<Int32>,
    pieceOfRun: inout ContiguousArray<Int32>
  ) -> ContiguousArray<Piece> {
    var pieces = ContiguousArray<Piece>()
    var nextCut = 0
    var isOpen = false
    pieceOfRun.reserveCapacity(range.count)
    for index in range where !runs[index].motion.isCrossing {
      let run = runs[index]
      if run.motion == .undecided {
        pieces.append(Piece(old: run.oldLow, weight: run.step > 0 ? run.count : 1, isUndecided: true))
        isOpen = false
      } else {
        while nextCut < cuts.count, cuts[nextCut] < run.old {
          nextCut &+= 1
          isOpen = false
        }
        if isOpen {
          pieces[pieces.count &- 1].weight &+= run.count
        } else {
          pieces.append(Piece(old: run.old, weight: run.count, isUndecided: false))
          isOpen = true
        }
      }
      pieceOfRun.append(Int32(truncatingIfNeeded: pieces.count &- 1))
    }
    return pieces
  }

  /// Ranks pieces by old index: streamed ones are in that order, the others are ranked by their cut.
  private static func rank(_ pieces: inout ContiguousArray<Piece>, cuts: ContiguousArray<Int32>) {
    var ranks = ContiguousArray<Int32>(repeating: 0, count: cuts.count)
    var nextCut = 0
    var rank: Int32 = 0
    for index in pieces.indices where !pieces[index].isUndecided {
      while nextCut < cuts.count, cuts[nextCut] < pieces[index].old {
        ranks[nextCut] = rank
        rank &+= 1
        nextCut &+= 1
      }
      pieces[index].rank = rank
      rank &+= 1
    }
    while nextCut < cuts.count {
      ranks[nextCut] = rank
      rank &+= 1
      nextCut &+= 1
    }
    for index in pieces.indices where pieces[index].isUndecided {
      pieces[index].rank = ranks[cuts.indices.partitioningIndex { cuts[$0] >= pieces[index].old }]
    }
  }

  /// Returns for each piece whether it belongs to one heaviest subsequence that increases by rank.
  ///
  /// It uses a Fenwick tree of prefix maxima over ranks: the best chain that ends before a rank.
  private static func heaviestIncreasing(_ pieces: ContiguousArray<Piece>) -> ContiguousArray<Bool> {
    var bestWeight = ContiguousArray<Int32>(repeating: 0, count: pieces.count &+ 1)
    var bestPiece = ContiguousArray<Int32>(repeating: -1, count: pieces.count &+ 1)
    var previous = ContiguousArray<Int32>(repeating: -1, count: pieces.count)
    var heaviest: (weight: Int32, piece: Int32) = (0, -1)
    for index in pieces.indices {
      var node = Int(pieces[index].rank)
      var weight: Int32 = 0
      while node > 0 {
        if bestWeight[node] > weight {
          weight = bestWeight[node]
          previous[index] = bestPiece[node]
        }
        node &= node &- 1
      }
      weight &+= pieces[index].weight
      if weight > heaviest.weight { heaviest = (weight, Int32(truncatingIfNeeded: index)) }
      node = Int(pieces[index].rank) &+ 1
      while node <= pieces.count {
        if bestWeight[node] < weight {
          bestWeight[node] = weight
          bestPiece[node] = Int32(truncatingIfNeeded: index)
        }
        node &+= node & (0 &- node)
      }
    }
    var stays = ContiguousArray(repeating: false, count: pieces.count)
    var piece = Int(heaviest.piece)
    while piece >= 0 {
      stays[piece] = true
      piece = Int(previous[piece])
    }
    return stays
  }

  /// Appends a run with its motion; of a reversed run only the first item can stay.
  private static func settle(
    _ run: MatchRun, stays: Bool, _ last: inout Int32, into settled: inout ContiguousArray<MatchRun>
  ) {
    var run = run
    if !stays {
      run.motion = run.old > last ? .up : .down
    } else if run.step < 0, run.count > 1 {
      settled.append(MatchRun(new: Int(run.new), old: Int(run.old), count: 1))
      last = run.old
      run = MatchRun(
        new: Int(run.new) &+ 1, old: Int(run.old) &- 1, count: Int(run.count) &- 1, step: -1, motion: .down)
    } else {
      run.motion = .stays
      last = run.old &+ run.count &- 1
    }
    settled.append(run)
  }
}

// MARK: - Item by item

extension IncreasingRuns {
  /// Settles runs item by item.
  ///
  /// - Complexity: O(*items* log *items*).
  private static func settleOneByOne(
    _ runs: ContiguousArray<MatchRun>, in range: Range<Int>, items: Int,
    into settled: inout ContiguousArray<MatchRun>
  ) {
    var values = ContiguousArray<Int32>()
    values.reserveCapacity(items)
    for index in range where !runs[index].motion.isCrossing {
      let run = runs[index]
      var old = run.old
      for _ in 0..<run.count {
        values.append(old)
        old &+= Int32(run.step)
      }
    }
    let stays = IncreasingSubsequence.longest(of: values)
    var position = 0
    var last: Int32 = -1
    for index in range {
      let run = runs[index]
      if run.motion.isCrossing {
        settled.append(run)
      } else {
        cut(run, stays, at: position, &last, into: &settled)
        position &+= Int(run.count)
      }
    }
  }

  /// Cuts a run between unmoved and moved items.
  ///
  /// A moved item has crossed an unmoved row, and the last unmoved row before it shows the direction: the
  /// item was before that row if it moved down, behind it if it moved up.
  private static func cut(
    _ run: MatchRun, _ stays: ContiguousArray<Bool>, at position: Int, _ last: inout Int32,
    into settled: inout ContiguousArray<MatchRun>
  ) {
    var start = 0
    let count = Int(run.count)
    while start < count {
      let isStaying = stays[position &+ start]
      var end = start &+ 1
      while end < count, stays[position &+ end] == isStaying { end &+= 1 }
      let new = Int(run.new) &+ start
      var part = MatchRun(new: new, old: run.origin(of: new), count: end &- start, step: run.step)
      if isStaying {
        last = Int32(truncatingIfNeeded: run.origin(of: Int(part.newEnd) &- 1))
      } else {
        part.motion = part.old > last ? .up : .down
      }
      settled.append(part)
      start = end
    }
  }
}

extension MatchRun.Motion {
  /// Whether a run came from another section, and therefore moved.
  var isCrossing: Bool { self == .up || self == .down }
}

// Invariants of this file, checked in debug builds:
// - `tails` increases up to `length`, and is `Int32.max` in the rest of the block of 64 with `length`.
// - `tops[b]` is the last tail of each full block b, and `Int32.max` up to the end of the next block of 64.
// - Values are distinct, not negative, and less than `Int32.max`.

/// Finds a longest increasing subsequence of distinct numbers by patience sorting.
///
///     tails     3 8 9 | 12 15 20 | 31 · ·       tails[k]: the minimum end of a subsequence of length k + 1
///     tops          9         20    ·           one search among tops, one in a block
///
/// Both searches count the smaller values in 64 lanes at once, so that there is no branch to mispredict.
struct IncreasingSubsequence {
  private let tails: UnsafeMutablePointer<Int32>
  private let tops: UnsafeMutablePointer<Int32>
  private var length = 0

  private init(tails: UnsafeMutablePointer<Int32>, tops: UnsafeMutablePointer<Int32>) {
    self.tails = tails
    self.tops = tops
  }

  /// Returns for each value whether it belongs to one longest increasing subsequence.
  ///
  /// - Complexity: O(*n* log *n*), O(*n*) for values that increase nearly everywhere.
  static func longest(of values: ContiguousArray<Int32>) -> ContiguousArray<Bool> {
    let capacity = values.count &+ 128
    var stays = ContiguousArray(repeating: false, count: values.count)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 &* capacity &+ capacity / 64 &+ 128) { memory in
      let tails = memory.baseAddress.unsafelyUnwrapped
      let positions = tails + capacity
      let previous = positions + capacity
      var subsequence = IncreasingSubsequence(tails: tails, tops: previous + capacity)
      for position in 0..<values.count {
        let rank = subsequence.deal(values[position])
        positions[rank] = Int32(truncatingIfNeeded: position)
        previous[position] = rank > 0 ? positions[rank &- 1] : -1
      }
      var position = subsequence.length > 0 ? Int(positions[subsequence.length &- 1]) : -1
      while position >= 0 {
        stays[position] = true
        position = Int(previous[position])
      }
    }
    return stays
  }

  /// Puts a value in its place among the tails, and returns the index.
  @inline(__always)
  private mutating func deal(_ value: Int32) -> Int {
    if length == 0 || value > tails[length &- 1] {
      extend(with: value)
      return length &- 1
    }
    let block = firstBlock(notBelow: value)
    let rank = block &<< 6 &+ Self.count(below: value, in: tails + block &<< 6)
    assert(rank < length && tails[rank] > value && (rank == 0 || tails[rank &- 1] < value))
    tails[rank] = value
    if rank & 63 == 63 { tops[block] = value }
    return rank
  }

  @inline(__always)
  private mutating func extend(with value: Int32) {
    if length & 63 == 0 {
      (tails + length).initialize(repeating: .max, count: 64)
      if length & 4095 == 0 { (tops + length &>> 6).initialize(repeating: .max, count: 64) }
    }
    tails[length] = value
    if length & 63 == 63 { tops[length &>> 6] = value }
    length &+= 1
  }

  /// Returns the first block whose last tail is not less than a value.
  @inline(__always)
  private func firstBlock(notBelow value: Int32) -> Int {
    if length <= 64 { return 0 }
    if length <= 4096 { return Self.count(below: value, in: tops) }
    return (0..<length &>> 6).partitioningIndex { tops[$0] >= value }
  }

  /// Returns how many of 64 numbers are less than a value.
  @inline(__always)
  private static func count(below value: Int32, in numbers: UnsafeMutablePointer<Int32>) -> Int {
    let bytes = UnsafeRawPointer(numbers)
    let limit = SIMD16<Int32>(repeating: value)
    var sum = SIMD16<Int32>.zero
    for quarter in 0..<4 {
      let lanes = bytes.loadUnaligned(fromByteOffset: quarter &* 64, as: SIMD16<Int32>.self)
      // The sign of the difference: -1 if the lane is less. Nothing overflows, because nothing is negative.
      sum &+= (lanes &- limit) &>> 31
    }
    return Int(0 &- sum.wrappedSum())
  }
}
