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

  @Test("Without a screen, the output is that of the commands, and what fails is reported")
  func withoutAScreen()
    throws
  {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      """
      "$0" -p -n 0.1 --until end --quiet --on-new 'echo new {NAME}' --on-gone 'sh -c "echo why >&2; exit 3"' \
        --on-change STATUS='echo changed {NAME} {STATUS.old} {STATUS}' -- sh -c '\(try changing(directory))'
      """)
    expectEqual(run.end, .exited(0), "\(run.standardError)")
    #expect(run.standardError.hasPrefix("muster: --on-gone: sh: why\n"))
    expectEqual(
      run.standardOutput.split(separator: "\n").prefix(2), ["changed web-3 Running Failed", "new web-4"])
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
    try terminal.finish(typing: "\u{3}", .exited(130))
    let process = try #require(pid_t(directory.read("pid").trimmingCharacters(in: .newlines)))
    #expect(kill(process, 0) != 0)
  }
}
