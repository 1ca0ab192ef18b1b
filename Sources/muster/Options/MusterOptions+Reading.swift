import ArgumentParser

extension MusterOptions {
  /// What is said instead of doing anything.
  enum Answer: Error, Hashable {
    /// All options, a version, completions.
    case asked(String)
    /// The help for the first minute.
    case help
    /// The options in JSON, from which documentation is made.
    case description(String)
    /// What is wrong, on one line.
    case wrong(String)
  }

  /// The options of a command line, those that always apply before them.
  ///
  /// - Parameters:
  ///   - arguments: the arguments behind the program's name.
  ///   - always: the value of `MUSTER_OPTS`.
  ///   - raw: the arguments as bytes that need not be text.
  static func read(
    _ arguments: [String], always: String? = nil, raw: [[UInt8]] = [], recipes: RecipeFile? = RecipeFile()
  ) throws(Answer) -> MusterOptions {
    let arguments = try replacingRecipe(in: arguments, recipes)
    var options = try read(markingCommand(in: arguments), always: always ?? "")
    options.rawArguments = raw
    if options.use.save != nil { options.savedWords = withoutSaving(arguments) }
    return options
  }

  /// The words of a recipe in place of `@name`, the first argument.
  private static func replacingRecipe(in arguments: [String], _ file: RecipeFile?) throws(Answer) -> [String]
  {
    guard let first = arguments.first, first.hasPrefix("@"), RecipeFile.isName(String(first.dropFirst())),
      FileStatus(path: FilePathBytes(Array(first.utf8))) == nil
    else { return arguments }
    let saved: [Recipe]
    do {
      saved = try file?.recipes() ?? []
    } catch {
      throw .wrong("\(error)")
    }
    guard let recipe = (saved + Recipe.suggestions()).first(where: { "@" + $0.name == first }) else {
      throw .wrong("no recipe '\(first)'; muster without arguments lists them")
    }
    return recipe.words + arguments.dropFirst()
  }

  /// The command line that `--save NAME` saves.
  private static func withoutSaving(_ arguments: [String]) -> [String] {
    guard let place = arguments.firstIndex(where: { $0 == "--save" || $0.hasPrefix("--save=") }) else {
      return arguments
    }
    let count = arguments[place] == "--save" ? 2 : 1
    return Array(arguments[..<place] + arguments[min(place + count, arguments.count)...])
  }

