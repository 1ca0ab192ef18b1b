/// A query that opens and closes.
///
/// ```text
///            /                  enter
///   closed ─────▶ has the keys ◀──────▶ kept, the rows have the keys
///      ▲                │          /                 │
///      └────── esc ─────┴────────── esc ─────────────┘
/// ```
///
/// One that does not hide itself has the keys all the time.
extension TableViewController {
  /// Whether letters go to the query.
  var searchBarHasKeys: Bool { searchBar != nil && (isSearching || !hidesSearchBarWhenEmpty) }

  /// Whether the query is seen.
  var showsSearchBar: Bool { searchBarHasKeys || !(searchBar?.text.isEmpty ?? true) }

  /// What holds of the query, for the key map.
  var searchCircumstances: KeyBinding.Conditions {
    guard searchBarHasKeys, let searchBar else {
      return searchBar == nil ? [.hasNoQuery, .queryIsEmpty] : [.hasNoQuery, .queryIsEmpty, .canSearch]
    }
    let conditions: KeyBinding.Conditions =
      searchBar.text.isEmpty ? [.hasQuery, .queryIsEmpty] : [.hasQuery, .queryIsNotEmpty]
    return isSearching ? conditions.union(.isSearching) : conditions
  }

  func beginSearch() {
    guard searchBar != nil, hidesSearchBarWhenEmpty else { return }
    isSearching = true
    setNeedsDisplay()
  }

  func endSearch() {
    isSearching = false
    setNeedsDisplay()
  }
}
