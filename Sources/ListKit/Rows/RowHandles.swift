internal import ListDiff

/// Numbers for identifiers, given when they are first asked about: equal numbers mean equal identifiers.
///
/// So a table compares and hashes numbers only, whatever the identifiers are. A number is never given again.
struct RowHandles<Identifier: Hashable> {
  private var handles: [Identifier: Int] = [:]
  private var identifiers: [Int: Identifier] = [:]
  private var count = 0
  /// How many there may be before those that nobody needs are forgotten.
  private var limit = Self.leastLimit

  /// A few screenfuls: less is not worth looking through.
  private static var leastLimit: Int { 4096 }

  /// The number of an identifier.
  mutating func handle(of identifier: Identifier) -> Int {
    if let handle = handles[identifier] { return handle }
    count += 1
    (handles[identifier], identifiers[count]) = (count, identifier)
    return count
  }

  /// The number of an identifier that somebody has asked about.
  func knownHandle(of identifier: Identifier) -> Int? { handles[identifier] }

  subscript(handle: Int) -> Identifier? { identifiers[handle] }

  /// Forgets identifiers that nobody needs, where many have come since the last time.
  ///
  /// - Complexity: O(1) amortised for each number that was given.
  mutating func prune(_ isNeeded: (Identifier, Int) -> Bool) {
    guard identifiers.count > limit else { return }
    identifiers = identifiers.filter { isNeeded($0.value, $0.key) }
    handles = handles.filter { identifiers[$0.value] != nil }
    limit = max(Self.leastLimit, 2 * identifiers.count)
  }
}

/// Where rows of a data source are, as far as that has been asked since the content changed last.
struct RowPlaces {
  var items: [Int: ItemPosition?] = [:]
  var handles: [ItemPosition: Int] = [:]
}
