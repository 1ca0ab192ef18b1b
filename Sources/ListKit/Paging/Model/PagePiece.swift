/// A part of the list: rows that are known, or a gap where they are not.
///
/// ```text
///   gap ─ run ─ gap ─ run ─ gap        never two of a kind side by side
/// ```
enum PagePiece<Key: Hashable & Sendable, Content: Hashable & Sendable>: Sendable {
  case run(PageRun<Key, Content>)
  case gap(PageGap<Key>)

  var run: PageRun<Key, Content>? {
    if case .run(let run) = self { run } else { nil }
  }

  var gap: PageGap<Key>? {
    if case .gap(let gap) = self { gap } else { nil }
  }
}

/// A stretch of the list of which all is known: between its bounds there are its rows and no others.
struct PageRun<Key: Hashable & Sendable, Content: Hashable & Sendable>: Sendable {
  /// Where it begins and ends; the row of a bound may be gone.
  var first: PageBound<Key>
  var last: PageBound<Key>
  var rows: [PageRow<Key, Content>]
  /// What of it is being read again; nil while nothing is, or when what is read will not fit any more.
  var rereading: Rereading?

  /// Rows that are being read again.
  struct Rereading: Sendable {
    /// Their indexes.
    var rows: Range<Int>
    /// The requests of the read that are about them.
    var requests: Range<Int>
    /// The cursor's row, where it is among them, and on which side it is of the row the reading begins with: the
    /// last request is about it alone.
    var cursor: (key: Key, side: PageGap<Key>.Side)?
  }

  init(first: PageBound<Key>, last: PageBound<Key>, rows: [PageRow<Key, Content>]) {
    (self.first, self.last, self.rows) = (first, last, rows)
  }

  /// All but the rows at both ends, which are forgotten; not all may be.
  func keeping(_ range: Range<Int>) -> Self {
    if range == rows.indices { return self }
    var kept = self
    kept.keep(range)
    return kept
  }

  private mutating func keep(_ range: Range<Int>) {
    if range.lowerBound > 0 { first = .through(rows[range.lowerBound].key) }
    if range.upperBound < rows.count { last = .through(rows[range.upperBound - 1].key) }
    rows = Array(rows[range])
    rereading = nil
  }

  mutating func append(_ more: [PageRow<Key, Content>], through bound: PageBound<Key>) {
    rows += more
    last = bound
  }

  mutating func prepend(_ more: [PageRow<Key, Content>], from bound: PageBound<Key>) {
    rows.insert(contentsOf: more, at: 0)
    first = bound
    guard let range = rereading?.rows else { return }
    rereading?.rows = range.lowerBound + more.count..<range.upperBound + more.count
  }
}

/// A stretch of the list of which nothing is known yet.
struct PageGap<Key: Hashable & Sendable>: Sendable {
  /// From which side rows are read into it.
  enum Side: Hashable, Sendable {
    case above
    case below
  }

  enum State: Hashable, Sendable {
    /// Nobody came near.
    case idle
    /// Rows are being read.
    case loading(read: Int, Side)
    /// They were not read, and wait for somebody to try again.
    case failed(String, Side)
  }

  /// Another one whenever its extent changes.
  let id: Int
  /// The bounds of what is to be read.
  let first: PageBound<Key>
  let last: PageBound<Key>
  var state = State.idle

  var failure: String? {
    if case .failed(let reason, _) = state { reason } else { nil }
  }

  /// What to ask for to make it smaller.
  func request(from side: Side, limit: Int) -> PageRequest<Key> {
    PageRequest(first: first, last: last, isFromEnd: side == .below, limit: limit)
  }
}

extension PageBound {
  /// The same place, seen from the other side; nil at the end of the list, behind which there is nothing.
  var opposite: Self? {
    switch self {
    case .edge: nil
    case .through(let key): .upTo(key)
    case .upTo(let key): .through(key)
    }
  }
}
