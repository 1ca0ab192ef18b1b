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
    _ controller: TableViewController, options: CursesOptions = CursesOptions()
  ) async throws -> Application.Ending {
    try await CursesScreen.run(options: options) { screen in
      await Application(screen: screen, events: screen.events) { screen.invalidate() }.run(controller)
    }
  }
}
