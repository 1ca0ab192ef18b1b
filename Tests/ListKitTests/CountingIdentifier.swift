import Synchronization

/// An identifier that counts how often it is compared and hashed; a fence around promises about cost.
struct CountingIdentifier: Hashable, Sendable {
  /// The counts of one piece of work.
  struct Counts: Equatable, Sendable {
    var equalities = 0
    var hashes = 0
  }

  @TaskLocal private static var counter: Counter?

  private final class Counter: Sendable {
    let counts = Mutex(Counts())
  }

  let number: Int

  init(_ number: Int) { self.number = number }

  static func == (first: Self, second: Self) -> Bool {
    counter?.counts.withLock { $0.equalities += 1 }
    return first.number == second.number
  }

  func hash(into hasher: inout Hasher) {
    Self.counter?.counts.withLock { $0.hashes += 1 }
    hasher.combine(number)
  }

  /// How often a piece of work compared and hashed.
  @MainActor static func counting(_ work: () -> Void) -> Counts {
    let counter = Counter()
    $counter.withValue(counter, operation: work)
    return counter.counts.withLock { $0 }
  }
}