  private static func read(_ arguments: [String], always: String) throws(Answer) -> MusterOptions {
    let words: [String]
    do throws(Answer) {
      words = try alwaysApplying(always)
    } catch {
      // Help is given all the same.
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

  /// Options with a value of their own: the word behind them is no file and no command.
  static let valueOptions: Set = [
    "-n", "--interval", "-k", "--key", "-f", "--format", "-d", "--delimiter", "--header", "--history",
    "--table", "--rows", "--runs", "-s",
    "--sort",
    "-g", "--group", "-t", "--tree", "-q", "--query", "-c", "--columns", "-x", "--exec", "-o", "--output",
    "--until", "--timeout", "--save", "--sql",
    "--motion", "--theme", "--color", "--generate-completion-script",
  ]

  /// Puts `--` before a command that was typed without it: the first argument is no file, but a program.
  private static func markingCommand(in arguments: [String]) -> [String] {
    var index = 0
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      if arguments[index] == "--" { return arguments }
      index += valueOptions.contains(arguments[index]) ? 2 : 1
    }
    guard index < arguments.count, case let word = arguments[index], word != "-", !word.contains("/"),
      FileStatus(path: FilePathBytes(Array(word.utf8))) == nil, (try? ProgramPath(word)) != nil
    else { return arguments }
    return arguments[..<index] + ["--"] + arguments[index...]
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
    let options: MusterOptions
    do {
      options = try parse(words)
    } catch {
      guard exitCode(for: error).isSuccess else { throw .wrong(oneLine(message(for: error))) }
      let text = fullMessage(for: error)
      if text == helpMessage() { throw .help }
      throw words.contains("--experimental-dump-help") ? .description(text) : .asked(text)
    }
    if options.use.helpAll { throw .asked(helpMessage()) }
    return options
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

extension MusterOptions {
  /// Refuses what cannot be meant together.
  func check() throws {
    guard files.isEmpty || command.isEmpty else {
      throw ValidationError("a file and a command; give one of them")
    }
    guard files.filter({ $0 == "-" }).count < 2 else {
      throw ValidationError("standard input can be read only once; give one '-'")
    }
    try checkReading()
    try checkDatabase()
    try checkUse()
  }

  private func checkDatabase() throws {
    guard database != nil else {
      for (name, isGiven) in [("--sql", reading.sql != nil), ("--last", start.last)] where isGiven {
        throw ValidationError("\(name) applies to a database; give an SQLite file or a postgres:// URL")
      }
      return
    }
    if newFile != nil, reading.sql != nil { throw ValidationError("a table and --sql; give one of them") }
    let others = [
      ("--format", reading.format != .auto), ("--delimiter", reading.delimiter != nil),
      ("--header", reading.header != nil), ("--table", reading.table != nil), ("--rows", reading.rows != nil),
      ("--runs", reading.runs != .auto), ("--update", reading.update), ("--follow", reading.follow),
      ("--until", use.until != nil),
      ("--group", start.group != nil && newFile != nil), ("--tree", start.tree != nil && newFile != nil),
    ]
    for (name, isGiven) in others where isGiven {
      throw ValidationError(
        "\(name) does not apply to a \(newFile == nil ? "database" : "table of a database"); leave it out")
    }
    if newFile != nil, reading.key != nil, databaseKey == nil {
      throw ValidationError("--key takes columns of the table")
    }
  }

  private func checkReading() throws {
    let isComparison = files.count == 2 && database == nil
    if isComparison {
      let streams = [
        ("--update", reading.update), ("--follow", reading.follow), ("--until", use.until != nil),
        ("--runs", reading.runs != .auto),
      ]
      for (name, isGiven) in streams where isGiven {
        throw ValidationError("\(name) does not apply to two files; leave it out")
      }
    }
    if isComparison, use.explain { throw ValidationError("--explain is about one input; give one file") }
    if reading.update, ![.auto, .off].contains(reading.runs) {
      throw ValidationError("--update and --runs exclude each other; give one of them")
    }
    if start.group != nil, start.tree != nil {
      throw ValidationError("--group and --tree exclude each other; give one of them")
    }
    if case .line? = reading.key, start.tree != nil {
      throw ValidationError("--tree needs a key of columns; leave out --key line")
    }
    if reading.delimiter != nil, ![.auto, .csv, .tsv].contains(reading.format) {
      throw ValidationError("--delimiter applies to --format csv only")
    }
  }

  private func checkUse() throws {
    if use.print, use.isPicker, start.query == nil {
      throw ValidationError("--print has no screen to pick on; give --query to print the matches ranked")
    }
    if use.print, use.exec != nil {
      throw ValidationError("--print has no screen for --exec; leave one of them out")
    }
    if use.explain, use.isPicker || use.exec != nil || use.until != nil {
      throw ValidationError("--explain prints what was found and has no screen; leave other actions out")
    }
    if use.explain, reading.follow || reading.update {
      throw ValidationError("--explain reads the input once; leave out --follow and --update")
    }
    if use.until == nil {
      for (name, isGiven) in [("--timeout", use.timeout != nil), ("--quiet", use.quiet)] where isGiven {
        throw ValidationError("\(name) applies to --until only")
      }
    }
    if use.isPicker, use.until != nil {
      throw ValidationError("--until does not apply to a picker; leave it out")
    }
    if use.output == .raw, start.columns != nil {
      throw ValidationError("--output raw prints whole lines; with --columns use tsv, csv or json")
    }
  }
}

/// The words of `MUSTER_OPTS`, parted as a shell would: by blanks, unless quoted.
///
/// ```text
///  -n 5 --query 'two words' --theme\ x   ▶   -n │ 5 │ --query │ two words │ --theme x
/// ```
struct CommandLineWords: Hashable, Sendable {
  /// A quote without its end.
  struct OpenQuote: Error, Hashable, CustomStringConvertible {
    var quote: Character
    var description: String { "a \(quote) without its end" }
  }

  private(set) var words: [String] = []

  /// Words as one text, quoted where they have to be.
  static func joined(_ words: [String]) -> String {
    words.map { word in
      let isPlain =
        !word.isEmpty && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./:,=+@%".contains($0) }
      return isPlain
        ? word
        : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }.joined(separator: " ")
  }

  init(_ text: String) throws(OpenQuote) {
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in text {
      if isEscaped {
        // Within quotes a backslash stands for itself, but before what it can quote there.
        if quote == "\"", character != "\"", character != "\\" { word?.append("\\") }
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        isEscaped = true
        word = word ?? ""
      } else if let open = quote {
        if character == open { quote = nil } else { word?.append(character) }
      } else if character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if character.isWhitespace {
        if let whole = word { words.append(whole) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let quote { throw OpenQuote(quote: quote) }
    if isEscaped { throw OpenQuote(quote: "\\") }
    if let word { words.append(word) }
  }
}
