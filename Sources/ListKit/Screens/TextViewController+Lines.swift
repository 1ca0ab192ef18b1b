extension TextViewController {
  /// The lines of a text, which are created when they are shown or searched.
  public struct Lines: Sendable {
    /// The number of lines.
    public private(set) var count: Int
    private let line: @Sendable (Int) -> StyledText
    private let ownCount: Int
    private var appended: [StyledText] = []

    /// Creates lines on demand, for a text that is too large to keep in memory.
    ///
    /// - Parameters:
    ///   - count: the number of lines.
    ///   - line: returns the line at an index; called on any thread, and has to return the same line each
    ///     time.
    public init(count: Int = 0, line: @escaping @Sendable (Int) -> StyledText = { _ in "" }) {
      self.count = count
      self.line = line
      ownCount = count
    }

    /// Creates the lines of a text; a newline at its end does not start another line.
    ///
    /// - Complexity: O(characters × runs).
    public init(_ text: StyledText) {
      self.init()
      append(text)
    }

    /// Appends the lines of a text.
    public mutating func append(_ text: StyledText) {
      var added = text.paragraphs
      if added.last?.isEmpty == true { added.removeLast() }
      appended += added
      count += added.count
    }

    /// The line at an index, starting at 0.
    public subscript(index: Int) -> StyledText { index < ownCount ? line(index) : appended[index - ownCount] }
  }
}

/// A search for a text, which ignores case unless the text contains capitals.
struct TextSearch: Sendable {
  let text: String
  private let characters: [Character]
  /// The ASCII bytes of the text; nil if it contains other characters.
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

  /// Returns the matches in a line, as character offsets.
  ///
  /// - Complexity: O(characters × characters of the search).
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

  /// Returns whether a line contains the text. Compares bytes if the text is ASCII, which is fast enough for
  /// a million lines.
  func isFound(in line: String) -> Bool {
    guard let bytes else { return !ranges(in: line).isEmpty }
    var text = line
    let mayBeFound = text.withUTF8 { line in
      guard line.count >= bytes.count else { return false }
      return (0...line.count - bytes.count).contains { start in
        bytes.indices.allSatisfy { folded(line[start + $0]) == bytes[$0] }
      }
    }
    // A byte may be a part of a character: `e` before a combining accent.
    return mayBeFound && !ranges(in: line).isEmpty
  }

  private func folded(_ byte: UInt8) -> UInt8 {
    !isExact && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}

/// A walk from a line through all other lines, which wraps around at the end of the text.
struct LineWalk: Sendable {
  private let lines: TextViewController.Lines
  private let search: TextSearch
  private let start: Int
  private let step: Int
  private var number: Int
  /// The number of lines that were searched.
  private var searched = 0
  /// The number of matching lines among them; in the second round, of those since its start.
  private var found = 0

  enum Result: Equatable {
    case found(Int)
    case nothing
    case unfinished
  }

  /// The number of lines that are searched before the search continues in a task.
  static let fewLines = 2_000

  /// Creates a walk.
  ///
  /// - Parameters:
  ///   - start: the first line to search; may be outside the text.
  ///   - step: 1 for a walk down, -1 for one up.
  ///   - number: which match to find: 1 for the first. After the last match, the walk counts on from the first.
  init(lines: TextViewController.Lines, search: TextSearch, start: Int, step: Int, number: Int = 1) {
    (self.lines, self.search, self.start, self.step, self.number) = (lines, search, start, step, number)
  }

  /// Searches the next lines.
  mutating func search(next limit: Int) -> Result {
    let count = lines.count
    for _ in 0..<limit {
      if searched == count {
        if found == 0 { break }
        // Further rounds pass the same matches.
        number = (number - 1) % found + 1
        found = 0
      }
      let line = ((start + searched * step) % count + count) % count
      searched += 1
      guard search.isFound(in: lines[line].text) else { continue }
      found += 1
      if found == number { return .found(line) }
    }
    return searched == count && found == 0 ? .nothing : .unfinished
  }

  /// Searches the other lines.
  ///
  /// - Returns: the match; nil if there is none or the task was cancelled.
  @concurrent
  func rest() async -> Int? {
    var walk = self
    while !Task.isCancelled {
      switch walk.search(next: Self.fewLines) {
      case .found(let line): return line
      case .nothing: return nil
      case .unfinished: continue
      }
    }
    return nil
  }
}
