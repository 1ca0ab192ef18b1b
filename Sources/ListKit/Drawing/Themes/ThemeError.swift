/// Why a text is no theme.
public struct ThemeError: Error, Hashable, Sendable {
  /// What is wrong with a line.
  public enum Reason: Error, Hashable, Sendable {
    /// There is no `=` behind the name.
    case missingEquals
    /// There is nothing behind the `=`.
    case missingStyle
    /// Nothing in a theme has this name.
    case unknownName(String)
    /// No theme that another one may be based on has this name.
    case unknownBase(String)
    /// `base` is not the first line.
    case lateBase
    /// A word that is no colour and no attribute.
    case unknownWord(String)
    /// `on` without a colour behind it.
    case missingColor
    /// A second colour for the same thing.
    case secondColor(String)
  }

  /// The line, counted from 1.
  public var line: Int
  /// What is wrong with it.
  public var reason: Reason

  /// Creates an error in a line of a theme, counted from 1.
  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension ThemeError: CustomStringConvertible {
  /// The line and what is wrong with it, in words.
  public var description: String { "line \(line): \(reason)" }
}

extension ThemeError.Reason: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .missingEquals: "no = behind the name"
    case .missingStyle: "nothing behind the ="
    case .unknownName(let name): "nothing is called '\(name)'"
    case .unknownBase(let name): "no base '\(name)'; there are dark, light, high-contrast and mono"
    case .lateBase: "base must come first"
    case .unknownWord(let word): "'\(word)' is no colour and no attribute"
    case .missingColor: "no colour behind 'on'"
    case .secondColor(let word): "'\(word)' is a second colour"
    }
  }
}
