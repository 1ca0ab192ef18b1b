/// The sections of a snapshot in order, and the ranges of their items among all items.
///
///     identifiers   A     B     C
///     ends          3     5     5        A has the items 0..<3, B 3..<5, C none
@usableFromInline
struct SectionList<Section: Hashable & Sendable>: Sendable {
  @usableFromInline private(set) var identifiers: [Section] = []
  @usableFromInline private(set) var ends: [Int] = []
  private var indexes: [Section: Int] = [:]

  /// Returns the index of a section; nil if it is not in the list.
  ///
  /// - Complexity: O(1) expected.
  func index(of section: Section) -> Int? { indexes[section] }

  var count: Int { identifiers.count }

  /// Returns the positions of a section's items.
  func items(inSection index: Int) -> Range<Int> { ends.range(before: index) }

  /// Returns the section that contains a position.
  ///
  /// - Complexity: O(log *sections*).
  @inlinable
  func section(ofItemAt position: Int) -> Int {
    ends.count == 1 ? 0 : ends.firstIndex(above: position)
  }

  /// Adds a number of items, which may be negative, to the count of a section.
  ///
  /// - Complexity: O(*sections* behind it).
  mutating func grow(_ section: Int, by count: Int) {
    if count == 0 { return }
    for index in section..<ends.count { ends[index] &+= count }
  }

  /// Sets the number of items of each section.
  ///
  /// - Complexity: O(*sections*).
  mutating func fill(with counts: some Sequence<Int>) {
    var end = 0
    for (index, count) in counts.enumerated() {
      end &+= count
      ends[index] = end
    }
  }

  /// Keeps only the items at the given positions.
  ///
  /// - Complexity: O(*sections*).
  mutating func restrict(to kept: PositionSet) {
    for index in ends.indices { ends[index] = kept.rank(ends[index]) }
  }

  /// Removes sections without items.
  ///
  /// - Complexity: O(*sections*).
  mutating func removeEmpty() {
    let kept = identifiers.indices.filter { !items(inSection: $0).isEmpty }
    if kept.count == identifiers.count { return }
    identifiers = kept.map { identifiers[$0] }
    ends = kept.map { ends[$0] }
    indexes = [:]
    reindex(from: 0)
  }

  mutating func insert(_ sections: [Section], at index: Int) {
    let start = index == 0 ? 0 : ends[index - 1]
    identifiers.insert(contentsOf: sections, at: index)
    ends.insert(contentsOf: repeatElement(start, count: sections.count), at: index)
    reindex(from: index)
  }

  /// Removes a section with its items.
  mutating func remove(at index: Int) {
    let count = items(inSection: index).count
    indexes[identifiers.remove(at: index)] = nil
    ends.remove(at: index)
    if index < ends.count {
      grow(index, by: -count)
      reindex(from: index)
    }
  }

  /// Moves a section to an index, counted without it.
  mutating func move(_ source: Int, to target: Int) {
    let counts = identifiers.indices.map { items(inSection: $0).count }
    var order = Array(identifiers.indices)
    order.insert(order.remove(at: source), at: target)
    identifiers = order.map { identifiers[$0] }
    var end = 0
    ends = order.map { index in
      end += counts[index]
      return end
    }
    reindex(from: min(source, target))
  }

  private mutating func reindex(from start: Int) {
    for index in start..<identifiers.count { indexes[identifiers[index]] = index }
  }
}

/// Identifiers marked for an update, in the order of marking, each once.
struct Marks<Identifier: Hashable & Sendable>: Sendable {
  private(set) var identifiers: [Identifier] = []
  private var known: Set<Identifier> = []

  func contains(_ identifier: Identifier) -> Bool { known.contains(identifier) }

  mutating func add(_ identifiers: [Identifier]) {
    for identifier in identifiers where known.insert(identifier).inserted {
      self.identifiers.append(identifier)
    }
  }

  /// Removes the marks of identifiers that do not satisfy a predicate.
  mutating func keep(_ isKept: (Identifier) -> Bool) {
    let former = identifiers.count
    identifiers.removeAll { !isKept($0) }
    if identifiers.count != former { known = Set(identifiers) }
  }
}

/// The sections and items of a snapshot that it marks for an update.
struct UpdateMarks<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  var reloadedSections = Marks<Section>()
  var reloadedItems = Marks<Item>()
  var reconfiguredItems = Marks<Item>()

  func contains(_ item: Item) -> Bool { reloadedItems.contains(item) || reconfiguredItems.contains(item) }
}
