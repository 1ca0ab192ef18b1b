import Synchronization

/// Text in which some ranges of characters have their own style.
///
/// ```swift
/// let up = StyledText("up", style: TextStyle(foreground: .green))
/// statusText = "\(name) is \(up)" + details
/// ```
public struct StyledText: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// A range of characters and its style.
  public struct Run: Hashable, Sendable {
    /// The characters, by their offsets from 0; offsets beyond the end of the text are ignored.
    public var characters: Range<Int>
    /// The style that is painted over the base style; nil for the theme's style of
    /// letters that match a query, which keep the colour of runs below.
    public var style: TextStyle?

    /// Creates a run; nil stands for the theme's style of letters that match a query.
    public init(_ characters: Range<Int>, _ style: TextStyle?) {
      self.characters = characters
      self.style = style
    }
  }

  /// The characters without styles; setting it leaves the offsets of runs unchanged.
  public var text: String
  /// The ranges with their own style; if two overlap, the later one is on top.
  public var runs: [Run]

  /// Creates a text with styled ranges.
  public init(_ text: String, runs: [Run] = []) {
    self.text = text
    self.runs = runs
  }

  /// Creates a text in one style.
  public init(_ text: String, style: TextStyle) {
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

  /// Creates a text without styled ranges.
  public init(stringLiteral text: String) { self.init(text) }

  /// Creates a text whose interpolated texts keep their styles.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.text }

  /// Collects the parts of an interpolated text.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = StyledText("")

    /// Creates an interpolation without parts.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Appends characters in the style of the place where the text is drawn.
    public mutating func appendLiteral(_ literal: String) { text.text += literal }

    /// Appends a styled text.
    public mutating func appendInterpolation(_ value: StyledText) { text = text + value }

    /// Appends a value as a string does.
    public mutating func appendInterpolation(_ value: some Any) { text.text += String(describing: value) }
  }

  /// Whether the text has no characters.
  public var isEmpty: Bool { text.isEmpty }

  /// Returns a text followed by another.
  ///
  /// - Complexity: O(characters of both).
  public static func + (first: StyledText, second: StyledText) -> StyledText {
    let text = first.text + second.text
    // A mark at the start of the second text combines with the last character of the first one.
    let offset = second.runs.isEmpty ? 0 : max(0, text.count - second.text.count)
    let moved = second.runs.map {
      Run($0.characters.lowerBound + offset..<$0.characters.upperBound + offset, $0.style)
    }
    return StyledText(text, runs: first.runs + moved)
  }

  /// Returns this text followed by another.
  package func appending(_ other: StyledText) -> StyledText { self + other }

  /// Returns the glyphs of the text over a base style.
  ///
  /// - Parameters:
  ///   - match: the style of letters that match a query.
  ///   - columns: the number of columns to fill; if the text is longer, there is at least one more glyph.
  /// - Complexity: O(runs + characters that fill the columns), if few runs overlap and they are in order.
  func glyphs(
    over base: TextStyle, match: TextStyle, metrics: TextMetrics, fillingColumns columns: Int = .max
  ) -> [Glyph] {
    if runs.isEmpty { return metrics.glyphs(of: text, style: base, fillingColumns: columns) }
    var glyphs: [Glyph] = []
    var upcoming = runs.indices.sorted {
      runs[$0].characters.lowerBound < runs[$1].characters.lowerBound
    }[...]
    // The runs that cover the current character, and where that changes.
    var (open, change, style) = ([Int](), 0, base)
    for (offset, character) in text.enumerated() {
      if offset >= change {
        while let next = upcoming.first, runs[next].characters.lowerBound <= offset {
          open.append(upcoming.removeFirst())
        }
        open.removeAll { runs[$0].characters.upperBound <= offset }
        // The later run is on top.
        open.sort()
        style = open.reduce(base) { below, run in
          var style = (runs[run].style ?? match).over(below)
          // A match does not hide the colour that says what a word means.
          if runs[run].style == nil, below.foreground != base.foreground {
            style.foreground = below.foreground
          }
          return style
        }
        let ends = open.map { runs[$0].characters.upperBound }
        change = (upcoming.first.map { [runs[$0].characters.lowerBound] } ?? []).reduce(
          ends.min() ?? .max, min)
      }
      metrics.append(character, style: style, to: &glyphs)
      if glyphs.count > columns { break }
    }
    return glyphs
  }
}

// MARK: - Lines

extension StyledText {
  /// Returns the text wrapped to a number of columns, at blanks; a last line that does not fit ends in `…`.
  ///
  /// - Parameter limit: the maximum number of lines; 0 for as many as the text needs.
  /// - Complexity: O(characters + runs), for each paragraph.
  func wrapped(
    to columns: Int, limit: Int = 0, style: TextStyle, match: TextStyle, _ metrics: TextMetrics,
    isUnicode: Bool = true
  ) -> [[Glyph]] {
    let limit = limit > 0 ? limit : .max
    guard limit > 1, columns > 0 else {
      return [
        glyphs(over: style, match: match, metrics: metrics, fillingColumns: max(0, columns))
          .truncated(to: columns, isUnicode: isUnicode)
      ]
    }
    var lines: [[Glyph]] = []
    for paragraph in paragraphs where lines.count <= limit {
      var glyphs = paragraph.glyphs(over: style, match: match, metrics: metrics)[...]
      repeat { lines.append(glyphs.takeLine(columns)) } while !glyphs.isEmpty && lines.count <= limit
    }
    if lines.count > limit {
      lines.removeLast(lines.count - limit)
      let last = lines[limit - 1]
      let end = Glyph(isUnicode ? "…" : "~", style: last.last?.style ?? style)
      lines[limit - 1] =
        last.count < columns ? last + [end] : (last + [end]).truncated(to: columns, isUnicode: isUnicode)
    }
    return lines
  }

