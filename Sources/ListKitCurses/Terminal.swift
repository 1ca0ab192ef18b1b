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
    _ controller: TableViewController, options: CursesOptions = CursesOptions()
  ) async throws -> Application.Ending {
    try await CursesScreen.run(options: options) { screen in
      await Application(screen: screen, events: screen.events) { screen.invalidate() }.run(controller)
    }
  }

  /// Shows a screen as the whole program: for `main`, when it is not asynchronous.
  ///
  /// The first frame is there before any thread is started, which an asynchronous `main` has to wait for.
  ///
  /// ```swift
  /// try Terminal.runProgram(MountainsController())
  /// ```
  ///
  /// - Parameters:
  ///   - controller: what is shown.
  ///   - options: how the terminal is used.
  /// - Returns: never; the process exits with the status of the ending, the terminal being given back.
  /// - Throws: ``CursesError`` where there is no terminal that can show it.
  public static func runProgram(
    _ controller: TableViewController, options: CursesOptions = CursesOptions()
  ) throws(CursesError) -> Never {
    let screen = try CursesScreen(options: options)
    let application = Application(screen: screen, events: screen.events) { screen.invalidate() }
    application.start(controller)
    Task {
      let ending = await application.run(controller)
      screen.close()
      exit(ending.exitStatus)
    }
    dispatchMain()
  }
}
