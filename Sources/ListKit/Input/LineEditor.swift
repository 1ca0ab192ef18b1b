/// A line of text that is being edited.
///
/// ```text
///   pic d'aneto
///        ▲ insertionPoint 5
/// ```
public struct LineEditor: Hashable, Sendable {
  /// The characters.
  public private(set) var text: String
  /// Where the next character goes, in characters from the start.
  public private(set) var insertionPoint: Int

  /// Creates a line with the insertion point at its end.
  public init(_ text: String = "") {
    self.text = text
    insertionPoint = text.count
  }

  /// Makes a change; one that makes no sense here does nothing.
  ///
  /// - Complexity: O(characters).
  public mutating func apply(_ edit: Edit) {
    switch edit {
    case .insert(let characters): replace(insertionPoint..<insertionPoint, with: Self.line(characters))
    case .deleteBackward: replace(max(0, insertionPoint - 1)..<insertionPoint)
    case .deleteForward: replace(insertionPoint..<min(text.count, insertionPoint + 1))
    case .deleteWordBackward: replace(startOfWord..<insertionPoint)
    case .deleteToStart: replace(0..<insertionPoint)
    case .move(let count): insertionPoint = min(max(0, insertionPoint + count), text.count)
    case .moveWordBackward: insertionPoint = startOfWord
    case .moveWordForward: insertionPoint = endOfWord
    case .moveToStart: insertionPoint = 0
    case .moveToEnd: insertionPoint = text.count
    }
  }

  private mutating func replace(_ range: Range<Int>, with characters: String = "") {
    let start = text.index(text.startIndex, offsetBy: range.lowerBound)
    let end = text.index(start, offsetBy: range.count)
    let countBefore = text.count
    let tail = countBefore - range.upperBound
    text.replaceSubrange(start..<end, with: characters)
    // A mark may have joined the character before it, so count from the end.
    insertionPoint = max(0, text.count - tail)
  }

  private var startOfWord: Int {
    let head = Array(text.prefix(insertionPoint))
    var index = head.count
    while index > 0, head[index - 1] == " " { index -= 1 }
    while index > 0, head[index - 1] != " " { index -= 1 }
    return index
  }

  private var endOfWord: Int {
    let characters = Array(text)
    var index = insertionPoint
    while index < characters.count, characters[index] == " " { index += 1 }
    while index < characters.count, characters[index] != " " { index += 1 }
    return index
  }

  /// Pasted text on one line: line ends and tabs become blanks, other control characters go.
  private static func line(_ characters: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in characters.unicodeScalars {
      switch scalar.value {
      case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: line.append(" ")
      case 0..<0x20, 0x7F..<0xA0: break
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
