import LibC
import TerminalTesting
import TestSupport
import Testing

/// Random sessions (keys, pastes, mouse events, resizes, stops) with lists that change. `SessionRun` defines
/// what must never happen.
@Suite("Random sessions with lists", .waitsForProcesses) struct MusterSessionTests {
  private static let campaign: SessionCampaign = {
    var campaign = SessionCampaign(
      program: BuiltProducts.path(of: "muster"), name: "muster", commands: commands, takesSeed: false,
      environment: ["TABLES": tables, "PAGER": "true"])
    // Picking none of the matching rows has its own status.
    campaign.statuses = { $0.contains("-m") || $0.contains("-1") ? [0, 1, 130] : [0, 130] }
    return campaign
  }()

  private static let tables: String = {
    let tests = #filePath.split(separator: "/").dropLast(3)
    return "/\(tests.joined(separator: "/"))/ListDataTests/Tables"
  }()

  /// Returns a command that prints twenty recorded outputs in turn. Options appended to it are arguments of
  /// the shell.
  private static func series(_ name: String) -> [String] {
    let script = "n=$(( $(date +%s%N) / 100000000 % 20 )); cat \"$TABLES/series/\(name)/$(printf %02d $n)\""
    return ["sh", "-c", script]
  }

  private static let commands: [[String]] =
    ["ps-aux", "df-h", "ls-lt", "lsof-i", "sim-docker-stats", "git-status"].map {
      ["muster", "-n", "0.1", "--"] + series($0)
    } + [
      ["muster", "-n", "0.1", "--tree", "PPID", "--", "sh", "-c", "ps -e -o pid,ppid,user,stat,comm"],
      ["muster", "-n", "0.1", "-g", "1", "--"] + series("ps-aux"),
      ["muster", "-n", "0.1", "-s", "-%CPU", "-q", "a", "--"] + series("ps-aux"),
      ["muster", "-n", "0.1", "--keep", "always", "--total", "%CPU=sum", "--"] + series("ps-aux"),
      ["muster", "-m", "\(tables)/tables/csv-tickets"],
      ["muster", "-m", "--preview", "echo {1}; sleep 0.05; echo {2}", "\(tables)/tables/csv-tickets"],
      ["muster", "\(tables)/tables/json-map"],
      ["muster", "\(tables)/more/k-get-all.txt"],
      ["muster", "\(tables)/tables/tree"],
      ["muster", "\(tables)/tables/lsblk-json"],
      ["muster", "\(tables)/series/ls-l/00", "\(tables)/series/ls-l/07"],
    ] + streams + pickers + extremes

  /// Returns a command that never ends: `body` prints lines that contain `$i`, which counts up.
  private static func stream(_ body: String) -> [String] {
    ["sh", "-c", "i=0; while :; do i=$((i+1)); \(body); sleep 0.02; done"]
  }

  /// Lists that grow, update their rows, print themselves again, and have groups that come and go.
  private static let streams: [[String]] = [
    ["muster", "-F", "--"] + stream("echo \"$i $((i*7919%100)) word$((i%9))\""),
    ["muster", "-F", "-u", "-k", "1", "--"] + stream("echo \"row$((i%40)) $i $((i%3))\""),
    ["muster", "-F", "-g", "2", "--"]
      + stream("printf '%s caf\\303\\251\\n%s cafe\\314\\201\\n%s b\\377\\n' $i $i $i"),
    ["muster", "-F", "--keep", "always", "--"]
      + stream("printf 'NAME N\\n'; for r in a b c d; do echo \"$r$((i%5)) $i\"; done"),
    ["muster", "-F", "--runs", "page", "--"] + stream("printf '\\033[H\\033[2Ja %s\\nb %s\\n' $i $((i%4))"),
  ]

  /// Lists whose keys are letters of a query, and lists whose keys ask before they run a command.
  private static let pickers: [[String]] = [
    ["muster", "-1", "\(tables)/tables/csv-tickets"],
    ["muster", "-1", "-n", "0.1", "--"] + series("ps-aux"),
    ["muster", "-n", "0.1", "-x", "echo {1}", "-x", "k=true {2}", "--"] + series("ps-aux"),
    ["muster", "-x", "alt-x=true {+1}", "-x", "ctrl-k=echo {1}", "-m", "\(tables)/tables/csv-tickets"],
  ]

