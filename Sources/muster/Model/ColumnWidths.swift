import ListData
import ListKit

/// How wide columns are: as wide as what stands in them, looked at in some rows, and never narrower from run to run, so
/// that nothing jumps.
struct ColumnWidths: Sendable {
  /// The widest text of each column so far, its name included.
  private(set) var widths: [Int] = []

  /// Rows that are looked at, from the first on and spread over the rest.
  private static let sample = 400
  /// One text may be long; a column is not made wider for it.
  private static let most = 60
  /// A text may be cut to so many columns where there is too little room.
  private static let leastText = 16
  /// For so many levels of a tree there is room at most.
  private static let mostLevels = 10
  /// The last column takes what is left of any screen.
  private static let lastMost = 1000

  /// Looks at the rows of a table.
  mutating func note(_ table: TextTable) {
    while widths.count < table.columns.count {
      widths.append(Self.width(of: table.name(of: widths.count)))
    }
    let drawn = DrawnTree.column(of: table)
    let step = max(1, table.rowCount / Self.sample)
    for row in stride(from: 0, to: table.rowCount, by: step) {
      for column in table.columns.indices where widths[column] < Self.most {
        widths[column] = min(
          Self.most,
          max(
            widths[column],
            Self.width(of: table.shownText(row, column, column == drawn ? .whole : nil, limit: 1024))))
      }
    }
  }

  /// Makes columns of numbers wide enough for `+86400s`.
  mutating func makeRoomForDifferences(_ table: TextTable) {
    for (column, kind) in table.columns.map(\.kind).enumerated()
    where kind.isNumeric && !table.columns[column].identifies && column < widths.count {
      widths[column] = max(widths[column], 7)
    }
  }

  private static let wide: [ClosedRange<UInt32>] = [0x1100...0x115F, 0x2E80...0xFFDC, 0x1F300...0x3FFFF]

  /// The screen columns of a text, nearly: East Asian characters take two.
  private static func width(of text: String) -> Int {
    if text.utf8.count == text.unicodeScalars.count { return text.utf8.count }
    return text.reduce(0) { width, character in
      let scalar = character.unicodeScalars.first?.value ?? 0
      return width + (wide.contains { $0.contains(scalar) } ? 2 : 1)
    }
  }

  /// The columns of the table for the screen.
  ///
  /// - Parameters:
  ///   - indexes: the columns to show, from left to right.
  ///   - pinned: those that stay in view while others are scrolled.
  ///   - treeLevels: how deep rows stand below each other, for which the first column is wider; 0 in a list.
  ///   - chosen: the column that keys are about.
  ///   - room: how many screen columns there are for all of them.
  func columns(
    _ indexes: [Int], pinned: [Int], of table: TextTable, _ arrangement: Arrangement,
    treeLevels: Int, chosen: Int?, room: Int
  ) -> [TableColumn] {
    let titles = indexes.map { index in
      guard let sort = arrangement.sort, sort.column == index else { return table.name(of: index) }
      return table.name(of: index) + (sort.isDescending ? " ▼" : " ▲")
    }
    let wanted = indexes.enumerated().map { place, index in
      // Columns of another table than measured last are shown until the new rows are arranged.
      max(1, index < widths.count ? widths[index] : 1, Self.width(of: titles[place]))
        + (place == 0 ? 2 * min(treeLevels, Self.mostLevels) : 0)
    }
    let hasRoom = wanted.reduce(2 * (wanted.count - 1), +) <= room
    return indexes.enumerated().map { place, index in
      let column = table.columns[index]
      let width = wanted[place]
      let isLast = place == indexes.count - 1
      // Others are cut only for what stands in the last one, and not for what might.
      let isOpen = isLast && (hasRoom || width >= Self.most)
      let least = isLast || column.kind == .text ? min(width, Self.leastText) : width
      // What stands below each other in a tree begins where its level does.
      let isTrailing =
        column.kind.isNumeric && column.kind != .date && !isLast && !(place == 0 && treeLevels > 0)
      var shown = TableColumn(
        titles[place], width: least...(isOpen ? max(width, Self.lastMost) : width),
        alignment: isTrailing ? .trailing : .leading,
        // Until columns are scrolled, the pinned ones come first, then the last one: commands, paths, messages.
        priority: pinned.contains(index)
          ? indexes.count + 1
          : isLast && column.kind == .text && !hasRoom ? indexes.count : indexes.count - place)
      shown.isSelected = index == chosen
      shown.isPinned = pinned.contains(index)
      return shown
    }
  }
}
