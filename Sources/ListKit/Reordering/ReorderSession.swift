internal import ListDiff

/// A row in the hand on its way to another place: where it comes from, and where it would be dropped.
///
/// Places count without the row itself, so the place it comes from is one of them, and dropping it there
/// changes nothing. Nothing here knows a screen, a key or a data source.
///
/// ```text
///   A 1 2 3        lift 2, then down:     (A,1) ▶ (A,2) ▶ (B,0) ▶ (B,1) ▶ (B,2)
///   B 4 5                                 where     behind   before   before   behind
///                                         it was    3        4        5        5
/// ```
struct ReorderSession: Hashable {
  /// Where the row comes from.
  private(set) var origin: ItemPosition
  /// Where the hand is.
  private(set) var proposed: ItemPosition
  /// Where the row would be dropped: ``proposed``, unless somebody has redirected it.
  private(set) var target: ItemPosition

  init(origin: ItemPosition) { (self.origin, proposed, target) = (origin, origin, origin) }

  /// Whether dropping now changes nothing.
  var isHome: Bool { target == origin }

  /// How many places a section has after its first one.
  func lastPlace(inSection section: Int, _ space: ReorderSpace) -> Int {
    max(0, space.numberOfItems(section) - (section == origin.section ? 1 : 0))
  }

  /// Goes on by places, through the sections, as far as there are any.
  ///
  /// - Complexity: O(sections passed).
  mutating func move(by count: Int, in space: ReorderSpace) {
    var place = proposed
    var left = count
    while left > 0 {
      let room = lastPlace(inSection: place.section, space) - place.item
      if left <= room || place.section + 1 >= space.numberOfSections {
        place.item += min(left, room)
        break
      }
      left -= room + 1
      place = ItemPosition(section: place.section + 1, item: 0)
    }
    while left < 0 {
      if -left <= place.item || place.section == 0 {
        place.item = max(0, place.item + left)
        break
      }
      left += place.item + 1
      place.section -= 1
      place.item = lastPlace(inSection: place.section, space)
    }
    propose(place)
  }

  /// Goes to a place; places beyond a section's end are its end.
  mutating func move(to place: ItemPosition, in space: ReorderSpace) {
    guard (0..<space.numberOfSections).contains(place.section) else { return }
    let last = lastPlace(inSection: place.section, space)
    propose(ItemPosition(section: place.section, item: min(max(0, place.item), last)))
  }

  /// Goes to where a row is on which the hand came: behind it where it lies further down in the same
  /// section, else before it; and to its other side from either of these places.
  mutating func move(onto row: TableRow, in space: ReorderSpace) {
    let section = row.section
    switch row.part {
    case .item(let item):
      let before = ItemPosition(section: section, item: place(behind: row.position(item)).item - 1)
      let behind = ItemPosition(section: section, item: before.item + 1)
      if row.position(item) == origin { return move(to: origin, in: space) }
      if target == before { return move(to: behind, in: space) }
      if target == behind { return move(to: before, in: space) }
      move(to: row.position(item), in: space)
    case .header:
      let start = ItemPosition(section: section, item: 0)
      target == start ? move(by: -1, in: space) : move(to: start, in: space)
    case .footer:
      let end = ItemPosition(section: section, item: lastPlace(inSection: section, space))
      target == end ? move(by: 1, in: space) : move(to: end, in: space)
    }
  }

  mutating func moveToStart(in space: ReorderSpace) { move(to: ItemPosition(section: 0, item: 0), in: space) }

  mutating func moveToEnd(in space: ReorderSpace) {
    move(to: ItemPosition(section: space.numberOfSections - 1, item: .max), in: space)
  }

  /// Drops elsewhere than the hand is.
  mutating func redirect(to place: ItemPosition, in space: ReorderSpace) {
    let hand = proposed
    move(to: place, in: space)
    proposed = hand
  }

  private mutating func propose(_ place: ItemPosition) { (proposed, target) = (place, place) }

  /// The item above a place, as its row is counted with the lifted row still in it; nil at a section's start.
  func itemAbove(_ place: ItemPosition) -> ItemPosition? {
    guard place.item > 0 else { return nil }
    let isBehindOrigin = place.section == origin.section && place.item - 1 >= origin.item
    return ItemPosition(section: place.section, item: place.item - (isBehindOrigin ? 0 : 1))
  }

  /// The place behind an item, whose row is counted with the lifted row still in it.
  func place(behind item: ItemPosition) -> ItemPosition {
    let isBehindOrigin = item.section == origin.section && item.item >= origin.item
    return ItemPosition(section: item.section, item: item.item + (isBehindOrigin ? 0 : 1))
  }
}

extension TableRow {
  fileprivate func position(_ item: Int) -> ItemPosition { ItemPosition(section: section, item: item) }
}

/// The sections a row can be dropped in, and how many items each has.
struct ReorderSpace {
  let numberOfSections: Int
  let numberOfItems: (Int) -> Int
}
