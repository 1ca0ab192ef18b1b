import ArgumentParser
import ListKit

/// A subcommand that shows one screen: on the terminal, or, where standard output is none, as plain lines.
///
/// ``TuiDemo`` runs it; the gallery shows the same screens, each on top of itself.
protocol Demo: ParsableCommand, Sendable {
  /// The options every demo has.
  var display: DisplayOptions { get set }

  /// The screen.
  ///
  /// - Throws: why it cannot be shown, in one line.
  @MainActor func makeController() throws -> ViewController

  /// What the screen shows at first, for a pipe: an item a line, its fields parted by tabs.
  ///
  /// - Throws: why it cannot be printed, in one line.
  @MainActor func plainLines() throws -> [String]

  /// Runs until its user ends it, and ends the process.
  @MainActor func start() -> Never
}

extension Demo {
  @MainActor func start() -> Never { Session.run(self) }
}
