import BenchmarkRandom

/// A change of a list; the raw value is its name in the table of targets.
public enum Change: String, CaseIterable, Sendable {
  /// Nothing changed, but the arrays are separate.
  case none
  /// A random 30 % of the items stay.
  case filter = "filter 30 %"
  /// A filter is removed.
  case backToAll = "back to all"
  /// 10 % of the items are deleted, 10 % inserted, 1 % moved.
  case churn = "10/10/1"
  /// The order is random.
  case shuffle
  /// The order is reversed.
  case reverse
  /// One item is inserted at the start.
  case prepend = "prepend one"
  /// The first item moves to the end.
  case firstToLast = "first to last"
  /// 100 sections between which 1 % of the items move.
  case sections = "100 sections"

  /// Returns the sections before and after the change, in separate arrays.
  public func lists<Identifier: MeasuredIdentifier>(
    of count: Int, as type: Identifier.Type, seed: UInt64 = 1
  ) -> (old: [[Identifier]], new: [[Identifier]]) {
    var generator = SeededGenerator(seed: seed)
    let all = (0..<count).map { Identifier.make($0, &generator) }
    switch self {
    case .none: return ([all], [all.map(\.self)])
    case .filter: return ([all], [all.filter { _ in Int.random(in: 0..<10, using: &generator) < 3 }])
    case .backToAll: return ([all.filter { _ in Int.random(in: 0..<10, using: &generator) < 3 }], [all])
    case .churn: return ([all], [churned(all, &generator)])
    case .shuffle: return ([all], [all.shuffled(using: &generator)])
    case .reverse: return ([all], [all.reversed()])
    case .prepend: return ([all], [CollectionOfOne(Identifier.make(count, &generator)) + all])
    case .firstToLast: return ([all], [Array(all.dropFirst() + all.prefix(1))])
    case .sections: return sectioned(all, &generator)
    }
  }

  /// Returns the items after 10 % were deleted, 10 % inserted and 1 % moved.
  private func churned<Identifier: MeasuredIdentifier>(
    _ all: [Identifier], _ generator: inout SeededGenerator
  ) -> [Identifier] {
    var next = all.count
    var result: [Identifier] = []
    var moved: [Identifier] = []
    for identifier in all {
      switch Int.random(in: 0..<100, using: &generator) {
      case 0..<10: break
      case 10: moved.append(identifier)
      default: result.append(identifier)
      }
      if Int.random(in: 0..<10, using: &generator) == 0 {
        result.append(Identifier.make(next, &generator))
        next += 1
      }
    }
    moved.shuffle(using: &generator)
    let stride = max(1, result.count / max(1, moved.count))
    var merged: [Identifier] = []
    for (index, identifier) in result.enumerated() {
      if index % stride == 0, let item = moved.popLast() { merged.append(item) }
      merged.append(identifier)
    }
    return merged + moved
  }

  /// Returns 100 sections, and the same with 1 % of the items in other sections.
  private func sectioned<Identifier: MeasuredIdentifier>(
    _ all: [Identifier], _ generator: inout SeededGenerator
  ) -> (old: [[Identifier]], new: [[Identifier]]) {
    let size = max(1, all.count / 100)
    let old = stride(from: 0, to: all.count, by: size).map { Array(all[$0..<min($0 + size, all.count)]) }
    var new = old
    for section in new.indices {
      for _ in 0..<max(1, size / 100) where !new[section].isEmpty {
        let item = new[section].remove(at: Int.random(in: 0..<new[section].count, using: &generator))
        let target = Int.random(in: 0..<new.count, using: &generator)
        new[target].insert(item, at: Int.random(in: 0...new[target].count, using: &generator))
      }
    }
    return (old, new)
  }
}
