extension TextViewController {
  /// The lines of a text, which are made when they are shown or searched.
  public struct Lines: Sendable {
    /// How many there are.
    public private(set) var count: Int
    private let line: @Sendable (Int) -> StyledText
    private let ownCount: Int
    private var appended: [StyledText] = []

    /// Lines that are made one by one, for what is too large to be kept as a text.
    ///
    /// - Parameters:
    ///   - count: how many there are.
    ///   - line: makes the one with an index, on any thread; the same each time.
    public init(count: Int = 0, line: @escaping @Sendable (Int) -> StyledText = { _ in "" }) {
      self.count = count
      self.line = line
      ownCount = count
    }

    /// The lines of a text; the end of the last one begins no other.
    ///
    /// - Complexity: O(characters × runs).
    public init(_ text: StyledText) {
      self.init()
      append(text)
    }

    /// Adds the lines of a text at the end.
    public mutating func append(_ text: StyledText) {
      var added = text.paragraphs
      if added.last?.isEmpty == true { added.removeLast() }
      appended += added
      count += added.count
    }

    /// The line at an index from 0 on.
    public subscript(index: Int) -> StyledText { index < ownCount ? line(index) : appended[index - ownCount] }
  }
}

/// What is looked for in a text: letters as they stand; without capitals among them, capitals are found too.
struct TextSearch: Sendable {
  let text: String
  private let characters: [Character]
  /// Nil where it has more than ASCII.
  private let bytes: [UInt8]?
  private let isExact: Bool

  init(_ text: String) {
    self.text = text
    isExact = text.contains(where: \.isUppercase)
    characters = isExact ? Array(text) : Self.folded(text)
    let values = characters.compactMap(\.asciiValue)
    bytes = values.count == characters.count && !values.isEmpty ? values : nil
  }

  var isEmpty: Bool { characters.isEmpty }

  private static func folded(_ text: String) -> [Character] { text.map { $0.lowercased().first ?? $0 } }

  /// Where it stands, by offsets of characters.
  ///
  /// - Complexity: O(characters × those of the search).
  func ranges(in line: String) -> [Range<Int>] {
    guard !isEmpty, line.utf8.count >= characters.count else { return [] }
    let line = isExact ? Array(line) : Self.folded(line)
    var ranges: [Range<Int>] = []
    var start = 0
    while start + characters.count <= line.count {
      if line[start] == characters[0], line[start..<start + characters.count].elementsEqual(characters) {
        ranges.append(start..<start + characters.count)
        start += characters.count
      } else {
        start += 1
      }
    }
    return ranges
  }

  /// Whether a line has it, by its bytes where the search is ASCII: of a million lines, too.
  func isFound(in line: String) -> Bool {
    guard let bytes else { return !ranges(in: line).isEmpty }
    var line = line
    return line.withUTF8 { line in
      guard line.count >= bytes.count else { return false }
      return (0...line.count - bytes.count).contains { start in
        bytes.indices.allSatisfy { folded(line[start + $0]) == bytes[$0] }
      }
    }
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    !isExact && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// The way from a line through all others, round the end of the text and back.
struct LineWalk: Sendable {
  let lines: TextViewController.Lines
  let search: TextSearch
  /// The first line that is looked at, also beyond the text.
  let start: Int
  let step: Int

  enum Result: Equatable {
    case found(Int)
    case nothing
    case unfinished
  }

  /// So many are searched while keys wait.
  static let fewLines = 2_000

  /// Looks at some of the lines, by their places on the way.
  func result(in range: Range<Int>) -> Result {
    let count = lines.count
    for place in range where place < count {
      let line = ((start + place * step) % count + count) % count
      if search.isFound(in: lines[line].text) { return .found(line) }
    }
    return range.upperBound < count ? .unfinished : .nothing
  }

  /// The first line behind those that are few; nil where there is none, and where the task was cancelled.
  @concurrent
  func rest() async -> Int? {
    var first = Self.fewLines
    while !Task.isCancelled {
      switch result(in: first..<first + Self.fewLines) {
      case .found(let line): return line
      case .nothing: return nil
      case .unfinished: first += Self.fewLines
      }
    }
    return nil
  }
}
