/// A colour of the terminal.
public enum Color: Hashable, Sendable {
  /// The terminal's own foreground or background.
  case `default`
  /// An entry of the terminal's palette: 0–7 are the ANSI colours, 8–15 their bright variants, 16–231 a 6×6×6
  /// cube, 232–255 greys.
  case palette(UInt8)
  /// A direct colour; a terminal with fewer colours shows the nearest one.
  case rgb(UInt8, UInt8, UInt8)
}

/// The colours of the user's palette by name; `default` and these suit any background.
extension Color {
  /// The palette's red.
  public static let red = Color.palette(1)
  /// The palette's green.
  public static let green = Color.palette(2)
  /// The palette's yellow.
  public static let yellow = Color.palette(3)
  /// The palette's blue.
  public static let blue = Color.palette(4)
  /// The palette's magenta.
  public static let magenta = Color.palette(5)
  /// The palette's cyan.
  public static let cyan = Color.palette(6)
}

/// The look of a glyph: two colours, a set of attributes, and a link.
public struct TextStyle: Hashable, Sendable {
  /// The attributes that a terminal can give a glyph besides colour.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// The bits, one per attribute.
    public let rawValue: UInt8

    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Bold letters or a brighter colour.
    public static let bold = Attributes(rawValue: 1 << 0)
    /// A fainter colour; some terminals do not show it, so nothing may depend on it.
    public static let dim = Attributes(rawValue: 1 << 1)
    /// Slanted letters; some terminals exchange the colours instead, or show no difference.
    public static let italic = Attributes(rawValue: 1 << 2)
    /// A line below the letters, spaces included.
    public static let underline = Attributes(rawValue: 1 << 3)
    /// Foreground and background exchanged; visible on every terminal.
    public static let reverse = Attributes(rawValue: 1 << 4)
    /// A line through the middle of the letters.
    public static let strikethrough = Attributes(rawValue: 1 << 5)
  }

  /// The colour of the letters; `default` is the terminal's own.
  public var foreground: Color
  /// The colour behind the letters; `default` is the terminal's own.
  public var background: Color
  /// Bold, dim and the like.
  public var attributes: Attributes
  /// The number of the link, 0 for none, in two parts: this keeps a style at twelve
  /// bytes, and a glyph within 48.
  private var linkHigh: UInt8 = 0
  private var linkLow: UInt16 = 0

  /// Creates a style; without arguments, the terminal's own.
  public init(
    foreground: Color = .default, background: Color = .default, attributes: Attributes = [], link: Link? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.link = link
  }

  /// The address that a click opens, in terminals with links.
  public var link: Link? {
    get {
      let number = Int(linkHigh) << 16 | Int(linkLow)
      return number == 0 ? nil : Link(number: number)
    }
    set {
      let number = newValue?.number ?? 0
      linkHigh = UInt8(number >> 16)
      linkLow = UInt16(number & 0xFFFF)
    }
  }

  /// The terminal's own colours, no attributes.
  public static let plain = TextStyle()

  /// Returns this style painted over `base`: its default colours show those of the base.
  public func over(_ base: TextStyle) -> TextStyle {
    TextStyle(
      foreground: foreground == .default ? base.foreground : foreground,
      background: background == .default ? base.background : background,
      attributes: attributes.union(base.attributes), link: link ?? base.link)
  }
}

// MARK: - Text

/// Styles as words: `cyan on #101014 bold`.
extension TextStyle {
  /// Reads a style from words.
  init(words: some Sequence<Substring>) throws(ThemeError.Reason) {
    self = .plain
    var colors: (foreground: Color?, background: Color?) = (nil, nil)
    var isBackground = false
    for word in words {
      if let color = Color(word: word) {
        guard (isBackground ? colors.background : colors.foreground) == nil else {
          throw .secondColor(String(word))
        }
        if isBackground { colors.background = color } else { colors.foreground = color }
        isBackground = false
      } else if isBackground {
        throw .missingColor
      } else if word == "on" {
        isBackground = true
      } else if let attribute = Attributes.named.first(where: { $0.name == word }) {
        attributes.insert(attribute.value)
      } else if word != "plain" {
        throw .unknownWord(String(word))
      }
    }
    if isBackground { throw .missingColor }
    foreground = colors.foreground ?? .default
    background = colors.background ?? .default
  }

  /// The style in words.
  var words: String {
    var all: [String] = []
    if foreground != .default { all.append(foreground.word) }
    if background != .default { all.append("on \(background.word)") }
    all += Attributes.named.filter { attributes.contains($0.value) }.map(\.name)
    return all.isEmpty ? "plain" : all.joined(separator: " ")
  }
}

extension TextStyle.Attributes {
  fileprivate static let named: [(name: String, value: Self)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underline", .underline), ("reverse", .reverse),
    ("strikethrough", .strikethrough),
  ]
}

extension Color {
  private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

  /// Reads a colour: a name, a number of the palette, or `#rrggbb`.
  init?(word text: some StringProtocol) {
    if text == "default" {
      self = .default
    } else if let index = Self.names.firstIndex(where: { $0 == text }) {
      self = .palette(UInt8(index))
    } else if text.hasPrefix("bright-"),
      let index = Self.names.firstIndex(where: { $0 == text.dropFirst("bright-".count) })
    {
      self = .palette(UInt8(index + 8))
    } else if text.hasPrefix("#") {
      let digits = text.utf8.dropFirst()
      guard digits.count == 6, text.dropFirst().allSatisfy(\.isHexDigit),
        let value = UInt32(text.dropFirst(), radix: 16)
      else { return nil }
      self = .rgb(UInt8(value >> 16), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF))
    } else if text.allSatisfy({ ("0"..."9").contains($0) }), let index = UInt8(text) {
      self = .palette(index)
    } else {
      return nil
    }
  }

  var word: String {
    switch self {
    case .default: return "default"
    case .palette(let index) where index < 8: return Self.names[Int(index)]
    case .palette(let index) where index < 16: return "bright-" + Self.names[Int(index) - 8]
    case .palette(let index): return "\(index)"
    case .rgb(let red, let green, let blue):
      let digits = String(Int(red) << 16 | Int(green) << 8 | Int(blue), radix: 16)
      return "#" + String(repeating: "0", count: 6 - digits.count) + digits
    }
  }
}
