/// Where frames are shown.
///
/// One of the two seams between a program and its terminal; ``EventSource`` is the other. The curses
/// screen lives in `ListKitCurses`; tests use a screen that keeps the last frame.
@MainActor
public protocol Screen: AnyObject {
  /// Columns and lines there are now.
  var size: Size { get }
  /// What the terminal can show.
  var traits: ScreenTraits { get }
  /// Shows a frame; whatever it does not cover stays blank.
  func present(_ frame: Frame)
}

/// What a terminal can show.
public struct ScreenTraits: Sendable {
  /// How many colours there are, in order of richness.
  public enum ColorDepth: Int, Comparable, Sendable {
    /// None: only attributes.
    case mono
    /// The eight ANSI colours and, by bold or bright, their twins.
    case ansi
    /// The palette of 256.
    case palette
    /// Red, green and blue, eight bits each.
    case trueColor

    /// Whether `lhs` has fewer colours.
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// How many colours there are.
  public var colorDepth: ColorDepth
  /// Whether characters beyond ASCII can be shown.
  public var isUnicode: Bool
  /// Whether the terminal's background is light.
  public var hasLightBackground: Bool
  /// How many columns a character takes, as the terminal counts: 0 for a combining mark, -1 for one
  /// it cannot show.
  public var width: @Sendable (Unicode.Scalar) -> Int

  /// Creates a description of a terminal.
  public init(
    colorDepth: ColorDepth = .mono, isUnicode: Bool = true, hasLightBackground: Bool = false,
    width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.colorDepth = colorDepth
    self.isUnicode = isUnicode
    self.hasLightBackground = hasLightBackground
    self.width = width
  }
}
