/// What a terminal says of itself.
package enum TerminalAnswer: Hashable, Sendable {
  /// Red, green and blue of its background, each from 0 to 1: the answer to `ESC ] 11 ; ?`.
  case background(SIMD3<Double>)
  /// Its kind: the answer to `ESC [ c`, which every terminal gives, after those to questions asked before.
  case attributes
  /// Its colours have changed: told unasked after `ESC [ ? 2031 h`.
  case colorsChanged

  /// Reads what stood between `ESC ]` and its end, such as `11;rgb:ffff/ffff/ffff`.
  init?(operatingSystemCommand text: [UInt8]) {
    let prefix = Array("11;rgb".utf8)
    guard text.starts(with: prefix) else { return nil }
    // rgba: has a fourth number, which is not wanted.
    let numbers = String(
      decoding: text.dropFirst(prefix.count).drop { $0 != UInt8(ascii: ":") }.dropFirst(), as: UTF8.self
    )
    .split(separator: "/", omittingEmptySubsequences: false).prefix(3).map(Self.part)
    guard numbers.count == 3, let red = numbers[0], let green = numbers[1], let blue = numbers[2] else {
      return nil
    }
    self = .background([red, green, blue])
  }

  /// One to four hexadecimal digits, of which the most stand for 1.
  private static func part(_ digits: Substring) -> Double? {
    guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else { return nil }
    return Double(value) / Double(1 << (4 * digits.utf8.count) - 1)
  }
}

extension UserInterfaceStyle {
  /// The style for a background, by which of black and white can be read better on it.
  package init(background: SIMD3<Double>) {
    // Brightness as the eye has it, nearly enough: exponent 2 for 2.2.
    let linear = background * background
    let luminance = 0.2126 * linear.x + 0.7152 * linear.y + 0.0722 * linear.z
    self = luminance > 0.18 ? .light : .dark
  }
}
