extension Standing {
  /// A stretch of streamed runs that nothing parts, or one run found out of step.
  @usableFromInline
  struct Piece {
    @usableFromInline var old: Int32
    /// How many items would stand with it.
    @usableFromInline var weight: Int32
    /// Its place among all pieces by old index.
    @usableFromInline var rank: Int32 = 0
    @usableFromInline var isUndecided: Bool

    @inlinable
    init(old: Int32, weight: Int32, isUndecided: Bool) {
      self.old = old
      self.weight = weight
      self.isUndecided = isUndecided
    }
  }

  /// Weighs pieces against each other.
  ///
  /// - Complexity: O(*runs* + *u* log *u*) for *u* undecided runs.
  @inlinable
  static func settleByWeight(
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
    let stands = heaviestIncreasing(pieces)
    var last: Int32 = -1
    var place = 0
    for index in range {
      let run = runs[index]
      if run.motion.isCrossing {
        settled.append(run)
        continue
      }
      settle(run, stands: stands[Int(pieceOfRun[place])], &last, into: &settled)
      place &+= 1
    }
  }

  /// The pieces in new order, and for each run that does not cross sections its piece.
  @inlinable
  static func pieces(
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

  /// Ranks pieces by old index: streamed ones come in that order, the others find their place by their cut.
  @inlinable
  static func rank(_ pieces: inout ContiguousArray<Piece>, cuts: ContiguousArray<Int32>) {
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
      pieces[index].rank = ranks[cuts.firstSortedIndex(of: pieces[index].old)]
    }
  }

  /// For each piece whether it belongs to one heaviest subsequence that increases by rank.
  ///
  /// A tree of prefix maxima over ranks: the best chain that ends before a rank.
  @inlinable
  static func heaviestIncreasing(_ pieces: ContiguousArray<Piece>) -> ContiguousArray<Bool> {
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
    var stands = ContiguousArray(repeating: false, count: pieces.count)
    var piece = Int(heaviest.piece)
    while piece >= 0 {
      stands[piece] = true
      piece = Int(previous[piece])
    }
    return stands
  }

  /// Notes what became of a run; of a reversed one only the first item can stand.
  @inlinable
  static func settle(
    _ run: MatchRun, stands: Bool, _ last: inout Int32, into settled: inout ContiguousArray<MatchRun>
  ) {
    var run = run
    if !stands {
      run.motion = run.old > last ? .up : .down
    } else if run.step < 0, run.count > 1 {
      settled.append(MatchRun(new: Int(run.new), old: Int(run.old), count: 1))
      last = run.old
      run = MatchRun(
        new: Int(run.new) &+ 1, old: Int(run.old) &- 1, count: Int(run.count) &- 1, step: -1, motion: .down)
    } else {
      run.motion = .stands
      last = run.old &+ run.count &- 1
    }
    settled.append(run)
  }
}
