import ListDiff
import Testing

/// A table that applies batches of changes as UIKit's does, and reports those for which UIKit's throws.
struct UIKitTable {
  typealias Batches = SnapshotDifference<Int, Int>.Batches

  private(set) var sections: [(name: Int, items: [Int])]

  init(_ snapshot: NumberSnapshot) { sections = NaiveSnapshot(snapshot).sections }

  /// Performs the first batch; inserted rows come from `snapshot`.
  ///
  /// - Returns: A description of the error in the batch, or nil if there is none.
  mutating func perform(_ batches: Batches, showing snapshot: NumberSnapshot) -> String? {
    if let mistake = mistake(in: batches) { return mistake }
    let new = NaiveSnapshot(snapshot).sections
    let leaving = Set(batches.deletedItems + batches.movedItems.map(\.from))
    let origins = Dictionary(uniqueKeysWithValues: batches.movedItems.map { ($0.to, $0.from) })
    let arriving = (batches.insertedItems + batches.movedItems.map(\.to)).sorted()
    let insertedSections = Set(batches.insertedSections)
    guard let sources = sectionSources(batches, count: new.count) else { return "sections do not add up" }
    var result: [(name: Int, items: [Int])] = []
    for (index, source) in sources.enumerated() {
      guard let source else {
        result.append(new[index])
        continue
      }
      var items: [Int] = []
      for (item, value) in sections[source].items.enumerated()
      where !leaving.contains(ItemPosition(section: source, item: item)) { items.append(value) }
      for place in arriving where place.section == index {
        guard place.item <= items.count, place.item < new[index].items.count else {
          return "no place \(place)"
        }
        let value =
          origins[place].map { sections[$0.section].items[$0.item] } ?? new[index].items[place.item]
        items.insert(value, at: place.item)
      }
      result.append((sections[source].name, items))
    }
    assert(sources.indices.allSatisfy { (sources[$0] == nil) == insertedSections.contains($0) })
    sections = result
    return nil
  }

  /// Returns the old index of each new section, nil for inserted ones, or nil if the sections do not add up.
  private func sectionSources(_ batches: Batches, count: Int) -> [Int?]? {
    let gone = Set(batches.deletedSections + batches.movedSections.map(\.from))
    var staying = sections.indices.filter { !gone.contains($0) }[...]
    let moved = Dictionary(uniqueKeysWithValues: batches.movedSections.map { ($0.to, $0.from) })
    var sources: [Int?] = []
    for index in 0..<count {
      if batches.insertedSections.contains(index) {
        sources.append(nil)
      } else if let from = moved[index] ?? staying.popFirst() {
        sources.append(from)
      } else {
        return nil
      }
    }
    return staying.isEmpty ? sources : nil
  }

  private func mistake(in batches: Batches) -> String? {
    let (gone, come) = (Set(batches.deletedSections), Set(batches.insertedSections))
    let from = batches.deletedItems + batches.movedItems.map(\.from)
    let to = batches.insertedItems + batches.movedItems.map(\.to)
    if Set(from).count < from.count { return "deleted and moved, or twice: \(from)" }
    if Set(to).count < to.count { return "inserted and moved to, or twice: \(to)" }
    if let item = from.first(where: { gone.contains($0.section) }) { return "\(item) goes with its section" }
    if let item = to.first(where: { come.contains($0.section) }) { return "\(item) comes with its section" }
    return nil
  }
}
