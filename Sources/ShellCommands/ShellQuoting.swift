/// The state of a shell that parses a command, as far as it is needed to quote a value.
///
/// A value can be quoted outside quotes, inside single quotes and inside double quotes. Anywhere else
/// ``construct`` names what makes a value unsafe. A construct with rules of its own (a substitution, a
/// here-document, a comment) makes the entire rest of the command unsafe. What the program of the command
/// does with the value is in ``ProgramUsage``.
struct ShellQuoting: Hashable, Sendable {
  private enum Quotes { case plain, single, double }

  /// Whether a shell reads the command. Otherwise it is only split into words, at blanks.
  let isShell: Bool

  private static let apostrophe = UInt8(ascii: "'")
  private static let dollar = UInt8(ascii: "$")

  private var quotes = Quotes.plain
  /// The last byte; 0 if it has no effect on the next one.
  private var previous: UInt8 = 0x20
  /// Whether the last byte is a backslash that escapes the next one.
  private(set) var isEscaped = false
  /// The construct that makes every later value unsafe.
  private var opened: String?
  /// The current word, without its quotes; nil between words.
  private var word: [UInt8]?
  /// Whether the current word has a bracket, in which bash evaluates an index.
  private var hasBracket = false
  /// The previous words of the same command, without redirections.
  private var words: [String] = []
  /// Whether the current word, or the next one, is the file of a redirection.
  private var isRedirection = false

  init(isShell: Bool = true) { self.isShell = isShell }

  // MARK: Reading

  /// Reads one byte of the command.
  package mutating func take(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
      // The shell removes a backslash and the line end after it, so that the bytes around them are adjacent.
      if byte == 0x0A, isShell { return }
      previous = 0
      word = (word ?? []) + [byte]
      return
    }
    if quotes != .single, byte == UInt8(ascii: "\\") {
      isEscaped = true
      return
    }
    switch quotes {
    case .single: takeInSingleQuotes(byte)
    case .double: takeInDoubleQuotes(byte)
    case .plain: takePlain(byte)
    }
    // Two dollar signs stand for the process ID.
    previous = byte == Self.dollar && previous == Self.dollar ? 0 : byte
  }

  /// Continues after a value.
  mutating func takeValue() {
    previous = 0
    word = word ?? []
  }

  private mutating func takeInSingleQuotes(_ byte: UInt8) {
    if byte == Self.apostrophe { quotes = .plain } else { word?.append(byte) }
  }

  private mutating func takeInDoubleQuotes(_ byte: UInt8) {
    open(byte)
    if byte == UInt8(ascii: "\"") { quotes = .plain } else { word?.append(byte) }
  }

  private mutating func takePlain(_ byte: UInt8) {
    open(byte)
    switch byte {
    case Self.apostrophe:
      if previous == Self.dollar { opened = opened ?? "$'" }
      quotes = .single
      word = word ?? []
    case UInt8(ascii: "\""):
      // bash translates $"…" and removes the dollar sign.
      if previous == Self.dollar { word?.removeLast() }
      quotes = .double
      word = word ?? []
    case UInt8(ascii: "<") where previous == byte: opened = opened ?? "<<"
    case UInt8(ascii: "(") where previous == byte: opened = opened ?? "(("
    case UInt8(ascii: "#") where endsWord(previous): opened = opened ?? "#"
    case UInt8(ascii: "[") where word != nil: hasBracket = true
    default: break
    }
    if endsWord(byte) {
      let isAngle = isShell && "<>".utf8.contains(byte)
      // 2>file: the number is a file descriptor.
      if isAngle, let digits = word, digits.allSatisfy({ (0x30...0x39).contains($0) }) { word = nil }
      endWord()
      if isAngle {
        isRedirection = true
      } else if isShell, "\n;&|()".utf8.contains(byte), !("&|".utf8.contains(byte) && isAfterAngle) {
        (words, isRedirection) = ([], false)
      }
    } else if quotes == .plain {
      word = (word ?? []) + [byte]
    }
  }

  /// Records constructs that open both within double quotes and outside quotes.
  private mutating func open(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "`"): opened = opened ?? "`"
    case UInt8(ascii: "("), UInt8(ascii: "{"), UInt8(ascii: "["):
      if previous == Self.dollar { opened = opened ?? "$" + String(UnicodeScalar(byte)) }
    default: break
    }
  }

  private mutating func endWord() {
    guard let word else { return }
    let text = String(decoding: word, as: UTF8.self)
    // Bash runs the commands in an index, and && does not end the command.
    if text == "[[" { opened = opened ?? text }
    if !isRedirection { words.append(text) }
    self.word = nil
    hasBracket = false
    isRedirection = false
  }

  private func endsWord(_ byte: UInt8) -> Bool {
    byte == 0x20 || (isShell ? "\t\n;&|()<>".utf8.contains(byte) : (0x09...0x0D).contains(byte))
  }

  /// Whether the last byte starts an operator such as `>&`.
  private var isAfterAngle: Bool { word == nil && "<>".utf8.contains(previous) }

  // MARK: Values

  /// The construct that makes a value unsafe here; nil if the value can be quoted.
  var construct: String? {
    opened ?? (previous == Self.dollar ? "$" : nil) ?? (hasBracket ? "[" : nil)
  }

  /// What the program of the command does with a value here.
  package var argument: ProgramUsage.ValueUse {
    if isRedirection { return .handedOn }
    return ProgramUsage.use(after: words, prefix: String(decoding: word ?? [], as: UTF8.self))
  }

  /// Whether the program of the command itself gives `{}` a meaning: as code, or as `find -exec` and `xargs` do.
  var ownsBraces: Bool {
    if case .code = argument { return true }
    return words.contains {
      ["find", "fd", "fdfind", "xargs", "parallel"].contains($0.split(separator: "/").last)
    }
  }

  /// Whether a value that starts here and looks like an option may be read as one.
  var isOptionPossible: Bool { word?.isEmpty ?? true && argument == .data }

  var isBetweenWords: Bool { quotes == .plain && word == nil }

  /// Returns a value, quoted so that the shell reads it literally here.
  ///
  /// - Parameter isWord: Whether no other text is directly before or after the value.
  package func quoted(_ value: [UInt8], isWord: Bool) -> [UInt8] {
    switch quotes {
    // This closes the surrounding quotes, and opens them again after the value.
    case .single: [Self.apostrophe] + Self.quoted(value) + [Self.apostrophe]
    case .double: [0x22] + Self.quoted(value) + [0x22]
    case .plain: isWord && Self.isPlain(value) ? value : Self.quoted(value)
    }
  }

  /// Returns a value in single quotes, whatever it contains.
  private static func quoted(_ value: [UInt8]) -> [UInt8] {
    var quoted = [apostrophe]
    for byte in value {
      quoted += byte == apostrophe ? Array("'\\''".utf8) : [byte]
    }
    return quoted + [apostrophe]
  }

  /// Whether a word is literal in any shell: it starts like a number or a path, as no word of a shell's
  /// language does.
  private static func isPlain(_ value: [UInt8]) -> Bool {
    guard let first = value.first, (0x30...0x39).contains(first) || first == UInt8(ascii: "/") else {
      return false
    }
    return value.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "_./:@%+,-".utf8.contains(byte)
      }
    }
  }
}
