/// Items of one outline that are opened or closed together.
struct OutlineToggles<Item: Hashable & Sendable> {
  struct Toggle {
    var item: Item
    var isExpanded: Bool
    /// What was found below it; nil leaves what there is.
    var children: DiffableDataSourceSectionSnapshot<Item>?
  }

  var all: [Toggle] = []

  /// Items that may be new to the outline.
  var found: [Item] { all.flatMap { $0.children?.items ?? [] } }

  /// An outline with the items opened or closed; those that are gone from it stay so.
  func applied(
    to outline: consuming DiffableDataSourceSectionSnapshot<Item>
  ) -> DiffableDataSourceSectionSnapshot<Item> {
    var outline = outline
    for toggle in all where outline.contains(toggle.item) {
      if let children = toggle.children { outline.replace(childrenOf: toggle.item, using: children) }
      if toggle.isExpanded { outline.expand([toggle.item]) } else { outline.collapse([toggle.item]) }
    }
    return outline
  }
}
