public import Testing

/// Checks that two values are equal; if not, records an issue with the text of both and their difference.
///
/// Collections and texts are compared by line. Compared with `#expect(first == second)`, this is a quarter of
/// the work for the compiler.
///
/// - Parameters:
///   - first: A value, usually the result of the tested code.
///   - second: The value that it must be equal to.
///   - comment: What the comparison means; part of the issue.
@inline(never)
public nonisolated func expectEqual<Value: Equatable>(
  _ first: Value, _ second: Value, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if first != second { recordDifference(first, second, comment(), sourceLocation) }
}

/// Checks that a text and a part of a text are equal.
@_disfavoredOverload @inline(never)
public nonisolated func expectEqual<First: StringProtocol, Second: StringProtocol>(
  _ first: First, _ second: Second, _ comment: @autoclosure () -> Comment? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  if first != second { recordDifference(String(first), String(second), comment(), sourceLocation) }
}

private nonisolated func recordDifference(
  _ first: Any, _ second: Any, _ comment: Comment?, _ sourceLocation: SourceLocation
) {
  let difference = TextDifference(of: first, and: second)
  let words = comment.map { "\($0)\n" } ?? ""
  Issue.record("\(words)not equal:\n\(difference)", sourceLocation: sourceLocation)
}
