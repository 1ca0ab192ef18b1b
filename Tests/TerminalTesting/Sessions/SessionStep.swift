/// A step of a session: a key, a click, a new size, a stop.
public enum SessionStep: Hashable, Sendable {
  /// A key with a name, such as `down`.
  case key(String)
  /// Raw bytes: characters, or a terminal's reply to a query.
  case type([UInt8])
  /// A text between the brackets of a paste.
  case paste([UInt8])
  /// A mouse event at a place of the screen, counted from 0.
  case mouse(Mouse, line: Int, column: Int)
  /// A new size of the terminal.
  case resize(columns: Int, lines: Int)
  /// A pause in milliseconds, in which only the program acts.
  case pause(Int)
  /// Waits until the program has nothing left to do.
  case settle
  /// Makes the program draw again, and compares the screen with the former one.
  case redraw
  /// ctrl-z; waits until the program has stopped.
  case suspend
  /// SIGSTOP, which the program cannot notice.
  case stop
  /// Continues the program as `fg` does; does nothing if it runs.
  case foreground
  /// Continues the program as `bg` does, where it stops again without the terminal; does nothing if it runs.
  case background

  /// A mouse event.
  public enum Mouse: String, CaseIterable, Hashable, Sendable {
    case press, release, drag, middle, right, wheelUp, wheelDown, controlPress

    var report: (button: Int, final: String) {
      switch self {
      case .press: (0, "M")
      case .release: (0, "m")
      case .drag: (32, "M")
      case .middle: (1, "M")
      case .right: (2, "M")
      case .wheelUp: (64, "M")
      case .wheelDown: (65, "M")
      case .controlPress: (16, "M")
      }
    }
  }

  /// The bytes that the terminal sends for the step, or nil if it sends none.
  var bytes: [UInt8]? {
    switch self {
    case .key(let name): Self.keys[name]
    case .type(let bytes): bytes
    case .paste(let text): Array("\u{1b}[200~".utf8) + text + Array("\u{1b}[201~".utf8)
    case .mouse(let mouse, let line, let column):
      Array("\u{1b}[<\(mouse.report.button);\(column + 1);\(line + 1)\(mouse.report.final)".utf8)
    case .resize, .pause, .settle, .redraw, .suspend, .stop, .foreground, .background: nil
    }
  }
}

// MARK: - Text form

extension SessionStep: CustomStringConvertible {
  /// The step as one word.
  public var description: String {
    switch self {
    case .key(let name): return name
    case .type(let bytes):
      // A single plain character is its own word.
      if bytes.count == 1, let byte = bytes.first, Self.isPlain(byte) {
        return String(Unicode.Scalar(byte))
      }
      return "type:" + Self.escape(bytes)
    case .paste(let text): return "paste:" + Self.escape(text)
    case .mouse(let mouse, let line, let column): return "\(mouse.rawValue):\(line),\(column)"
    case .resize(let columns, let lines): return "\(columns)x\(lines)"
    case .pause(let milliseconds): return "pause:\(milliseconds)"
    case .settle: return "settle"
    case .redraw: return "redraw"
    case .suspend: return "suspend"
    case .stop: return "stop"
    case .foreground: return "fg"
    case .background: return "bg"
    }
  }

  /// Reads the format of ``description``; nil if the word is not a step.
  public init?(_ word: some StringProtocol) {
    let word = String(word)
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let plain: [String: Self] = [
      "settle": .settle, "redraw": .redraw, "suspend": .suspend, "stop": .stop, "fg": .foreground,
      "bg": .background,
    ]
    if let step = plain[word] {
      self = step
    } else if Self.keys[word] != nil {
      self = .key(word)
    } else if word.utf8.count == 1, let byte = word.utf8.first {
      self = .type([byte])
    } else if let size = Self.pair(word, "x") {
      self = .resize(columns: size.0, lines: size.1)
    } else if parts.count == 2 {
      switch parts[0] {
      case "type": self = .type(Self.unescape(parts[1]))
      case "paste": self = .paste(Self.unescape(parts[1]))
      case "pause":
        guard let number = Int(parts[1]) else { return nil }
        self = .pause(number)
      default:
        guard let mouse = Mouse(rawValue: parts[0]), let place = Self.pair(parts[1], ",") else { return nil }
        self = .mouse(mouse, line: place.0, column: place.1)
      }
    } else {
      return nil
    }
  }

  private static func pair(_ text: String, _ separator: Character) -> (Int, Int)? {
    let numbers = text.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let first = numbers[0], let second = numbers[1] else { return nil }
    return (first, second)
  }

  /// Returns bytes as a word; bytes that are not printable ASCII are escaped as in URLs, `%1B`.
  static func escape(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      if isPlain(byte) { return String(Unicode.Scalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Whether a byte needs no escape. Quotes do, so that a shell does not change the word; so do the special
  /// characters of make and of this notation.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"%@'\"\\$`!#".utf8.contains(byte)
  }

  /// Returns the bytes that a word stands for.
  static func unescape(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}
