internal import ListDiff

/// Rows that are being moved: where they come from, and where they would be dropped.
///
/// Places are counted without the carried rows. The picked-up row determines where they come from: dropping
/// them at its place changes nothing. This type does not depend on a screen, on keys or on a data source.
///
/// ```text
///   A 1 2 3        pick 2 up, then down:  (A,1) ▶ (A,2) ▶ (B,0) ▶ (B,1) ▶ (B,2)
///   B 4 5                                 where     after    before   before   after
///                                         it was    3        4        5        5
/// ```
struct ReorderSession: Equatable {
  /// The position of the picked-up row.
  let source: ItemPosition
  /// The positions of all carried rows, in order.
  let sources: [ItemPosition]
  /// The place that the user moved the rows to.
  private(set) var proposed: ItemPosition
  /// The place where the rows would be dropped: ``proposed``, unless the delegate has redirected them.
  private(set) var target: ItemPosition

  /// Picks up a row, and others with it.
  init(source: ItemPosition, with others: [ItemPosition] = []) {
    self.source = source
    sources = others.isEmpty ? [source] : Set(others + [source]).sorted()
    (proposed, target) = (source, source)
    propose(home)
  }

  /// The place of the picked-up row.
  var home: ItemPosition { place(before: source) }

  /// Whether dropping now changes nothing.
  var isHome: Bool { target == home }

  /// Returns the number of places in a section after the first one.
  @MainActor
  func lastPlace(inSection section: Int, _ space: ReorderSpace) -> Int {
    max(0, space.numberOfItems(section) - numberCarried(before: ItemPosition(section: section, item: .max)))
  }

  // MARK: Moving

  /// Moves the rows to a place; places beyond a section's end mean its end.
  @MainActor
  mutating func move(to place: ItemPosition, in space: ReorderSpace) {
    guard (0..<space.numberOfSections).contains(place.section) else { return }
    let last = lastPlace(inSection: place.section, space)
    propose(ItemPosition(section: place.section, item: min(max(0, place.item), last)))
  }

