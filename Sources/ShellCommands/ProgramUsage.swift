/// What a program does with its arguments, as far as a value among them could choose a program or be code.
///
/// A usage is written as in a manual page, options before what they take; ``list`` has all of them:
///
/// ```text
///  timeout: -s -k ARG ARG PROGRAM     timeout -s KILL 5 {V}     chooses the program
///  awk: -F ARG -f FILE CODE           awk {V}                   code; awk -f prog {V} is an argument
///  ssh: -p ARG ARG CODE...            ssh -p 22 host echo {V}   code, for the shell of the host
/// ```
struct ProgramUsage: Hashable, Sendable {
  enum Role: String, Hashable, Sendable {
    /// Only data.
    case argument = "ARG"
    /// This argument and the next one are data.
    case arguments = "ARGS"
    case code = "CODE"
    /// Of an option: the first argument that is not an option is code; the others are handed on to it.
    case first = "FIRST"
    /// Of an option: a file with the code. No operand is code then.
    case file = "FILE"
    /// Of an option: no operand is a program or code.
    case nothing = "NONE"
    /// A program, and its arguments behind it.
    case program = "PROGRAM"
    /// Of an option: what follows in the same word is data.
    case attached = "[]"
  }

  /// What a value in a command could be; the greater, the less a value may be there.
  enum ValueUse: Hashable, Comparable, Sendable {
    /// Data that the program never takes for an option.
    case handedOn
    /// Data, but a value that looks like an option may be one.
    case data
    case code(after: String)
    case program
  }

  private var options: [String: Role] = [:]
  private var operands: [Role] = []
  /// Whether the last operand may be repeated.
  private var repeatsLast = false
  /// Whether an option has code or a program.
  private let takesCode: Bool

  /// - Parameter text: The usage, after the name of the program.
  init(_ text: Substring) {
    var pending: [String] = []
    for word in text.split(separator: " ") {
      if let role = Role(rawValue: word.hasSuffix("...") ? String(word.dropLast(3)) : String(word)) {
        for option in pending { options[option] = role }
        if pending.isEmpty { operands.append(role) }
        repeatsLast = word.hasSuffix("...")
        pending = []
      } else if word.hasSuffix("[]") {
        options[String(word.dropLast(2))] = .attached
      } else {
        pending.append(String(word))
      }
    }
    takesCode = !Set(options.values).isDisjoint(with: [.code, .first, .program])
  }

  // MARK: Uses

  /// Returns what a value could be in a simple command.
  ///
  /// - Parameters:
  ///   - words: The words before its own. A value in them is any text that does not start like an option.
  ///   - prefix: The text before the value in its word.
  /// - Complexity: O(*n*²) in the words.
  package static func use(after words: [String], prefix: String) -> ValueUse {
    let use = use(ofCommand: words[...], prefix: prefix)
    guard use == .data || use == .handedOn else { return use }
    // A program that is not in the list may start one that is: `kubectl debug x -- sh -c {V}`.
    let others = words.indices.dropFirst().compactMap { start -> ValueUse? in
      guard let (usage, name, rest) = usage(words[start...]), usage.takesCode else { return nil }
      switch usage.use(after: rest, prefix: prefix, of: name) {
      case .code(let option) where option != name: return .code(after: option)
      case .program where !usage.operands.contains(.program): return .program
      case .handedOn where !rest.contains("--"): return .handedOn
      default: return nil
      }
    }
    return others.max() ?? use
  }

  /// Returns what a value could be, if the first word that is not an assignment is the program.
  private static func use(ofCommand words: ArraySlice<String>, prefix: String) -> ValueUse {
    let words = words.drop(while: isAssignment)
    guard !words.isEmpty else { return isAssignment(prefix) ? .handedOn : .program }
    guard let (usage, name, rest) = usage(words) else { return use(amongUnknown: words) }
    return usage.use(after: rest, prefix: prefix, of: name)
  }

  private static func use(amongUnknown words: ArraySlice<String>) -> ValueUse {
    words.contains("--") ? .handedOn : .data
  }

  /// Returns the usage of the program at the start of some words, its name as it was written, and the words
  /// behind it; nil if it is not in the list.
  private static func usage(_ words: ArraySlice<String>) -> (ProgramUsage, name: String, ArraySlice<String>)?
  {
    guard let first = words.first, let base = first.split(separator: "/").last.map(String.init) else {
      return nil
    }
    let rest = words.dropFirst()
    if let second = rest.first, let usage = list["\(base) \(second)"] {
      return (usage, "\(first) \(second)", rest.dropFirst())
    }
    // python3.12 is a python.
    let end = base.lastIndex { !($0.isASCII && $0.isNumber || $0 == ".") }
    return (list[base] ?? end.flatMap { list[String(base[...$0])] }).map { ($0, first, rest) }
  }

  /// Whether a word sets a variable for the program behind it: `A=b`, `a[1]+=b`.
  private static func isAssignment(_ word: String) -> Bool {
    guard word.contains("="), let first = word.first, !first.isNumber else { return false }
    let name = word.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    return !name.isEmpty && "=+[".contains(word[name.endIndex])
  }

