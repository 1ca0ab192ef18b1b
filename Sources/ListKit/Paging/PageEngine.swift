/// Rows in one order, too many to hold in memory: a table of a database, a list behind a network.
///
/// A row is told by its key, and the key says where the row stands: so pages are asked for by keys, never by
/// counting, and a page far down costs what the first one costs. An engine knows no screen. Calls may overlap, and an
/// engine may be slow and may fail: ``PagedDataSource`` retries, and cancels the task of a read that is no
/// longer needed.
///
/// ```swift
/// struct Numbers: PageEngine {
///   func pages(_ requests: [PageRequest<Int>], matching divisor: Int) async throws -> [Page<Int, String>] {
///     requests.map { request in
///       // One more than wanted shows whether there is more.
///       let found = multiples(of: divisor, in: request, atMost: request.limit + 1)
///       let rows = request.isFromEnd ? found.suffix(request.limit) : found.prefix(request.limit)
///       return Page(
///         rows: rows.map { PageRow(key: $0, content: "\($0)") }, isComplete: found.count <= request.limit)
///     }
///   }
///   func count(matching divisor: Int) async throws -> PageCount { .exactly(last / divisor) }
///   func changes() -> AsyncStream<PageChange> { AsyncStream { $0.finish() } }
/// }
/// ```
public protocol PageEngine<Key, Content, Query>: Sendable {
  /// What a row is known by as long as it stands where it stands.
  associatedtype Key: Hashable & Sendable
  /// What a row shows.
  associatedtype Content: Hashable & Sendable
  /// Which rows are wanted and in which order: the engine's work, not the table's.
  associatedtype Query: Hashable & Sendable

  /// Reads pages as they stand at one moment, in the order of the requests.
  ///
  /// - Throws: why they cannot be read, described in a line for the user.
  func pages(_ requests: [PageRequest<Key>], matching query: Query) async throws -> [Page<Key, Content>]

  /// How many rows match, as exactly as that can be had at a reasonable price.
  ///
  /// - Throws: why they cannot be counted; what was known before stays.
  func count(matching query: Query) async throws -> PageCount

  /// A value whenever rows may have changed, here or elsewhere; changes that come faster than they are taken
  /// are one. Nothing should wake up while nothing changes.
  func changes() -> AsyncStream<PageChange>

  /// Where its functions run and resume their callers; nil for the threads all tasks share.
  ///
  /// These compute for others too, and on Linux libdispatch looks after them once a second as soon as one of them was
  /// needed: an engine that shall cost nothing at rest has an executor of its own, such as a serial queue.
  var executor: (any TaskExecutor)? { get }
}

extension PageEngine {
  /// No executor of its own: it runs on the threads all tasks share.
  public var executor: (any TaskExecutor)? { nil }
}

/// What an engine says of changes.
public enum PageChange: Hashable, Sendable {
  /// Something has changed: what is known is read again, and counted.
  case certain
  /// Rows may have changed: what is known is read again, and counted again if it differs.
  case possible
}

/// How many rows match, as exactly as the engine knows without taking long.
public enum PageCount: Hashable, Sendable {
  /// So many.
  case exactly(Int)
  /// About so many, as by the statistics of a database.
  case about(Int)
  /// At least this many; counting stopped there.
  case atLeast(Int)
}

/// A row as an engine gives it.
public struct PageRow<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  /// What it is known by, and where it stands.
  public let key: Key
  /// What the row shows; a row is marked as changed when it differs from what was read before.
  public var content: Content

  /// Creates a row as an engine gives it.
  public init(key: Key, content: Content) { (self.key, self.content) = (key, content) }
}

/// Where a stretch of the list ends.
public enum PageBound<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Where the list does.
  case edge
  /// At a key, which belongs to the stretch. Its row may be gone: the place is known even then.
  case through(Key)
  /// Before or behind a key, which does not belong to it.
  case upTo(Key)
}

/// What is asked of an engine: rows between two bounds, as many as a limit allows, beginning at one of them.
///
/// ```text
///   first: .upTo(key)    last: .edge       the page after a key
///   first: .edge         last: .upTo(key)  isFromEnd: the page before a key
///   first: .edge         last: .edge       the first page; isFromEnd: the last one
///   first: .through(key) last: .through(key)  one row, once more
/// ```
public struct PageRequest<Key: Hashable & Sendable>: Hashable, Sendable {
  /// Where the stretch begins in the order of the list.
  public var first: PageBound<Key>
  /// Where the stretch ends in the order of the list.
  public var last: PageBound<Key>
  /// Whether the rows nearest to the end are wanted, and not those nearest to the beginning.
  public var isFromEnd: Bool
  /// The most rows wanted, at least 1.
  public var limit: Int

  /// Creates a request, of whole lists unless bounds say otherwise.
  public init(first: PageBound<Key>, last: PageBound<Key>, isFromEnd: Bool = false, limit: Int) {
    self.first = first
    self.last = last
    self.isFromEnd = isFromEnd
    self.limit = limit
  }
}

/// Rows one after the other, in the order of the list also where they were read from the end.
public struct Page<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  /// The rows, at most as many as were asked for.
  public var rows: [PageRow<Key, Content>]
  /// Whether the stretch that was asked for has no others.
  public var isComplete: Bool

  /// Creates a page from rows in the order of the list.
  public init(rows: [PageRow<Key, Content>], isComplete: Bool) {
    self.rows = rows
    self.isComplete = isComplete
  }
}

// MARK: - TableFeed

/// What knows more rows than a table has; the table calls it before and after it draws, and about what a user does.
///
/// Erases the key, content and query of a ``PagedDataSource``.
@MainActor
protocol TableFeed: AnyObject {
  /// The table is about to be drawn: the moment to apply what it shall show.
  func tableWillDraw()
  /// What is seen is known now.
  func tableDidDraw()
  /// A person does something: a command, or something with the mouse.
  func willPerform(_ command: Command?)
  /// The cursor has come to another row.
  func cursorDidMove()
  /// Does what choosing a row means, where it is one of the feed's own.
  ///
  /// - Returns: whether it is.
  func choose(_ indexPath: IndexPath) -> Bool
}

// MARK: - PageFailure

/// Why pages were not read, in a line for the user.
struct PageFailure: Error, Hashable, Sendable {
  let reason: String
}
