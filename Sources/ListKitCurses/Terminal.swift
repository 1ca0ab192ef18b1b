import Dispatch
public import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

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
