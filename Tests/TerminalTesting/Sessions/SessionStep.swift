/// One thing that happens in a session: a key, a click, a new size, a stop.
public enum SessionStep: Hashable, Sendable {
  /// A key with a name, such as `down`.
  case key(String)
  /// Bytes as they are: characters, or what a terminal answers to questions.
  case type([UInt8])
  /// A text between the brackets of a paste.
  case paste([UInt8])
  /// What the mouse does at a place of the screen, counted from 0.
  case mouse(Mouse, line: Int, column: Int)
  /// Another size.
  case resize(columns: Int, lines: Int)
  /// Milliseconds in which only the program does something.
  case pause(Int)
  /// Waits until the program has nothing more to do but wait.
  case settle
  /// Draws anew and compares with what was there.
  case redraw
  /// ctrl-z, until the program has stopped.
  case suspend
  /// SIGSTOP, of which the program hears nothing.
  case stop
  /// As `fg` does; nothing where it runs.
  case foreground
  /// As `bg` does, where it stops again for want of the terminal; nothing where it runs.
  case background

  /// What a mouse does, by the number that terminals report.
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

  /// What the terminal sends for it; nil where it sends nothing.
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

// MARK: - As a word

extension SessionStep: CustomStringConvertible {
  /// The step as one word.
  public var description: String {
    switch self {
    case .key(let name): return name
    case .type(let bytes):
      // A character of its own needs no more words.
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

  /// Reads what ``description`` writes; nil where it is none.
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

  /// Bytes as a word: what is no printable ASCII is written as in addresses, `%1B`.
  static func escape(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      if isPlain(byte) { return String(Unicode.Scalar(byte)) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  /// Quotes are not, so that a shell takes the word as it is; nor is what make and this notation use.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !"%@'\"\\$`!#".utf8.contains(byte)
  }

  /// The bytes that a word was written for.
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
