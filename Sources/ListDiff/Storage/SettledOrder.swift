/// An order of entries with too many runs for a `RunOrder`: two tables that map handles to entries and back.
///
///     entries    a c d x h g           the entry of each handle
///     handles    0 . 1 2 . . 5 4 3     the handle of each entry, -1 if it was removed
///
/// It takes eight bytes per item and is created in O(*n*) without hashing: far less than another hash table
/// of the items. Copies share it, and later edits are again a few runs of its handles. It stores the runs by
/// which it differs from the settled order before it, so that the difference to a copy with that order stays
/// cheap.
final class SettledOrder: Sendable {
  /// The identity of a settled order, which may outlive the order.
  final class Name: Sendable {
    init() {}
  }

  /// The order from which a settled order was created.
  struct Origin: Sendable {
    /// The previous settled order; nil if the handles were entries.
    let name: Name?
    /// The number of entries that were already removed when that order was created.
    let left: Int
    /// The order of the handles of that time.
    let order: RunOrder

    init(_ settled: SettledOrder?, order: RunOrder) {
      name = settled?.name
      left = settled?.leftCount ?? 0
      self.order = order
    }
  }

  let entries: ContiguousArray<Int32>
  let handles: ContiguousArray<Int32>
  let name = Name()
  let origin: Origin

  /// - Parameters:
  ///   - entries: The entries in order, each at most once.
  ///   - entryCount: The number of entries, including removed ones.
  ///   - origin: The order from which this one is created.
  init(_ entries: ContiguousArray<Int32>, entryCount: Int, origin: Origin) {
    self.entries = entries
    self.origin = origin
    var handles = ContiguousArray<Int32>(repeating: -1, count: entryCount)
    for handle in entries.indices {
      handles[Int(entries[handle])] = Int32(truncatingIfNeeded: handle)
    }
    self.handles = handles
  }

  var count: Int { entries.count }

  /// The number of entries when the order was settled.
  var entryCount: Int { handles.count }

  /// The number of entries that had been removed by then. Later handles are lower by this number.
  var leftCount: Int { entryCount &- count }

  /// Calls `body` with stretches of consecutive entries of the given handles, in order.
  @inline(__always)
  func forEachStretch(of handles: Range<Int>, _ body: (Range<Int>) throws -> Void) rethrows {
    var handle = handles.lowerBound
    while handle < handles.upperBound {
      let first = Int(entries[handle])
      let start = handle
      repeat {
        handle &+= 1
      } while handle < handles.upperBound
        && Int(entries[handle]) == first &+ handle &- start
      try body(first..<first &+ handle &- start)
    }
  }

  /// Translates an order of this order's handles into the handles of the order it was created from.
  func originalHandles(of order: RunOrder) -> RunOrder {
    var runs = HandleRuns()
    for index in 0..<order.runCount {
      let run = order.run(at: index)
      let middle = Swift.min(Swift.max(count, Int(run.start)), Int(run.end))
      if Int(run.start) < middle {
        origin.order.handles(in: Int(run.start)..<middle).forEach { runs.append($0) }
      }
      let later = middle &+ leftCount &- origin.left
      runs.append(HandleRun(start: later, count: Int(run.end) &- middle))
    }
    return RunOrder(runs)
  }
}
