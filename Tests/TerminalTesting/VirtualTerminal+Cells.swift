import CVTerm

extension VirtualTerminal {
  /// One cell of the screen as it would be displayed.
  public struct Cell: Equatable, Sendable {
    /// The character with its marks; a blank is " ", the second half of a wide character "".
    public var text: String
    /// 1, 2, or 0 for the second half of a wide character.
    public var width: Int
    /// The colour of the character.
    public var foreground: Color
    /// The colour of the background.
    public var background: Color
    /// The attributes, such as bold and reverse.
    public var attributes: Attributes
  }

  /// A colour as the program specified it.
  public enum Color: Equatable, Sendable {
    /// The terminal's default colour.
    case `default`
    /// An entry of the palette.
    case palette(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)
  }

  /// The attributes of a cell besides its colours.
  public struct Attributes: OptionSet, Sendable {
    /// The bits, one for each attribute.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Heavier characters.
    public static let bold = Attributes(rawValue: 1)
    /// Slanted characters.
    public static let italic = Attributes(rawValue: 2)
    /// A line below.
    public static let underline = Attributes(rawValue: 4)
    /// Foreground and background exchanged.
    public static let reverse = Attributes(rawValue: 8)
    /// A line through the middle.
    public static let strikethrough = Attributes(rawValue: 16)
  }

  /// The cell at a place, counted from the upper left corner.
  public subscript(line: Int, column: Int) -> Cell {
    let raw = rawCell(line: line, column: column)
    let isTrailing = raw.chars.0 == UInt32.max
    var attributes: Attributes = []
    if raw.attrs.bold != 0 { attributes.insert(.bold) }
    if raw.attrs.italic != 0 { attributes.insert(.italic) }
    if raw.attrs.underline != 0 { attributes.insert(.underline) }
    if raw.attrs.reverse != 0 { attributes.insert(.reverse) }
    if raw.attrs.strike != 0 { attributes.insert(.strikethrough) }
    return Cell(
      text: isTrailing ? "" : text(raw), width: isTrailing ? 0 : Int(raw.width),
      foreground: color(raw.fg), background: color(raw.bg), attributes: attributes)
  }

  /// Returns the text of a line, without trailing spaces.
  public func line(_ line: Int) -> String {
    var text = (0..<size.columns).map { self[line, $0].text }.joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text of all lines.
  public var lines: [String] { (0..<size.lines).map(line) }

  /// Whether a line contains a text.
  public func contains(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

  private func text(_ raw: VTermScreenCell) -> String {
    var text = String.UnicodeScalarView()
    withUnsafeBytes(of: raw.chars) { buffer in
      for value in buffer.bindMemory(to: UInt32.self) {
        guard value != 0, let scalar = Unicode.Scalar(value) else { break }
        text.append(scalar)
      }
    }
    return text.isEmpty ? " " : String(text)
  }

  private func color(_ raw: VTermColor) -> Color {
    if cv_is_default(raw) != 0 { return .default }
    if cv_is_indexed(raw) != 0 { return .palette(UInt8(cv_index(raw))) }
    return .rgb(UInt8(cv_red(raw)), UInt8(cv_green(raw)), UInt8(cv_blue(raw)))
  }
}

extension VirtualTerminal: CustomStringConvertible {
  /// The text of the screen with a frame, for messages of failed tests.
  public var description: String {
    let edge = "+" + String(repeating: "-", count: size.columns) + "+"
    let rows = (0..<size.lines).map { line in
      "|" + (0..<size.columns).map { self[line, $0].text }.joined() + "|"
    }
    return ([edge] + rows + [edge]).joined(separator: "\n")
  }
}
