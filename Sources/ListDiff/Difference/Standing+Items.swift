extension Standing {
  /// Takes every item by itself.
  ///
  /// - Complexity: O(*items* log *items*).
  @inlinable
  static func settleOneByOne(
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
    let stands = longestIncreasing(values)
    var place = 0
    var last: Int32 = -1
    for index in range {
      let run = runs[index]
      if run.motion.isCrossing {
        settled.append(run)
      } else {
        cut(run, stands[place..<place &+ Int(run.count)], &last, into: &settled)
        place &+= Int(run.count)
      }
    }
  }

  /// Cuts a run where standing and moving items meet.
  ///
  /// A moved item has crossed some standing row, and the last standing one before it tells the way: it stood
  /// before that row if it went down, behind it if it went up.
  @inlinable
  static func cut(
    _ run: MatchRun, _ stands: ArraySlice<Bool>, _ last: inout Int32,
    into settled: inout ContiguousArray<MatchRun>
  ) {
    var start = stands.startIndex
    while start < stands.endIndex {
      var end = start &+ 1
      while end < stands.endIndex, stands[end] == stands[start] { end &+= 1 }
      let new = Int(run.new) &+ start &- stands.startIndex
      var part = MatchRun(new: new, old: run.origin(of: new), count: end &- start, step: run.step)
      if stands[start] {
        last = Int32(truncatingIfNeeded: run.origin(of: Int(part.newEnd) &- 1))
      } else {
        part.motion = part.old > last ? .up : .down
      }
      settled.append(part)
      start = end
    }
  }

  /// For each value whether it belongs to one longest increasing subsequence; values are distinct.
  ///
  /// `tails[k]` is the least value that ends an increasing subsequence of length k + 1; it increases. The search
  /// in it has no branch to mispredict.
  @inlinable
  static func longestIncreasing(_ values: ContiguousArray<Int32>) -> [Bool] {
    var stands = Array(repeating: false, count: values.count)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 3 &* values.count &+ 1) { room in
      let tails = room.baseAddress.unsafelyUnwrapped
      let tailPlaces = tails + values.count
      let previous = tailPlaces + values.count
      var length = 0
      for place in 0..<values.count {
        let value = values[place]
        var rank = length
        if length > 0, tails[length &- 1] > value {
          var base = tails
          var size = length
          while size > 1 {
            let half = size &>> 1
            base += Int(truncatingIfNeeded: (base[half &- 1] &- value) &>> 31) & half
            size &-= half
          }
          rank = (base - tails) &+ (base[0] < value ? 1 : 0)
        }
        tails[rank] = value
        tailPlaces[rank] = Int32(truncatingIfNeeded: place)
        previous[place] = rank > 0 ? tailPlaces[rank &- 1] : -1
        if rank == length { length &+= 1 }
      }
      var place = length > 0 ? Int(tailPlaces[length &- 1]) : -1
      while place >= 0 {
        stands[place] = true
        place = Int(previous[place])
      }
    }
    return stands
  }
}

extension MatchRun.Motion {
  /// Whether a run came from another section, and is known to have moved.
  @inlinable var isCrossing: Bool { self == .up || self == .down }
}
