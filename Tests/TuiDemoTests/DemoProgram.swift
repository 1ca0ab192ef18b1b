import Files
import LibC
import ListKitTesting
import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

/// Starts tui-demo on a terminal.
func startDemo(
  _ arguments: String..., environment: [String: String?] = [:], columns: Int = 80, lines: Int = 24
) throws -> PseudoTerminal {
  try PseudoTerminal(
    BuiltProducts.path(of: "tui-demo"), arguments, environment: environment, columns: columns, lines: lines)
}

/// Runs tui-demo without a terminal.
func runDemo(_ arguments: [String]) throws -> HeadlessRun {
  try HeadlessRun(BuiltProducts.path(of: "tui-demo"), arguments)
}

/// Runs tui-demo without a terminal.
func runDemo(_ arguments: String...) throws -> HeadlessRun { try runDemo(arguments) }

extension TemporaryDirectory {
  var name: FileName { FileName(path) }

  /// Creates an empty file whose name may have any bytes.
  func touch(_ name: FileName) {
    let file = self.name.appending(name).withCString { open($0, O_CREAT | O_WRONLY, 0o644) }
    if file >= 0 { close(file) }
  }
}

extension TestScreen {
  /// Waits until a condition holds, without a limit other than the time limit of the suite.
  ///
  /// - Parameter step: The time by which the test's clock advances at each check.
  func wait(
    _ what: String, passing step: Duration = .zero, until isSeen: @MainActor () async -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    while await !isSeen() {
      // The kernel and other threads do not depend on the test's clock.
      try? await Task.sleep(for: .milliseconds(1))
      try #require(!Task.isCancelled, "\(what) is not seen:\n\(text)", sourceLocation: sourceLocation)
      await advance(by: step)
    }
  }
}
