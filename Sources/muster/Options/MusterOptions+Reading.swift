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
  ///   - raw: the arguments as bytes that need not be text.
  static func read(
    _ arguments: [String], always: String? = nil, raw: [[UInt8]] = [], recipes: RecipeFile? = RecipeFile()
  ) throws(Answer) -> MusterOptions {
    var notes: [String] = []
    if arguments.first == "--show-recipe" { throw try shownRecipes(arguments.dropFirst(), recipes) }
    let arguments = try RowAction.separated(replacingRecipe(in: arguments, recipes, &notes))
    let (first, more) = try takingMoreFiles(from: arguments)
    var options = try read(markingCommand(in: first), always: always ?? "")
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
    return options
  }

  /// Separates files after the first two, which the parser does not accept, from the other arguments.
  private static func takingMoreFiles(from arguments: [String]) throws(Answer) -> ([String], more: [String]) {
    let places = placesOfFiles(in: arguments)
    guard places.count > 2 else { return (arguments, []) }
    let more = places.dropFirst(2).map { arguments[$0] }
    guard arguments.contains("--all") else {
      // If the first word is not a file, the words are those of a command.
      guard FileStatus(path: FilePathBytes(Array(arguments[places[0]].utf8))) != nil else {
        return (arguments, [])
      }
      throw .wrong("more than two files; --all lists the rows of all")
    }
    return (arguments.indices.filter { !places.dropFirst(2).contains($0) }.map { arguments[$0] }, more)
  }

  /// Returns the indexes of words that are neither options nor their values, up to `--`.
  static func placesOfFiles(in arguments: [String]) -> [Int] {
    var places: [Int] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      let word = arguments[index]
      if valueOptions.contains(word) {
        index += 1
      } else if !word.hasPrefix("-") || word == "-" {
        places.append(index)
      }
      index += 1
    }
    return places
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
        error is UserFile.Refusal
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
    guard let place = placesOfFiles(in: arguments).first, case let word = arguments[place],
      word.hasPrefix("@"), RecipeFile.isName(String(word.dropFirst())),
      FileStatus(path: FilePathBytes(Array(word.utf8))) == nil
    else { return arguments }
    let known = try knownRecipes(file)
    guard let recipe = known.recipes.first(where: { "@" + $0.name == word }) else {
      throw noRecipe(word, known.problems)
    }
    notes += known.problems.map { "\($0); the line is ignored" }
    let isPrinted = arguments[..<place].contains { $0 == "-p" || $0 == "--print" }
    let words = isPrinted ? recipe.wordsWithoutActions : ["--title", recipe.name] + recipe.words
    let end = placesOfFiles(in: words).first ?? words.firstIndex(of: "--") ?? words.count
    return Array(words[..<end] + arguments[..<place] + words[end...] + arguments[(place + 1)...])
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

  private static func noRecipe(_ name: String, _ problems: [RecipeFile.Refusal] = []) -> Answer {
    let reasons = ["no recipe '\(name)'"] + problems.map(\.description)
    return .wrong("\(reasons.joined(separator: "; ")); muster without arguments lists them")
  }

  /// Returns the command line that `--save NAME` saves.
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
      // Help is printed even if MUSTER_OPTS is not valid.
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

  /// Options with a separate value: the word after them is neither a file nor a command.
  static let valueOptions: Set = [
    "-n", "--interval", "-k", "--key", "-f", "--format", "-d", "--delimiter", "--header", "--history",
    "--table", "--rows", "--runs", "-s",
    "--sort",
    "-g", "--group", "-t", "--tree", "--tree-path", "-q", "--query", "--context", "-c", "--columns",
    "--total", "-x",
    "--exec", "-o",
    "--output",
    "--preview", "--alert", "--until", "--timeout", "--save", "--sql", "--gone", "--keep", "--name",
    "--title",
    "--record",
    "--on-new",
    "--on-gone",
    "--on-change", "--each", "--each-file", "--each-line", "--as", "--jobs", "--course", "--speed",
    "--motion", "--theme", "--color", "--height", "--script", "--size", "--shell",
    "--generate-completion-script",
  ]

  /// Inserts `--` before a command that was typed without it: the first argument is not a file, but a program;
  /// or it is the path of a program, and `--interval` says how often it runs.
  private static func markingCommand(in arguments: [String]) -> [String] {
    var index = 0
    var hasInterval = false
    while index < arguments.count, arguments[index].hasPrefix("-"), arguments[index] != "-" {
      if ["--", "--all"].contains(arguments[index]) { return arguments }
      hasInterval =
        hasInterval || arguments[index].hasPrefix("-n") || arguments[index].hasPrefix("--interval")
      index += valueOptions.contains(arguments[index]) ? 2 : 1
    }
    guard index < arguments.count, case let word = arguments[index], word != "-" else { return arguments }
    let path = FilePathBytes(Array(word.utf8))
    let isProgram =
      word.contains("/")
      ? hasInterval && ProgramPath.isProgram(path)
      : FileStatus(path: path) == nil && (try? ProgramPath(word)) != nil
    return isProgram ? arguments[..<index] + ["--"] + arguments[index...] : arguments
  }

  /// Returns an error if a word is the name of neither a file nor a program; nil for paths, and if it is one.
  static func unknownName(_ word: String) -> String? {
    guard !word.contains("/"), !word.isEmpty, FileStatus(path: FilePathBytes(Array(word.utf8))) == nil,
      (try? ProgramPath(word)) == nil
    else { return nil }
    return "\(word): No such file or directory, and no program has this name"
  }

  /// Whether words are options that only affect the display.
  static func areOfDisplay(_ words: [String]) -> Bool { (try? ScreenArguments.parse(words)) != nil }

  /// Returns the options in MUSTER_OPTS. They must be options only, and valid on their own.
  private static func alwaysApplying(_ text: String) throws(Answer) -> [String] {
    func wrong(_ message: String) -> Answer { .wrong("MUSTER_OPTS: \(message)") }
    let words: [String]
    do {
      words = RowAction.separated(try CommandLineWords(text).words)
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
      guard exitCode(for: error).isSuccess else {
        let message = message(for: error)
        throw .wrong(
          unknownProgram(in: words, message)
            ?? oneLine(Misspelling.correcting(message, optionsIn: helpMessage()))
            + (validValues(for: message) ?? ""))
      }
      let text = fullMessage(for: error)
      if text == helpMessage() { throw .help }
      if words.contains(where: { $0.hasPrefix("--generate-completion-script") }) {
        throw .asked(Completions.completing(text))
      }
      throw words.contains("--experimental-dump-help") ? .description(text) : .asked(text)
    }
    if let shell = options.use.shell { throw .asked(shell.script) }
    if options.use.helpAll { throw .asked(helpMessage()) }
    return options
  }

  /// Returns an error about the name of a program that does not exist, if the parser does not know one of the
  /// options behind it: they are those of the program.
  private static func unknownProgram(in words: [String], _ message: String) -> String? {
    guard message.place(of: "Unknown option") != nil, let first = placesOfFiles(in: words).first,
      words[(first + 1)...].contains(where: { message.place(of: "'\($0)'") != nil })
    else { return nil }
    return unknownName(words[first])
  }

  /// Returns the values that an option accepts, to append to the parser's message about an invalid one; nil if
  /// the message is about something else.
  private static func validValues(for message: String) -> String? {
    let sign = " is invalid for '"
    guard let place = message.place(of: sign) else { return nil }
    let option = message[place.upperBound...].prefix { $0 != " " && $0 != "'" }
    return OptionValues.valid.first { $0.options.contains(String(option)) }.map { "; \($0.values)" }
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

extension MusterOptions {
  /// Throws an error if options contradict each other.
  func check() throws {
    guard files.isEmpty || command.isEmpty else {
      throw ValidationError("a file and a command; give one of them")
    }
    guard files.filter({ $0 == "-" }).count < 2 else {
      throw ValidationError("standard input can be read only once; give one '-'")
    }
    try checkReading()
    try checkPlaces()
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
      ("--until", use.until != nil), ("--all", reading.all), ("--events", use.events),
      (use.hooks.first?.event.option ?? "--record", use.observesRows), ("--replay", use.replay),
      ("--group", start.group != nil && newFile != nil), ("--tree", start.tree != nil && newFile != nil),
      ("--tree-path", start.treePath != nil && newFile != nil),
      ("--context", start.context > 0 && newFile != nil), ("--total", start.totals != nil && newFile != nil),
      ("--name", start.name != nil && newFile != nil),
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
    if reading.all {
      guard command.isEmpty, !files.isEmpty, !files.contains("-") else {
        throw ValidationError("--all needs files; give their names")
      }
    }
    let isComparison = files.count == 2 && database == nil
    if isComparison || reading.all {
      let streams = [
        ("--update", reading.update), ("--follow", reading.follow),
        ("--until", use.until != nil && !reading.all),
        ("--runs", reading.runs != .auto),
      ]
      for (name, isGiven) in streams where isGiven {
        throw ValidationError("\(name) does not apply to several files; leave it out")
      }
    }
    if isComparison, !reading.all, use.explain {
      throw ValidationError("--explain takes one input; give one file")
    }
    if reading.update, ![.auto, .off].contains(reading.runs) {
      throw ValidationError("--update and --runs exclude each other; give one of them")
    }
    if reading.gone != nil, !reading.update {
      throw ValidationError("--gone applies to --update only")
    }
    if start.group != nil, start.tree != nil {
      throw ValidationError("--group and --tree exclude each other; give one of them")
    }
    if start.treePath != nil, start.group != nil || start.tree != nil {
      throw ValidationError("--tree-path excludes --group and --tree; give one of them")
    }
    if case .line? = reading.key, start.tree != nil {
      throw ValidationError("--tree needs a key of columns; leave out --key line")
    }
    if start.context < 0 { throw ValidationError("--context takes a number of rows, 0 or more") }
    if start.context > 0, use.isPicker {
      throw ValidationError(
        "--context needs the order of the input, and a picker ranks; leave one of them out")
    }
    if reading.delimiter != nil, ![.auto, .csv, .tsv].contains(reading.format) {
      throw ValidationError("--delimiter applies to --format csv only")
    }
  }

  private func checkUse() throws {
    if use.print, use.isPicker, start.query == nil {
      throw ValidationError("--print has no screen to pick on; give --query to print the matches ranked")
    }
    let ofScreens = [
      ("--exec", !use.exec.isEmpty), ("--preview", use.preview != nil), ("--alert", use.alert != nil),
    ]
    for (name, isGiven) in ofScreens where isGiven && use.print {
      throw ValidationError("--print has no screen for \(name); leave one of them out")
    }
    if use.explain, use.isPicker || !use.exec.isEmpty || use.until != nil {
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
    if use.events, use.output != nil, use.output != .json {
      throw ValidationError("--events prints JSON Lines; leave out --output")
    }
    for name in [start.name, use.save].compactMap(\.self) where !RecipeFile.isName(name) {
      throw ValidationError(RecipeFile.notAName(name))
    }
    if use.record != nil, reading.follow {
      throw ValidationError(
        "--record writes complete runs, and --follow has one that grows; leave one of them out")
    }
    if use.speed != nil, !use.replay { throw ValidationError("--speed applies to --replay only") }
    if use.course != nil, use.replay || files.count != 1 || files == ["-"] {
      throw ValidationError("--course needs the file of a recording, without --replay")
    }
    if use.replay, files.count != 1 || files == ["-"] {
      throw ValidationError("--replay needs the file of a recording")
    }
    if use.observesRows, use.isPicker || use.explain || files.count == 2 && !reading.all {
      let option = use.events ? "--events" : use.hooks.first?.event.option ?? "--record"
      throw ValidationError(
        "\(option) needs a list that changes; leave out picking, --explain and a second file")
    }
    for (name, isGiven) in [("--until", use.until != nil), ("--alert", use.alert != nil)]
    where isGiven && use.isPicker {
      throw ValidationError("\(name) does not apply to a picker; leave it out")
    }
    try checkPicking()
    if use.output == .raw, start.columns != nil {
      throw ValidationError("--output raw prints whole lines; with --columns use tsv, csv or json")
    }
  }
}

extension MusterOptions {
  /// Throws an error if a picker, or an action, has an option that it does not support.
  fileprivate func checkPicking() throws {
    let ofPickers = [
      ("--select-1", use.selectsSingle), ("--exit-0", use.exitsEmpty), ("--print-query", use.printQuery),
      ("--keep-order", use.keepOrder),
    ]
    for (name, isGiven) in ofPickers where isGiven && !use.isPicker {
      throw ValidationError("\(name) applies to a picker only; give --pick or --multi")
    }
    if let name = use.exec.compactMap(\.unknownKey).first {
      throw ValidationError(
        "--exec: '\(name)' is no key; a key is a character, ctrl-k, alt-k or enter; with a name k:\(name)=…; a variable: env \(name)=…"
      )
    }
    if use.isPicker, let action = use.exec.first(where: { $0.key == nil || $0.isTyped }) {
      throw ValidationError(
        "letters are typed in a picker; give '\(action.template.text)' a key, as alt-x='\(action.template.text)'"
      )
    }
    let keys = use.exec.compactMap(\.key)
    if use.isPicker, keys.contains(.enter) {
      throw ValidationError("--exec: enter picks the row in a picker; use another key, as alt-enter")
    }
    if let key = keys.indices.first(where: { keys[..<$0].contains(keys[$0]) }).map({ keys[$0] }) {
      throw ValidationError("--exec: two commands for the key \(key.name())")
    }
    if keys.contains(.control("c")) { throw ValidationError("--exec: ctrl-c quits; use another key") }
    if use.output?.template != nil, database == nil, files.count == 2, !use.isPicker {
      throw ValidationError("--output with {COLUMN} does not apply to two files; use raw, tsv, csv or json")
    }
  }
}
