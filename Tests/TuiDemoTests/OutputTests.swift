import TerminalTesting
import TestSupport
import Testing

@testable import tui_demo

@Suite("The output of the demos without a screen, and errors", .waitsForProcesses) struct OutputTests {
  @Test(
    "A pipe receives a line for each item, with a fixed number of fields",
    arguments: [
      ("mountains --query k2 --flat", 0, "K2\t", 7),
      ("emoji", 3655, "😀\tgrinning face\tSmileys & Emotion\tface-smiling", 4),
      ("wifi", 19, "Wi-Fi\ton\nAurora Lane\tconnected\tWPA3\t-43 dBm\t36", 0),
      ("wifi --off", 1, "Wi-Fi\toff", 2),
      ("cards", 8 * 3 + 2, "101\tThe Quiet Compiler\tAuthor\tInes Halloran", 4),
      ("edit", 8, "Visited\tBen Nevis\t1345", 3), ("sort --seed 1", 40 * 22, "", 3),
      ("feed --seed 1", 0, "", 5),
      ("stress --rows 1000", StressModel.Operation.allCases.count, "fill\t", 4),
      ("reorder", 25, "today\tWater the tomatoes", 2), ("gallery", 0, "", 3), ("outline", 0, "", 3),
    ])
  func pipes(_ command: String, _ count: Int, _ start: String, _ fields: Int) throws {
    let run = try runDemo(command.split(separator: " ").map(String.init))
    expectEqual(run.end, .exited(0))
    #expect(run.standardOutput.hasPrefix(start))
    let lines = run.standardOutput.split(separator: "\n")
    if count > 0 { expectEqual(lines.count, count) } else { #expect(!lines.isEmpty) }
    for line in lines where fields > 0 {
      expectEqual(line.split(separator: "\t", omittingEmptySubsequences: false).count, fields)
    }
    guard command.contains("--seed") else { return }
    let name = String(command.prefix { $0 != " " })
    try expectEqual(runDemo(name, "--seed", "1").standardOutput, run.standardOutput)
    #expect(try runDemo(name, "--seed", "2").standardOutput != run.standardOutput)
  }

  @Test("The status is 1 if there are no lines") func noLines() throws {
    let run = try runDemo("mountains", "--query", "zzzz")
    #expect(run.end == .exited(1) && run.standardOutput.isEmpty)
  }

  @Test(
    "Wrong options print the usage and exit with status 64",
    arguments: [
      "--nonsense", "nonsense", "--motion wild", "--color plaid", "--theme /dev/null/none", "feed --rate 0",
      "sort --speed 0", "sort --speed 101", "sort --swatch-size 0", "sort --swatch-size 13",
      "gallery --dump-screen --size 0x5", "gallery --dump-screen --size 80",
      "gallery --dump-screen --size axb",
      "gallery --dump-screen --size 80x24x3", "gallery --dump-screen --size 2000x2",
    ])
  func wrongOptions(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    let run = try runDemo(words)
    expectEqual(run.end, .exited(64))
    #expect(run.standardError.contains("Usage:"))
    let option = words.last { $0.hasPrefix("--") } ?? "nonsense"
    #expect(run.standardError.contains(option) || run.standardError.contains(words.last ?? ""))
  }

  @Test(
    "The options --version and --help print text and exit with status 0",
    arguments: [["--version"], ["--help"], ["mountains", "--help"]])
  func versionAndHelp(_ arguments: [String]) throws {
    let run = try runDemo(arguments)
    #expect(run.end == .exited(0) && !run.standardOutput.isEmpty)
  }

  @Test(
    "An unusable terminal is refused in one line",
    arguments: [
      ("no-such-terminal", "'no-such-terminal'"), ("x\u{1B}]0;pwn\u{7}\n", "'x\\x1B]0;pwn\\x07\\n'"),
    ])
  func unusableTerminal(_ type: String, _ shown: String) throws {
    let terminal = try startDemo("gallery", "--script", "down", environment: ["TERM": type])
    try terminal.finish(.exited(2))
    expectEqual(
      terminal.outputText,
      "tui-demo: unknown terminal type \(shown) in TERM; TERM=xterm-256color suits most terminals\r\n")
  }

  // MARK: Output that cannot be written

  /// Runs a shell command in which `$0` is tui-demo, in a session without a terminal.
  private func shell(_ command: String, environment: [String: String?] = [:]) throws -> HeadlessRun {
    try HeadlessRun("/bin/sh", ["-c", command, BuiltProducts.path(of: "tui-demo")], environment: environment)
  }

  @Test(
    "A full disk or a closed standard output is reported in one line",
    arguments: [
      "mountains", "", "gallery", "emoji", "files /", "stress --rows 10", "--help", "--version",
      "mountains --dump-screen", "feed --dump-screen --script 'wait down'",
    ])
  func unwritable(_ command: String) throws {
    for (output, reason) in [
      (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"),
      (">&- <&-", "Bad file descriptor"),
    ] {
      let run = try shell("exec \"$0\" \(command) \(output)")
      expectEqual(run.end, .exited(2))
      expectEqual(run.standardError, "tui-demo: standard output: \(reason)\n")
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
    try expectEqual(shell("exec \"$0\" files /dev/null/none 2>&-").end, .exited(2))
    try expectEqual(shell("exec \"$0\" files /dev/null/none 2>/dev/full").end, .exited(2))
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
      "files \"$HARM\"", "mountains --theme \"$HARM\" --dump-screen",
      "\"$HARM\"", "mountains --size \"$HARM\"", "mountains --motion=\"$HARM\"", "--\"$HARM\"",
    ])
  func escapedArguments(_ command: String) throws {
    let run = try shell(
      "exec \"$0\" \(command)", environment: ["HARM": "x\u{1B}]0;pwn\u{7}\u{9B}2J\u{202E}\nEXTRA"])
    expectEqual(run.end, .exited(run.standardError.hasPrefix("tui-demo: ") ? 2 : 64))
    #expect(run.standardOutput.isEmpty)
    #expect(run.standardError.contains("x\\x1B]0;pwn\\x07\\u{9B}2J\\u{202E}\\nEXTRA"))
    #expect(isHarmless(run.standardError))
  }
}
