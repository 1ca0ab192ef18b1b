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

/// Records the lines that only one of two values has, after their common start.
private nonisolated func recordDifference(
  _ first: Any, _ second: Any, _ comment: Comment?, _ sourceLocation: SourceLocation
) {
  let (old, new) = (lines(of: first), lines(of: second))
  let start = zip(old, new).prefix { $0 == $1 }.count
  let (rest, formerRest) = (new.dropFirst(start).prefix(1000), old.dropFirst(start).prefix(1000))
  let changes = rest.difference(from: formerRest).prefix(100).map { change in
    switch change {
    case .remove(let offset, let line, _): "- \(start + offset): \(line)"
    case .insert(let offset, let line, _): "+ \(start + offset): \(line)"
    }
  }
  let words = comment.map { "\($0)\n" } ?? ""
  let text =
    changes.isEmpty
    ? "\(String(reflecting: first))\n\(String(reflecting: second))" : changes.joined(separator: "\n")
  Issue.record("\(words)not equal:\n\(text)", sourceLocation: sourceLocation)
}

/// Returns a line for each line of a text and each element of a collection; quotes show blanks at the end.
private nonisolated func lines(of value: Any) -> [String] {
  if let text = value as? String {
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { String(reflecting: $0) }
  }
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .collection else { return [String(describingForTest: value)] }
  return mirror.children.flatMap { lines(of: $0.value) }
}
