import ListKit

/// The last differences, newest first, as lines.
struct DifferenceLog {
  /// One apply.
  struct Entry: Hashable, Sendable {
    let number: Int
    /// What changed, in numbers.
    var summary: String
  }

  /// A line of an entry: the same one by its place.
  struct Line: Hashable, Sendable {
    let entry: Int
    let place: Int
    /// What happened; nil when something left.
    let change: ItemChange?
    let text: String
  }

  typealias Snapshot = DiffableDataSourceSnapshot<Entry, Line>

  private(set) var snapshot = Snapshot()
  /// How many applies changed something.
  private(set) var count = 0

  private static let limit = 50

  /// Puts a difference on top; one that changed nothing is left out.
  mutating func add(_ difference: SnapshotDifference<FeedModel.Section, Job>) {
    guard !difference.isEmpty else { return }
    count += 1
    let entry = Entry(number: count, summary: Self.summary(of: difference))
    if let newest = snapshot.sectionIdentifiers.first {
      snapshot.insertSections([entry], beforeSection: newest)
    } else {
      snapshot.appendSections([entry])
    }
    snapshot.appendItems(lines(of: difference), toSection: entry)
    snapshot.deleteSections(Array(snapshot.sectionIdentifiers.dropFirst(Self.limit)))
  }

  private static func summary(of difference: SnapshotDifference<FeedModel.Section, Job>) -> String {
    let updated = difference.reloadedCount + difference.reconfiguredCount
    return "+\(difference.insertedCount) −\(difference.deletedCount) ↕\(difference.movedCount) ~\(updated)"
  }

  private func lines(of difference: SnapshotDifference<FeedModel.Section, Job>) -> [Line] {
    let found = sectionLines(of: difference) + itemLines(of: difference)
    return found.enumerated().map { place, line in
      Line(entry: count, place: place, change: line.change, text: line.text)
    }
  }

  private typealias Finding = (change: ItemChange?, text: String)

  private func sectionLines(of difference: SnapshotDifference<FeedModel.Section, Job>) -> [Finding] {
    let left = difference.batches.deletedSections.map { index -> Finding in
      (nil, "section \(difference.old.sectionIdentifiers[index].rawValue)")
    }
    let here = difference.new.sectionIdentifiers.enumerated().compactMap { index, section -> Finding? in
      difference.sectionChange(at: index).map { (Self.change($0), "section \(section.rawValue)") }
    }
    return left + here
  }

  /// Sections change as items do.
  private static func change(_ change: SectionChange) -> ItemChange {
    switch change {
    case .inserted: .inserted
    case .movedUp: .movedUp
    case .movedDown: .movedDown
    case .reloaded: .reloaded
    }
  }

  private func itemLines(of difference: SnapshotDifference<FeedModel.Section, Job>) -> [Finding] {
    let (old, new) = (difference.old, difference.new)
    func name(_ place: ItemPosition, in snapshot: FeedModel.Snapshot) -> String {
      snapshot.itemIdentifier(at: place).map { "#\($0.number)" } ?? "?"
    }
    func text(_ place: ItemPosition, in snapshot: FeedModel.Snapshot) -> String {
      "\(snapshot.sectionIdentifiers[place.section].rawValue) \(place.item + 1)"
    }
    var found: [Finding] = []
    found += difference.deletedItems.map { (nil, "\(name($0, in: old)) from \(text($0, in: old))") }
    found += difference.insertedItems.map { (.inserted, "\(name($0, in: new)) at \(text($0, in: new))") }
    found += difference.movedItems.map { move in
      let change = difference.change(ofItemAt: new.index(ofItemAt: move.to))
      return (change, "\(name(move.to, in: new)) \(text(move.from, in: old)) → \(text(move.to, in: new))")
    }
    found += (difference.reconfiguredItems + difference.reloadedItems).map {
      (.reconfigured, "\(name($0, in: new)) \(new.itemIdentifier(at: $0)?.stateText ?? "")")
    }
    return found
  }
}
