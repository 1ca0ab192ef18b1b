import Dispatch

/// Work on the parts of a range, on all processors.
package enum Parallel {
  /// Calls a function for each part of `0..<count`, several at once, and returns what it returns in the order of the parts.
  ///
  /// ```swift
  /// let sums = Parallel.map(of: numbers.count, size: 65_536) { part in numbers[part].reduce(0, +) }
  /// ```
  ///
  /// A single part is computed by the caller. All parts have ended when this returns.
  ///
  /// - Parameters:
  ///   - count: the length of the range.
  ///   - size: the length of a part, above 0; the last one may be shorter.
  ///   - isWanted: whether to go on. It is asked before each part, on the thread that computes it.
  ///   - body: what to compute for a part. It runs on several threads and must not change what they share.
  /// - Returns: the results; nil where `isWanted` said no before the last part.
  package static func map<Result>(
    of count: Int, size: Int, while isWanted: () -> Bool = { true }, _ body: (Range<Int>) -> Result
  ) -> [Result]? {
    let partCount = (count + size - 1) / size
    var results = [Result?](repeating: nil, count: partCount)
    results.withUnsafeMutableBufferPointer { results in
      // Each part writes its own result, and all of them end before this returns.
      nonisolated(unsafe) let (results, isWanted, body) = (results, isWanted, body)
      @Sendable func compute(_ part: Int) {
        if isWanted() { results[part] = body(part * size..<min(count, (part + 1) * size)) }
      }
      if partCount == 1 {
        compute(0)
      } else {
        DispatchQueue.concurrentPerform(iterations: partCount, execute: compute)
      }
    }
    // A closure: without the caller's types a key path is made anew at each call.
    let complete = results.compactMap { $0 }
    return complete.count == partCount ? complete : nil
  }

  /// Calls a function for each part of `0..<count`, several at once.
  package static func forEachPart(of count: Int, size: Int, _ body: (Range<Int>) -> Void) {
    _ = map(of: count, size: size, body)
  }
}
