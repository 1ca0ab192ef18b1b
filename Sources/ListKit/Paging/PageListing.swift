/// The list as it is shown: rows that are known, and a row for each gap.
struct PageListing<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  enum Item: Hashable, Sendable {
    case row(Key)
    /// Stands for rows that are not known.
    case gap(Int)
  }

  private(set) var items: [Item] = []
  private(set) var contents: [Key: Content] = [:]
  /// Why gaps could not be read.
  private(set) var failures: [Int: String] = [:]

  init() {}

  init(_ pieces: [PagePiece<Key, Content>]) {
    for piece in pieces {
      switch piece {
      case .run(let run):
        for row in run.rows where contents.updateValue(row.content, forKey: row.key) == nil {
          items.append(.row(row.key))
        }
      case .gap(let gap):
        items.append(.gap(gap.id))
        failures[gap.id] = gap.failure
      }
    }
  }
}

/// A step from one listing to the next, to be shown as a whole.
struct PageUpdate<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Another list, with the cursor on a row; nil for none.
    case replaced(cursor: Key?)
    /// More or fewer rows are known: nothing has happened to any.
    case paged
    /// Rows came, went or changed.
    case changed
  }

  var listing: PageListing<Key, Content>
  var kind: Kind
  /// What is to be drawn again though it stands where it stood.
  var redrawn: Set<PageListing<Key, Content>.Item> = []
  /// For gaps that are no more the row that came in their place, next to where the reading began.
  var successors: [Int: Key] = [:]
  /// The end of the list that was asked for, now that it is there.
  var jump: PageEdge?
  /// Whether the cursor of another list is on the row that was to be kept, if that is still there.
  var isKept = false
  /// How many steps it is.
  private(set) var steps = 1

  /// Both steps as one. What is known and what happened cannot be told apart any more then.
  func followed(by next: Self) -> Self {
    var both = next
    both.steps += steps
    if case .replaced = next.kind { return both }
    if case .replaced = kind { both.kind = kind } else if kind != next.kind { both.kind = .paged }
    both.redrawn.formUnion(redrawn)
    both.successors.merge(successors) { new, _ in new }
    both.jump = next.jump ?? jump
    return both
  }
}

/// The two ends of the list.
enum PageEdge: Hashable, Sendable {
  case first
  case last
}

/// What is looked at.
struct PageFocus<Key: Hashable & Sendable, Content: Hashable & Sendable>: Hashable, Sendable {
  typealias Item = PageListing<Key, Content>.Item

  /// The rows on the screen, from top to bottom.
  var visible: [Item] = []
  /// The row under the cursor, on the screen or not.
  var cursor: Item?
  /// How many rows the screen has room for.
  var room = 1
}

extension PageListing.Item {
  /// The key of a row; nil for a gap.
  var key: Key? {
    if case .row(let key) = self { key } else { nil }
  }
}

// MARK: - PagePiece

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
    self.first = first
    self.last = last
    self.rows = rows
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
    /// The view did not come near.
    case idle
    /// Rows are being read.
    case loading(read: Int, Side)
    /// They were not read; the user may try again.
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
