/// Rows in one order, more than anybody wants to hold: a table of a database, a list behind a network.
///
/// A row is told by its key, and the key says where the row stands: so pages are asked for by keys, never by
/// counting, and a page far down costs what the first one costs. Calls may overlap, and an engine may be slow and
/// may fail; whoever asks bears with that.
protocol PageEngine<Key, Content, Query>: Sendable {
  associatedtype Key: Hashable & Sendable
  associatedtype Content: Hashable & Sendable
  associatedtype Query: Hashable & Sendable

  /// Reads pages as they stand at one moment, in the order of the requests.
  ///
  /// - Throws: why they cannot be read, described in a line for the user.
  func pages(_ requests: [PageRequest<Key>], matching query: Query) async throws -> [Page<Key, Content>]

  /// How many rows match, or about how many.
  func count(matching query: Query) async throws -> Int

  /// A value whenever rows may have changed, whoever changed them; changes that come faster than they are taken
  /// are one. Nothing wakes up while nothing changes.
  func changes() -> AsyncStream<Void>
}

/// A row as an engine gives it.
struct PageRow<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  let key: Key
  var content: Content
}

/// Where a stretch of the list ends.
enum PageBound<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Where the list does.
  case edge
  /// At a key, which belongs to the stretch. Its row may be gone: the place is known even then.
  case through(Key)
  /// Before or behind a key, which does not belong to it.
  case upTo(Key)
}

/// What is asked of an engine: rows between two bounds, as many as a limit allows, beginning at one of them.
struct PageRequest<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Where the stretch begins in the order of the list.
  var first: PageBound<Key>
  /// Where it ends.
  var last: PageBound<Key>
  /// Whether the rows nearest to the end are wanted, and not those nearest to the beginning.
  var isFromEnd = false
  /// The most rows wanted, at least 1.
  var limit: Int
}

/// Rows one after the other, in the order of the list also where they were read from the end.
struct Page<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  var rows: [PageRow<Key, Content>]
  /// Whether the stretch that was asked for has no others.
  var isComplete: Bool
}
