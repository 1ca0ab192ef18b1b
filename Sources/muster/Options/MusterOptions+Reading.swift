import ArgumentParser

extension MusterOptions {
  /// What is said instead of doing anything.
  enum Answer: Error, Hashable {
    /// Help, or a version.
    case asked(String)
    /// What is wrong, on one line.
    case wrong(String)
  }

  /// The options of a command line, those that always apply before them.
  ///
  /// - Parameters:
  ///   - arguments: What follows the program's name.
  ///   - always: What `MUSTER_OPTS` holds.
  static func read(_ arguments: [String], always: String? = nil) throws(Answer) -> MusterOptions {
    let words: [String]
    do throws(Answer) {
      words = try alwaysApplying(always ?? "")
    } catch {
      // Help is given all the same.
      if case .failure(.asked(let text)) = Result(catching: { () throws(Answer) in try options(arguments) }) {
        throw .asked(text)
      }
      throw error
    }
    if arguments.last == "--", let options = try? options(Array(arguments.dropLast())),
      options.command.isEmpty
    {
      throw .wrong("no command after '--'")
    }
    return try options(words + arguments)
  }

  /// Options that always apply are options only, and right by themselves.
  private static func alwaysApplying(_ text: String) throws(Answer) -> [String] {
    func wrong(_ message: String) -> Answer { .wrong("MUSTER_OPTS: \(message)") }
    let words: [String]
    do {
      words = try CommandLineWords(text).words
    } catch {
      throw wrong("\(error)")
    }
    guard !words.isEmpty else { return [] }
    do throws(Answer) {
      let options = try options(words)
      guard options.files.isEmpty, !words.contains("--") else {
        throw .wrong("options only, no file, no command")
      }
    } catch {
      guard case .wrong(let message) = error else { throw error }
      throw wrong(message)
    }
    return words
  }

  private static func options(_ words: [String]) throws(Answer) -> MusterOptions {
    do {
      return try parse(words)
    } catch {
      guard exitCode(for: error).isSuccess else { throw .wrong(oneLine(message(for: error))) }
      throw .asked(fullMessage(for: error))
    }
  }

  /// What the parser says, on one line that goes on behind the program's name.
  private static func oneLine(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    // Values to choose from stand on lines of their own.
    let choices = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }.joined(separator: ", ")
    let sentences = lines.filter { !$0.hasPrefix("- ") } + [choices[...]]
    let words = sentences.filter { !$0.isEmpty }.joined(separator: " ")
    let sentence = words.hasSuffix(".") ? words.dropLast() : words[...]
    let rest = sentence.dropFirst()
    // A word in capitals stays as it is.
    let isWord = rest.first?.isLowercase ?? false
    return (isWord ? sentence.prefix(1).lowercased() : String(sentence.prefix(1))) + rest
  }
}
