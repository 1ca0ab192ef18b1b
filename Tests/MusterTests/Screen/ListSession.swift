import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

/// The screen of a list, with runs that the test supplies.
@MainActor
final class ListSession {
  var runs: RunMaker
  let source: Source
  let model: RunList
  let screen: TestScreen<ListScreenController>

  init(
    _ arguments: [String] = [], of files: [String] = ["/dev/null"], columns: Int = 60, lines: Int = 12,
    traits: ScreenTraits = .testing()
  ) throws {
    var options = try MusterOptions.read(arguments + files, always: nil)
    try options.readHosts()
    source = try Source(options.subject, options.reading.options)
    runs = RunMaker(identity: source.identity, options: options.reading.options.reader)
    model = RunList(source: source, options: options, runs: RunSequence(RunStream()))
    let controller = ListScreenController(model, options)
    controller.motion = .reduced
    screen = TestScreen(controller, columns: columns, lines: lines, traits: traits)
  }

  /// Returns a session that shows five processes.
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

  func show(_ bytes: [UInt8]) async throws {
    let run = try runs.next(bytes)
    source.history.add(run)
    await take(run)
  }

  /// Passes a run to the screen and waits until its rows are shown.
  func take(_ run: Run) async {
    await model.take(run)
    await model.untilSettled()
  }

  /// Presses keys in turn, each after the previous one took effect.
  func press(_ keys: KeyPress...) async {
    for key in keys {
      screen.press(key)
      await model.untilSettled()
    }
  }

  /// Types a text the same way.
  func type(_ text: String) async {
    for character in text { await press(.character(character)) }
  }

  var rows: [String] { Array(screen.lines[1..<(screen.lines.count - 1)]).filter { !$0.isEmpty } }
  var status: String { screen.lines.last ?? "" }

  /// Runs tasks until the status meets a condition.
  func settle(_ isSettled: (String) -> Bool) async {
    await wait { isSettled(status) }
    await model.untilSettled()
  }
}
