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

  /// The name the program was started by, without its path.
  private static var programName: String {
    CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "program"
  }
}
