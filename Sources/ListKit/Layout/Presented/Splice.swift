internal import ListDiff

/// An order of numbered things with transient ones between them.
///
/// ```text
///   things 0 1 2 3, a transient one before thing 2 ▶ slots 0 1 t 2 3
/// ```
///
/// Nothing is built: each question is a binary search among the few that are transient.
struct Splice: Hashable {
  /// Who has a slot.
  enum Occupant: Hashable {
    /// A thing, by its number.
    case permanent(Int)
    /// A transient one, by its index.
    case transient(Int)
  }

  /// How many things there are.
  let things: Int
  /// For each transient one the thing it stands before, in order; as many as things for the end.
  let transient: [Int]

  var count: Int { things + transient.count }

  /// Who has a slot, which must be one of them.
  subscript(slot: Int) -> Occupant {
    let before = transients(before: slot)
    let isTransient = before < transient.count && transient[before] + before == slot
    return isTransient ? .transient(before) : .permanent(slot - before)
  }

  func slot(of thing: Int) -> Int { thing + transient.indices.partitioningIndex { transient[$0] > thing } }

  func slot(ofTransient index: Int) -> Int { transient[index] + index }

  /// The first thing that has a slot or one behind it; as many as things where there is none.
  func thing(from slot: Int) -> Int { slot - transients(before: slot) }

  /// The things that have a slot in a range.
  func things(in slots: Range<Int>) -> Range<Int> {
    let end = min(things, thing(from: slots.upperBound))
    return min(thing(from: slots.lowerBound), end)..<end
  }

  private func transients(before slot: Int) -> Int {
    // No two share a slot, so these numbers only rise.
    transient.indices.partitioningIndex { transient[$0] + $0 >= slot }
  }
}
