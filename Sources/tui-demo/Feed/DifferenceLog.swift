import ListKit

/// The last differences, newest first, as lines for an inspector.
struct DifferenceLog {
  /// One apply.
  struct Entry: Hashable, Sendable {
    let number: Int
    /// What changed, in numbers.
    var summary: String
  }

  /// A line of an entry: the same one by its place.
  struct Line: Hashable, Sendable {
    /// What happened to an item.
    enum Kind: Hashable, Sendable {
      case inserted, deleted, moved, changed
    }

    let entry: Int
    let place: Int
    let kind: Kind
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
    let (old, new) = (difference.old, difference.new)
    func name(_ place: ItemPosition, in snapshot: FeedModel.Snapshot) -> String {
      snapshot.itemIdentifier(at: place).map { "#\($0.number)" } ?? "?"
    }
    func text(_ place: ItemPosition, in snapshot: FeedModel.Snapshot) -> String {
      "\(snapshot.sectionIdentifiers[place.section].rawValue) \(place.item + 1)"
    }
    var found: [(Line.Kind, String)] = []
    found += difference.deletedItems.map { (.deleted, "\(name($0, in: old)) from \(text($0, in: old))") }
    found += difference.insertedItems.map { (.inserted, "\(name($0, in: new)) at \(text($0, in: new))") }
    found += difference.movedItems.map {
      (.moved, "\(name($0.to, in: new)) \(text($0.from, in: old)) → \(text($0.to, in: new))")
    }
    found += (difference.reconfiguredItems + difference.reloadedItems).map {
      (.changed, "\(name($0, in: new)) \(new.itemIdentifier(at: $0)?.stateText ?? "")")
    }
    return found.enumerated().map { place, line in
      Line(entry: count, place: place, kind: line.0, text: line.1)
    }
  }
}
