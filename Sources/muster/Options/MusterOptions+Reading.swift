import ArgumentParser
import Files
import ListKit
import ProgramOptions
import Rows
import Runs

extension MusterOptions {
  /// The output that replaces the run of the program.
  enum Answer: Error, Hashable {
    /// A text that the user requested: all options, a version, completions.
    case asked(String)
    /// The help for a new user.
    case help
    /// The options in JSON, from which documentation is generated.
    case description(String)
    /// An error message, on one line.
    case wrong(String)
  }

  /// Returns the options of a command line, preceded by those that always apply.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the program's name.
  ///   - always: the value of `MUSTER_OPTS`.
  ///   - config: a file of options; those of `always` follow, and so take precedence.
  ///   - raw: the arguments as bytes that need not be text.
  static func read(
    _ arguments: [String], always: String? = nil, config: UserFile? = nil, raw: [[UInt8]] = [],
    recipes: RecipeFile? = RecipeFile()
  ) throws(Answer) -> MusterOptions {
    var notes: [String] = []
    if arguments.first == "--show-recipe" { throw try shownRecipes(arguments.dropFirst(), recipes) }
    let typed = arguments
    let arguments = try RowAction.separated(replacingRecipe(in: typed, recipes, &notes))
    let (first, more) = try takingMoreFiles(from: arguments)
    let standing = [StandingOptions(config), StandingOptions(text: always ?? "", name: "MUSTER_OPTS")]
      .compactMap(\.self)
    var options = try read(markingCommand(in: first), standing)
    options.standing = standing.filter { !$0.isEmpty }
    options.moreFiles = more
    options.rawArguments = raw
    options.notes = notes
    if options.use.save != nil {
      options.savedWords = withoutSaving(arguments)
      if options.savedWords.isEmpty {
        throw .wrong("--save needs a command line, as: --save processes ps aux")
      }
    }
    if let name = options.start.name { options.kept = try kept(name) }
    // A recipe has its own.
    if arguments == RowAction.separated(typed) { options.offerActions(of: recipes) }
    return options
  }

  /// Adds the actions of recipes for the same command, behind those of the command line.
  private mutating func offerActions(of recipes: RecipeFile?) {
    guard !command.isEmpty, !use.isPicker, !use.print, !use.explain, use.save == nil else { return }
    offered = Recipe.actions(for: command, recipes).filter { action in
      action.key == nil || !use.exec.contains { $0.key == action.key }
    }
  }

  /// Separates files after the first two, which the parser does not accept, from the other arguments.
  private static func takingMoreFiles(from arguments: [String]) throws(Answer) -> ([String], more: [String]) {
    let files = indexesOfFiles(in: arguments)
    guard files.count > 2 else { return (arguments, []) }
    let more = files.dropFirst(2).map { arguments[$0] }
    guard arguments.contains("--all") else {
      // If the first word is not a file, the words are those of a command.
      guard FileStatus(path: arguments[files[0]]) != nil else {
        return (arguments, [])
      }
      throw .wrong("more than two files; --all lists the rows of all")
    }
    return (arguments.indices.filter { !files.dropFirst(2).contains($0) }.map { arguments[$0] }, more)
  }

