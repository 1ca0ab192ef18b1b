/// Identifiers marked for an update, in the order they were marked, each once.
struct Marks<Identifier: Hashable & Sendable>: Sendable {
  private(set) var identifiers: [Identifier] = []
  private var known: Set<Identifier> = []

  func contains(_ identifier: Identifier) -> Bool { known.contains(identifier) }

  mutating func add(_ identifiers: [Identifier]) {
    for identifier in identifiers where known.insert(identifier).inserted {
      self.identifiers.append(identifier)
    }
  }
}

/// What a snapshot asks to be updated although it stays where it is.
struct UpdateMarks<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  var reloadedSections = Marks<Section>()
  var reloadedItems = Marks<Item>()
  var reconfiguredItems = Marks<Item>()
}