  private func use(after words: ArraySlice<String>, prefix: String, of name: String) -> ValueUse {
    var (use, reading) = (ValueUse.handedOn, Reading())
    for (index, word) in zip(words.indices, words) {
      let rest = words[(index + 1)...]
      if reading.skipped > 0 {
        reading.skipped -= 1
      } else if word == "--", !reading.isEnded {
        reading.isEnded = true
      } else if !reading.isEnded, let role = take(optionWord: word, &reading, of: name) {
        // Other options may follow: find -exec … \; -exec.
        if role == .program { use = max(use, Self.use(ofCommand: rest, prefix: prefix)) }
      } else if reading.code != nil {
        (reading.code, reading.hasCode) = (nil, true)
      } else if reading.firstOption != nil {
        return use
      } else {
        switch operand(reading) {
        case .program? where Self.isAssignment(word): break
        case .program?: return max(use, Self.use(ofCommand: words[index...], prefix: prefix))
        default: reading.operands += 1
        }
        guard operand(reading) != nil else { return max(use, Self.use(amongUnknown: rest)) }
      }
    }
    return max(use, self.use(of: prefix, reading, of: name))
  }

  // MARK: Reading words

  /// What is known of the words that follow.
  private struct Reading {
    /// How many of the next words are data, whatever they contain.
    var skipped = 0
    /// The option whose code is the next word that is not an option. An option does not take the place of the
    /// code, because a letter may have another meaning to the program than here: `perl -i.save -pe CODE`.
    var code: String?
    /// The option that makes the first operand code.
    var firstOption: String?
    /// Whether code, or a file with code, was given.
    var hasCode = false
    /// Whether no option follows.
    var isEnded = false
    /// The number of operands so far.
    var operands = 0
  }

  /// Returns the role of the next operand; nil if it and all words behind it are data.
  private func operand(_ reading: Reading) -> Role? {
    if repeatsLast, reading.operands >= operands.count - 1 { return operands.last }
    guard reading.operands < operands.count else { return nil }
    let role = operands[reading.operands]
    return reading.hasCode && (role == .code || role == .program) ? .argument : role
  }

  /// Reads a word if it is an option.
  ///
  /// - Returns: Its role, ``Role/attached`` if it is not in the list; nil if the word is no option.
  private func take(optionWord word: String, _ reading: inout Reading, of name: String) -> Role? {
    guard let (role, hasValue) = option(word) else { return nil }
    switch role {
    case .argument?: reading.skipped = hasValue ? 0 : 1
    case .arguments?: reading.skipped = hasValue ? 1 : 2
    case .code? where hasValue: reading.hasCode = true
    case .code?: reading.code = "\(name) \(word)"
    case .first?: reading.firstOption = "\(name) \(word)"
    case .file?: (reading.hasCode, reading.skipped) = (true, hasValue ? 0 : 1)
    case .nothing?: reading.hasCode = true
    case .program?, .attached?, nil: break
    }
    return role ?? .attached
  }

  /// Returns the role of an option, and whether the word contains its value; nil if the word is no option.
  private func option(_ word: String) -> (role: Role?, hasValue: Bool)? {
    if let role = options[word] { return (role, false) }
    if word.hasPrefix("+"), let role = options["+"] { return (role, true) }
    guard word.hasPrefix("-"), word.count > 1 else { return nil }
    if word.hasPrefix("--") {
      let name = word.prefix { $0 != "=" }
      // A long option may be shortened.
      let roles = options.filter { $0.key.hasPrefix("--") && $0.key.hasPrefix(name) }.map(\.value)
      let role =
        options[String(name)] ?? [Role.code, .program, .file].first(where: roles.contains) ?? roles.first
      return (role, name.endIndex < word.endIndex)
    }
    var flag: Role?
    for (index, letter) in zip(word.indices, word).dropFirst() {
      guard let role = options["-\(letter)"] else { continue }
      if role != .first, role != .nothing { return (role, word.index(after: index) < word.endIndex) }
      flag = role
    }
    return (flag, false)
  }

  /// Returns what a value could be behind a prefix of its word.
  private func use(of prefix: String, _ reading: Reading, of name: String) -> ValueUse {
    if reading.skipped > 0 { return .data }
    if let option = reading.code { return .code(after: option) }
    if !reading.isEnded, let (role, _) = option(prefix) ?? (prefix == "-" ? (nil, false) : nil) {
      // Without a sign behind the name, the value may be the rest of the name, or letters of other options.
      let isOpen = role == nil && !prefix.contains("=") || [.first, .nothing].contains(role)
      let isCode = role == .code || role == .program || isOpen && takesCode
      return isCode ? .code(after: "\(name) \(prefix)") : .data
    }
    if let option = reading.firstOption { return .code(after: option) }
    switch operand(reading) {
    case .code?: return .code(after: name)
    case .program?: return Self.isAssignment(prefix) ? .data : .program
    default: return reading.isEnded ? .handedOn : .data
    }
  }
}
