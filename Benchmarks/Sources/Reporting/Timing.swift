/// The time a piece of work takes, in nanoseconds.
@inline(never)
package func time<Result>(_ work: () -> Result) -> Double {
  let clock = ContinuousClock()
  let start = clock.now
  let result = work()
  let end = clock.now
  consume(result)
  let (seconds, attoseconds) = (end - start).components
  return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
}

/// Keeps a result from being optimised away.
@inline(never)
package func consume<Result>(_ result: Result) {
  withUnsafePointer(to: result) { pointer in
    if UInt(bitPattern: pointer) == 1 { print("never") }
  }
}

/// The value in the middle; of two the larger.
package func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Medians of several pieces of work, taken by turns so that all see the same machine.
package func interleaved(rounds: Int, _ works: [() -> Double]) -> [Double] {
  var times = Array(repeating: [Double](), count: works.count)
  for _ in 0..<rounds {
    for (index, work) in works.enumerated() { times[index].append(work()) }
  }
  return times.map(median)
}
