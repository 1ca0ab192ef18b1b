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
