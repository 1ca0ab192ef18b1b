import ListKit
import SeededRandom

/// A great many rows, and what can be done to all of them: pure functions, to be run where nobody waits.
struct StressModel: Sendable {
  enum Section: Hashable, Sendable { case main }

  typealias Snapshot = DiffableDataSourceSnapshot<Section, Int>

  /// What one key does.
  enum Operation: String, CaseIterable, Sendable {
    case fill, shuffle, sort, filter, edit
  }

  /// All rows in their order, shown or not.
  private(set) var rows: [Int]
  /// All rows, as they are before any is filtered out; nil until the next filter where an edit changed them.
  private var everything: Snapshot?
  /// One row of so many is shown.
  private(set) var share = 1
  private var isSortedByNumber = true
  private var nextRow: Int
  private var generator: SeededGenerator

  /// Edits of each kind that one step makes.
  static let edits = 250
  private let edits: Int

  init(rows count: Int, edits: Int = edits, generator: SeededGenerator) {
    rows = Array(0..<count)
    nextRow = count
    self.edits = edits
    self.generator = generator
  }

  /// What a row shows: a number that looks like chance and is the same each time.
  static func value(of row: Int) -> Int {
    var numbers = SeededGenerator(seed: UInt64(truncatingIfNeeded: row))
    return Int(numbers.next() % 1_000_000)
  }

  /// What to do next where nobody says.
  mutating func nextOperation() -> Operation {
    [.shuffle, .sort, .filter, .edit].randomElement(using: &generator) ?? .shuffle
  }

  /// Does a thing, and says what is to be shown then.
  ///
  /// - Parameter current: what is shown now.
  /// - Complexity: that of the operation, O(n) or O(n log n); an edit is O(edits) but for what the rows take.
  mutating func perform(_ operation: Operation, on current: Snapshot) -> Snapshot {
    switch operation {
    case .fill: break
    case .shuffle:
      rows.shuffle(using: &generator)
      everything = nil
    case .sort:
      sort()
      everything = nil
    case .filter: share = share == 1 ? 3 : share == 3 ? 100 : 1
    case .edit: return edit(current)
    }
    let everything = self.everything ?? Snapshot([(.main, rows)])
    self.everything = everything
    return share == 1 ? everything : everything.filtered(isShown)
  }

  /// By number, or by value where they stand by number.
  private mutating func sort() {
    isSortedByNumber.toggle()
    if isSortedByNumber {
      rows.sort()
    } else {
      // Value and row as one number: without optimisation, pairs take three times as long.
      rows = rows.map { Self.value(of: $0) << 32 | $0 }.sorted().map { $0 & 0xFFFF_FFFF }
    }
  }

  /// Whether the filter lets a row pass.
  private func isShown(_ row: Int) -> Bool { share == 1 || Self.value(of: row) % share == 0 }

  /// Deletes, inserts, moves and changes some rows, all in a copy of what is shown.
  private mutating func edit(_ current: Snapshot) -> Snapshot {
    var snapshot = current
    for _ in 0..<edits {
      guard snapshot.numberOfItems > 4 else { break }
      snapshot.deleteItems([any(of: snapshot)])
      snapshot.insertItems([newRow()], beforeItem: any(of: snapshot))
      let (moved, target) = (any(of: snapshot), any(of: snapshot))
      if moved != target { snapshot.moveItem(moved, beforeItem: target) }
      snapshot.reconfigureItems([any(of: snapshot)])
    }
    takeOver(snapshot)
    everything = share == 1 ? snapshot : nil
    return snapshot
  }

  /// The next row that the filter shows: a row that nobody sees was not inserted into what is shown.
  private mutating func newRow() -> Int {
    defer { nextRow += 1 }
    while !isShown(nextRow) { nextRow += 1 }
    return nextRow
  }

  /// Puts the rows that are shown at the places of those that were: as many as before, for each edit deletes one and
  /// inserts one. What the filter hides stays where it is.
  private mutating func takeOver(_ snapshot: Snapshot) {
    var shown = snapshot.itemIdentifiers.makeIterator()
    for index in rows.indices where isShown(rows[index]) {
      guard let row = shown.next() else { fatalError("edit of \(rows.count) rows: one is missing") }
      rows[index] = row
    }
    if let row = shown.next() { fatalError("edit of \(rows.count) rows: row \(row) has no place") }
  }

  private mutating func any(of snapshot: Snapshot) -> Int {
    let place = ItemPosition(section: 0, item: .random(in: 0..<snapshot.numberOfItems, using: &generator))
    return snapshot.itemIdentifier(at: place) ?? 0
  }
}
