import ListDiff

/// The simplest possible model of a snapshot: a list of lists.
struct NaiveSnapshot: Equatable {
  var sections: [(name: Int, items: [Int])] = []
  var marks = Marks()

  /// The marked sections and items, in the order of marking.
  struct Marks: Equatable {
    var sections: [Int] = []
    var reloaded: [Int] = []
    var reconfigured: [Int] = []
  }

  /// Removes the marks of deleted sections and items.
  mutating func forgetMarksOfDeleted() {
    let items = Set(items)
    let names = sections.map(\.name)
    marks.sections.removeAll { !names.contains($0) }
    marks.reloaded.removeAll { !items.contains($0) }
    marks.reconfigured.removeAll { !items.contains($0) }
  }

  var items: [Int] { sections.flatMap(\.items) }

  func section(of item: Int) -> Int? { sections.firstIndex { $0.items.contains(item) } }

  func index(ofSection name: Int) -> Int? { sections.firstIndex { $0.name == name } }

  mutating func delete(_ items: [Int]) {
    for index in sections.indices { sections[index].items.removeAll { items.contains($0) } }
  }

  mutating func keep(_ items: [Int]) {
    for index in sections.indices { sections[index].items.removeAll { !items.contains($0) } }
  }

  mutating func append(_ items: [Int], to section: Int) {
    delete(items)
    sections[section].items += items
  }

  mutating func insert(_ items: [Int], beside item: Int, offset: Int) {
    delete(items)
    guard let section = section(of: item), let place = sections[section].items.firstIndex(of: item) else {
      return
    }
    sections[section].items.insert(contentsOf: items, at: place + offset)
  }

  mutating func moveSection(_ name: Int, beside other: Int, offset: Int) {
    guard let source = index(ofSection: name) else { return }
    let moved = sections.remove(at: source)
    guard let target = index(ofSection: other) else { return }
    sections.insert(moved, at: target + offset)
  }

  static func == (first: Self, second: Self) -> Bool {
    first.sections.map(\.name) == second.sections.map(\.name)
      && first.sections.map(\.items) == second.sections.map(\.items)
  }
}

typealias NumberSnapshot = DiffableDataSourceSnapshot<Int, Int>

extension NaiveSnapshot {
  init(_ snapshot: NumberSnapshot) {
    sections = snapshot.sectionIdentifiers.map { ($0, snapshot.itemIdentifiers(inSection: $0)) }
  }

  /// A snapshot built from scratch.
  var snapshot: NumberSnapshot { NumberSnapshot(sections.map { ($0.name, $0.items) }) }
}
