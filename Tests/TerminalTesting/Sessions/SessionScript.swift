/// A session as a value: a program, its terminal, and what happens; so that it can be printed, repeated and shortened.
///
/// ```text
/// wifi --seed 7 @80x24 w 5x2 w 80x24
/// ```
public struct SessionScript: Equatable, Sendable, CustomStringConvertible {
  /// What follows the name of the program; in the description, written as what is typed is.
  public var arguments: [String]
  /// The width of the terminal at first.
  public var columns: Int
  /// Its height at first.
  public var lines: Int
  /// What happens, in order.
  public var steps: [SessionStep]

  /// Creates a session.
  public init(arguments: [String], columns: Int = 80, lines: Int = 24, steps: [SessionStep]) {
    self.arguments = arguments
    self.columns = columns
    self.lines = lines
    self.steps = steps
  }

  /// The session in words.
  public var description: String {
    let words = arguments.map { SessionStep.escape(Array($0.utf8)) }
    return (words + ["@\(columns)x\(lines)"] + steps.map(\.description)).joined(separator: " ")
  }

  /// Reads what ``description`` writes; nil where some word is unknown.
  public init?(_ description: String) {
    let words = description.split(separator: " ").map(String.init)
    guard let place = words.firstIndex(where: { $0.hasPrefix("@") }),
      case .resize(let columns, let lines)? = SessionStep(words[place].dropFirst())
    else { return nil }
    let steps = words[(place + 1)...].map { SessionStep($0) }
    guard !steps.contains(nil) else { return nil }
    self.init(
      arguments: words[..<place].map { String(decoding: SessionStep.unescape($0), as: UTF8.self) },
      columns: columns, lines: lines, steps: steps.compactMap(\.self))
  }
}