  /// Returns the number of lines of the wrapped text; at least one.
  func lineCount(in columns: Int, limit: Int, _ metrics: TextMetrics) -> Int {
    limit == 1 ? 1 : max(1, wrapped(to: columns, limit: limit, style: .plain, match: .plain, metrics).count)
  }
}

extension ArraySlice<Glyph> {
  /// Takes the glyphs of one line, and the blanks at which it is wrapped.
  fileprivate mutating func takeLine(_ columns: Int) -> [Glyph] {
    guard count > columns else {
      defer { self = [] }
      return Array(self)
    }
    var end = startIndex + columns
    if self[end].width == 0 { end -= 1 }
    // A wide character does not fit a line of one column; skip it.
    if end == startIndex { end += 2 }
    var next = end
    if let blank = self[startIndex...Swift.min(end, endIndex - 1)].lastIndex(where: \.isBlank),
      blank > startIndex
    {
      end = blank
      next = blank + 1
    }
    let line = Array(self[..<end].prefix(columns))
    self = self[next...].drop(while: \.isBlank)
    return line
  }
}

// MARK: - Link

/// An address that a click on a text opens, in terminals with links (OSC 8); others show the text alone.
///
/// ```swift
/// content.attributedText = StyledText("Release notes", style: TextStyle(link: Link("https://example.org/notes")))
/// ```
///
/// The terminal opens the address, usually on a click with ctrl or command, and does not notify the program.
/// The text should name the destination, because a terminal without links does not show the address.
///
/// The process keeps the last 65,536 different addresses, each once; the text of an older link is displayed
/// without it. So create links for displayed text, in the cell provider, and not for every row.
public struct Link: Hashable, Sendable {
  /// The longest address that terminals accept, in bytes.
  static let longestAddress = 2083

  /// The number of the address among all addresses, from 1.
  let number: Int

  /// Creates a link; nil if `address` has no scheme (`https:`, `mailto:`, `file:`), or is longer than 2,083
  /// bytes when escaped.
  ///
  /// Characters that are not allowed in an address (blanks, control characters, letters beyond ASCII) are
  /// written as `%20` and the like.
  ///
  /// - Complexity: O(length of the address).
  public init?(_ address: String) {
    let text = Self.escaped(address.utf8)
    guard text.count <= Self.longestAddress, Self.hasScheme(text) else { return nil }
    number = LinkAddresses.shared.number(of: String(decoding: text, as: UTF8.self))
  }

  init(number: Int) { self.number = number }

  /// The address, as the terminal receives it; nil if too many links were created since.
  package var address: String? { LinkAddresses.shared[number] }

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

/// The addresses of the last links. A style stores the number only, so that frames stay plain memory.
final class LinkAddresses: Sendable {
  fileprivate static let shared = LinkAddresses()
  private let mostKept: Int
  /// The largest number that fits into a style. The next one is 1 again; a text that is still displayed after
  /// that many new links would get the link of another one.
  private static let last = 1 << 24 - 1

  private struct State {
    var addresses: [Int: String] = [:]
    var numbers: [String: Int] = [:]
    /// The number of the newest address.
    var newest = 0
  }

  private let state = Mutex(State())

  init(mostKept: Int = 1 << 16) { self.mostKept = mostKept }

  /// Returns the number of an address, and forgets the oldest one if there are too many.
  func number(of address: String) -> Int {
    state.withLock { state in
      if let number = state.numbers[address] { return number }
      state.newest = state.newest % Self.last + 1
      let oldest = state.newest - mostKept
      if let old = state.addresses.removeValue(forKey: oldest > 0 ? oldest : oldest + Self.last) {
        state.numbers[old] = nil
      }
      state.addresses[state.newest] = address
      state.numbers[address] = state.newest
      return state.newest
    }
  }

  subscript(number: Int) -> String? { state.withLock { $0.addresses[number] } }
}

extension StyledText {
  /// Returns the first characters of the text, with each tab replaced by blanks up to
  /// the next multiple of eight.
  func expandingTabs(limit: Int) -> StyledText {
    let shown = text.prefix(limit)
    guard shown.utf8.contains(0x09) else { return StyledText(String(shown), runs: runs) }
    var expanded = ""
    // The new offset of each character.
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

  /// Returns the text without its first characters.
  func dropFirst(_ count: Int) -> StyledText {
    guard count > 0 else { return self }
    return StyledText(
      String(text.dropFirst(count)),
      runs: runs.compactMap { run in
        guard run.characters.upperBound > count else { return nil }
        return Run(max(0, run.characters.lowerBound - count)..<run.characters.upperBound - count, run.style)
      })
  }

  /// The parts of the text between line ends, each with its runs.
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