  /// Lists at the limits of what a row, a screen or a source may be, and those that observe or join runs.
  private static let extremes: [[String]] = [
    ["muster", "--", "sh", "-c", "seq -s, 1 20000; seq -s, 2 20001; seq -s, 3 20002"],
    ["muster", "-F", "-u", "-k", "N", "--"] + stream(#"echo "[{\"N\":$((i%5)),\"V\":{\"w\":[$i]}}]""#),
    ["muster", "--height", "3", "\(tables)/tables/csv-tickets"],
    ["muster", "--height", "60%", "-m", "-n", "0.1", "--"] + series("df-h"),
    ["muster", "-n", "0.1", "--alert", "%CPU:>1", "--context", "2", "--"] + series("ps-aux"),
    [
      "muster", "-n", "0.1", "--each", "a b c", "--", "sh", "-c",
      "[ $1 = c ] && exit 3; echo N V; echo $1 $$", "sh", "{}",
    ],
    ["muster", "-n", "0.1", "-q", #"1:>3 "l|o" !zzz"#, "--"] + series("lsof-i"),
  ]

  /// Without programs, so that no key of a recipe can reach a process of the machine.
  @Test("Random sessions with the list of recipes, none of which finds its program, end without a failure")
  func recipes() async {
    var campaign = SessionCampaign(
      program: BuiltProducts.path(of: "muster"), name: "muster", commands: [["muster"]], takesSeed: false,
      environment: ["PATH": "/dev/null", "SHELL": "/bin/sh"])
    campaign.statuses = { _ in [0, 1, 130] }
    let result = await campaign.play(seeds: 0..<(TestRun.isThorough ? 20 : 4))
    for finding in result.findings { Issue.record("\(finding)") }
  }

  @Test("Random sessions with changing lists end without a failure") func sessions() async {
    let result = await Self.campaign.play(seeds: 0..<UInt64(Self.campaign.sessionCount))
    expectEqual(result.count, Self.campaign.sessionCount)
    for finding in result.findings { Issue.record("\(finding)") }
  }

  /// ctrl-z also signals a command that is about to start. A stopped command would keep the program from
  /// stopping.
  @Test("ctrl-z stops the program, also while a command starts") func ctrlZ() {
    let steps: [SessionStep] = (0..<20).flatMap { number in
      [.suspend, .foreground, .redraw, .pause(number * 5)] as [SessionStep]
    }
    let script = SessionScript(
      arguments: ["muster", "-n", "0.1", "--", "sh", "-c", "ps -e -o pid,comm"], steps: [.settle] + steps)
    #expect(Self.campaign.failure(of: script) == nil)
  }

  /// A command for a row has the terminal, and so receives the keys that end programs.
  @Test("After a command for a row, ctrl-c, ctrl-\\ and enter return to the list")
  func afterCommand() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), ["-x", "exit 3", "-n", "60", "--", "echo", "some row"])
    try terminal.wait(for: "▌ some row")
    for (former, key) in ["\u{3}", "\u{1C}", "\r", "\u{3}"].enumerated() {
      terminal.type("x")
      try terminal.wait(for: "Run it for some row?")
      terminal.type("y")
      try terminal.wait { screen in
        screen.lines.count { $0.hasPrefix("exit status 3; press enter to go back") } == former + 1
      }
      terminal.type(key)
      try terminal.wait(for: "exit status 3: exit 3")
    }
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test("A list of places waits for a column that the first answers do not have") func lateColumn() throws {
    let directory = try TemporaryDirectory()
    let script = "[ $1 = a ] && exit; until [ -e go ]; do sleep 0.02; done; echo ID SIZE; echo 1 2; echo 2 1"
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"),
      ["-s", "SIZE", "--each", "a b", "--", "sh", "-c", script, "sh", "{}"], directory: directory.path)
    try terminal.wait(for: "no column 'SIZE'")
    try directory.write("", to: "go")
    try terminal.wait { $0.contains("SIZE ▲") && $0.contains("▌ b       2       1") }
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  /// As `muster … &`: the shell stops, and continues in the background as muster.
  @Test("Started in the background, it stops before it changes the terminal") func background() throws {
    let terminal = try PseudoTerminal(
      "/bin/sh",
      ["-c", #"kill -STOP $$; exec "$0" -n 60 -- echo some row"#, BuiltProducts.path(of: "muster")])
    try expectEqual(terminal.waitForStop(), SIGSTOP)
    let settings = terminal.settings
    terminal.continueInBackground()
    try terminal.wait("a stop in the background") { $0.contains("some row") || terminal.stop == SIGTTOU }
    #expect(!terminal.screen.contains("some row"))
    expectEqual(terminal.settings, settings)
    terminal.continueInForeground()
    try terminal.wait(for: "▌ some row")
    try terminal.finish(typing: "q")
  }

  #if canImport(Glibc)
    /// `exit(3)` tears down what another thread uses to start a command at that moment, and that thread
    /// crashes. The dynamic linker reports what it does at exit.
    @Test("The program ends without the teardown of exit(3)", arguments: [[], ["-p"]])
    func noTeardown(options: [String]) throws {
      let directory = try TemporaryDirectory()
      let terminal = try PseudoTerminal(
        BuiltProducts.path(of: "muster"), options + ["--", "echo", "some row"],
        environment: ["LD_DEBUG": "statistics", "LD_DEBUG_OUTPUT": directory.file("linker")])
      try terminal.wait(for: "some row")
      if options.isEmpty { terminal.type("\u{3}") }
      try expectEqual(terminal.waitForEnd(), .exited(options.isEmpty ? 130 : 0))
      let report = try directory.read("linker.\(terminal.process)")
      #expect(report.contains("runtime linker statistics") && !report.contains("final number"))
    }
  #endif

  @Test(.enabled(if: Soak.seconds != nil)) func soak() async { #expect(await Self.campaign.soak().isEmpty) }

  @Test(.enabled(if: Soak.replay != nil)) func replay() { #expect(Self.campaign.replay()?.isEmpty == true) }
}
