import Synchronization

/// Text of which some stretches have a style of their own.
public struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A stretch of characters and what is painted over them.
  public struct Run: Hashable, Sendable {
    /// Which characters it styles, by their offsets from 0; what lies behind the end of the text is left out.
    public var characters: Range<Int>
    /// What is painted over the base style; nil for the theme's style of letters that match a query.
    public var style: Style?

    /// Creates a run; nil is the theme's style of letters that match a query.
    public init(_ characters: Range<Int>, _ style: Style?) {
      self.characters = characters
      self.style = style
    }
  }

  /// The characters without styles; when it is set, runs keep their offsets.
  public var text: String
  /// Stretches with a style of their own; where two overlap, the later one lies on top.
  public var runs: [Run]

  /// Creates a text with styled stretches.
  public init(_ text: String, runs: [Run] = []) {
    self.text = text
    self.runs = runs
  }

  /// Creates a text that is one stretch of a style.
  public init(_ text: String, style: Style) {
    self.init(text, runs: [Run(0..<text.count, style)])
  }

  /// Creates a text in which letters that match a query stand out.
  ///
  /// - Parameters:
  ///   - text: the characters.
  ///   - matches: character offsets of the letters.
  public init(_ text: String, matches: [Range<Int>]) {
    self.init(text, runs: matches.map { Run($0, nil) })
  }

  /// Creates a text without styled stretches.
  public init(stringLiteral text: String) { self.init(text) }

  /// Whether there is no character.
  public var isEmpty: Bool { text.isEmpty }

  /// This text followed by another.
  ///
  /// - Complexity: O(characters of both).
  public func appending(_ other: StyledText) -> StyledText {
    let offset = text.count
    let moved = other.runs.map {
      Run($0.characters.lowerBound + offset..<$0.characters.upperBound + offset, $0.style)
    }
    return StyledText(text + other.text, runs: runs + moved)
  }

  /// The glyphs on top of a base style.
  ///
  /// - Parameters:
  ///   - match: the style of letters that match a query.
  ///   - columns: how many columns are to be filled; where there are more, there is a glyph more.
  /// - Complexity: O(characters × runs), of those characters.
  func glyphs(
    over base: Style, match: Style, metrics: TextMetrics, fillingColumns columns: Int = .max
  ) -> [Glyph] {
    if runs.isEmpty { return metrics.glyphs(of: text, style: base, fillingColumns: columns) }
    var glyphs: [Glyph] = []
    for (offset, character) in text.enumerated() {
      let style = runs.reduce(base) { $1.characters.contains(offset) ? ($1.style ?? match).over($0) : $0 }
      metrics.append(character, style: style, to: &glyphs)
      if glyphs.count > columns { break }
    }
    return glyphs
  }
}

// MARK: - Link

/// Where a text leads when it is clicked, in terminals that know links (OSC 8); others show the text alone.
///
/// ```swift
/// content.attributedText = StyledText("Release notes", style: Style(link: Link("https://example.org/notes")))
/// ```
///
/// The terminal opens it, usually on a click with ctrl or command, and the program hears nothing of it. The text should
/// say where it leads: a terminal without links does not show the address.
///
/// Addresses are kept as long as the process runs, each once: make links of what is shown, in the cell provider, not of
/// every row there is.
public struct Link: Hashable, Sendable {
  /// The longest address terminals take, in bytes.
  static let longestAddress = 2083

  /// Its number among all addresses, from 1.
  let number: Int

  /// Creates a link; nil where `address` has no scheme (`https:`, `mailto:`, `file:`), or is longer than 2,083 bytes.
  ///
  /// What may not stand in an address (blanks, control characters, letters beyond ASCII) is written as `%20` and the like.
  ///
  /// - Complexity: O(length of the address).
  public init?(_ address: String) {
    let text = Self.escaped(address.utf8)
    guard text.count <= Self.longestAddress, Self.hasScheme(text) else { return nil }
    guard let number = Addresses.shared.number(of: String(decoding: text, as: UTF8.self)) else { return nil }
    self.number = number
  }

  init(number: Int) { self.number = number }

  /// The address, as the terminal gets it.
  package var address: String { Addresses.shared[number] }

  private static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return bytes.flatMap { byte in
      (0x21...0x7E).contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte) >> 4], digits[Int(byte) & 15]]
    }
  }

  private static func hasScheme(_ bytes: [UInt8]) -> Bool {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), let first = bytes.first else { return false }
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    return isLetter(first) && bytes.count > colon + 1
      && bytes[..<colon].allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }
  }
}

/// The addresses of all links there are. A style holds the number only, so that pictures stay plain memory.
private final class Addresses: Sendable {
  static let shared = Addresses()
  /// What fits into a style.
  private static let most = 1 << 24

  private struct State {
    var addresses: [String] = []
    var numbers: [String: Int] = [:]
  }

  private let state = Mutex(State())

  /// The number of an address; nil where there are too many.
  func number(of address: String) -> Int? {
    state.withLock { state in
      if let number = state.numbers[address] { return number }
      guard state.addresses.count + 1 < Self.most else { return nil }
      state.addresses.append(address)
      state.numbers[address] = state.addresses.count
      return state.addresses.count
    }
  }

  subscript(number: Int) -> String { state.withLock { $0.addresses[number - 1] } }
}

extension StyledText {
  /// The text with blanks up to the next of every eight columns in place of each tab, up to a number of characters.
  func expandingTabs(limit: Int) -> StyledText {
    let shown = text.prefix(limit)
    guard shown.utf8.contains(0x09) else { return StyledText(String(shown), runs: runs) }
    var expanded = ""
    // Where each character stands now.
    var places: [Int] = []
    var count = 0
    for character in shown {
      places.append(count)
      let width = character == "\t" ? 8 - count % 8 : 1
      expanded += character == "\t" ? String(repeating: " ", count: width) : String(character)
      count += width
    }
    func place(_ offset: Int) -> Int { offset < places.count ? places[offset] : count }
    return StyledText(
      expanded,
      runs: runs.map { Run(place($0.characters.lowerBound)..<place($0.characters.upperBound), $0.style) })
  }

  /// The text without its first characters.
  func dropFirst(_ count: Int) -> StyledText {
    guard count > 0 else { return self }
    return StyledText(
      String(text.dropFirst(count)),
      runs: runs.compactMap { run in
        guard run.characters.upperBound > count else { return nil }
        return Run(max(0, run.characters.lowerBound - count)..<run.characters.upperBound - count, run.style)
      })
  }

  /// The text between its line ends, each with its runs.
  var paragraphs: [StyledText] {
    guard text.contains(where: \.isNewline) else { return [self] }
    var start = 0
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { part in
      let range = start..<start + part.count
      start = range.upperBound + 1
      let inside = runs.compactMap { run -> Run? in
        let common = run.characters.clamped(to: range)
        guard !common.isEmpty else { return nil }
        return Run(common.lowerBound - range.lowerBound..<common.upperBound - range.lowerBound, run.style)
      }
      return StyledText(String(part), runs: inside)
    }
  }
}
