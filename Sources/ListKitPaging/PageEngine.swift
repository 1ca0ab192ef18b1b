/// A source of rows in one order, too many to hold in memory: a table of a database, a list behind a network.
///
/// A key identifies a row and determines its place: pages are requested by keys, never by counting, and a
/// page far down costs as much as the first one. An engine does not depend on a screen. Calls may overlap,
/// and an engine may be slow and may fail: ``PagedDataSource`` retries, and cancels the task of a read that
/// is no longer needed.
///
/// ```swift
/// struct Numbers: PageEngine {
///   func pages(_ requests: [PageRequest<Int>], matching divisor: Int) async throws -> [Page<Int, String>] {
///     requests.map { request in
///       // One more than requested shows whether there are more.
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
  /// The identity of a row as long as it stays at its place.
  associatedtype Key: Hashable & Sendable
  /// The content of a row.
  associatedtype Content: Hashable & Sendable
  /// The selection and order of rows: the engine filters and sorts, not the table.
  associatedtype Query: Hashable & Sendable

  /// Returns pages of the list as it is at one moment, in the order of the requests.
  ///
  /// - Throws: the reason why they cannot be read, described in a line for the user.
  func pages(_ requests: [PageRequest<Key>], matching query: Query) async throws -> [Page<Key, Content>]

  /// Returns the number of matching rows, as exactly as possible at a reasonable cost.
  ///
  /// - Throws: the reason why they cannot be counted; the former number stays.
  func count(matching query: Query) async throws -> PageCount

  /// Returns a stream with a value whenever rows may have changed, here or elsewhere; changes that arrive
  /// faster than they are consumed are merged. Nothing should wake up while nothing changes.
  func changes() -> AsyncStream<PageChange>

  /// The executor that runs the engine's functions and resumes their callers; nil for the
  /// threads shared by all tasks.
  ///
  /// The shared threads compute for other tasks too, and on Linux libdispatch checks them once a second after
  /// the first use: an engine that should cost nothing at rest has its own executor, such as a serial queue.
  var executor: (any TaskExecutor)? { get }
}

extension PageEngine {
  /// Nil: the engine runs on the threads shared by all tasks.
  public var executor: (any TaskExecutor)? { nil }
}

/// The kind of a change that an engine reports.
public enum PageChange: Hashable, Sendable {
  /// Something has changed: the known rows are read again and counted.
  case certain
  /// Rows may have changed: the known rows are read again, and counted again if they differ.
  case possible
}

/// The number of matching rows, as exactly as the engine can determine it quickly.
public enum PageCount: Hashable, Sendable {
  /// Exactly this many.
  case exactly(Int)
  /// About this many, for example from the statistics of a database.
  case about(Int)
  /// At least this many; counting stopped there.
  case atLeast(Int)
}

/// A row that an engine returns.
public struct PageRow<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  /// The key, which identifies the row and determines its place.
  public let key: Key
  /// The content of the row; a row is marked as changed if it differs from the content read before.
  public var content: Content

  /// Creates a row that an engine returns.
  public init(key: Key, content: Content) { (self.key, self.content) = (key, content) }
}

/// A bound of a range of the list.
public enum PageBound<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The end of the list.
  case edge
  /// At a key, which belongs to the range. The row of the key may be gone: its place is known even then.
  case including(Key)
  /// Before or after a key, which does not belong to the range.
  case excluding(Key)
}

/// A request to an engine: the first or the last rows of the range after one bound and before another.
///
/// ```swift
/// PageRequest(first: 50)                                                 // the first page
/// PageRequest(last: 50)                                                  // the last page
/// PageRequest(first: 50, after: .excluding(key))                         // the page after a key
/// PageRequest(last: 50, before: .excluding(key))                         // the page before a key
/// PageRequest(first: 1, after: .including(key), before: .including(key)) // one row, again
/// ```
public struct PageRequest<Key: Hashable & Sendable>: Hashable, Sendable {
  /// The start of the range in the order of the list.
  public var after: PageBound<Key>
  /// The end of the range in the order of the list.
  public var before: PageBound<Key>
  /// Whether the last rows of the range are requested, not the first.
  public let isFromEnd: Bool
  /// The maximum number of rows, at least 1.
  public let limit: Int

  /// Creates a request for the first rows of a range.
  public init(first limit: Int, after: PageBound<Key> = .edge, before: PageBound<Key> = .edge) {
    (self.after, self.before, isFromEnd, self.limit) = (after, before, false, limit)
  }

  /// Creates a request for the last rows of a range.
  public init(last limit: Int, after: PageBound<Key> = .edge, before: PageBound<Key> = .edge) {
    (self.after, self.before, isFromEnd, self.limit) = (after, before, true, limit)
  }
}

/// Successive rows, in the order of the list even if they were read from the end.
public struct Page<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  /// The rows, at most as many as requested.
  public var rows: [PageRow<Key, Content>]
  /// Whether the requested range has no other rows.
  public var isComplete: Bool

  /// Creates a page from rows in the order of the list.
  public init(rows: [PageRow<Key, Content>], isComplete: Bool) {
    self.rows = rows
    self.isComplete = isComplete
  }
}

// MARK: - PageFailure

/// The reason why pages were not read, in a line for the user.
struct PageFailure: Error, Equatable, Sendable {
  let reason: String
}
