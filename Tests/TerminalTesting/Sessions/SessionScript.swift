/// A session as a value: a program, its terminal, and the steps; it can be printed, repeated and shortened.
///
/// ```text
/// wifi --seed 7 @80x24 w 5x2 w 80x24
/// ```
public struct SessionScript: Equatable, Sendable, CustomStringConvertible {
  /// The arguments of the program; the description writes them in the notation of typed text.
  public var arguments: [String]
  /// The initial width of the terminal.
  public var columns: Int
  /// The initial height of the terminal.
  public var lines: Int
  /// The steps, in order.
  public var steps: [SessionStep]

  /// Creates a session.
  public init(arguments: [String], columns: Int = 80, lines: Int = 24, steps: [SessionStep]) {
    self.arguments = arguments
    self.columns = columns
    self.lines = lines
    self.steps = steps
  }

  /// The session as text.
  public var description: String {
    let words = arguments.map { SessionStep.escape(Array($0.utf8)) }
    return (words + ["@\(columns)x\(lines)"] + steps.map(\.description)).joined(separator: " ")
  }

  /// Reads the format of ``description``; nil if a word is unknown.
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
