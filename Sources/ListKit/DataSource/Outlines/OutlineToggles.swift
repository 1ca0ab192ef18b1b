/// Items of one outline that are opened or closed together.
struct OutlineToggles<Item: Hashable & Sendable> {
  typealias Outline = DiffableDataSourceSectionSnapshot<Item>

  struct Toggle {
    var item: Item
    var isExpanded: Bool
    /// What was found below it; nil leaves what there is.
    var children: Outline?
  }

  /// What comes of it.
  struct Outcome {
    var outline: Outline
    /// Items that may be new to the outline.
    var found: [Item] = []
    /// Whether items from elsewhere in the outline were moved below one that was opened.
    var movesOthers = false
  }

  var all: [Toggle] = []

  /// An outline with the items opened or closed.
  ///
  /// A handler may have changed the outline before it said what was found: items that are gone from it stay so,
  /// and what was found below them is dropped. What stands elsewhere in it moves below the item that was opened,
  /// apart from that item itself and those above it.
  func applied(to outline: consuming Outline) -> Outcome {
    var outcome = Outcome(outline: outline)
    for toggle in all where outcome.outline.contains(toggle.item) {
      if let children = toggle.children { outcome.replaceChildren(of: toggle.item, with: children) }
      if toggle.isExpanded {
        outcome.outline.expand([toggle.item])
      } else {
        outcome.outline.collapse([toggle.item])
      }
    }
    // What was found below one item may have gone with another.
    outcome.found.removeAll { !outcome.outline.contains($0) }
    return outcome
  }
}

extension OutlineToggles.Outcome {
  fileprivate mutating func replaceChildren(
    of item: Item, with found: DiffableDataSourceSectionSnapshot<Item>
  ) {
    var children = found
    let above = Set(path(to: item))
    children.delete(children.items.filter(above.contains))
    let elsewhere = children.items.filter { outline.contains($0) && !path(to: $0).contains(item) }
    if !elsewhere.isEmpty {
      outline.delete(elsewhere)
      movesOthers = true
    }
    outline.replace(childrenOf: item, using: children)
    self.found += children.items
  }

  /// An item and those above it.
  private func path(to item: Item) -> UnfoldSequence<Item, (Item?, Bool)> {
    sequence(first: item) { [outline] in outline.parent(of: $0) }
  }
}
