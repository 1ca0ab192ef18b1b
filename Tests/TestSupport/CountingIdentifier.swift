import Synchronization

/// An identifier that counts how often it is compared and hashed, to hold promises about cost.
public struct CountingIdentifier: Hashable, Sendable {
  /// The counts of one piece of work.
  public struct Counts: Equatable, Sendable {
    /// Calls of `==`.
    public var equalities = 0
    /// Calls of `hash(into:)`.
    public var hashes = 0

    /// Creates counts.
    public init(equalities: Int = 0, hashes: Int = 0) {
      self.equalities = equalities
      self.hashes = hashes
    }

    /// Both.
    public var total: Int { equalities + hashes }
  }

  @TaskLocal private static var counter: Counter?

  private final class Counter: Sendable {
    let counts = Mutex(Counts())
  }

  /// What identifies it.
  public let number: Int
  /// Something that differs between equal identifiers, so that no comparison of bits settles it.
  public var content = 0

  /// Creates an identifier.
  public init(_ number: Int, content: Int = 0) {
    self.number = number
    self.content = content
  }

  /// Whether the numbers are equal; counted.
  public static func == (first: Self, second: Self) -> Bool {
    counter?.counts.withLock { $0.equalities += 1 }
    return first.number == second.number
  }

  /// Hashes the number; counted.
  public func hash(into hasher: inout Hasher) {
    Self.counter?.counts.withLock { $0.hashes += 1 }
    hasher.combine(number)
  }

  /// How often a piece of work compared and hashed.
  public static func counting(_ work: () -> Void) -> Counts {
    let counter = Counter()
    $counter.withValue(counter, operation: work)
    return counter.counts.withLock { $0 }
  }
}
