/// Where frames are shown.
///
/// One of the two seams between a program and its terminal; ``EventSource`` is the other. The curses
/// screen lives in `ListKitCurses`; tests use a screen that keeps the last frame.
@MainActor
public protocol Screen: AnyObject {
  /// Columns and lines there are now.
  var size: Size { get }
  /// What the terminal can show. Where that changes while it is used, ``Event/traitsChange`` comes.
  var traits: ScreenTraits { get }
  /// Shows a frame; whatever it does not cover stays blank.
  func present(_ frame: Frame)
}

/// Whether strokes are dark on light or light on dark.
public enum UserInterfaceStyle: Hashable, Sendable {
  /// Nobody knows yet, or ever will: only the terminal's own two colours can be read for certain.
  case unspecified
  /// Dark strokes on a light background.
  case light
  /// Light strokes on a dark background.
  case dark
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
  /// Whether the terminal's background is light or dark.
  public var userInterfaceStyle: UserInterfaceStyle
  /// How many columns a character takes, as the terminal counts: 0 for a combining mark, -1 for one
  /// it cannot show.
  public var width: @Sendable (Unicode.Scalar) -> Int

  /// Creates a description of a terminal.
  public init(
    colorDepth: ColorDepth = .mono, isUnicode: Bool = true,
    userInterfaceStyle: UserInterfaceStyle = .unspecified,
    width: @escaping @Sendable (Unicode.Scalar) -> Int
  ) {
    self.colorDepth = colorDepth
    self.isUnicode = isUnicode
    self.userInterfaceStyle = userInterfaceStyle
    self.width = width
  }
}
