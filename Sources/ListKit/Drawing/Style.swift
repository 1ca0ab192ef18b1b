/// A colour of the terminal.
public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// An entry of the terminal's palette: 0–7 the ANSI colours, 8–15 their bright twins, 16–231 a
  /// 6×6×6 cube, 232–255 greys.
  case palette(UInt8)
  /// A direct colour; a terminal with fewer shows the nearest it has.
  case rgb(UInt8, UInt8, UInt8)
}

/// How a glyph is drawn: two colours, a set of attributes, and where it leads.
public struct Style: Hashable, Sendable {
  /// Attributes a terminal can give a glyph besides colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits, one an attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Heavier strokes or a brighter colour.
    public static let bold = Attributes(rawValue: 1 << 0)
    /// A fainter colour; some terminals show none, so nothing may depend on it.
    public static let dim = Attributes(rawValue: 1 << 1)
    /// Slanted letters; some terminals show colours exchanged, or nothing.
    public static let italic = Attributes(rawValue: 1 << 2)
    /// A line below the letters, spaces included.
    public static let underline = Attributes(rawValue: 1 << 3)
    /// Foreground and background exchanged; it is seen on every terminal.
    public static let reverse = Attributes(rawValue: 1 << 4)
    /// A line through the middle.
    public static let strikethrough = Attributes(rawValue: 1 << 5)
  }

  /// The colour of the letters; `default` is the terminal's own.
  public var foreground: Color
  /// The colour behind the letters; `default` is the terminal's own.
  public var background: Color
  /// Bold, dim and the like.
  public var attributes: Attributes
  /// The number of the link, 0 for none, in two parts: with these twelve bytes a glyph fits into 48.
  private var linkHigh: UInt8 = 0
  private var linkLow: UInt16 = 0

  /// Creates a style; without arguments the terminal's own.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = [], link: Link? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.link = link
  }

  /// Where a click leads, in terminals that know links.
  public var link: Link? {
    get {
      let number = Int(linkHigh) << 16 | Int(linkLow)
      return number == 0 ? nil : Link(number: number)
    }
    set {
      let number = newValue?.number ?? 0
      (linkHigh, linkLow) = (UInt8(number >> 16), UInt16(number & 0xFFFF))
    }
  }

  /// The terminal's own colours, no attributes.
  public static let plain = Style()

  /// This style painted over `base`: what it leaves at its default shows the base.
  public func over(_ base: Style) -> Style {
    Style(
      foreground: foreground == .default ? base.foreground : foreground,
      background: background == .default ? base.background : background,
      attributes: attributes.union(base.attributes), link: link ?? base.link)
  }
}
