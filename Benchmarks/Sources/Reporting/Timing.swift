/// Returns the time of a piece of work in nanoseconds.
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

/// Prevents the compiler from removing the computation of a result.
@inline(never)
package func consume<Result>(_ result: Result) {
  withUnsafePointer(to: result) { pointer in
    if UInt(bitPattern: pointer) == 1 { print("never") }
  }
}

/// Returns the median; of two values in the middle, the larger.
package func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Returns the medians of several pieces of work, which alternate so that all see the same state of the
/// machine.
package func interleaved(rounds: Int, _ works: [() -> Double]) -> [Double] {
  var times = Array(repeating: [Double](), count: works.count)
  for _ in 0..<rounds {
    for (index, work) in works.enumerated() { times[index].append(work()) }
  }
  return times.map(median)
}
