/// An order of entries that has too many runs to be kept as such: each entry by name, both ways.
///
///     entries    a c d x h g     of each handle its entry
///     handles    0 . 1 2 . . 5 4 3     of each entry its handle, -1 where it left
///
/// It takes eight bytes an item and O(*n*) to make, without hashing: far less than another table of the items. Copies
/// share it, and what is edited after it is a few runs of handles once more. It remembers by which few runs it differs
/// from the settled order before it, so that the difference to a copy from before it was made costs no more than others.
final class SettledOrder: Sendable {
  /// Tells settled orders apart, and outlives them.
  final class Name: Sendable {
    init() {}
  }

  /// What it was made of.
  struct Origin: Sendable {
    /// The settled order before; nil for entries, which are handles without one.
    let name: Name?
    /// How many entries had left when that was made.
    let left: Int
    /// The order of its handles.
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
  ///   - entries: Each at most once, in order.
  ///   - entryCount: How many there are, those that left included.
  ///   - origin: What these were edited from.
  init(_ entries: ContiguousArray<Int32>, entryCount: Int, origin: Origin) {
    self.entries = entries
    self.origin = origin
    var handles = ContiguousArray<Int32>(repeating: -1, count: entryCount)
    for handle in entries.indices {
      handles[Int(entries[handle])] = Int32(truncatingIfNeeded: handle)
    }
    self.handles = handles
  }

  /// How many handles it has.
  var count: Int { entries.count }

  /// How many entries there were when it was made.
  var entryCount: Int { handles.count }

  /// How many of them had left: by so many, entries that come later have a lower handle.
  var leftCount: Int { entryCount &- count }

  /// Calls `body` with the stretches of entries that some handles have, in order.
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

  /// Handles of this order as those of the one it was made of.
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
