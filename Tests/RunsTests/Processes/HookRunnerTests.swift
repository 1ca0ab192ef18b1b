import ListData
import RunsTesting
import Synchronization
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Commands that run for changed rows", .waitsForProcesses) struct HookRunnerTests {
  private static let texts = [
    "NAME   STATUS\nweb-1  Running\nweb-2  Running\nweb-3  Running\n",
    "NAME   STATUS\nweb-1  Running\nweb-3  Failed\nweb-4  Pending\n",
  ]

  /// What commands printed, on both of their outputs, and what was reported.
  private struct Result: Sendable {
    var output = ""
    var diagnostics = ""
    var reports: [String] = []
  }

  /// Runs the commands for the changes between some runs.
  private func result(_ commands: [(RowEvent, String)], of texts: [String] = texts) async throws -> Result {
    let hooks = try commands.map { event, text in
      RowHook(event: event, command: try #require(RowHook.HookCommand(argument: text)))
    }
    let result = Mutex(Result())
    let runner = HookRunner(
      hooks,
      output: { bytes, areDiagnostics in
        let text = String(decoding: bytes, as: UTF8.self)
        result.withLock { if areDiagnostics { $0.diagnostics += text } else { $0.output += text } }
      },
      report: { report in result.withLock { $0.reports.append(report) } })
    let observer = ChangeObserver(of: try .reading(files: ["/dev/null"]), [runner.take])
    var runs = RunMaker()
    for text in texts {
      var run = try runs.next(text)
      try observer.take(&run)
    }
    await runner.finish()
    return result.withLock(\.self)
  }

  @Test("They run one after the other, with the row, its key and the event as words and in the environment")
  func changes() async throws {
    let changed = RowEvent.changed([ColumnReference("STATUS")])
    let script = "echo $ROW_NAME $ROW_STATUS_old $1 $MUSTER_EVENT $MUSTER_KEY; echo for $1 >&2"
    let result = try await result([
      (.new, "echo new {NAME}"), (.gone, "echo gone {NAME} {STATUS}"),
      (changed, "sh -c '\(script)' sh {STATUS}"),
    ])
    expectEqual(result.output, "gone web-2 Running\nweb-3 Running Failed changed web-3\nnew web-4\n")
    expectEqual(result.diagnostics, "for Failed\n")
    expectEqual(result.reports, [])
  }

  @Test("One that fails is reported with its error, and later ones still run") func failing() async throws {
    let result = try await result([
      (.gone, "sh -c 'echo why >&2; exit 3'"), (.gone, "no-such-program {NAME}"), (.new, "echo {NAME}"),
    ])
    expectEqual(result.reports.first, "--on-gone: sh: why")
    #expect(result.reports.count == 2 && result.reports[1].hasPrefix("--on-gone: no-such-program"))
    expectEqual(result.output, "web-4\n")
  }

  @Test("One that prints too much is not ended, and the rest is dropped") func flood() async throws {
    let result = try await result([(.new, "sh -c 'yes | head -c 3000000; echo done >&2'")])
    #expect((1_000..<2_000_000).contains(result.output.utf8.count))
    expectEqual(result.reports, ["--on-new: sh: the rest of its output is dropped"])
    expectEqual(result.diagnostics, "done\n")
  }
}
