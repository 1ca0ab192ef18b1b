internal import ListDiff

/// Rows on their way to another place: where they come from, and where they would be dropped.
///
/// Places count without the rows that are carried. The one that was picked up decides where they come from:
/// dropping them at its place changes nothing. Nothing here knows a screen, a key or a data source.
///
/// ```text
///   A 1 2 3        pick 2 up, then down:  (A,1) ▶ (A,2) ▶ (B,0) ▶ (B,1) ▶ (B,2)
///   B 4 5                                 where     behind   before   before   behind
///                                         it was    3        4        5        5
/// ```
struct ReorderSession: Hashable {
  /// Where the row comes from that was picked up.
  let origin: ItemPosition
  /// Where all carried rows come from, in order.
  let origins: [ItemPosition]
  /// Where the user has brought them.
  private(set) var proposed: ItemPosition
  /// Where the rows would be dropped: ``proposed``, unless somebody has redirected them.
  private(set) var target: ItemPosition

  /// Picks a row up, and others with it.
  init(origin: ItemPosition, with others: [ItemPosition] = []) {
    self.origin = origin
    origins = others.isEmpty ? [origin] : Set(others + [origin]).sorted()
    (proposed, target) = (origin, origin)
    propose(home)
  }

  /// The place of the row that was picked up.
  var home: ItemPosition { place(before: origin) }

  /// Whether dropping now changes nothing.
  var isHome: Bool { target == home }

  /// How many places a section has after its first one.
  @MainActor
  func lastPlace(inSection section: Int, _ space: ReorderSpace) -> Int {
    max(0, space.numberOfItems(section) - numberCarried(before: ItemPosition(section: section, item: .max)))
  }

  // MARK: Moving

  /// Goes to a place; places beyond a section's end are its end.
  @MainActor
  mutating func move(to place: ItemPosition, in space: ReorderSpace) {
    guard (0..<space.numberOfSections).contains(place.section) else { return }
    let last = lastPlace(inSection: place.section, space)
    propose(ItemPosition(section: place.section, item: min(max(0, place.item), last)))
  }

  /// Goes to where a row is on which the mouse came: behind it where it lies further down in the same
  /// section, else before it; and to its other side from either of these places.
  @MainActor
  mutating func move(onto row: TableRow, in space: ReorderSpace) {
    let section = row.section
    switch row.part {
    case .item(let item):
      let position = ItemPosition(section: section, item: item)
      if isCarried(position) { return move(to: position == origin ? home : target, in: space) }
      let behind = place(behind: position)
      let before = ItemPosition(section: section, item: behind.item - 1)
      if target == before { return move(to: behind, in: space) }
      if target == behind { return move(to: before, in: space) }
      move(to: section == origin.section && item > origin.item ? behind : before, in: space)
    case .header:
      let start = ItemPosition(section: section, item: 0)
      move(to: target == start ? ItemPosition(section: section - 1, item: .max) : start, in: space)
    case .footer:
      let end = ItemPosition(section: section, item: lastPlace(inSection: section, space))
      move(to: target == end ? ItemPosition(section: section + 1, item: 0) : end, in: space)
    }
  }

  @MainActor
  mutating func moveToStart(in space: ReorderSpace) { move(to: ItemPosition(section: 0, item: 0), in: space) }

  @MainActor
  mutating func moveToEnd(in space: ReorderSpace) {
    move(to: ItemPosition(section: space.numberOfSections - 1, item: .max), in: space)
  }

  /// Drops elsewhere than the user has brought them.
  @MainActor
  mutating func redirect(to place: ItemPosition, in space: ReorderSpace) {
    let wanted = proposed
    move(to: place, in: space)
    proposed = wanted
  }

  private mutating func propose(_ place: ItemPosition) { (proposed, target) = (place, place) }

  // MARK: Places and items

  /// The item above a place, counted with the carried rows still in it; nil at a section's start.
  ///
  /// - Complexity: O(log *carried*).
  func itemAbove(_ place: ItemPosition) -> ItemPosition? {
    guard place.item > 0 else { return nil }
    // Each carried row at or above the item it would be without them pushes it one further down.
    let start = index(of: ItemPosition(section: place.section, item: 0))
    let end = index(of: ItemPosition(section: place.section, item: .max))
    let behind = (start..<end).partitioningIndex { origins[$0].item - ($0 - start) >= place.item }
    return ItemPosition(section: place.section, item: place.item - 1 + behind - start)
  }

  /// The item that a place lies before, counted with the carried rows still in it; one past the last at a
  /// section's end. The place it comes from lies before the row picked up.
  func itemBelow(_ place: ItemPosition) -> ItemPosition {
    place == home
      ? origin : ItemPosition(section: place.section, item: itemAbove(place).map { $0.item + 1 } ?? 0)
  }

  /// The place before an item that is counted with the carried rows still in it.
  func place(before item: ItemPosition) -> ItemPosition {
    ItemPosition(section: item.section, item: item.item - numberCarried(before: item))
  }

  /// The place behind an item that is counted with the carried rows still in it.
  func place(behind item: ItemPosition) -> ItemPosition {
    let place = place(before: item)
    return ItemPosition(section: item.section, item: place.item + (isCarried(item) ? 0 : 1))
  }

  func isCarried(_ item: ItemPosition) -> Bool {
    let index = index(of: item)
    return index < origins.count && origins[index] == item
  }

  /// How many rows of an item's section are carried away from above it.
  private func numberCarried(before item: ItemPosition) -> Int {
    index(of: item) - index(of: ItemPosition(section: item.section, item: 0))
  }

  /// How many rows are carried away from above a place of the whole list.
  private func index(of item: ItemPosition) -> Int {
    origins.indices.partitioningIndex { origins[$0] >= item }
  }
}

/// The sections that rows can be dropped in.
@MainActor
struct ReorderSpace {
  let content: any RowContent
  /// Whether the carried rows still have their slots while they are on their way.
  var showsOrigins = true
  /// By section the item by which a strip is entered from above or below; the first unless said.
  var entries: [Int: Int] = [:]

  var numberOfSections: Int { content.numberOfSections }
  func numberOfItems(_ section: Int) -> Int { content.shape(ofSection: section).numberOfItems }
  func geometry(_ section: Int) -> LineGeometry { content.shape(ofSection: section).geometry }
}
