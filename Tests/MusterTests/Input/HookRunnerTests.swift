import Foundation
import ListData
import TerminalTesting
import TestSupport
import Testing

@testable import muster

@Suite("Commands for inserted, removed or changed rows", .waitsForProcesses, .timeLimit(.minutes(60)))
struct HookRunnerTests {
  /// Returns a command that prints different rows in its first three runs and then repeats the third.
  private func changing(_ directory: TemporaryDirectory) throws -> String {
    try directory.write("NAME   STATUS\nweb-1  Running\nweb-2  Running\nweb-3  Running\n", to: "run1")
    try directory.write("NAME   STATUS\nweb-1  Running\nweb-3  Failed\nweb-4  Pending\n", to: "run2")
    try directory.write("NAME   STATUS\nend    0\n", to: "run3")
    return "n=$(cat n 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n; [ $n -gt 3 ] && n=3; cat run$n"
  }

  @Test("Without a screen, the output is that of the commands") func withoutAScreen() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      """
      "$0" -p -n 0.1 --until end --quiet --on-new 'echo new {NAME}' --on-gone 'echo gone {NAME} {STATUS}' \
        --on-change STATUS='sh -c "echo changed \\$ROW_NAME \\$ROW_STATUS_old \\$1 \\$MUSTER_EVENT \\$MUSTER_KEY" sh {STATUS}' \
        -- sh -c '\(try changing(directory))'
      """)
    expectEqual(run.end, .exited(0), "\(run.standardError)")
    expectEqual(
      run.standardOutput.split(separator: "\n").prefix(3),
      ["gone web-2 Running", "changed web-3 Running Failed changed web-3", "new web-4"],
      "\(run.standardError)")
  }

  @Test("Events are JSON objects with the time, and output of commands goes to standard error")
  func events() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      "\"$0\" --events -n 0.1 --until end --on-gone 'echo {NAME}' -- sh -c '\(try changing(directory))'")
    expectEqual(run.end, .exited(0))
    #expect(run.standardError.hasPrefix("web-2\n"))
    let lines = run.standardOutput.split(separator: "\n")
    let withoutTime = lines.prefix(3).map {
      $0.replacing(#/^{"time":"[-0-9]+T[:.0-9]+[+-]\d\d:\d\d",/#, with: "{")
    }
    expectEqual(
      withoutTime,
      [
        #"{"change":"-","row":{"NAME":"web-2","STATUS":"Running"}}"#,
        #"{"change":"~","row":{"NAME":"web-3","STATUS":"Failed"},"old":{"STATUS":"Running"}}"#,
        #"{"change":"+","row":{"NAME":"web-4","STATUS":"Pending"}}"#,
      ])
  }

  @Test("Options for columns and a query select the events") func chosenEvents() throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      "\"$0\" -p --events -n 0.1 -q web-3 -c STATUS --until end -- sh -c '\(try changing(directory))'")
    let line = run.standardOutput.split(separator: "\n").first
    #expect(line?.hasSuffix(#""change":"~","row":{"STATUS":"Failed"},"old":{"STATUS":"Running"}}"#) == true)
  }

  @Test("A command that prints too much is not ended, and the rest is dropped") func flood() throws {
    let run = try TemporaryDirectory().shell(
      #"printf 'a,b\n1,2\n' | "$0" -p -F --on-new 'sh -c "yes | head -c 3000000; echo done >&2"'"#)
    #expect(run.end == .exited(0) && (1_000..<2_000_000).contains(run.standardOutput.utf8.count))
    expectEqual(run.standardError, "muster: --on-new: sh: the rest of its output is dropped\ndone\n")
  }

  @Test("A failed or missing command is reported, and later commands still run") func failing()
    throws
  {
    let directory = try TemporaryDirectory()
    let script = try changing(directory)
    let run = try directory.shell(
      """
      "$0" -p -n 0.1 --until end --quiet --on-gone 'sh -c "echo why >&2; exit 3"' --on-new 'echo {NAME}' -- sh -c '\(script)'
      """)
    #expect(run.standardError.contains("muster: --on-gone: sh: why\n"))
    #expect(run.standardOutput.contains("web-4\n"))
    for option in [
      "--on-gone 'no-such-program {NAME}'", "--on-gone 'echo {NAEM}'", "--on-change NAEM='echo'",
    ] {
      let refused = try directory.shell("rm -f n; \"$0\" -p \(option) -- sh -c '\(script)'")
      #expect(
        refused.end == .exited(2) && refused.standardError.split(separator: "\n").count == 1,
        "\(refused.standardError)")
    }
  }

  @Test("A command that hangs blocks no keys, and is ended at exit") func hanging() throws {
    let directory = try TemporaryDirectory()
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"),
      [
        "-n", "0.1", "--on-gone", "sh -c 'echo $$ >pid; trap \"\" TERM; sleep 1000'", "--", "sh", "-c",
        try changing(directory),
      ],
      directory: directory.path)
    try terminal.wait(for: "end")
    try terminal.wait("the command") { _ in access(directory.file("pid"), F_OK) == 0 }
    terminal.type("/")
    terminal.type("nothing")
    try terminal.wait(for: "No row matches")
    terminal.type("\u{3}")
    try expectEqual(terminal.waitForEnd(), .exited(130))
    let process = try #require(pid_t(directory.read("pid").trimmingCharacters(in: .newlines)))
    #expect(kill(process, 0) != 0)
  }
}
