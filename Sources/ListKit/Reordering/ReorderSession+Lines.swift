internal import ListDiff

/// Going by the lines of the screen, where items stand beside each other.
///
/// ```text
///   1 2 3      pick 2 up, down:  1 · 3     right:  1 · 3     up:  1 3 2
///   4 5 6                        4 2 5             4 5 2          4 5 6
///                                6                 6
/// ```
@MainActor
extension ReorderSession {
  /// Goes on by lines: by places in a list, below each other in a grid, past all of a strip.
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
    guard space.geometry(proposed.section).isShared else { return }
    move(to: ItemPosition(section: proposed.section, item: proposed.item + count), in: space)
  }

  /// Goes to the first or the last place of a line.
  mutating func move(toLineEnd isEnd: Bool, in space: ReorderSpace) {
    let (section, geometry) = (proposed.section, space.geometry(proposed.section))
    guard geometry.isShared else { return }
    let line = geometry.line(of: slot(proposed, space))
    let slots = geometry.slots(ofLine: line, of: numberOfSlots(section, space))
    move(to: place(atSlot: isEnd ? slots.upperBound - 1 : slots.lowerBound, section, space), in: space)
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
    let (section, geometry) = (place.section, space.geometry(place.section))
    let (slot, count) = (slot(place, space), numberOfSlots(section, space))
    var line = geometry.line(of: slot) + step
    while (0..<geometry.lines(of: count)).contains(line) {
      let next = geometry.slot(onLine: line, column: geometry.column(of: slot), of: count)
      let other = self.place(atSlot: next, section, space)
      // The slots of a carried row lie on both sides of one and the same place.
      if other != place { return other }
      line += step
    }
    return entry(section + step, column: geometry.column(of: slot), step, space)
  }

  /// The place by which a section is entered from above or below.
  private func entry(_ section: Int, column: Int, _ step: Int, _ space: ReorderSpace) -> ItemPosition? {
    guard (0..<space.numberOfSections).contains(section) else { return nil }
    let (geometry, count) = (space.geometry(section), numberOfSlots(section, space))
    if geometry.isStrip {
      return place(before: ItemPosition(section: section, item: space.entries[section] ?? 0))
    }
    let line = step > 0 ? 0 : geometry.lines(of: count) - 1
    return place(atSlot: geometry.slot(onLine: line, column: column, of: count), section, space)
  }
}
