import Dispatch
import LibC
public import ListKit

/// The terminal in which the program was started.
@MainActor
public enum Terminal {
  /// Shows a screen on the terminal until it ends, and restores the terminal in any case.
  ///
  /// ```swift
  /// let ending = try await Terminal.run(MountainsController())
  /// exit(ending.exitStatus)
  /// ```
  ///
  /// - Parameters:
  ///   - controller: the screen.
  ///   - options: options for the terminal.
  /// - Returns: the reason why it ended.
  /// - Throws: ``CursesError`` if there is no suitable terminal.
  @discardableResult
  public static func run(
    _ controller: ViewController, options: CursesOptions = CursesOptions()
  ) async throws -> Application.Ending {
    try await CursesScreen.run(options: options) { screen in
      await Application(screen: screen, events: screen.events) { screen.invalidate() }.run(controller)
    }
  }

  /// Shows a screen for the entire run of the program: the last line of a `main` that is not asynchronous.
  ///
  /// ```swift
  /// Terminal.main(MountainsController())
  /// Terminal.main(MountainsController(), options: CursesOptions(height: .percent(40)))  // below the prompt
  /// ```
  ///
  /// The process exits with the status of the ending: 0 or the status that the screen chose; 129, 130 or 143
  /// after a signal that requests the end. If there is no suitable terminal, it prints one line on standard
  /// error and exits with 2. The terminal has been restored in each case.
  ///
  /// The first frame is drawn before any thread is started; an asynchronous `main` has to wait for one.
  ///
  /// - Parameters:
  ///   - controller: the screen.
  ///   - options: options for the terminal.
  public static func main(
    _ controller: ViewController, options: CursesOptions = CursesOptions()
  ) -> Never {
    openStandardDescriptors()
    let screen: CursesScreen
    do {
      screen = try CursesScreen(options: options)
    } catch {
      end(programName, because: error)
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
  /// await Terminal.suspended { await record(to: path) }
  /// ```
  ///
  /// Meanwhile the screen draws nothing and reads no keys; afterwards it redraws everything. ctrl-c and
  /// ctrl-z go to the other program; other requests to end are still handled. If no screen has the terminal,
  /// as in tests, `body` simply runs.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  public static func suspended<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result
  {
    guard let screen = CursesScreen.current else { return try await body() }
    return try await screen.suspended(body)
  }

  /// The name under which the program was started, without its path.
  private static var programName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
  }
}

extension Terminal {
  /// Ends the program because of an error, with one line on standard error and status 2.
  package nonisolated static func end(_ program: String, because error: any Error) -> Never {
    let line = Array((EscapedText("\(program): \(error)").text + "\n").utf8)
    // If not even this can be written, the status reports the error.
    _ = write(STDERR_FILENO, line, line.count)
    exit(2)
  }

  /// Opens standard input, output and error if they are closed. Reading and writing fail as before, because each
  /// descriptor is opened for the other direction.
  package nonisolated static func openStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The system returns the lowest free descriptor; the lower ones are in use by now.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}

extension Terminal {
  /// Runs work before the first screen of a program, while the terminal shows its title and its progress;
  /// escape stops it.
  ///
  /// ```swift
  /// let index = try await Terminal.progress(of: "reading \(path)") { report in
  ///   try await Index(path) { report(.fraction($0)) }
  /// }
  /// ```
  ///
  /// Nothing is shown for work that takes less than a tenth of a second, or in a program without a terminal.
  ///
  /// - Parameters:
  ///   - title: what is being done, such as `reading`.
  ///   - options: options for the terminal.
  ///   - work: the work, as in `ViewController.progress(of:_:)`.
  /// - Returns: what `work` returns.
  /// - Throws: what `work` throws, or `CancellationError` if the user pressed escape or ctrl-c, or a signal
  ///   requested the end.
  public static func progress<Result: Sendable>(
    of title: String, options: CursesOptions = CursesOptions(),
    _ work: @escaping @MainActor (_ report: @escaping @Sendable (WorkProgress) -> Void) async throws -> Result
  ) async throws -> Result {
    do {
      return try await interruptibleProgress(of: title, options: options, work)
    } catch is Interruption {
      throw CancellationError()
    }
  }

  /// An error: the screen that showed the progress was left.
  package struct Interruption: Error {
    package let ending: Application.Ending
  }

  /// Does the same, but throws an ``Interruption``, which has the reason, in place of `CancellationError`.
  package static func interruptibleProgress<Result: Sendable>(
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
    // Without a terminal, the work continues without progress.
    guard !controller.isDone, let ending = try? await run(controller, options: options) else {
      return try await task.value
    }
    task.cancel()
    do {
      return try await task.value
    } catch is CancellationError {
      throw Interruption(ending: ending)
    }
  }
}

/// A screen that ends with the work whose progress it shows.
private final class WorkController: TableViewController {
  var isDone = false { didSet { exit() } }

  override func viewDidAppear(_ animated: Bool) { if isDone { exit() } }
}
