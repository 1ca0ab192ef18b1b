import LibC

/// A called member of a snapshot and the location of the call, which a trap names.
@usableFromInline
struct Operation {
  let name: StaticString
  fileprivate let file: StaticString
  fileprivate let line: UInt

  /// - Parameter name: The member that was called.
  @usableFromInline
  init(_ name: StaticString, _ file: StaticString = #fileID, _ line: UInt = #line) {
    self.name = name
    self.file = file
    self.line = line
  }

  /// Stops the program unless a condition holds.
  @inline(__always)
  func trapUnless(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { ListDiff.trap("\(name) \(problem())", file: file, line: line) }
  }

  /// Stops the program because of a mistake in the call.
  ///
  /// - Parameter problem: One line that names the identifiers and contains the phrase of Apple's frameworks.
  func trap(_ problem: String) -> Never { ListDiff.trap("\(name): \(problem)", file: file, line: line) }

  /// Stops the program because of a mistake that data from outside the program can contain as well.
  func trap(_ error: SnapshotError) -> Never { ListDiff.trap(error.description, file: file, line: line) }

  /// Stops the program because an argument is not in the snapshot.
  ///
  /// - Parameter requirement: What is required, as UIKit writes it.
  func trap(_ problem: String, unmet requirement: String) -> Never {
    trap("\(problem) (Invalid parameter not satisfying: \(requirement) != NSNotFound)")
  }
}

/// Stops the program because of a mistake in it.
///
/// All modules trap with this function, because `precondition` and similar functions lose their message in an
/// optimised build.
///
/// - Parameter message: The called member, the identifier or index, and what exists instead.
package func trap(_ message: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(message, file: file, line: line)
}

/// Stops the program unless a condition holds.
///
/// - Parameters:
///   - condition: The condition that the caller must meet.
///   - message: The called member, the identifier or index, and what exists instead; evaluated only to trap.
@inline(__always)
package func trapUnless(
  _ condition: Bool, _ message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
  if !condition { trap(message(), file: file, line: line) }
}

/// Writes a text to standard error.
package func writeToStandardError(_ text: String) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}
