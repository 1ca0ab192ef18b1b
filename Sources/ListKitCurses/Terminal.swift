import Dispatch
import LibC
public import ListKit

/// The terminal a program was started in.
@MainActor
public enum Terminal {
  /// Shows a screen on the terminal until it ends, and gives the terminal back whatever happens.
  ///
  /// ```swift
  /// let ending = try await Terminal.run(MountainsController())
  /// exit(ending.exitStatus)
  /// ```
  ///
  /// - Parameters:
  ///   - controller: what is shown.
  ///   - options: how the terminal is used.
  /// - Returns: why it ended.
  /// - Throws: ``CursesError`` where there is no terminal that can show it.
  @discardableResult
  public static func run(
    _ controller: ViewController, options: CursesOptions = CursesOptions()
  ) async throws -> Application.Ending {
    try await CursesScreen.run(options: options) { screen in
      await Application(screen: screen, events: screen.events) { screen.invalidate() }.run(controller)
    }
  }

  /// Shows a screen as the whole program: the last line of a `main` that is not asynchronous.
  ///
  /// ```swift
  /// Terminal.main(MountainsController())
  /// ```
  ///
  /// The process ends with the status of the ending: 0 or what the screen chose, 129, 130 or 143 for a request to end
  /// by a signal. Where there is no terminal that can show it, with one line on standard error and 2. In each case
  /// the terminal has been given back.
  ///
  /// The first frame is there before any thread is started, which an asynchronous `main` has to wait for.
  ///
  /// - Parameters:
  ///   - controller: what is shown.
  ///   - options: how the terminal is used.
  public static func main(
    _ controller: ViewController, options: CursesOptions = CursesOptions()
  ) -> Never {
    reserveStandardDescriptors()
    let screen: CursesScreen
    do {
      screen = try CursesScreen(options: options)
    } catch {
      fail(programName, error)
    }
    let application = Application(screen: screen, events: screen.events) { screen.invalidate() }
    application.start(controller)
    Task {
      let ending = await application.run(controller)
      screen.close()
      exit(ending.exitStatus)
    }
    dispatchMain()
  }

  /// Gives the terminal to another program, such as an editor or a pager, while `body` runs.
  ///
  /// ```swift
  /// await Terminal.suspended { try? await run("less", path) }
  /// ```
  ///
  /// Nothing is drawn and no key is read meanwhile; all is drawn anew afterwards. ctrl-c and ctrl-z are for the other
  /// program; a request to end is answered all the same. Where no screen has the terminal, as in tests, `body` runs.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public static func suspended<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result
  {
    guard let screen = CursesScreen.current else { return try await body() }
    return try await screen.suspended(body)
  }

  /// The name the program was started by, without its path.
  private static var programName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
  }
}

extension Terminal {
  /// Ends the program because of an error: one line on standard error, and status 2.
  ///
  /// ```swift
  /// do { try readSettings() } catch { Terminal.fail("my-list", error) }
  /// ```
  ///
  /// The line is escaped, so the error may mention paths and values as they are. Where the error is that standard
  /// output is closed, the program ends without a message, as by `SIGPIPE` (141 in a shell).
  ///
  /// - Parameters:
  ///   - program: The name the line begins with.
  ///   - error: What went wrong.
  public nonisolated static func fail(_ program: String, _ error: any Error) -> Never {
    if let failure = error as? StandardOutput.Failure, failure.isClosedPipe { endLikeOthersAtClosedPipe() }
    let line = Array((EscapedText("\(program): \(error)").text + "\n").utf8)
    // Where not even this can be written, the status tells.
    _ = write(STDERR_FILENO, line, line.count)
    exit(2)
  }

  /// Ends as by `SIGPIPE`, also where the program was started with that signal ignored.
  private nonisolated static func endLikeOthersAtClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGPIPE)
    exit(128 + SIGPIPE)
  }

  /// Opens those of standard input, output and error that are closed, so that no file opened later gets their number
  /// and, say, a message written into it.
  ///
  /// For the first line of `main`. Reading and writing fail as before: each is opened for the other direction.
  public nonisolated static func reserveStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is given; those below are taken by now.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

extension Terminal {
  /// Does work before the first screen of a program, while the terminal says what it is and how far it has come; escape
  /// stops it.
  ///
  /// ```swift
  /// let index = try await Terminal.progress(of: "reading \(path)") { report in
  ///   try await Index(path) { report(.fraction($0)) }
  /// }
  /// ```
  ///
  /// Work of less than a tenth of a second shows nothing, and so does a program without a terminal.
  ///
  /// - Parameters:
  ///   - title: what is done, such as `reading`.
  ///   - options: how the terminal is used.
  ///   - work: does it, as that of `TableViewController.progress(of:_:)`.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws, or `CancellationError` where escape or ctrl-c was pressed, or a signal asked for the end.
  public static func progress<Result: Sendable>(
    of title: String, options: CursesOptions = CursesOptions(),
    _ work: @escaping @MainActor (_ report: @escaping @Sendable (WorkProgress) -> Void) async throws -> Result
  ) async throws -> Result {
    let controller = WorkController()
    controller.tableView.backgroundContent = ListContentConfiguration(text: title)
    let (isDue, due) = AsyncStream<Void>.makeStream()
    let task = Task {
      defer {
        controller.isDone = true
        due.yield()
      }
      return try await controller.progress(of: title, work)
    }
    let timer = Task {
      try? await Task.sleep(for: WorkProgress.delay)
      due.yield()
    }
    for await _ in isDue { break }
    timer.cancel()
    // Where there is no terminal the work is done all the same.
    if !controller.isDone, (try? await run(controller, options: options)) != nil { task.cancel() }
    return try await task.value
  }
}

/// A screen that ends with the work it shows.
private final class WorkController: TableViewController {
  var isDone = false { didSet { exit() } }

  override func viewDidAppear(_ animated: Bool) { if isDone { exit() } }
}
