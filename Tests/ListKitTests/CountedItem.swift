import Synchronization

/// An identifier that counts how often it is compared or hashed, on one task.
struct CountedItem: Hashable, Sendable {
  private final class Count: Sendable {
    let value = Mutex(0)
  }

  @TaskLocal private static var count: Count?

  let number: Int

  init(_ number: Int) { self.number = number }

  static func == (first: Self, second: Self) -> Bool {
    note()
    return first.number == second.number
  }

  func hash(into hasher: inout Hasher) {
    Self.note()
    hasher.combine(number)
  }

  private static func note() { count?.value.withLock { $0 += 1 } }

  /// How many comparisons and hashes something takes.
  static func counting(_ body: () -> Void) -> Int {
    let count = Count()
    $count.withValue(count, operation: body)
    return count.value.withLock { $0 }
  }
}
