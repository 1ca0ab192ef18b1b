import Dispatch
import Files
import LibC
import ListData
import ListKit
import ListKitCurses
import ListKitOptions
import ProgramOptions
import Rows
import Runs

/// Shows a list on the screen, from the first frame to the exit status.
@MainActor
enum Viewing {
  /// Shows the source until the screen is left. A picker prints the picked rows.
  static func main(_ options: MusterOptions) -> Never {
    _ = startList
    begin {
      if options.use.isPicker { try PrintedOutput.check() }
      let source = try Source(
        options.subject, options.readingOptions(spreadsRuns: false), until: options.use.until,
        toleratesMissingKey: true,
        keptKey: options.kept.key, title: options.use.isPicker ? nil : options.start.title)
      if options.use.needsRecording { try source.checkIsRecording() }
      let (notices, reports) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let observation = try Observation(options, source, hookOutput: nil) { reports.yield($0) }
      var (runs, files) = try await runs(options, source, observation)
      if options.use.mayNeedNoScreen { try await endUnseen(options, &runs) }
      let list = RunList(source: source, options: options, runs: runs)
      if let files { list.compare(files) }
      list.report(notices, of: observation)
      let screen = ListScreenController(list, options)
      if case .file(let path) = options.subject, ProgramPath.isProgram(path) {
        screen.statusNote = "the file is a program; muster -- \(path.text) runs it"
      }
      await run(screen)
    }
  }

  /// The options of the list of recipes from which this program was started; nil if there was none. The variable
  /// that holds them is not passed on.
  private static let startList: [String]? = {
    guard let words = getenv(startVariable).map({ String(cString: $0) }) else { return nil }
    unsetenv(startVariable)
    return words.split(separator: "\n").map(String.init)
  }()

  private static let startVariable = "MUSTER_START_LIST"

  /// Shows the recipes, the user's first. Enter starts the one under the cursor.
  ///
  /// - Parameter display: The options of the command line, which apply to the recipe too.
  static func chooseRecipe(_ options: MusterOptions, _ display: [String]) -> Never {
    begin {
      let known = try RecipeFile.known()
      let recipes = known.recipes
      var picker = try MusterOptions.read(["-1", "-f", "tsv"])
      picker.screen = options.screen
      let lines = recipes.map { "\($0.name)\t\($0.about)\tmuster \($0.line)\n" }
      let controller = try await ListScreenController(
        of: TextBytes("recipe\tshows\tcommand\n" + lines.joined()), picker,
        title: "muster: choose a list, enter shows it; muster --help lists more")
      controller.statusNote = known.problems.first?.description
      controller.tableView.primaryActionTitle = "show the list; esc comes back"
      controller.keyMap.rename(.back, "clear the query, quit")
      controller.keyHints = [KeyHint(.enter, "show"), KeyHint(.escape, "quit")]
      let end = try await options.screen.options.run(controller)
      let name = controller.ending.picked?.lines.first?.prefix { $0 != UInt8(ascii: "\t") }
      guard let recipe = recipes.first(where: { name?.elementsEqual($0.name.utf8) == true }) else {
        Muster.end(end.exitStatus)
      }
      setenv(startVariable, display.joined(separator: "\n"), 1)
      Muster.restart(display + ["--title", recipe.name] + recipe.words)
    }
  }

  /// Performs the work of the program, which ends it.
  static func begin(_ work: @escaping @MainActor () async throws -> Void) -> Never {
    Task {
      do {
        try await work()
      } catch {
        Muster.fail(error)
      }
    }
    dispatchMain()
  }

  /// Returns the runs of the source; of two files, the single run of their comparison.
  private static func runs(
    _ options: MusterOptions, _ source: Source, _ observation: Observation
  ) async throws -> (runs: RunSequence, files: ComparedFiles?) {
    guard case .comparison(let old, let new) = options.subject else {
      let check = OptionCheck(options, of: source, isPrinting: false)
      return (source.runs(check: check, observers: observation.observers), nil)
    }
    let (run, files) = try await beforeScreen("comparing", options) {
      let files = try await ComparedFiles.read(from: old, to: new, options.reading.options)
      return (try await files.run(showingUnchanged: false), files)
    }
    return (RunSequence(of: run), files)
  }

  /// Performs the work before the first screen, while the terminal shows progress. Esc ends the program.
  static func beforeScreen<Result: Sendable>(
    _ title: String, _ options: MusterOptions, _ work: @escaping @MainActor () async throws -> Result
  ) async throws -> Result {
    // If the program may end without a screen, nothing flickers.
    if options.screen.options.isScripted || options.use.mayNeedNoScreen { return try await work() }
    do {
      return try await Terminal.interruptibleProgress(
        of: title, options: options.screen.options.cursesOptions
      ) { _ in
        try await work()
      }
    } catch let interruption as Terminal.Interruption {
      end(options, interruption.ending)
    }
  }

  /// Ends the program with the status of a screen that was left. A picker that is left without a choice was
  /// cancelled.
  private static func end(_ options: MusterOptions, _ ending: Application.Ending) -> Never {
    Muster.end(
      options.use.isPicker && !options.screen.options.dumpsScreen && ending == .finished(status: 0)
        ? 130 : ending.exitStatus)
  }

  /// Ends the program if `--select-1` or `--exit-0` applies; otherwise returns with the runs for the screen.
  static func endUnseen(_ options: MusterOptions, _ runs: inout RunSequence) async throws {
    let choice = UnseenChoice(options: options, now: WallTime.now.localSeconds)
    try await runs.read { run in
      switch try choice.decision(on: run) {
      case .picked(let picked): Muster.end(try picked.print(withQuery: options.use.printQuery))
      case .screen: return true
      case .open: return false
      }
    }
  }

  /// Shows a list until it is left, and ends the program.
  static func run(_ screen: ListScreenController) async -> Never {
    let options = screen.options
    do {
      let end = try await options.screen.options.run(screen.withPreview())
      try screen.model.screenDidEnd()
      if screen.ending.isBack, let startList { Muster.restart(startList) }
      if let failure = screen.ending.failure { Muster.fail(failure) }
      if let picked = screen.ending.picked { Muster.end(try picked.print(withQuery: options.use.printQuery)) }
      Self.end(options, end)
    } catch {
      Muster.fail(error)
    }
  }
}
