import ListData
import TerminalTesting
import TestSupport
import Testing

@testable import muster

/// Options that name columns, a table or an array that the input does not have.
@Suite("Options that the input does not meet", .timeLimit(.minutes(60))) struct OptionCheckTests {
  /// Prints two rows, and does not end.
  private static let endless = "sh -c 'printf \"NAME STATUS\\nweb Running\\n\"; exec sleep 1000'"

  @Test(
    "A column that a query or a command names and no row has ends a stream that does not end",
    arguments: [
      ("-u -k nope", "no column 'nope'"), ("-u --gone sttaus:=up", "--gone: no column 'sttaus'"),
      ("-u -q nope:=x", "--query: no column 'nope'"), ("-u -c nope", "no column 'nope'"),
      ("-u -s nope", "no column 'nope'"), ("-u -o '{nope}'", "no column 'nope'"),
      ("-F -q '!nope:~x'", "--query: no column 'nope'"), ("-F -c nope", "no column 'nope'"),
      ("-u --until 'none sttaus:=up'", "--until: no column 'sttaus'"),
      ("-F --until sttaus:=up", "--until: no column 'sttaus'"),
      ("-u --on-new 'echo {nope}'", "--on-new: no column 'nope'"),
      ("-F --on-change nope=true", "--on-change: no column 'nope'"),
      ("-u --events -q nope:=1", "--query: no column 'nope'"),
    ])
  func endless(options: String, message: String) throws {
    let run = try TemporaryDirectory().shell("\"$0\" -p \(options) -- \(Self.endless)")
    expectEqual(run.end, .exited(2), "\(options)")
    #expect(run.standardOutput.isEmpty, "\(options)")
    #expect(run.standardError.hasPrefix("muster: \(message); there are NAME, STATUS"), "\(run.standardError)")
    expectEqual(run.standardError.split(separator: "\n").count, 1, "\(run.standardError)")
  }

  @Test(
    "A file is refused before a row is printed, and so is a command that runs again and again",
    arguments: [
      ("-p -q 'date:>2026' in", "--query: no column 'date'; there are name, size"),
      ("-1 --exit-0 -q date:=1 in", "no column 'date'; there are name, size"),
      ("-p -q date:=1 in in", "no column 'date'; there are change, name, size"),
      ("-p --table 9 in", "there is no table 9 in the input"),
      ("-p --rows a.b in", "no array or object 'a.b' in the input"),
      ("--until date:=1 -- cat in", "--until: no column 'date'; there are name, size"),
      ("--table 9 --until a -- cat in", "there is no table 9 in the input"),
      ("-p --on-gone 'echo {date}' -- cat in", "--on-gone: no column 'date'; there are name, size"),
    ])
  func refused(words: String, message: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("name,size\na,1\nb,2\n", to: "in")
    let run = try directory.shell("\"$0\" \(words)")
    #expect(run.end == .exited(2) && run.standardOutput.isEmpty, "\(run.standardOutput)")
    #expect(run.standardError.hasPrefix("muster: \(message)"), "\(run.standardError)")
  }

  @Test("A message in place of the list, or a header that has not arrived, refuses nothing")
  func late() throws {
    let directory = try TemporaryDirectory()
    let script =
      "n=$(cat n 2>/dev/null); echo x >>n; [ -n \"$n\" ] || { echo No resources found; exit; }; cat in"
    try directory.write("NAME STATUS\nweb Running\n", to: "in")
    let run = try directory.shell("\"$0\" -n 0.1 --until status:=Running -- sh -c '\(script)'")
    expectEqual(run.end, .exited(0), "\(run.standardError)")
    expectEqual(run.standardOutput, "NAME STATUS\nweb Running\n")
    // Whether the header arrives alone or not, the rows are printed once their columns are known.
    let lines = try directory.shell(
      "{ echo 'NAME STATUS'; sleep 0.3; echo 'web up'; } | \"$0\" -F -p -c STATUS")
    expectEqual(lines.standardOutput, "STATUS\nup\n", "\(lines.standardError)")
  }

  @Test("Rows of JSON may bring a column later; until then it is reported") func json() throws {
    let directory = try TemporaryDirectory()
    let script = "n=$(cat n 2>/dev/null); echo x >>n; if [ -n \"$n\" ]; then cat two; else cat one; fi"
    try directory.write("{\"a\":1}\n{\"a\":2}\n", to: "one")
    try directory.write("{\"a\":1}\n{\"a\":2,\"error\":\"full\"}\n", to: "two")
    let run = try directory.shell("\"$0\" -n 0.1 --until error:=full -- sh -c '\(script)'")
    #expect(run.end == .exited(0) && run.standardOutput == "{\"a\":2,\"error\":\"full\"}\n")
    expectEqual(run.standardError, "muster: --until: no column 'error'; there are a, so far\n")
  }

  @Test("A word that only looks like a condition is text, and reported if it matches nothing") func remarks()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("name,at\nweb,10:30\n", to: "in")
    let run = try directory.shell("\"$0\" -p -q nam:web in")
    expectEqual(run.end, .exited(1))
    expectEqual(
      run.standardError, "muster: 'nam:web' is searched as text: no column 'nam'; there are name, at\n")
  }

}
