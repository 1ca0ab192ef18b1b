/// What a column is worth where not all columns have room. The worthless ones are hidden first; the order on the screen
/// remains that of the input.
package enum ColumnWorth: Int, Comparable, Sendable {
  /// No row has a value.
  case empty
  /// All rows have the same value: `loaded` in each row of `systemctl list-units`.
  case constant
  /// Hashes, which only programs read.
  case hash
  /// Most rows have no value: a note that few orders have.
  case sparse
  case plain
  /// A value changed in one of the last runs.
  case changed
  /// The last column, of texts that belong to no other one: commands, paths, messages.
  case message
  /// The rows are sorted, grouped, totalled, filtered or watched by it.
  case used
  /// What rows are doing: `running`, `failed`.
  case state
  /// It identifies the rows, or the user pinned it.
  case key

  package static func < (one: ColumnWorth, other: ColumnWorth) -> Bool { one.rawValue < other.rawValue }
}

/// Where columns are placed: which of them are hidden first, and how wide the others are. Tables of text and of databases
/// have the same plan.
///
/// ```text
///   UNIT             LOAD    ACTIVE   SUB       DESCRIPTION              all have room
///   UNIT          ‹1›  ACTIVE   SUB       DESCRIPTI…                     texts are cut, then LOAD is hidden
///   UNIT          ‹1›  ACTIVE   SUB       ‹1›                            key and states are the last
/// ```
package struct ColumnPlan: Sendable {
  /// What a column needs.
  package struct Column: Hashable, Sendable {
    /// The screen columns of its title and of its texts.
    package var wanted: Int
    /// The screen columns to which it may be cut.
    package var least: Int
    package var worth: ColumnWorth

    /// Creates the needs of a column.
    ///
    /// - Parameters:
    ///   - wanted: the screen columns of its title and of its texts.
    ///   - isText: whether its texts can be read when they are cut.
    package init(wanted: Int, isText: Bool, worth: ColumnWorth) {
      self.wanted = wanted
      self.worth = worth
      least = isText ? min(wanted, worth == .key ? Self.leastKey : Self.leastText) : wanted
    }

    /// The widths at which texts are still read: names need more than what is said about them.
    private static let (leastKey, leastText) = (16, 12)
  }

  /// The width of each column: no column that is visible is wider than there is room.
  package private(set) var widths: [Int]
  /// The order in which columns are hidden, the lowest first; all differ.
  package private(set) var priorities: [Int]

  /// The spaces between two columns.
  private static let spacing = 2
  /// The room for a sign that columns are hidden.
  private static let sign = 4

  /// Places columns in some screen columns.
  ///
  /// - Complexity: O(n log n) in columns.
  package init(_ columns: [Column], room: Int) {
    let byWorth = columns.indices.sorted { (columns[$1].worth, $0) < (columns[$0].worth, $1) }
    priorities = Array(repeating: 0, count: columns.count)
    for (rank, index) in byWorth.enumerated() { priorities[index] = columns.count - rank }
    widths = columns.map(\.least)
    let all = widths.reduce(0) { $0 + $1 + Self.spacing } - Self.spacing
    // A list always shows its first column.
    let order = [0] + byWorth.filter { $0 != 0 }
    let room = all > room ? room - Self.sign : room
    var (kept, needed) = ([Int](), -Self.spacing)
    for index in order {
      needed += widths[index] + Self.spacing
      if needed > room, !kept.isEmpty { break }
      kept.append(index)
    }
    var spare = max(0, room - kept.reduce(-Self.spacing) { $0 + widths[$1] + Self.spacing })
    // A state is short, and says most when it is whole.
    share(&spare, among: kept.filter { columns[$0].worth == .state }, columns)
    share(&spare, among: kept, columns)
  }

  /// Widens columns: none gets more than it wants, and those that want more get equally much.
  private mutating func share(_ spare: inout Int, among kept: [Int], _ columns: [Column]) {
    // The columns that want least are satisfied first, so that one pass is enough.
    let order = kept.filter { columns[$0].wanted > widths[$0] }.sorted {
      (columns[$0].wanted - widths[$0], $0) < (columns[$1].wanted - widths[$1], $1)
    }
    for (done, index) in order.enumerated() {
      let share = min(columns[index].wanted - widths[index], spare / (order.count - done))
      widths[index] += share
      spare -= share
    }
  }
}
