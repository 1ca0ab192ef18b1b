import Dispatch

/// Parallel work on the parts of a range, on all processors.
package enum Parallel {
  /// Calls a function for each part of `0..<count`, several at once, and returns the results in the order of
  /// the parts.
  ///
  /// ```swift
  /// let sums = Parallel.map(of: numbers.count, size: 65_536) { part in numbers[part].reduce(0, +) }
  /// ```
  ///
  /// The caller computes a single part itself. All parts are complete when this function returns.
  ///
  /// - Parameters:
  ///   - count: The length of the range.
  ///   - size: The length of a part, above 0; the last part may be shorter.
  ///   - isWanted: Whether to go on. It is called before each part, on the thread that computes the part.
  ///   - body: Computes the result of a part. It runs on several threads and must not change shared state.
  /// - Returns: The results; nil if `isWanted` returned false for a part.
  package static func map<Result>(
    of count: Int, size: Int, while isWanted: () -> Bool = { true }, _ body: (Range<Int>) -> Result
  ) -> [Result]? {
    let partCount = (count + size - 1) / size
    var results = [Result?](repeating: nil, count: partCount)
    results.withUnsafeMutableBufferPointer { results in
      // Each part writes its own result, and all parts are complete before this function returns.
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
    // A closure, because without the caller's types a key path would be created at each call.
    let complete = results.compactMap { $0 }
    return complete.count == partCount ? complete : nil
  }

  /// Calls a function for each part of `0..<count`, several at once.
  package static func forEachPart(of count: Int, size: Int, _ body: (Range<Int>) -> Void) {
    _ = map(of: count, size: size, body)
  }
}