  /// Moves the row to the row that the mouse has reached: after it if it is further down in the same
  /// section, else before it; from either of these places, to its other side.
  @MainActor
  mutating func move(onto row: TableRow, in space: ReorderSpace) {
    let section = row.section
    switch row.part {
    case .item(let item):
      let position = ItemPosition(section: section, item: item)
      if isCarried(position) { return move(to: home, in: space) }
      let behind = place(behind: position)
      let before = ItemPosition(section: section, item: behind.item - 1)
      if target == before { return move(to: behind, in: space) }
      if target == behind { return move(to: before, in: space) }
      move(to: section == source.section && item > source.item ? behind : before, in: space)
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

  /// Sets another drop place than the user's; ``proposed`` stays the same.
  @MainActor
  mutating func redirect(to place: ItemPosition, in space: ReorderSpace) {
    let wanted = proposed
    move(to: place, in: space)
    proposed = wanted
  }

  private mutating func propose(_ place: ItemPosition) { (proposed, target) = (place, place) }

  // MARK: Places and items

  /// Returns the item above a place, counted with the carried rows; nil at a section's start.
  ///
  /// - Complexity: O(log *carried*).
  func itemAbove(_ place: ItemPosition) -> ItemPosition? {
    guard place.item > 0 else { return nil }
    // Each carried row at or above the index that the item has without them moves the item down by one.
    let start = index(of: ItemPosition(section: place.section, item: 0))
    let end = index(of: ItemPosition(section: place.section, item: .max))
    let behind = (start..<end).partitioningIndex { sources[$0].item - ($0 - start) >= place.item }
    return ItemPosition(section: place.section, item: place.item - 1 + behind - start)
  }

  /// Returns the item below a place, counted with the carried rows; one past the last at a section's end. For
  /// the place that the rows come from, this is the picked-up row.
  func itemBelow(_ place: ItemPosition) -> ItemPosition {
    place == home
      ? source : ItemPosition(section: place.section, item: itemAbove(place).map { $0.item + 1 } ?? 0)
  }

  /// Returns the place before an item that is counted with the carried rows.
  func place(before item: ItemPosition) -> ItemPosition {
    ItemPosition(section: item.section, item: item.item - numberCarried(before: item))
  }

  /// Returns the place after an item that is counted with the carried rows.
  func place(behind item: ItemPosition) -> ItemPosition {
    let place = place(before: item)
    return ItemPosition(section: item.section, item: place.item + (isCarried(item) ? 0 : 1))
  }

  private func isCarried(_ item: ItemPosition) -> Bool {
    let index = index(of: item)
    return index < sources.count && sources[index] == item
  }

  /// Returns the number of carried rows above an item in its section.
  private func numberCarried(before item: ItemPosition) -> Int {
    index(of: item) - index(of: ItemPosition(section: item.section, item: 0))
  }

  /// Returns the number of carried rows above an item in the entire list.
  private func index(of item: ItemPosition) -> Int {
    sources.indices.partitioningIndex { sources[$0] >= item }
  }
}

/// The sections that rows can be dropped in.
@MainActor
struct ReorderSpace {
  let content: any RowContent
  /// Whether the carried rows keep their slots while they are moved.
  var showsSources = true
  /// Returns the item at which a section is entered from above or below; nil for the nearest one.
  var entry: @MainActor (_ section: Int) -> Int? = { _ in nil }

  var numberOfSections: Int { content.numberOfSections }
  func numberOfItems(_ section: Int) -> Int { content.shape(ofSection: section).numberOfItems }
  func geometry(_ section: Int) -> LineGeometry { content.shape(ofSection: section).geometry }
}

// MARK: - Lines

/// Moving by the lines of the screen, and along them.
@MainActor
extension ReorderSession {
  /// Moves the rows by lines, past all items of a line.
  ///
  /// - Complexity: O(lines passed).
  mutating func move(byLines count: Int, in space: ReorderSpace) {
    for _ in 0..<abs(count) {
      guard let place = place(beyond: proposed, count.signum(), space) else { return }
      move(to: place, in: space)
    }
  }

  /// Moves the rows by places within their line.
  mutating func move(besideBy count: Int, in space: ReorderSpace) {
    guard slotsBeside(proposed, space).count > 1 else { return }
    move(to: ItemPosition(section: proposed.section, item: proposed.item + count), in: space)
  }

  /// Moves the rows to the first or last place of their line.
  mutating func move(toLineEnd isEnd: Bool, in space: ReorderSpace) {
    let line = slotsBeside(proposed, space)
    guard line.count > 1 else { return }
    move(to: place(atSlot: isEnd ? line.upperBound - 1 : line.lowerBound, proposed.section, space), in: space)
  }

  /// Returns the slots of a place's line.
  private func slotsBeside(_ place: ItemPosition, _ space: ReorderSpace) -> Range<Int> {
    let geometry = space.geometry(place.section)
    return geometry.slots(
      ofLine: geometry.line(of: slot(place, space)), of: numberOfSlots(place.section, space))
  }

  /// Returns the slot that the row has at a place.
  private func slot(_ place: ItemPosition, _ space: ReorderSpace) -> Int {
    space.showsSources ? itemBelow(place).item : place.item
  }

  /// Returns the number of slots of a section with the row at its end.
  private func numberOfSlots(_ section: Int, _ space: ReorderSpace) -> Int {
    slot(ItemPosition(section: section, item: lastPlace(inSection: section, space)), space) + 1
  }

  private func place(atSlot slot: Int, _ section: Int, _ space: ReorderSpace) -> ItemPosition {
    let item = ItemPosition(section: section, item: slot)
    return space.showsSources ? place(before: item) : item
  }

  /// Returns the place one line further up or down; nil if there is none.
  private func place(beyond place: ItemPosition, _ step: Int, _ space: ReorderSpace) -> ItemPosition? {
    let (section, geometry) = (place.section, space.geometry(place.section))
    let count = numberOfSlots(section, space)
    var line = geometry.line(of: slot(place, space)) + step
    while (0..<geometry.lines(of: count)).contains(line) {
      let first = geometry.slots(ofLine: line, of: count).lowerBound
      let other = self.place(atSlot: first, section, space)
      // The slots on both sides of a carried row are the same place.
      if other != place { return other }
      line += step
    }
    return entry(section + step, step, space)
  }

  /// Returns the place at which a section is entered from above or below.
  private func entry(_ section: Int, _ step: Int, _ space: ReorderSpace) -> ItemPosition? {
    guard (0..<space.numberOfSections).contains(section) else { return nil }
    if let item = space.entry(section) { return place(before: ItemPosition(section: section, item: item)) }
    let (geometry, count) = (space.geometry(section), numberOfSlots(section, space))
    let line = step > 0 ? 0 : geometry.lines(of: count) - 1
    return place(atSlot: geometry.slots(ofLine: line, of: count).lowerBound, section, space)
  }
}

// MARK: - CarriedRows

/// The rows that the user moves, with what the screen needs to show them.
struct CarriedRows {
  /// The device that moves the rows.
  enum Grip: Equatable {
    case keys
    case mouse
  }

  /// What the rows would be dropped after, regardless of insertions and removals in the meantime.
  enum Neighbor: Equatable {
    case item(RowIdentifier)
    /// The start of a section, by the identifier of its header.
    case startOfSection(RowIdentifier)
  }

  /// The picked-up item.
  let item: RowIdentifier
  /// The items that the user moves, including the picked-up one.
  let items: Set<RowIdentifier>
  /// All carried rows: those of the items, and those below them in an outline.
  let rows: Set<RowIdentifier>
  let grip: Grip
  var session: ReorderSession
  /// The picture of the picked-up row where it would be dropped.
  var lines: [[Glyph]] = []
  var neighbor: Neighbor?
  /// The location of the mouse.
  var pointer: ScreenPoint?
  /// When the list next scrolls while the mouse is at an edge.
  var scrollDue: Duration?

  /// The time between two lines of scrolling while the mouse is at an edge.
  static let scrollInterval = Duration.milliseconds(80)

  /// The picked-up row at the place where it would be dropped.
  var transientRow: TransientRow {
    TransientRow(identifier: item, kind: .carried(byKeys: grip == .keys), picture: lines)
  }
}
