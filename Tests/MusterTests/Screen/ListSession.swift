import ListData
import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import muster

/// The screen of a list, with runs that the test hands it.
@MainActor
final class ListSession {
  var runs: Runs
  let source: Source
  let screen: TestScreen<ListController>

  init(_ arguments: [String] = [], columns: Int = 60, lines: Int = 12) throws {
    let options = try MusterOptions.read(arguments + ["/dev/null"], always: nil)
    source = try Source(options.subject, options.reading)
    runs = Runs(identity: source.identity, options: options.reading.reader)
    let controller = ListController(source: source, options: options, runs: RunChannel.make().runs)
    controller.motion = .reduced
    screen = TestScreen(controller, columns: columns, lines: lines)
  }

  /// A session over five processes.
  static func ofProcesses(_ arguments: [String]) async throws -> ListSession {
    let session = try ListSession(arguments)
    try await session.show(Tables.processes)
    return session
  }

  func show(_ text: String, end: CommandEnd? = nil, diagnostics: String = "") async throws {
    let run = try runs.next(text, end: end, diagnostics: diagnostics)
    source.history.add(run)
    await take(run)
  }

  /// Hands over a run, and waits until its rows are shown.
  func take(_ run: Run) async {
    await screen.controller.take(run)
    await screen.controller.untilArranged()
  }

  /// Presses keys one after the other, each once the one before has had its effect.
  func press(_ keys: KeyPress...) async {
    for key in keys {
      screen.press(key)
      await screen.controller.untilArranged()
    }
  }

  /// Types a text the same way.
  func type(_ text: String) async {
    for character in text { await press(.character(character)) }
  }

  var rows: [String] { Array(screen.lines[1..<(screen.lines.count - 1)]).filter { !$0.isEmpty } }
  var status: String { screen.lines.last ?? "" }

  /// Lets tasks go on until the status is as it should be.
  func settle(_ isSettled: (String) -> Bool) async {
    await wait { isSettled(status) }
    await screen.controller.untilArranged()
  }
}
