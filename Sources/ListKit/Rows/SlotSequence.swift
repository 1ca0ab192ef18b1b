/// The places of a grid or strip in their order: its items, and among them the guests, rows that are shown
/// there for a moment without being in the content.
///
/// ```text
///   items 0 1 2 3, a guest before item 2 ▶ slots 0 1 g 2 3
/// ```
struct SlotSequence {
  /// Who has a slot.
  enum Occupant: Hashable {
    case item(Int)
    case guest(Int)
  }

  /// How many items there are.
  let items: Int
  /// For each guest the item it stands before, in order; as many as items for the end.
  let guests: [Int]

  var count: Int { items + guests.count }

  func slot(ofItem item: Int) -> Int { item + guests.partition { $0 > item } }

  /// Who has a slot, which must be one of them.
  func occupant(of slot: Int) -> Occupant {
    let before = guests(before: slot)
    return before < guests.count && guests[before] + before == slot ? .guest(before) : .item(slot - before)
  }

  /// The first item that has a slot or one behind it; as many as items where there is none.
  func item(from slot: Int) -> Int { slot - guests(before: slot) }

  /// The items of a line of a number of slots; empty where only guests have them.
  func items(ofLine line: Int, slots: Int) -> Range<Int> {
    item(from: line * slots)..<min(items, item(from: (line + 1) * slots))
  }

  private func guests(before slot: Int) -> Int {
    // Guests never share a slot, so these numbers only rise.
    var (low, high) = (0, guests.count)
    while low < high {
      let middle = (low + high) / 2
      if guests[middle] + middle < slot { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [Int] {
  /// The index of the first number for which something holds that holds for all behind it as well.
  fileprivate func partition(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
