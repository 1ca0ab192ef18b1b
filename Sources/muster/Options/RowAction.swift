import ArgumentParser
import ListKit
import Rows

/// A command of `--exec` for the chosen rows, with its key and its name.
///
/// ```text
///  kill {PID}              x runs it, after asking; if there are several, x opens a menu
///  k=kill {PID}            k runs it as well
///  ctrl-k:end it=kill {PID}    a key with a name, for the help
///  enter=vim {NAME}        enter runs it
///  !k=kill {PID}           without asking; also -x! k=…
/// ```
struct RowAction: ExpressibleByArgument, Hashable, Sendable {
  let template: ExecTemplate
  /// Nil if only `x` runs the command.
  let key: KeyPress?
  let name: String
  /// Whether it asks before it runs.
  let asks: Bool
  /// The text in place of a key if it is none: `show` of `show=cat {NAME}`. A shell would set a variable.
  let unknownKey: String?

  init?(argument: String) {
    var text = argument[...]
    // If a blank follows, the exclamation mark belongs to the shell.
    asks = !(text.hasPrefix("!") && text.dropFirst().first?.isWhitespace == false)
    if !asks { text.removeFirst() }
    let head = text.firstIndex(of: "=").map { text[..<$0] } ?? ""
    let (keyName, title) = Self.parted(head)
    key = Self.key(keyName)
    unknownKey = key == nil && Self.isMeantAsKey(keyName) ? keyName : nil
    if key != nil { text = text[head.endIndex...].dropFirst() }
    guard let template = ExecTemplate(argument: String(text)) else { return nil }
    self.template = template
    name = key == nil || title.isEmpty ? template.text : title
  }

  /// Splits `k:end it` into `k` and `end it`; a colon alone is a key.
  private static func parted(_ head: Substring) -> (key: String, title: String) {
    guard let colon = head.dropFirst().firstIndex(of: ":") else { return (String(head), "") }
    return (String(head[..<colon]), String(head[head.index(after: colon)...]))
  }

  /// Returns a key that is enter, a character, or one with ctrl or alt; a longer text may be the name of a variable.
  private static func key(_ name: String) -> KeyPress? {
    let isKey = name == "enter" || name.count == 1 || name.hasPrefix("ctrl-") || name.hasPrefix("alt-")
    guard isKey, name != " " else { return nil }
    return KeyPress(name: name)
  }

  /// Whether a text before an equals sign is rather meant as a key, or as a name, than as a variable of the
  /// command, which is written in capitals: `LANG=C sort {FILE}`.
  private static func isMeantAsKey(_ text: String) -> Bool {
    let isWord = text.utf8.allSatisfy {
      $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || "0123456789_-".utf8.contains($0)
    }
    let isFunctionKey = text.first == "F" && Int(text.dropFirst()) != nil
    return text.count > 1 && isWord && (isFunctionKey || text.contains { $0.isLowercase || $0 == "-" })
  }

  /// Whether the key types a character if there is a query.
  var isTyped: Bool { key?.modifiers.isEmpty ?? false && key != .enter }

  /// The name of the menu of several commands in the help.
  static let menuName = "choose a command for the marked rows"

  /// The title in the menu, which starts with the key that chooses it.
  var menuTitle: String { (key.map { "\($0.name()) " } ?? "") + name }

  /// Replaces `-x! COMMAND` and `-xk=COMMAND` with `-x !COMMAND` and `-x k=COMMAND`, which the parser reads,
  /// in the options before the first other argument.
  static func separated(_ words: [String]) -> [String] {
    var joined: [String] = []
    var index = 0
    while index < words.count, words[index].hasPrefix("-"), words[index] != "-", words[index] != "--" {
      let word = words[index]
      let takesValue = OptionSpec.valueNames.contains(word)
      if word.hasPrefix("-x"), word.count > 2, word != "-x!" {
        joined += ["-x", String(word.dropFirst(2))]
        index += 1
      } else if word == "-x!" || word == "--exec!", index + 1 < words.count {
        joined += [String(word.dropLast()), "!" + words[index + 1]]
        index += 2
      } else {
        joined += words[index..<min(index + (takesValue ? 2 : 1), words.count)]
        index += takesValue ? 2 : 1
      }
    }
    return joined + words[min(index, words.count)...]
  }
}

/// A key that does what another key does: `ctrl-s=S`.
struct BoundKey: ExpressibleByArgument, Hashable, Sendable {
  let key: KeyPress
  let original: KeyPress

  init?(argument: String) {
    // The equals sign is a key too.
    guard let sign = argument.dropFirst().firstIndex(of: "="),
      let key = KeyPress(name: String(argument[..<sign])),
      let original = KeyPress(name: String(argument[argument.index(after: sign)...]))
    else { return nil }
    (self.key, self.original) = (key, original)
  }
}
