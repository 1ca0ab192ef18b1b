import Databases
import Files
import LibC
import ListKit
import ListKitCurses
import ListKitOptions
import ProgramOptions
import Rows
import Runs

/// A live viewer for any list.
@main
@MainActor
enum Muster {
  static func main() {
    Terminal.reserveStandardDescriptors()
    Heap.returnLargeBlocks()
    Heap.shareIfMemoryIsLimited()
    do {
      try Terminal.checkResources()
    } catch {
      fail(error)
    }
    let always = getenv("MUSTER_OPTS").map { String(cString: $0) }
    let arguments = CommandLine.unsafeArguments.dropFirst()
    do throws(MusterOptions.Answer) {
      let words = arguments.map { String(decoding: $0, as: UTF8.self) }
      let config = UserFile(in: "XDG_CONFIG_HOME", or: ".config", "config")
      start(try MusterOptions.read(words, always: always, config: config, raw: Array(arguments)), words)
    } catch {
      switch error {
      case .asked(let text): say(text)
      case .help: say(Manual.help)
      case .description(let text): say(Manual.completing(text))
      case .wrong(let message): refuse(message)
      }
    }
  }

  private static func start(_ options: MusterOptions, _ words: [String]) -> Never {
    options.notes.forEach(note)
    if let memory = options.reading.memory { ProcessMemory.forRows = memory << 20 }
    if let name = options.use.save {
      // The file is text, and another name than the given one would be saved.
      if options.rawArguments.contains(where: { String(validating: $0, as: UTF8.self) == nil }) {
        refuse("--save: an argument is not UTF-8")
      }
      save(options.savedWords, as: name)
    }
    if options.database == nil, case .standardInput = options.subject, isatty(STDIN_FILENO) != 0 {
      if MusterOptions.areOfDisplay(words), isatty(STDOUT_FILENO) != 0 {
        Viewing.chooseRecipe(options, options.screen.options.isScripted ? [] : words)
      }
      refuse("nothing to read: give a file, a command, or a pipe")
    }
    var options = options
    do {
      for template in options.use.templates { try template.check() }
      for hook in options.use.hooks { try hook.check() }
      try options.readHosts()
    } catch {
      fail(error)
    }
    if let subject = options.databaseSubject ?? options.largeSubject {
      DatabaseViewing.main(options, subject)
    }
    if case .file(let path) = options.subject, let refusal = MusterOptions.unknownName(path.text) {
      note(refusal)
      end(2)
    }
    if isPrinted(options) { Printing.main { [options] in try await Printing(options).print() } }
    Viewing.main(options)
  }

  /// Whether rows are printed, without a screen.
  static func isPrinted(_ options: MusterOptions) -> Bool {
    let use = options.use
    if use.print || use.explain || use.quiet || use.events { return true }
    // The answer of a picker is its output; its screen is on the terminal even so.
    return isatty(STDOUT_FILENO) == 0 && !use.isPicker && !options.screen.options.dumpsScreen
  }

  private static func save(_ words: [String], as name: String) -> Never {
    guard let file = RecipeFile() else { refuse("no HOME to save a recipe in") }
    do {
      try file.save(Recipe(name: name, words: words))
    } catch {
      fail(error)
    }
    note("saved in \(file.path); show it with: muster @\(name)")
    end(0)
  }

  /// Replaces the program by muster with other arguments.
  static func restart(_ words: [String]) -> Never {
    ProcessGroups.endAll()
    var arguments = ([CommandLine.arguments[0]] + words).map { strdup($0) }
    arguments.append(nil)
    OpenFiles.lower()
    if let program = arguments[0] { execvp(program, arguments) }
    fail(SystemError.last(CommandLine.arguments[0]))
  }

  /// Prints a text that the user requested, and ends.
  private static func say(_ text: String) -> Never {
    do {
      var output = StandardOutput()
      try output.write(line: text)
      try output.finish()
      end(0)
    } catch {
      fail(error)
    }
  }

  /// Ends with a message about a mistake on the command line.
  static func refuse(_ message: String) -> Never {
    note("\(message) (see muster --help)")
    end(64)
  }

  /// Writes a message to standard error, on a line of its own.
  nonisolated static func note(_ text: String) {
    let line = Array((EscapedText("muster: \(text)").text + "\n").utf8)
    // If this fails, only the exit status reports the problem.
    _ = write(STDERR_FILENO, line, line.count)
  }

  /// Ends with a line that states why the program cannot go on.
  nonisolated static func fail(_ error: any Error) -> Never {
    ProcessGroups.endAll()
    RunningReads.stopAll()
    Terminal.fail("muster", error)
  }

  /// Ends the program, its running commands, and its running queries on servers.
  ///
  /// Calls _exit(2), because exit(3) destroys objects that other threads still use. One of them may be
  /// waiting to start a command.
  nonisolated static func end(_ status: Int32) -> Never {
    ProcessGroups.endAll()
    RunningReads.stopAll()
    _exit(status)
  }
}

extension CommandLine {
  /// The program's name and its arguments as bytes, which need not be text.
  fileprivate static var unsafeArguments: [[UInt8]] {
    (0..<Int(argc)).compactMap { index in
      unsafeArgv[index].map { argument in
        Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
      }
    }
  }
}
