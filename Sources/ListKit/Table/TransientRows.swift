internal import ListDiff

/// A row that is shown without being in the content, or not at its place there.
struct TransientRow: Hashable {
  enum Kind: Hashable {
    /// It left and is shown for a moment longer.
    case leaving
    /// Shown where it would be dropped. A strip is scrolled to it where keys carry it.
    case carried(byKeys: Bool)
  }

  var identifier: RowIdentifier
  var kind = Kind.leaving
  /// Lines it takes.
  var lines: Int
}

/// Transient rows among the items of a section, each with the item it stands before, in order.
struct TransientItems: Hashable {
  var ranks: [Int] = []
  var rows: [TransientRow] = []

  mutating func append(_ row: TransientRow, before item: Int) {
    // Ranks never fall, so that the rows keep their order.
    ranks.append(max(item, ranks.last ?? 0))
    rows.append(row)
  }
}

/// A section that left and is shown for a moment longer, in its shape; its rows are transient ones.
struct LeavingSection: Hashable {
  /// The section of the content it stands before.
  var rank: Int
  var geometry: LineGeometry
  var margins: RowMargins
  var header: TransientRow?
  var items: [TransientRow] = []
  var footer: TransientRow?

  var isEmpty: Bool { header == nil && footer == nil && items.isEmpty }
}

/// All rows that are shown without being in the content, or not at their place there.
struct TransientRows: Hashable {
  /// Where a row is carried.
  struct Carried: Hashable {
    /// A section of the content, and the row's slot there.
    var section: Int
    var slot: Int
    var byKeys: Bool
  }

  /// By sections of the content.
  private(set) var items: [Int: TransientItems] = [:]
  private(set) var sections: [LeavingSection] = []

  /// Shows a row that is carried before an item of a section of the content.
  mutating func carry(_ row: TransientRow, before item: Int, ofSection section: Int) {
    let ranks = items[section]?.ranks ?? []
    let index = ranks.indices.partitioningIndex { ranks[$0] > item }
    items[section, default: TransientItems()].ranks.insert(item, at: index)
    items[section]?.rows.insert(row, at: index)
  }

  /// Where a row is carried.
  ///
  /// - Complexity: O(*transient rows*).
  var carried: Carried? {
    for (section, items) in items {
      guard let index = items.rows.firstIndex(where: { $0.kind != .leaving }) else { continue }
      let byKeys = items.rows[index].kind == .carried(byKeys: true)
      return Carried(section: section, slot: items.ranks[index] + index, byKeys: byKeys)
    }
    return nil
  }

  /// Removes rows that left; all of them unless said.
  mutating func removeLeavingRows(_ gone: Set<RowIdentifier>? = nil) {
    let isKept = { (row: TransientRow) in row.kind != .leaving || !(gone?.contains(row.identifier) ?? true) }
    items = items.compactMapValues { former in
      var kept = TransientItems()
      for (rank, row) in zip(former.ranks, former.rows) where isKept(row) { kept.append(row, before: rank) }
      return kept.rows.isEmpty ? nil : kept
    }
    for index in sections.indices {
      if let header = sections[index].header, !isKept(header) { sections[index].header = nil }
      if let footer = sections[index].footer, !isKept(footer) { sections[index].footer = nil }
      sections[index].items.removeAll { !isKept($0) }
    }
    sections.removeAll(where: \.isEmpty)
  }
}

// MARK: - Leaving

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
