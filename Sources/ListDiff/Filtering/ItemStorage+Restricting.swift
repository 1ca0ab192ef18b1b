extension ItemStorage {
  /// The positions of the items that a predicate names.
  ///
  /// - Complexity: O(*n*), without hashing.
  @inlinable
  func positions(where isIncluded: (Item) throws -> Bool) rethrows -> PositionSet {
    try PositionSet(bound: count) { words in
      var position = 0
      try forEachItem(in: 0..<count) { table, place in
        if try isIncluded(table.items[place]) {
          words[position &>> 6] |= 1 &<< UInt64(truncatingIfNeeded: position & 63)
        }
        position &+= 1
      }
    }
  }

  /// Leaves the items at some positions, and the handles that have them: what had left before is forgotten.
  ///
  ///     base     a b c d e f g h          before [g h] [a b c d], restricted to h b d
  ///     subset   . b . d . . . h          after  [h] [b d]
  ///
  /// A stretch of handles stays a stretch whatever is taken out of it, so the order gets no longer by it; except for
  /// what was added, of which nothing is taken out.
  ///
  /// - Parameter kept: Positions; its bound is the number of items.
  /// - Complexity: O(*n* / 64 + *edits*), without hashing.
  @inlinable
  mutating func restrict(to kept: PositionSet) {
    if isUnedited {
      if !kept.isFull { subset = subset?.members(at: kept) ?? kept }
    } else {
      restrictEdited(to: kept)
    }
  }

  @inlinable
  mutating func restrictEdited(to kept: PositionSet) {
    unsettle()
    let order = self.order ?? RunOrder(identity: handleCount)
    let split = baseCount
    let handles = order.handles(below: split, at: kept)
    let runs = order.runs(at: kept, renumbering: handles)
    if !handles.isFull { subset = subset?.members(at: handles) ?? handles }
    let isIdentity = runs.earlier.isEmpty && (runs.count == 0 || runs.last.start == 0)
    if isIdentity, runs.count == handles.count {
      self.order = nil
      added = nil
    } else {
      self.order = isIdentity && runs.count == handleCount ? nil : RunOrder(runs)
    }
  }
}

extension RunOrder {
  /// The handles below a bound that stand at some positions.
  @usableFromInline
  func handles(below bound: Int, at kept: PositionSet) -> PositionSet {
    PositionSet(bound: bound) { words in
      for index in 0..<runCount {
        let run = run(at: index)
        let position = position(ofRun: index)
        let count = Swift.min(Int(run.end), bound) - Int(run.start)
        if count > 0 { kept.write(position..<position + count, to: words, at: Int(run.start)) }
      }
    }
  }

  /// What is left of this order at some positions: handles below the bound of `handles` by their rank in it, those
  /// above as far above its count as they were above its bound.
  @usableFromInline
  func runs(at kept: PositionSet, renumbering handles: PositionSet) -> HandleRuns {
    var runs = HandleRuns()
    for index in 0..<runCount {
      let run = run(at: index)
      let position = position(ofRun: index)
      let middle = Swift.min(Swift.max(handles.bound, Int(run.start)), Int(run.end))
      if Int(run.start) < middle {
        let start = handles.rank(Int(run.start))
        runs.append(HandleRun(start: start, count: handles.rank(middle) - start))
      }
      let first = position + middle - Int(run.start)
      let end = position + Int(run.count)
      kept.forEach(at: kept.rank(first)..<kept.rank(end)) { position in
        runs.append(handles.count + middle - handles.bound + position - first)
      }
    }
    return runs
  }
}
