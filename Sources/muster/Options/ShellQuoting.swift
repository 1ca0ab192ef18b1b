/// Where a reader of a shell's command is, as far as quoting a value there needs to know.
///
/// A value can be quoted in three places: outside of quotes, inside of single and inside of double ones. In every other
/// place ``construct`` names what makes a value unsafe. What opens a place with rules of its own (a substitution, a
/// here-document, a comment) makes all of the rest unsafe.
struct ShellQuoting: Hashable, Sendable {
  private enum Place { case plain, single, double }

  private static let apostrophe = UInt8(ascii: "'")
  private static let dollar = UInt8(ascii: "$")

  private var place = Place.plain
  /// The last byte, 0 where it has no meaning for the next one.
  private var previous: UInt8 = 0x20
  /// Whether a backslash stands right before.
  private(set) var isEscaped = false
  /// What makes every later place unsafe.
  private var opened: String?
  /// The word that has begun, without its quotes; nil between words.
  private var word: [UInt8]?
  /// Whether that word has a bracket, in which bash computes an index.
  private var hasBracket = false
  /// The words before it, of the same command.
  private var words: [String] = []

  // MARK: Reading

  /// Reads one byte of the command.
  mutating func take(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
      // The shell takes a backslash and the end of a line out, and reads the bytes around them as neighbours.
      if byte == 0x0A { return }
      previous = 0
      word = (word ?? []) + [byte]
      return
    }
    if place != .single, byte == UInt8(ascii: "\\") {
      isEscaped = true
      return
    }
    switch place {
    case .single: takeInSingleQuotes(byte)
    case .double: takeInDoubleQuotes(byte)
    case .plain: takePlain(byte)
    }
    // Two dollars are the number of the process.
    previous = byte == Self.dollar && previous == Self.dollar ? 0 : byte
  }

  /// Goes on behind a value.
  mutating func takeValue() {
    previous = 0
    word = word ?? []
  }

  private mutating func takeInSingleQuotes(_ byte: UInt8) {
    if byte == Self.apostrophe { place = .plain } else { word?.append(byte) }
  }

  private mutating func takeInDoubleQuotes(_ byte: UInt8) {
    open(byte)
    if byte == UInt8(ascii: "\"") { place = .plain } else { word?.append(byte) }
  }

  private mutating func takePlain(_ byte: UInt8) {
    open(byte)
    switch byte {
    case Self.apostrophe:
      if previous == Self.dollar { opened = opened ?? "$'" }
      place = .single
      word = word ?? []
    case UInt8(ascii: "\""):
      place = .double
      word = word ?? []
    case UInt8(ascii: "<") where previous == byte: opened = opened ?? "<<"
    case UInt8(ascii: "(") where previous == byte: opened = opened ?? "(("
    case UInt8(ascii: "#") where Self.endsWord(previous): opened = opened ?? "#"
    case UInt8(ascii: "[") where word != nil: hasBracket = true
    default: break
    }
    if Self.endsWord(byte) {
      endWord()
      if "\n;&|()".utf8.contains(byte) { words = [] }
    } else if place == .plain {
      word = (word ?? []) + [byte]
    }
  }

  /// Notes what is open within double quotes and outside of them.
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
    if Self.evaluators.contains(text) { opened = opened ?? text }
    words.append(text)
    self.word = nil
    hasBracket = false
  }

  private static func endsWord(_ byte: UInt8) -> Bool { " \t\n;&|()<>".utf8.contains(byte) }

  /// What reads its arguments as commands, or as expressions, in which bash runs the commands of an index.
  private static let evaluators: Set = ["eval", "let", "[[", "trap", "declare", "typeset", "unset"]

  // MARK: Places

  /// What makes a value here unsafe; nil where it can be quoted.
  var construct: String? {
    opened ?? (previous == Self.dollar ? "$" : nil) ?? (hasBracket ? "[" : nil) ?? shellOfCommand
  }

  /// The shell, with its option, that reads the word here as a command once more.
  private var shellOfCommand: String? {
    let options = words.reversed().prefix { $0.hasPrefix("-") }
    guard let option = options.first(where: Self.isCommandOption),
      let shell = words.first(where: Self.isShell)
    else { return nil }
    return "\(shell) \(option)"
  }

  /// Whether a value that begins here and looks like an option may be read as one.
  var isOptionPossible: Bool {
    guard word?.isEmpty ?? true, !words.contains("--") else { return false }
    // A shell hands on what stands behind its command.
    return !(words.contains(where: Self.isShell) && words.contains(where: Self.isCommandOption))
  }

  /// Whether no word has begun.
  var isBetweenWords: Bool { place == .plain && word == nil }

  private static func isCommandOption(_ word: String) -> Bool {
    word.hasPrefix("-") && !word.hasPrefix("--") && word.hasSuffix("c")
  }

  private static func isShell(_ word: String) -> Bool {
    let name = word.split(separator: "/").last.map(String.init) ?? ""
    return ["sh", "ash", "bash", "dash", "ksh", "mksh", "zsh", "su"].contains(name)
  }

  /// A value such that the shell takes it as it is at this place.
  ///
  /// - Parameter isWord: Whether nothing stands beside the value, neither before nor behind it.
  func quoted(_ value: [UInt8], isWord: Bool) -> [UInt8] {
    switch place {
    // The quotes around are closed, and opened again behind.
    case .single: [Self.apostrophe] + Self.quoted(value) + [Self.apostrophe]
    case .double: [0x22] + Self.quoted(value) + [0x22]
    case .plain: isWord && Self.isPlain(value) ? value : Self.quoted(value)
    }
  }

  /// A value in single quotes, whatever is in it.
  private static func quoted(_ value: [UInt8]) -> [UInt8] {
    var quoted = [apostrophe]
    for byte in value {
      quoted += byte == apostrophe ? Array("'\\''".utf8) : [byte]
    }
    return quoted + [apostrophe]
  }

  /// Whether a word has no meaning for any shell: a number or a path, which no word of a shell's language begins like.
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
