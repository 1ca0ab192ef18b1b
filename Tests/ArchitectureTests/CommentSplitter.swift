/// Splits Swift text, line by line, into code and comments, and empties string literals.
///
/// It supports nested block comments, raw and multi-line strings, and interpolations that contain strings. It
/// does not support regular-expression literals, which the sources do not use.
struct CommentSplitter {
  private enum Mode {
    /// Code. In an interpolation, the number of parentheses that are still open.
    case code(openParentheses: Int)
    /// A string literal with `hashes` number signs on each side.
    case string(hashes: Int, isMultiline: Bool)
    /// Nested block comments.
    case comment(depth: Int)
  }

  private var modes: [Mode] = [.code(openParentheses: 0)]

  /// Returns the code and the comments of the next line.
  mutating func split(_ line: Substring) -> (code: String, comment: String) {
    var rest = line
    var code = ""
    var comment = ""
    while let next = rest.first {
      switch modes[modes.count - 1] {
      case .comment(let depth):
        readComment(&rest, depth: depth, into: &comment)
      case .string(let hashes, let isMultiline):
        readString(&rest, hashes: hashes, isMultiline: isMultiline, into: &code)
      case .code:
        if rest.hasPrefix("//") {
          comment += rest
          rest = ""
        } else if rest.hasPrefix("/*") {
          modes.append(.comment(depth: 1))
          rest.removeFirst(2)
        } else if !openString(&rest, into: &code) {
          count(next)
          code.append(rest.removeFirst())
        }
      }
    }
    return (code, comment)
  }

  private mutating func readComment(_ rest: inout Substring, depth: Int, into comment: inout String) {
    if rest.hasPrefix("*/") {
      modes.removeLast()
      if depth > 1 { modes.append(.comment(depth: depth - 1)) }
      rest.removeFirst(2)
    } else if rest.hasPrefix("/*") {
      modes[modes.count - 1] = .comment(depth: depth + 1)
      rest.removeFirst(2)
    } else {
      comment.append(rest.removeFirst())
    }
  }

  private mutating func readString(
    _ rest: inout Substring, hashes: Int, isMultiline: Bool, into code: inout String
  ) {
    let marks = String(repeating: "#", count: hashes)
    let close = (isMultiline ? "\"\"\"" : "\"") + marks
    if rest.hasPrefix(close) {
      modes.removeLast()
      code += close
      rest.removeFirst(close.count)
    } else if rest.hasPrefix("\\\(marks)(") {
      modes.append(.code(openParentheses: 1))
      rest.removeFirst(2 + hashes)
    } else if rest.hasPrefix("\\\(marks)") {
      rest.removeFirst(min(2 + hashes, rest.count))
    } else {
      rest.removeFirst()
    }
  }

  private mutating func openString(_ rest: inout Substring, into code: inout String) -> Bool {
    let hashes = rest.prefix { $0 == "#" }.count
    let quotes = rest.dropFirst(hashes)
    guard quotes.first == "\"" else { return false }
    let isMultiline = quotes.hasPrefix("\"\"\"")
    modes.append(.string(hashes: hashes, isMultiline: isMultiline))
    let open = rest.prefix(hashes + (isMultiline ? 3 : 1))
    code += open
    rest.removeFirst(open.count)
    return true
  }

  /// Counts parentheses, and leaves an interpolation at its last one.
  private mutating func count(_ character: Character) {
    guard modes.count > 1, case .code(let open) = modes[modes.count - 1] else { return }
    let left = open + (character == "(" ? 1 : character == ")" ? -1 : 0)
    if left == 0 {
      modes.removeLast()
    } else {
      modes[modes.count - 1] = .code(openParentheses: left)
    }
  }
}
