import Foundation
import LibC
import TerminalTesting
import Testing

@Suite("Runs of tests", .waitsForProcesses) struct StartedProcessTests {
  @Test("A child ends and is collected with its object") func collected() throws {
    var process: StartedProcess? = try StartedProcess("/bin/sleep", ["100000"])
    let number = try #require(process?.number)
    expectEqual(kill(number, 0), 0)
    process = nil
    #expect(kill(number, 0) != 0 && errno == ESRCH)
  }

  @Test("A child that cannot start is an error, and no process") func notStarted() {
    #expect(throws: WaitFailure.self) { try StartedProcess("/dev/null/none") }
  }

  #if os(Linux)
    /// `swift test` for a script: two tests, of which one hangs.
    private static let hanging = #"""
      #!/bin/sh
      case $* in *--help-hidden*) echo --event-stream-output-path; exit ;; esac
      while [ $# -gt 1 ]; do shift; done
      cat >"$1" <<'END'
      {"payload":{"kind":"testStarted","messages":[{"text":"Test \"It ends\" started."}],"testID":"A.B\/c()\/B.swift:1:4"}}
      {"payload":{"kind":"testStarted","messages":[{"text":"Test \"It \"hangs\"\" started."}],"testID":"A.B\/d(e:)\/B.swift:3:4"}}
      {"payload":{"kind":"testStarted","messages":[{"text":"Test later() started."}],"testID":"A.B\/later()\/B.swift:5:4"}}
      {"payload":{"kind":"testCaseStarted","testID":"A.B\/c()\/B.swift:1:4"}}
      {"payload":{"kind":"testCaseStarted","testID":"A.B\/d(e:)\/B.swift:3:4"}}
      {"payload":{"kind":"testCaseStarted","testID":"A.B\/d(e:)\/B.swift:3:4"}}
      {"payload":{"kind":"testCaseEnded","testID":"A.B\/d(e:)\/B.swift:3:4"}}
      {"payload":{"kind":"testCaseEnded","testID":"A.B\/c()\/B.swift:1:4"}}
      END
      echo '✔ Test "It ends" passed after 0.1 seconds.'
      exec sleep 100000

      """#

    @Test("A run in which nothing happens any more is ended, and the tests that run are named")
    func stalled() throws {
      let directory = try TemporaryDirectory()
      try directory.writeProgram(Self.hanging, to: "swift")
      let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
      let run = try HeadlessRun(
        "/bin/bash", ["\(root)/Scripts/progress.sh", "--tests", "Tests", "swift", "test"],
        environment: ["PATH": "\(directory.path):/usr/bin:/bin", "STALL_SECONDS": "0"])
      #expect(run.end != .exited(0))
      let lines = run.standardError.split(separator: "\n")
      expectEqual(
        lines.dropLast(),
        [
          "Nothing happened for 0 s, so the tests were ended.",
          "✘ Test \"It \"hangs\"\" did not end at B.swift:3",
        ])
    }
  #endif
}
