/// Stops the program because of a mistake in it.
///
/// This is how the libraries trap: `precondition` and its kin lose their message in an optimised build, and a
/// program that ends without a word is worse than the mistake.
///
/// - Parameter message: What was called, with which identifier or index, and what there is instead.
package func trap(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}

/// Stops the program unless a condition holds.
///
/// - Parameters:
///   - condition: What the caller has promised.
///   - message: What was called, with which identifier or index, and what there is instead; made only to be said.
@inline(__always)
package func trapUnless(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { trap(message(), file: file, line: line) }
}
