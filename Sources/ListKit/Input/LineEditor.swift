/// A line of text that is being edited.
///
/// ```text
///   pic d'aneto
///        ▲ insertionPoint 5
/// ```
///
/// A line has at most 4096 Unicode scalars: queries are short, and each key costs time proportional to the
/// length.
struct LineEditor: Hashable, Sendable {
  /// The maximum number of Unicode scalars of a line.
  static let limit = 4096
  /// The maximum number of Unicode scalars of a text with several lines.
  static let textLimit = 1 << 16

  /// Whether newlines are kept, so that the text has several lines. Moving or deleting to a start or an end
  /// then refers to the current line.
  let keepsLines: Bool
  /// The text, without control characters, and without newlines unless they are kept.
  private(set) var text: String
  /// The position where the next character is inserted, in characters from the start.
  private(set) var insertionPoint: Int
  /// The text removed by the last deletion of a word or more.
  private var deleted = ""
  /// The number of Unicode scalars that the last edit left out because the line was full.
  private(set) var omitted = 0

  /// Creates a line with the insertion point at its end.
  init(_ text: String = "") {
    keepsLines = false
    self.text = String(text.unicodeScalars.prefix(Self.limit))
    insertionPoint = self.text.count
  }

  /// Creates a text of several lines with the insertion point at its end.
  init(lines text: String) {
    keepsLines = true
    self.text = ""
    insertionPoint = 0
    insert(text)
    omitted = 0
  }

  /// Moves the insertion point to an offset, clamped to the text.
  mutating func moveInsertionPoint(to offset: Int) { insertionPoint = min(max(0, offset), text.count) }

  /// Applies an edit; an edit that is not possible does nothing.
  ///
  /// - Complexity: O(characters).
  mutating func apply(_ edit: Edit) {
    omitted = 0
    switch edit {
    case .insert(let characters): insert(characters)
    case .deleteBackward: replace(max(0, insertionPoint - 1)..<insertionPoint)
    case .deleteForward: replace(insertionPoint..<min(text.count, insertionPoint + 1))
    case .deleteWordBackward: delete(startOfWord..<insertionPoint)
    case .deleteWordForward: delete(insertionPoint..<endOfWord)
    case .deleteToStart: delete(startOfLine..<insertionPoint)
    case .insertDeleted: insert(deleted)
    case .move(let count): insertionPoint = min(max(0, insertionPoint + count), text.count)
    case .moveWordBackward: insertionPoint = startOfWord
    case .moveWordForward: insertionPoint = endOfWord
    case .moveToStart: insertionPoint = startOfLine
    case .moveToEnd: insertionPoint = endOfLine
    }
  }

  private var startOfLine: Int {
    guard keepsLines, let end = text.prefix(insertionPoint).lastIndex(of: "\n") else { return 0 }
    return text.distance(from: text.startIndex, to: end) + 1
  }

  private var endOfLine: Int {
    guard keepsLines, let end = text.dropFirst(insertionPoint).firstIndex(of: "\n") else { return text.count }
    return text.distance(from: text.startIndex, to: end)
  }

  /// Removes characters and stores them for ``Edit/insertDeleted``.
  private mutating func delete(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    deleted = String(text.dropFirst(range.lowerBound).prefix(range.count))
    replace(range)
  }

  private mutating func replace(_ range: Range<Int>, with characters: String = "") {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    let countBefore = text.count
    let tail = countBefore - range.upperBound
    text.replaceSubrange(start..<end, with: characters)
    // A combining mark may have joined the character before it, so count from the end.
    insertionPoint = max(0, text.count - tail)
  }

  /// Whether a character separates words.
  private func isBlank(_ character: Character) -> Bool { character == " " || character == "\n" }

  private var startOfWord: Int {
    let head = Array(text.prefix(insertionPoint))
    var index = head.count
    while index > 0, isBlank(head[index - 1]) { index -= 1 }
    while index > 0, !isBlank(head[index - 1]) { index -= 1 }
    return index
  }

  private var endOfWord: Int {
    let characters = Array(text)
    var index = insertionPoint
    while index < characters.count, isBlank(characters[index]) { index += 1 }
    while index < characters.count, !isBlank(characters[index]) { index += 1 }
    return index
  }

  /// Inserts a text: tabs become spaces, newlines too unless they are kept, and other control characters are
  /// dropped.
  private mutating func insert(_ characters: String) {
    var room = (keepsLines ? Self.textLimit : Self.limit) - text.unicodeScalars.count
    var line = String.UnicodeScalarView()
    var former: Unicode.Scalar?
    for scalar in characters.unicodeScalars {
      let character: Unicode.Scalar
      defer { former = scalar }
      switch scalar.value {
      case 0x0A where keepsLines && former == "\r": continue
      case 0x0A, 0x0D, 0x2028, 0x2029: character = keepsLines ? "\n" : " "
      case 0x09: character = " "
      case 0..<0x20, 0x7F..<0xA0: continue
      default: character = scalar
      }
      if room > 0 { line.append(character) } else { omitted += 1 }
      room -= 1
    }
    if !line.isEmpty { replace(insertionPoint..<insertionPoint, with: String(line)) }
  }
}
