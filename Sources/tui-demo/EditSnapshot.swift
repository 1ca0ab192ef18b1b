import ListKit

/// The lists, each a section.
enum MountainList: String, Hashable, Sendable {
  case visited = "Visited"
  case bucketList = "Bucket List"

  var other: MountainList { self == .visited ? .bucketList : .visited }
}

/// A row: a mountain, or the one at the end that adds another.
enum EditItem: Hashable, Sendable {
  case mountain(Mountain)
  case addition
}

/// All there is to edit. What can be done to it, and what can be said of it, is below.
typealias EditSnapshot = DiffableDataSourceSnapshot<MountainList, EditItem>

extension EditSnapshot {
  /// Four mountains in each list, the lowest first, and the row that adds.
  static func initial(from catalog: MountainCatalog) -> EditSnapshot {
    let visited: Set = ["Ben Nevis", "Mount Etna", "Triglav", "Mont Blanc"]
    let wanted: Set = ["Aconcagua", "Kilimanjaro", "Matterhorn", "Mount Fuji"]
    let mountains = catalog.mountains.sorted { $0.height < $1.height }
    var snapshot = EditSnapshot()
    snapshot.appendSections([.visited, .bucketList])
    for (list, names) in [(MountainList.visited, visited), (.bucketList, wanted)] {
      snapshot.appendItems(
        mountains.filter { names.contains($0.name) }.map { .mountain($0) }, toSection: list)
    }
    snapshot.appendItems([.addition], toSection: .bucketList)
    return snapshot
  }

  /// The mountains of a list, in their order.
  func mountains(in list: MountainList) -> [Mountain] {
    itemIdentifiers(inSection: list).compactMap {
      if case .mountain(let mountain) = $0 { mountain } else { nil }
    }
  }

  /// Moves a mountain to the end of the other list.
  mutating func moveToOtherList(_ item: EditItem) {
    guard let list = sectionIdentifier(containingItem: item) else { return }
    append(item, to: list.other)
  }

  /// Adds the highest mountain that is in neither list to the bucket list; nothing where all are.
  mutating func addHighest(of catalog: MountainCatalog) {
    let missing = catalog.mountains.filter { indexOfItem(.mountain($0)) == nil }
    guard let highest = missing.max(by: { $0.height < $1.height }) else { return }
    add(highest)
  }

  /// Adds a mountain to the end of the bucket list.
  mutating func add(_ mountain: Mountain) { append(.mountain(mountain), to: .bucketList) }

  private mutating func append(_ item: EditItem, to list: MountainList) {
    switch list {
    case .visited: appendItems([item], toSection: list)
    // What adds stays at the end. An item inserted anew is moved where it is there already.
    case .bucketList: insertItems([item], beforeItem: .addition)
    }
  }

  /// What a list comes to.
  func summary(of list: MountainList) -> String {
    let mountains = mountains(in: list)
    guard let highest = mountains.max(by: { $0.height < $1.height }) else {
      return list == .visited ? "No mountain yet" : "Nothing left to wish for"
    }
    let count = "\(mountains.count) \(mountains.count == 1 ? "mountain" : "mountains")"
    return "\(count), the highest \(highest.name) with \(highest.height.grouped) m"
  }

  /// Lines for a pipe: list, name and height, parted by tabs.
  var plainLines: [String] {
    sectionIdentifiers.flatMap { list in
      mountains(in: list).map { "\(list.rawValue)\t\($0.name)\t\($0.height)" }
    }
  }
}
