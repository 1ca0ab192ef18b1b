import Synchronization

/// A value that threads take turns at.
///
/// A `Mutex` whose turns are atomics as well: the thread sanitizer does not see what Linux's `Mutex` does,
/// and would take every turn for a race.
struct LockedValue<Value>: ~Copyable, Sendable {
  private let value: Mutex<Value>
  private let turns = Atomic<Int>(0)

  init(_ value: sending Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout sending Value) -> Result) -> Result {
    value.withLock { value in
      _ = turns.load(ordering: .acquiring)
      defer { turns.wrappingAdd(1, ordering: .releasing) }
      return body(&value)
    }
  }
}
