internal import ListDiff

/// Going by the lines of the screen, where items stand beside each other.
///
/// ```text
///   1 2 3      lift 2, down:  1 · 3     right:  1 · 3     up:  1 3 2
///   4 5 6                     4 2 5             4 5 2          4 5 6
///                             6                 6
/// ```
extension ReorderSession {
  /// Goes on by lines: by places in a list, below each other in a grid, past all of a strip.
  ///
  /// - Complexity: O(lines passed).
  mutating func move(byLines count: Int, in space: ReorderSpace) {
    for _ in 0..<abs(count) {
      guard let place = placeBeyond(proposed, isDown: count > 0, space) else { return }
      move(to: place, in: space)
    }
  }

  /// Goes on by places in the same section, where others may stand beside the row.
  mutating func move(besideBy count: Int, in space: ReorderSpace) {
    guard space.arrangement(proposed.section) != .list else { return }
    move(to: ItemPosition(section: proposed.section, item: proposed.item + count), in: space)
  }

  /// Goes to the first or the last place of a line.
  mutating func move(toLineEnd isEnd: Bool, in space: ReorderSpace) {
    switch space.arrangement(proposed.section) {
    case .list: break
    case .grid(let columns):
      let start = slot(proposed, space) - slot(proposed, space) % columns
      let end = min(start + columns - 1, lastSlot(ofSection: proposed.section, space))
      move(to: place(atSlot: isEnd ? end : start, ofSection: proposed.section, space), in: space)
    case .strip:
      move(to: ItemPosition(section: proposed.section, item: isEnd ? .max : 0), in: space)
    }
  }

  /// The slot that the row has at a place.
  private func slot(_ place: ItemPosition, _ space: ReorderSpace) -> Int {
    space.showsOrigins ? itemBelow(place).item : place.item
  }

  private func lastSlot(ofSection section: Int, _ space: ReorderSpace) -> Int {
    slot(ItemPosition(section: section, item: lastPlace(inSection: section, space)), space)
  }

  private func place(atSlot slot: Int, ofSection section: Int, _ space: ReorderSpace) -> ItemPosition {
    let item = ItemPosition(section: section, item: slot)
    return space.showsOrigins ? place(before: item) : item
  }

  /// The place a line further up or down; nil where there is none.
  private func placeBeyond(_ place: ItemPosition, isDown: Bool, _ space: ReorderSpace) -> ItemPosition? {
    let section = place.section
    let last = lastPlace(inSection: section, space)
    switch space.arrangement(section) {
    case .list:
      let next = place.item + (isDown ? 1 : -1)
      if (0...last).contains(next) { return ItemPosition(section: section, item: next) }
    case .grid(let columns):
      let next = slot(place, space) + (isDown ? columns : -columns)
      let lastSlot = lastSlot(ofSection: section, space)
      if (0...lastSlot).contains(next) { return self.place(atSlot: next, ofSection: section, space) }
      if isDown, slot(place, space) / columns < lastSlot / columns {
        return ItemPosition(section: section, item: last)
      }
    case .strip: break
    }
    return entry(section + (isDown ? 1 : -1), column: column(of: place, space), isDown: isDown, space)
  }

  private func column(of place: ItemPosition, _ space: ReorderSpace) -> Int {
    guard case .grid(let columns) = space.arrangement(place.section) else { return 0 }
    return slot(place, space) % columns
  }

  /// The place by which a section is entered from above or below.
  private func entry(_ section: Int, column: Int, isDown: Bool, _ space: ReorderSpace) -> ItemPosition? {
    guard (0..<space.numberOfSections).contains(section) else { return nil }
    let last = lastPlace(inSection: section, space)
    switch space.arrangement(section) {
    case .list: return ItemPosition(section: section, item: isDown ? 0 : last)
    case .grid(let columns):
      let lastSlot = lastSlot(ofSection: section, space)
      let start = isDown ? 0 : lastSlot - lastSlot % columns
      return place(atSlot: min(start + min(column, columns - 1), lastSlot), ofSection: section, space)
    case .strip:
      return place(before: ItemPosition(section: section, item: space.entry(section)))
    }
  }
}
