internal import ListDiff

/// A row or a guest on its line.
struct LineOccupant {
  var row: TableRow?
  var guest: Tombstone?
  var columns: Range<Int>
}

/// A line on which there are guests alone.
struct GuestLine {
  var guests: [(tombstone: Tombstone, columns: Range<Int>)]

  var lines: Int { guests.map(\.tombstone.lines.count).max() ?? 0 }
}

/// Rows that are shown without being in the content: those that left, and the one in the hand.
///
/// In a grid or a strip they take slots among the items, which make room for them; elsewhere lines.
extension TableView {
  private var guests: [Tombstone] { (transition?.tombstones ?? []) + (lifted?.ghost.map { [$0] } ?? []) }

  /// The guests among the items of a section, in order, each with the item it stands before.
  func guests(ofSection section: Int) -> [(place: Int, tombstone: Tombstone)] {
    let all = guests
    guard !all.isEmpty else { return [] }
    let placed = all.enumerated().compactMap { index, tombstone in
      slot(of: tombstone).flatMap { slot in
        slot.section == section ? (place: slot.item, index: index, tombstone: tombstone) : nil
      }
    }
    let sorted = placed.sorted { ($0.place, $0.index) < ($1.place, $1.index) }
    return sorted.map { ($0.place, $0.tombstone) }
  }

  /// The slot that a guest has in a section; nil where it has none there.
  func guestSlot(of tombstone: Tombstone, inSection section: Int) -> Int? {
    let guests = guests(ofSection: section)
    let index = guests.firstIndex { $0.tombstone.identifier == tombstone.identifier }
    return index.map { guests[$0].place + $0 }
  }

  /// The item of a grid or strip that a guest stands before; nil for one that has a line of its own.
  private func slot(of tombstone: Tombstone) -> ItemPosition? {
    guard let content else { return nil }
    let position: ItemPosition
    if tombstone.identifier == lifted?.identifier, let session = lifted?.session {
      position = session.itemBelow(session.target)
    } else if let name = tombstone.section, let section = content.section(of: name),
      let row = content.row(for: tombstone.neighbor.identifier), row.section == section,
      let item = row.indexPath?.item
    {
      position = ItemPosition(section: section, item: tombstone.neighbor.isBehind ? item + 1 : item)
    } else {
      return nil
    }
    let isShared = arrangement(ofSection: position.section) != .list
    return isShared && content.numberOfItems(inSection: position.section) > 0 ? position : nil
  }

  /// The lines of guests above or below a line.
  func guestLines(_ side: Tombstone.Side, line: TableRow, in rows: RowSequence) -> [GuestLine] {
    guard !guests.isEmpty else { return [] }
    let start = rows.lineStart(line)
    let loose = guests.filter {
      $0.neighbor.side == side && slot(of: $0) == nil
        && rows.content.row(for: $0.neighbor.identifier).map(rows.lineStart) == start
    }
    let lines = sharedGuestLines(side, line: line, in: rows)
    return side == .before ? packed(loose) + lines : lines + packed(loose)
  }

  /// Puts guests from beside each other beside each other again.
  private func packed(_ loose: [Tombstone]) -> [GuestLine] {
    var lines: [GuestLine] = []
    for tombstone in loose {
      if let columns = tombstone.columns, let last = lines.last?.guests.last, last.tombstone.columns != nil,
        last.columns.upperBound <= columns.lowerBound
      {
        lines[lines.count - 1].guests.append((tombstone, columns))
      } else {
        lines.append(GuestLine(guests: [(tombstone, columns(of: tombstone))]))
      }
    }
    return lines
  }

  private func columns(of tombstone: Tombstone) -> Range<Int> {
    if let columns = tombstone.columns { return columns }
    if case .item = tombstone.identifier { return itemColumns }
    return 0..<size.columns
  }

  /// The lines of a grid that have no items, between one that has and the next, or behind the last.
  private func sharedGuestLines(_ side: Tombstone.Side, line: TableRow, in rows: RowSequence) -> [GuestLine] {
    guard case .grid(let columns) = rows.arrangement(line.section),
      case .item(let first) = rows.lineStart(line).part, case .item(let last) = rows.lineEnd(line).part
    else { return [] }
    let slots = rows.slots(line.section)
    let number = slots.slot(ofItem: first) / columns
    let empty =
      switch side {
      case .before: (first > 0 ? slots.slot(ofItem: first - 1) / columns + 1 : 0)..<number
      case .behind where last + 1 == slots.items: number + 1..<(slots.count + columns - 1) / columns
      case .behind: 0..<0
      }
    return empty.map { number in
      let occupants = gridOccupants(line: number, ofSection: line.section, slots, columns)
      return GuestLine(guests: occupants.compactMap { at in at.guest.map { ($0, at.columns) } })
    }
  }

  /// The rows and guests of a line that are on the screen, with their columns.
  func occupants(ofLine line: TableRow, in rows: RowSequence) -> [LineOccupant] {
    guard case .item(let item) = line.part else {
      return [LineOccupant(row: line, columns: 0..<size.columns)]
    }
    switch rows.arrangement(line.section) {
    case .list: return [LineOccupant(row: line, columns: itemColumns)]
    case .grid(let columns):
      let slots = rows.slots(line.section)
      let number = slots.slot(ofItem: item) / columns
      return gridOccupants(line: number, ofSection: line.section, slots, columns)
    case .strip: return stripOccupants(ofSection: line.section, rows.slots(line.section))
    }
  }

  private func gridOccupants(line: Int, ofSection section: Int, _ slots: SlotSequence, _ columns: Int)
    -> [LineOccupant]
  {
    let start = line * columns
    return occupants(
      start..<min(slots.count, start + columns), ofSection: section, slots, from: itemColumns.lowerBound)
  }

  private func stripOccupants(ofSection section: Int, _ slots: SlotSequence) -> [LineOccupant] {
    guard !itemColumns.isEmpty else { return [] }
    let origin = stripOrigin(ofSection: section)
    let width = slotColumns(ofSection: section)
    let first = min(slots.count - 1, (itemColumns.lowerBound - origin) / width)
    let last = min(slots.count - 1, max(first, (itemColumns.upperBound - 1 - origin) / width))
    return occupants(first..<last + 1, ofSection: section, slots, from: origin + first * width)
  }

  private func occupants(
    _ range: Range<Int>, ofSection section: Int, _ slots: SlotSequence, from column: Int
  ) -> [LineOccupant] {
    let width = slotColumns(ofSection: section)
    let guests = slots.guests.isEmpty ? [] : guests(ofSection: section)
    return range.map { slot in
      let start = column + (slot - range.lowerBound) * width
      switch slots.occupant(of: slot) {
      case .item(let item):
        return LineOccupant(row: TableRow(section: section, .item(item)), columns: start..<start + width)
      case .guest(let index):
        return LineOccupant(guest: guests[index].tombstone, columns: start..<start + width)
      }
    }
  }
}