  /// Returns the indexes of words that are neither options nor their values, up to `--`.
  static func indexesOfFiles(in arguments: [String]) -> [Int] {
    var indexes: [Int] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      let word = arguments[index]
      if OptionSpec.valueNames.contains(word) {
        index += 1
      } else if !word.hasPrefix("-") || word == "-" {
        indexes.append(index)
      }
      index += 1
    }
    return indexes
  }

  /// Returns the view that is saved under a name.
  private static func kept(_ name: String) throws(Answer) -> KeptOptions {
    guard let file = KeptView.file(name) else { return KeptOptions() }
    do {
      let view = try KeptView(file)
      let options = try parse(view.words)
      return KeptOptions(start: options.start.options, key: options.reading.key, view: view)
    } catch {
      let message =
        error is Refusal
        ? "\(error)" : "\(file.path): \(oneLine(self.message(for: error)))"
      throw .wrong("\(message); remove the file")
    }
  }

  /// Replaces `@name`, the first argument after the options, with the words of a recipe. The options of the
  /// command line follow those of the recipe, and so take precedence.
  ///
  /// - Parameter notes: Gets the problems of other lines of the file.
  private static func replacingRecipe(
    in arguments: [String], _ file: RecipeFile?, _ notes: inout [String]
  ) throws(Answer) -> [String] {
    guard let position = indexesOfFiles(in: arguments).first, case let word = arguments[position],
      word.hasPrefix("@"), RecipeFile.isName(String(word.dropFirst())),
      FileStatus(path: word) == nil
    else { return arguments }
    let known = try knownRecipes(file)
    guard let recipe = known.recipes.first(where: { "@" + $0.name == word }) else {
      throw noRecipe(word, known.problems)
    }
    notes += known.problems.map { "\($0); the line is ignored" }
    let isPrinted = arguments[..<position].contains { $0 == "-p" || $0 == "--print" }
    let words = isPrinted ? recipe.wordsWithoutActions : ["--title", recipe.name] + recipe.words
    let end = indexesOfFiles(in: words).first ?? words.firstIndex(of: "--") ?? words.count
    return Array(words[..<end] + arguments[..<position] + words[end...] + arguments[(position + 1)...])
  }

  /// Returns the lines of the named recipes, or of all, as they stand in a file of recipes.
  private static func shownRecipes(_ names: ArraySlice<String>, _ file: RecipeFile?) throws(Answer) -> Answer
  {
    let recipes = try knownRecipes(file).recipes
    var shown = recipes
    let wanted = names.map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }
    for name in wanted where !recipes.contains(where: { $0.name == name }) { throw noRecipe("@" + name) }
    if !names.isEmpty { shown = recipes.filter { wanted.contains($0.name) } }
    return .asked(shown.map { "\($0.name) \($0.line)" }.joined(separator: "\n"))
  }

  private static func knownRecipes(_ file: RecipeFile?) throws(Answer) -> RecipeFile.Contents {
    do {
      return try RecipeFile.known(file)
    } catch {
      throw .wrong("\(error)")
    }
  }

  private static func noRecipe(_ name: String, _ problems: [Refusal] = []) -> Answer {
    let reasons = ["no recipe '\(name)'"] + problems.map(\.description)
    return .wrong("\(reasons.joined(separator: "; ")); muster without arguments lists them")
  }

  /// Returns the command line that `--save NAME` saves.
  private static func withoutSaving(_ arguments: [String]) -> [String] {
    guard let position = arguments.firstIndex(where: { $0 == "--save" || $0.hasPrefix("--save=") }) else {
      return arguments
    }
    let count = arguments[position] == "--save" ? 2 : 1
    return Array(arguments[..<position] + arguments[min(position + count, arguments.count)...])
  }

  private static func read(_ arguments: [String], _ standing: [StandingOptions]) throws(Answer)
    -> MusterOptions
  {
    var words: [String] = []
    do throws(Answer) {
      for options in standing { words += try alwaysApplying(options) }
    } catch {
      // Help is printed even if these are not valid.
      do throws(Answer) {
        _ = try options(arguments)
      } catch .wrong {
      } catch {
        throw error
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

  /// Inserts `--` before a command that was typed without it: the first argument is not a file, but a program;
  /// or it is the path of a program, and `--interval` says how often it runs.
  private static func markingCommand(in arguments: [String]) -> [String] {
    var index = 0
    var hasInterval = false
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      if ["--", "--all"].contains(arguments[index]) { return arguments }
      hasInterval =
        hasInterval || arguments[index].hasPrefix("-n") || arguments[index].hasPrefix("--interval")
      index += OptionSpec.valueNames.contains(arguments[index]) ? 2 : 1
    }
    guard index < arguments.count, case let word = arguments[index], word != "-" else { return arguments }
    let isProgram =
      word.contains("/")
      ? hasInterval && ProgramPath.isProgram(FilePathBytes(word))
      : FileStatus(path: word) == nil && (try? ProgramPath(word)) != nil
    return isProgram ? arguments[..<index] + ["--"] + arguments[index...] : arguments
  }

  /// Returns an error if a word is a directory, a command for a shell, or the name of neither a file nor a
  /// program; nil for other paths, and if it is one of these.
  static func unknownName(_ word: String) -> String? {
    let status = FileStatus(path: word)
    if status?.isDirectory == true {
      let name = CommandLineWords.joined([word])
      return "\(word): Is a directory; give muster ls -l \(name), or du -a \(name) | muster"
    }
    guard status == nil, !word.isEmpty else { return nil }
    let words = word.split { " |&;<>()".contains($0) }
    if words.count > 1, (try? ProgramPath(String(words[0]))) != nil {
      return
        "\(word): No such file or directory; a command follows --, as: muster -- \(CommandLineWords.joined([word]))"
    }
    guard !word.contains("/"), (try? ProgramPath(word)) == nil else { return nil }
    let instead = OptionSpec.instead(of: word).map { "; \($0)" } ?? ""
    return "\(word): No such file or directory, and no program has this name\(instead)"
  }

  /// Whether words are options that only affect the display.
  static func areOfDisplay(_ words: [String]) -> Bool { (try? ScreenArguments.parse(words)) != nil }

  /// Returns the words of options that always apply. They must be options only, and valid on their own.
  private static func alwaysApplying(_ standing: StandingOptions) throws(Answer) -> [String] {
    func wrong(_ message: String) -> Answer { .wrong("\(standing.name): \(message)") }
    let words: [String]
    do {
      words = RowAction.separated(try standing.words())
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

  /// The text of `--help-all`, which takes the parser long to make.
  private static let help = helpMessage()

  private static func options(_ words: [String]) throws(Answer) -> MusterOptions {
    let options: MusterOptions
    do {
      options = try parse(words)
    } catch {
      guard exitCode(for: error).isSuccess else {
        let message = message(for: error)
        throw .wrong(
          unknownProgram(in: words, message)
            ?? otherWord(in: message)
            ?? oneLine(Misspelling.correcting(message, optionsIn: help))
            + (validValues(for: message) ?? ""))
      }
      let text = fullMessage(for: error)
      if text == help { throw .help }
      if words.contains(where: { $0.hasPrefix("--generate-completion-script") }) {
        throw .asked(Completions.completing(text))
      }
      throw words.contains("--experimental-dump-help") ? .description(text) : .asked(text)
    }
    if let shell = options.use.shell { throw .asked(shell.script) }
    if options.use.helpAll { throw .asked(help) }
    return options
  }

  /// Returns an error about the name of a program that does not exist, if the parser does not know one of the
  /// options behind it: they are those of the program.
  private static func unknownProgram(in words: [String], _ message: String) -> String? {
    guard message.place(of: "Unknown option") != nil, let first = indexesOfFiles(in: words).first,
      words[(first + 1)...].contains(where: { message.place(of: "'\($0)'") != nil })
    else { return nil }
    return unknownName(words[first])
  }

  /// Returns a message about an option of other programs, with what to give instead; nil if the parser's message
  /// is about something else.
  private static func otherWord(in message: String) -> String? {
    guard let start = message.place(of: "Unknown option '")?.upperBound,
      case let word = message[start...].prefix(while: { $0 != "'" }),
      let instead = OptionSpec.instead(of: String(word))
    else { return nil }
    return "unknown option '\(word)'; \(instead)"
  }

  /// Returns the values that an option accepts, to append to the parser's message about an invalid or a missing
  /// one; nil if the message is about something else.
  private static func validValues(for message: String) -> String? {
    for sign in [" is invalid for '", "Missing value for '"] {
      guard let range = message.place(of: sign) else { continue }
      let option = message[range.upperBound...].prefix { $0 != " " && $0 != "'" }
      return OptionSpec.values(of: String(option)).map { "; \($0)" }
    }
    return nil
  }

  /// Returns a message of the parser on one line that continues after the program's name.
  private static func oneLine(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    // The parser lists possible values on separate lines.
    let choices = lines.filter { $0.hasPrefix("- ") }.map { $0.dropFirst(2) }.joined(separator: ", ")
    let sentences = lines.filter { !$0.hasPrefix("- ") } + [choices[...]]
    let words = sentences.filter { !$0.isEmpty }.joined(separator: " ")
    let sentence = words.hasSuffix(".") ? words.dropLast() : words[...]
    let rest = sentence.dropFirst()
    // A word in capitals does not change.
    let isWord = rest.first?.isLowercase ?? false
    return (isWord ? sentence.prefix(1).lowercased() : String(sentence.prefix(1))) + rest
  }
}
