import Foundation
import TerminalTesting
import TestSupport
import Testing

@Suite("The output of the demos without a screen, and errors if it cannot be written", .waitsForProcesses)
struct OutputTests {
  /// Runs a shell command in which `$0` is tui-demo, in a session without a terminal.
  private func shell(_ command: String, environment: [String: String?] = [:]) throws -> HeadlessRun {
    try HeadlessRun("/bin/sh", ["-c", command, BuiltProducts.path(of: "tui-demo")], environment: environment)
  }

  static let commands = [
    "mountains", "", "gallery", "emoji", "files /", "stress --rows 10", "--help", "--version",
    "mountains --dump-screen", "feed --dump-screen --script 'wait down'",
  ]

  @Test("A full disk is reported in one line", arguments: commands) func fullDisk(_ command: String) throws {
    let run = try shell("exec \"$0\" \(command) >/dev/full")
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "tui-demo: standard output: No space left on device\n")
  }

  @Test("A closed standard output is reported in one line", arguments: commands)
  func closedOutput(_ command: String) throws {
    for others in ["", " <&-"] {
      let run = try shell("exec \"$0\" \(command) >&-\(others)")
      expectEqual(run.end, .exited(2))
      expectEqual(run.standardError, "tui-demo: standard output: Bad file descriptor\n")
    }
  }

  /// The program ends as others do in `yes | head -1`.
  @Test(
    "The program ends without a message when the reader of its output ends",
    arguments: ["", "trap '' PIPE; "])
  func closedPipe(_ trap: String) throws {
    let run = try shell(
      "\(trap){ \"$0\" emoji; echo \"status $?\" >&3; } 3>&2 | { read line; echo \"$line\"; }")
    #expect(run.standardOutput.hasPrefix("😀\tgrinning face"))
    expectEqual(run.standardError, "status 141\n")
  }

  @Test("The exit status reports an error if standard error cannot be written")
  func noStandardError() throws {
    try expectEqual(shell("exec \"$0\" files /none 2>&-").end, .exited(2))
    try expectEqual(shell("exec \"$0\" files /none 2>/dev/full").end, .exited(2))
  }

  // MARK: Control characters

  private func isHarmless(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\t" || ![.control, .format].contains(scalar.properties.generalCategory)
    }
  }

  @Test(
    "Control characters in arguments are escaped in messages",
    arguments: [
      "files \"$HARM\"", "reorder --file \"/none/$HARM/x\"", "mountains --theme \"$HARM\" --dump-screen",
      "\"$HARM\"", "mountains --size \"$HARM\"", "mountains --motion=\"$HARM\"", "--\"$HARM\"",
    ])
  func escapedArguments(_ command: String) throws {
    let run = try shell(
      "exec \"$0\" \(command)", environment: ["HARM": "x\u{1B}]0;pwn\u{7}\u{9B}2J\u{202E}\nEXTRA"])
    expectEqual(run.end, .exited(run.standardError.hasPrefix("tui-demo: ") ? 2 : 64))
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.contains("x\\x1B]0;pwn\\x07\\u{9B}2J\\u{202E}\\nEXTRA"))
    #expect(isHarmless(run.standardError))
    #expect(!run.standardError.contains("\nEXTRA"))
  }

  @Test("Control characters in TERM are escaped in the message") func escapedTerminal() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["gallery"], environment: ["TERM": "x\u{1B}]0;pwn\u{7}\n"],
      capturesErrors: true)
    try expectEqual(terminal.waitForEnd(), .exited(2))
    let message = String(decoding: terminal.standardError, as: UTF8.self)
    expectEqual(
      message,
      "tui-demo: unknown terminal type 'x\\x1B]0;pwn\\x07\\n' in TERM; TERM=xterm-256color suits most terminals\n"
    )
  }

  @Test("Control characters in a file are escaped in the output and in messages") func escapedItems() throws {
    let place = try TemporaryDirectory()
    let name = "\u{202E}order"
    let path = place.path + "/" + name
    try place.write("order 1\n[today]\nTea\u{202E}aet\nC:\\tea\n[end]\n", to: name)
    var run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path])
    #expect(run.standardOutput.contains("today\tTea\\u{202E}aet\ntoday\tC:\\\\tea\n"))
    try place.write("order 1\n[today]\nTea\u{202E}\nTea\u{202E}\n[end]\n", to: name)
    run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["reorder", "--file", path])
    expectEqual(run.end, .exited(2))
    #expect(run.standardError.hasSuffix(", line 4: a second “Tea\\u{202E}”\n"))
    #expect(isHarmless(run.standardError))
  }
}
