import Synchronization

/// An identifier that counts how often it is compared and hashed, for tests of complexity.
public struct CountingIdentifier: Hashable, Sendable {
  /// The counts of one piece of work.
  public struct Counts: Equatable, Sendable {
    /// The number of calls of `==`.
    public var equalities = 0
    /// The number of calls of `hash(into:)`.
    public var hashes = 0

    /// Creates counts.
    public init(equalities: Int = 0, hashes: Int = 0) {
      self.equalities = equalities
      self.hashes = hashes
    }

    /// The sum of both counts.
    public var total: Int { equalities + hashes }
  }

  @TaskLocal private static var counter: Counter?

  private final class Counter: Sendable {
    let counts = Mutex(Counts())
  }

  /// The number that identifies the item.
  public let number: Int
  /// A value that may differ between equal identifiers, so that a bitwise comparison does not decide
  /// equality.
  public var content = 0

  /// Creates an identifier.
  public init(_ number: Int, content: Int = 0) {
    self.number = number
    self.content = content
  }

  /// Whether the numbers are equal; counts the call.
  public static func == (first: Self, second: Self) -> Bool {
    counter?.counts.withLock { $0.equalities += 1 }
    return first.number == second.number
  }

  /// Hashes the number; counts the call.
  public func hash(into hasher: inout Hasher) {
    Self.counter?.counts.withLock { $0.hashes += 1 }
    hasher.combine(number)
  }

  /// Returns how often a piece of work compared and hashed identifiers.
  public static func counting(_ work: () -> Void) -> Counts {
    let counter = Counter()
    $counter.withValue(counter, operation: work)
    return counter.counts.withLock { $0 }
  }
}
