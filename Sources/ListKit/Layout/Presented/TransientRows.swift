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
