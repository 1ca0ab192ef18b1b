/// What became of a row that was shown.
enum RowFate: Hashable {
  /// It stands where it stood among the others, at this place of the new content.
  case stands(TableRow)
  /// It went elsewhere, or leaves without being seen.
  case gone
  /// It left, and is shown for a moment longer.
  case leaves(TransientRow)
}

/// A row of a layout, and what became of it.
struct FormerRow {
  var placed: TableLayout.PlacedRow
  var fate: RowFate
  /// Its section in the new content; nil where that is gone.
  var section: Int?
}

/// How rows that left keep their places among those that stand.
///
/// ```text
///   shown   1 2 3 4 5      content now   1 7 4      ▶   1  2x 3x  7  4  5x
///                                                          ▲
///                                     behind the nearest row above that stands, in their order
/// ```
extension TransientRows {
  /// The rows that leave, where they stood; those that nobody saw leave at once.
  ///
  /// - Parameter former: the rows of the layout on the screen.
  /// - Complexity: O(rows on the screen).
  init(leaving former: [FormerRow]) {
    self.init()
    // Where nothing stands, nothing says where.
    guard let firstStanding = former.lazy.compactMap(\.fate.standing).first else { return }
    var leaving: [Int: TransientItems] = [:]
    var gone: [LeavingSection] = []
    var above: Int?
    var rest = former[...]
    while let first = rest.first {
      let group = rest.prefix { $0.placed.address.section == first.placed.address.section }
      rest = rest[group.endIndex...]
      if let section = first.section {
        Self.collect(group, in: section, &leaving)
      } else if case let rank = max(above.map { $0 + 1 } ?? firstStanding.section, gone.last?.rank ?? 0),
        case let section = LeavingSection(group, rank: rank),
        !section.isEmpty
      {
        gone.append(section)
      }
      above = group.lazy.compactMap(\.fate.standing?.section).last ?? above
    }
    self.init(items: leaving, sections: gone)
  }

  /// Puts rows behind the nearest item of their section that stands above, else before the one that stands below.
  private static func collect(
    _ group: ArraySlice<FormerRow>, in section: Int, _ leaving: inout [Int: TransientItems]
  ) {
    let items = group.lazy.compactMap { $0.fate.standing }.filter { $0.section == section }.compactMap(\.item)
    var rank = items.first ?? 0
    for row in group {
      if let standing = row.fate.standing, standing.section == section, let item = standing.item {
        rank = item + 1
      }
      if case .leaves(let transient) = row.fate, row.placed.isItem {
        leaving[section, default: TransientItems()].append(transient, before: rank)
      }
    }
  }
}

extension LeavingSection {
  /// The rows of a section that is gone, of which there must be some.
  fileprivate init(_ group: ArraySlice<FormerRow>, rank: Int) {
    let placed = group.first { $0.placed.isItem }?.placed ?? group[group.startIndex].placed
    self.init(rank: rank, geometry: placed.geometry, margins: placed.margins)
    for row in group {
      guard case .leaves(let transient) = row.fate else { continue }
      switch transient.identifier {
      case .header: header = transient
      case .item: items.append(transient)
      case .footer: footer = transient
      }
    }
  }
}

extension RowFate {
  fileprivate var standing: TableRow? { if case .stands(let row) = self { row } else { nil } }
}
