/// Styles as words: `cyan on #101014 bold`.
extension Style {
  /// Reads a style.
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

extension Style.Attributes {
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

  /// The colour as a word.
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
