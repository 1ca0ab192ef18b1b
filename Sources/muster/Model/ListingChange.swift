import ListKit

/// A listing on its way to the screen, with all that takes long done.
struct ListingChange: Sendable {
  enum Content: Sendable {
    case list(Listing.Snapshot)
    case tree(Listing.Outline)
  }

  let listing: Listing
  let content: Content
  /// How many levels its tree has; 0 in a list.
  let levels: Int
  /// Whether what is different became so in the list, and is marked; see ``Listing/isMarkedAgainst(_:)``.
  let isMarked: Bool
  /// Whether it is for another query, which finds something.
  let isFound: Bool

  /// - Parameters:
  ///   - former: what is on the screen.
  ///   - open: its rows, as a person has opened and closed them; nil where they are no tree.
  /// - Complexity: O(n) in rows.
  init(to listing: Listing, from former: Listing?, open: Listing.Outline?) {
    self.listing = listing
    isMarked = former.map(listing.isMarkedAgainst) ?? false
    isFound = former?.arrangement.query != listing.arrangement.query && !listing.arrangement.query.isEmpty
    levels = listing.levels
    if let tree = listing.tree {
      content = .tree(tree.adoptingExpansion(from: open ?? tree, expandingNewItems: true))
    } else {
      var snapshot = listing.snapshot
      if isMarked { snapshot.reconfigureItems(listing.markedIdentifiers.filter(snapshot.contains)) }
      content = .list(snapshot)
    }
  }

  /// The same, off the main actor.
  @concurrent
  static func make(to listing: Listing, from former: Listing?, open: Listing.Outline?) async -> ListingChange
  {
    ListingChange(to: listing, from: former, open: open)
  }
}
