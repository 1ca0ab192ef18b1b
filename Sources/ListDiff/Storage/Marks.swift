/// Identifiers marked for an update, in the order they were marked, each once.
@usableFromInline
struct Marks<Identifier: Hashable & Sendable>: Sendable {
  @usableFromInline var identifiers: [Identifier] = []
  @usableFromInline var known: Set<Identifier> = []

  @inlinable
  init() {}

  @inlinable
  mutating func add(_ identifiers: [Identifier]) {
    for identifier in identifiers where known.insert(identifier).inserted {
      self.identifiers.append(identifier)
    }
  }
}

/// What a snapshot asks to be updated although it stands where it stood.
@usableFromInline
struct UpdateMarks<Section: Hashable & Sendable, Item: Hashable & Sendable>: Sendable {
  @usableFromInline var reloadedSections = Marks<Section>()
  @usableFromInline var reloadedItems = Marks<Item>()
  @usableFromInline var reconfiguredItems = Marks<Item>()

  @inlinable
  init() {}
}
