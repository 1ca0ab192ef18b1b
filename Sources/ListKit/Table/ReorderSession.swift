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
  /// Where the rows would be dropped: ``proposed``, unless the delegate has redirected them.
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

  private func isCarried(_ item: ItemPosition) -> Bool {
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
  func isStrip(_ section: Int) -> Bool { content.shape(ofSection: section).geometry.isStrip }
}

// MARK: - Lines

/// Going by the lines of the screen: from row to row in a list, past all of a strip.
@MainActor
extension ReorderSession {
  /// Goes on by lines: by places in a list, past all of a strip.
  ///
  /// - Complexity: O(lines passed).
  mutating func move(byLines count: Int, in space: ReorderSpace) {
    for _ in 0..<abs(count) {
      guard let place = place(beyond: proposed, count.signum(), space) else { return }
      move(to: place, in: space)
    }
  }

  /// Goes on by places in the same section, where others may stand beside the row.
  mutating func move(besideBy count: Int, in space: ReorderSpace) {
    guard space.isStrip(proposed.section) else { return }
    move(to: ItemPosition(section: proposed.section, item: proposed.item + count), in: space)
  }

  /// Goes to the first or the last place of a strip.
  mutating func move(toLineEnd isEnd: Bool, in space: ReorderSpace) {
    let section = proposed.section
    guard space.isStrip(section) else { return }
    move(to: place(atSlot: isEnd ? numberOfSlots(section, space) - 1 : 0, section, space), in: space)
  }

  /// The slot that the row has at a place.
  private func slot(_ place: ItemPosition, _ space: ReorderSpace) -> Int {
    space.showsOrigins ? itemBelow(place).item : place.item
  }

  /// How many slots a section has with the row at its end.
  private func numberOfSlots(_ section: Int, _ space: ReorderSpace) -> Int {
    slot(ItemPosition(section: section, item: lastPlace(inSection: section, space)), space) + 1
  }

  private func place(atSlot slot: Int, _ section: Int, _ space: ReorderSpace) -> ItemPosition {
    let item = ItemPosition(section: section, item: slot)
    return space.showsOrigins ? place(before: item) : item
  }

  /// The place a line further up or down; nil where there is none.
  private func place(beyond place: ItemPosition, _ step: Int, _ space: ReorderSpace) -> ItemPosition? {
    let section = place.section
    if !space.isStrip(section) {
      let slots = 0..<numberOfSlots(section, space)
      var slot = slot(place, space) + step
      while slots.contains(slot) {
        let other = self.place(atSlot: slot, section, space)
        // The slots of a carried row lie on both sides of one and the same place.
        if other != place { return other }
        slot += step
      }
    }
    return entry(section + step, step, space)
  }

  /// The place by which a section is entered from above or below.
  private func entry(_ section: Int, _ step: Int, _ space: ReorderSpace) -> ItemPosition? {
    guard (0..<space.numberOfSections).contains(section) else { return nil }
    if space.isStrip(section) {
      return place(before: ItemPosition(section: section, item: space.entries[section] ?? 0))
    }
    return place(atSlot: step > 0 ? 0 : numberOfSlots(section, space) - 1, section, space)
  }
}

// MARK: - CarriedRows

/// Rows on their way to another place, on the screen.
struct CarriedRows {
  /// What moves them.
  enum Grip: Hashable {
    case keys
    case mouse
  }

  /// What they would be dropped behind, whatever comes and goes meanwhile.
  enum Neighbor: Hashable {
    case item(RowIdentifier)
    /// The start of a section, by the name of its header.
    case startOfSection(RowIdentifier)
  }

  /// The item that was picked up.
  let item: RowIdentifier
  /// All items that are carried, that one included.
  let items: Set<RowIdentifier>
  let grip: Grip
  var session: ReorderSession
  /// What the row that was picked up looks like where it would be dropped.
  var lines: [[Glyph]] = []
  var neighbor: Neighbor?
  /// Where the mouse is.
  var pointer: Point?
  /// When the list scrolls on while the mouse rests at an edge.
  var scrollDue: Duration?

  /// Time between two lines that scroll by while the mouse rests at an edge.
  static let scrollInterval = Duration.milliseconds(80)

  /// Columns at either end of a strip that scroll it.
  static let edgeColumns = 2

  /// The row at the place where it would be dropped.
  var transientRow: TransientRow {
    TransientRow(identifier: item, kind: .carried(byKeys: grip == .keys), lines: lines.count)
  }
}
