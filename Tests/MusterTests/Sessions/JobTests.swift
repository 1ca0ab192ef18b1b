import Files
import LibC
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

/// Real jobs, each with its exact keys and their number. A job that takes more keys than before became
/// harder.
@Suite("Jobs", .waitsForProcesses) struct JobTests {
  @Test("The user picks a branch in a script") func pickABranch() throws {
    let job = try Job(["-1"], input: "  fix/pager\n* main\n  release/1.0\n")
    try job.see("release")
    job.press("rel\r")
    try expectEqual(job.answer(), "release/1.0\n")
    expectEqual(job.keyCount, 4)
  }

  private static let sizes = "NAME,SIZE,TYPE\na,900K,log\nb,1.5M,log\nc,20M,core\nd,12K,core\n"

  @Test("Two CSV files are compared by row") func compareFiles() throws {
    let job = try Job(
      ["old.csv", "new.csv"],
      files: ["old.csv": "id,qty\n1,5\n2,6\n3,7\n", "new.csv": "id,qty\n3,7\n1,8\n4,9\n"])
    try job.see("4 changes")
    expectEqual(job.keyCount, 0)
  }

  @Test("The user kills a process") func killAProcess() throws {
    // A process of the test, because muster itself ends what a run leaves behind.
    let process = try StartedProcess("/bin/sleep", ["61"])
    let job = try Job(
      ["-n", "0.1", "-x", "alt-k=kill {PID}", "--", "ps -o pid,comm -p $PPID,\(process.number)"])
    try job.see("COMMAND")
    job.press("/sleep")
    try job.see("1/2")
    job.press("\u{1B}k")
    try job.see("Run it for ")
    job.press("y")
    try job.see("done: kill \(process.number)")
    expectEqual(process.wait(), .killed(SIGTERM))
    try job.see("No row matches")
    expectEqual(job.keyCount, 8)
  }

  @Test("The user runs a command for several marked rows") func killSeveralMarked() throws {
    let job = try Job(
      ["-x", "!k=rm -- {+1}", "-f", "lines", "--", "ls"], files: ["a b": "", "c": "", "d": ""])
    try job.see("▌ a b")
    try job.see("k is rm -- {+1}, not up")
    job.press("\t\tk")
    try job.see("done: rm -- 'a b' 'c'")
    try job.seeNot("● c")
    expectEqual(job.keyCount, 3)
  }

  @Test("The user filters by a nested JSON member") func nestedMember() throws {
    let job = try Job(
      ["log.jsonl"],
      files: [
        "log.jsonl": """
        {"id": 1, "http": {"status": 200}}
        {"id": 2, "http": {"status": 404}}
        {"id": 3, "http": {"status": 200}}

        """
      ])
    try job.see("3 rows")
    job.press("/http.status:404\r")
    try job.see("1/3 rows")
    expectEqual(job.keyCount, 17)
  }

  @Test("The user finds the largest folder and what is in it") func largestFolder() throws {
    let job = try Job([], input: "920\t./a/x\n920\t./a\n900\t./b/y\n8\t./b/z\n912\t./b\n1836\t.\n")
    try job.see("1836  ▾ .")
    job.press("j", Job.down, Job.right)
    try job.see("900        y")
    expectEqual(job.rows.dropFirst().map { $0.suffix(1) }, [".", "a", "b", "y", "z"])
    expectEqual(job.keyCount, 3)
  }

  @Test("The user groups inside groups") func nestedGroups() throws {
    let job = try Job(
      ["pods.csv"], files: ["pods.csv": "name,node,state\na,n1,up\nb,n1,down\nc,n2,up\nd,n1,up\n"])
    try job.see("4 rows")
    job.press("llblb")
    try job.see("▾ node: n1 ")
    try job.see("▾ state: up ")
    expectEqual(job.keyCount, 5)
  }

  @Test("The user shows group totals and sorts groups by them") func sumsOfGroups() throws {
    let job = try Job(["sizes.csv"], files: ["sizes.csv": Self.sizes])
    try job.see("4 rows")
    job.press("hbh=ss")
    try job.see("SIZE ▼")
    try job.see("core  2   20M")
    try job.see("log  2   2.4M")
    expectEqual(job.rows.filter { $0.contains("▾") }.map { $0.contains("core") }, [true, false])
    expectEqual(job.keyCount, 6)
  }

  @Test("The user counts values and filters by one") func howOften() throws {
    let job = try Job(["sizes.csv"], files: ["sizes.csv": Self.sizes])
    try job.see("4 rows")
    job.press("hF")
    try job.see("2 values in 4 rows")
    try job.see("50%  ━━━")
    job.press("\r")
    try job.see("TYPE:=log")
    try job.see("2/4 rows")
    expectEqual(job.keyCount, 3)
  }

  @Test("The user finds one of a million lines") func aMillionLines() throws {
    let job = try Job(["--", "seq", "1000000"])
    try job.see("1,000,000 rows")
    job.press("/^777777$\r")
    try job.see("1/1,000,000 rows")
    expectEqual(job.keyCount, 10)
  }

  @Test("The user sees a pod fail, and goes to it") func failingPod() throws {
    let healthy = "NAME   STATUS\nweb-1  Running\nweb-2  Running\nweb-3  Running\n"
    let job = try Job(
      ["-n", "0.1", "--alert", "status:Failed", "--", "sh", "check"],
      files: ["check": "cat now", "now": healthy])
    try job.see("web-3  Running")
    try job.write(healthy.replacing("2  Running", with: "2  Failed"), to: "now")
    try job.see("sh check · 1 alert · every 0.1 s")
    job.press("e")
    try job.see("▌ web-2  Failed")
    expectEqual(job.keyCount, 1)
    try job.write(healthy, to: "now")
    try job.seeNot("alert")
    // The bell rings once, and the title of the window is in the end the one from before.
    let output = try job.quit()
    expectEqual(output.replacing("]11;?\u{7}", with: "").count { $0 == "\u{7}" }, 1)
    let titles = ["\u{1B}[22;2t", "sh check", "1 alert · sh check", "sh check", "\u{1B}[23;2t"].map {
      $0.hasPrefix("\u{1B}") ? $0 : "\u{1B}]2;\($0)\u{1B}\\"
    }
    var rest = output[...]
    for title in titles {
      let place = try #require(rest.firstRange(of: title), "\(title)")
      rest = rest[place.upperBound...]
    }
    #expect(!rest.contains("\u{1B}]2;"))
  }

  /// A program that stands in for kubectl: each pod is a file with its status.
  private static let kubectl = """
    #!/bin/sh
    [ "$1" = --context ] && { echo "NAME STATUS"; echo "pod-of-$2 Running"; exit; }
    case $1 in
    get) echo 'NAME STATUS'; for pod in web-*; do echo "$pod $(cat $pod)"; done ;;
    delete) rm -- "$3" ;;
    logs) echo "log of $4" ;;
    esac

    """

  private func pods() throws -> Job {
    try Job(
      ["@pods"],
      files: [
        "kubectl": Self.kubectl, "less": "#!/bin/sh\nexec cat\n", "web-1": "Running", "web-2": "Running",
        "web-3": "CrashLoopBackOff", "web-4": "Running",
      ], environment: ["PATH": ".:/usr/bin:/bin"])
  }

  @Test("The user deletes the pod that fails") func deleteFailingPod() throws {
    let job = try pods()
    try job.see("web-4  Running")
    job.press("e")
    try job.see("▌ web-3")
    job.press("\u{1B}x")
    try job.see("Run it for web-3?")
    job.press("y")
    try job.see("done: kubectl delete pod 'web-3'")
    try job.seeNot("web-3  CrashLoopBackOff")
    expectEqual(job.keyCount, 3)
  }

  @Test("The pods of three clusters are in one list") func podsOfThreeClusters() throws {
    let job = try Job(
      ["--each", "eu us ap", "--", "kubectl", "--context", "{}", "get", "pods"],
      files: ["kubectl": Self.kubectl], environment: ["PATH": ".:/usr/bin:/bin"])
    try job.see("3 rows")
    for cluster in ["eu", "us", "ap"] { try job.see("\(cluster)     pod-of-\(cluster)") }
    expectEqual(job.keyCount, 0)
  }

  @Test("The user saves the errors of a log with the lines around them") func errorsOfALog() throws {
    let lines = (0..<20).map { line in
      "2026-11-28T10:00:\(line + 10)Z \(line == 7 ? "ERROR no route" : "INFO step \(line)")\n"
    }
    let job = try Job(
      ["--context", "1", "-q", "level:error", "app.log"], files: ["app.log": lines.joined()])
    try job.see("no route")
    job.press("S")
    try job.see("Save the rows")
    job.press("e.csv\r")
    try job.waitForFile("e.csv")
    let saved = try job.read("e.csv")
    #expect(saved.contains("step 6") && saved.contains("no route") && !saved.contains("step 9"), "\(saved)")
    expectEqual(job.keyCount, 7)
  }

  @Test("The user saves the ten greatest of the rows that match") func topTen() throws {
    let rows = (0..<1000).map { "n\($0),\($0 % 2 == 0 ? "box" : "bag"),\($0 * 7 % 1000)\n" }
    let job = try Job(["big.csv"], files: ["big.csv": "NAME,KIND,AMOUNT\n" + rows.joined()])
    try job.see("1,000 rows")
    job.press("hss")
    try job.see("AMOUNT ▼")
    job.press("/box\r")
    try job.see("500/1,000 rows")
    job.press("L")
    try job.see("first 10")
    job.press("S")
    try job.see("Save the rows")
    job.press("t.csv\r")
    try job.waitForFile("t.csv")
    let saved = try job.read("t.csv").split(separator: "\n")
    expectEqual(saved.count, 11)
    expectEqual(saved.dropFirst().first, "n714,box,998")
    expectEqual(job.keyCount, 16)
  }

  /// A program that stands in for systemctl.
  private static let systemctl = """
    #!/bin/sh
    case $1 in
    list-units) printf 'UNIT LOAD ACTIVE SUB DESCRIPTION\ncron.service loaded active running Jobs\nssh.service loaded failed failed Shell\n' ;;
    *) echo "$*" >>did ;;
    esac

    """

  @Test("The user restarts a service") func restartAService() throws {
    let job = try Job(
      ["@services"], files: ["systemctl": Self.systemctl], environment: ["PATH": ".:/usr/bin:/bin"])
    try job.see("ssh.service")
    job.press("/cron")
    try job.see("1/2")
    job.press("\u{1B}r")
    try job.see("Run it for cron.service?")
    job.press("y")
    try job.see("done: systemctl restart 'cron.service'")
    expectEqual(job.keyCount, 7)
  }

  /// A program that stands in for docker.
  private static let docker = """
    #!/bin/sh
    case $1 in
    ps) printf 'CONTAINER ID   IMAGE   STATUS   NAMES\nc1             web:2   Up       web-1\nc2             db:17   Up       shop\n' ;;
    logs) echo "log of $4" ;;
    esac

    """

  @Test("The user sees the log of the container under the cursor") func logOfAContainer() throws {
    let job = try Job(
      ["@containers"], files: ["docker": Self.docker], environment: ["PATH": ".:/usr/bin:/bin"])
    try job.see("log of c1")
    job.press("j")
    try job.see("log of c2")
    expectEqual(job.keyCount, 1)
  }

  @Test("The user opens a list inside JSON as a list") func listInsideJSON() throws {
    let job = try Job(
      ["a.json"],
      files: [
        "a.json": #"{"id":1,"items":[{"sku":"a"},{"sku":"b"}]}"# + "\n" + #"{"id":2,"items":[]}"# + "\n"
      ])
    try job.see("2 rows")
    job.press("ho")
    try job.see("items of 1")
    try job.see("sku")
    expectEqual(job.keyCount, 2)
  }

  @Test("The user gives a column of a Markdown table another name") func anotherName() throws {
    let job = try Job(["t.md"], files: ["t.md": "| NAME | n |\n| ---- | - |\n| ann | 3 |\n| bob | 5 |\n"])
    try job.see("2 rows")
    job.press("ha")
    try job.see("Another name for n")
    job.press("count\r")
    try job.see("count")
    try job.seeNot("Another name")
    expectEqual(job.keyCount, 8)
  }

  @Test("The user sorts European dates by time") func europeanDates() throws {
    let job = try Job(
      ["eu.csv"],
      files: ["eu.csv": "NAME;date;sum\nann;24.12.2025;1.000,50\nbob;03.01.2026;20,00\neve;31.01.2025;5,25\n"]
    )
    try job.see("3 rows")
    job.press("lls")
    try job.see("date ▲")
    expectEqual(job.rows.map { $0.prefix(3) }, ["eve", "ann", "bob"])
    expectEqual(job.keyCount, 3)
  }

  @Test("Hidden columns stay hidden in later sessions of a name") func rememberedColumns() throws {
    let directory = try TemporaryDirectory()
    for isFirst in [true, false] {
      let job = try Job(
        ["--name", "sizes", "sizes.csv"], files: ["sizes.csv": Self.sizes],
        environment: ["XDG_STATE_HOME": directory.path])
      try job.see("4 rows")
      if isFirst {
        try job.see("TYPE")
        job.press("h-")
      }
      try job.seeNot("TYPE")
      job.press("q")
      _ = try job.answer()
      expectEqual(job.keyCount, isFirst ? 3 : 1)
    }
  }

  @Test("Enter opens what the row names") func openAddress() throws {
    let job = try Job(
      ["-x", "!enter=echo {url} >opened", "links.csv"],
      files: ["links.csv": "NAME,url\na,https://example.org/a\nb,https://example.org/b\n"])
    try job.see("2 rows")
    job.press("\r")
    try job.waitForFile("opened")
    expectEqual(job.keyCount, 1)
  }
}

/// A muster process on a terminal, with a count of the pressed keys.
final class Job {
  private let directory: TemporaryDirectory
  private let terminal: PseudoTerminal
  private(set) var keyCount = 0

  /// Starts muster in its own directory.
  ///
  /// - Parameters:
  ///   - files: The texts of files in the directory, by name; those that begin with `#!` are programs.
  ///   - input: Data for standard input. The picked rows are then captured as in `$(… | muster -1)`.
  init(
    _ arguments: [String], files: [String: String] = [:], input: String? = nil,
    environment: [String: String?] = [:], capturesOutput: Bool = false
  ) throws {
    directory = try TemporaryDirectory()
    for (name, text) in files {
      if text.hasPrefix("#!") {
        try directory.writeProgram(text, to: name)
      } else {
        try directory.write(text, to: name)
      }
    }
    terminal = try PseudoTerminal(
      BuiltProducts.path(of: "muster"), arguments, environment: environment, directory: directory.path,
      standardInput: input,
      capturesOutput: capturesOutput || input != nil && !Set(arguments).isDisjoint(with: ["-1", "-m"]))
  }

  deinit {
    terminal.type("\u{3}")
    _ = try? terminal.waitForEnd()
  }

  static let right = "\u{1B}[C"
  static let down = "\u{1B}[B"

  /// Presses keys: one per character, or one for an escape sequence, which a key with alt also sends.
  func press(_ keys: String...) {
    for keys in keys {
      keyCount += keys.hasPrefix("\u{1B}") ? 1 : keys.count
      terminal.type(keys)
    }
  }

  /// Creates or replaces a file in the directory.
  func write(_ text: String, to name: String) throws { try directory.replace(name, with: text) }

  /// Returns the text of a file in the directory.
  func read(_ name: String) throws -> String { try directory.read(name) }

  /// Waits until a file exists.
  func waitForFile(_ name: String) throws {
    try terminal.wait("file \(name)") { _ in access(directory.file(name), F_OK) == 0 }
  }

  /// Waits until a text is on the screen.
  func see(_ text: String) throws { try terminal.wait(for: text) }

  /// Waits until a text is not on the screen.
  func seeNot(_ text: String) throws { try terminal.wait("no “\(text)”") { !$0.contains(text) } }

  /// The rows on the screen between the header and the status line, without their gutter.
  var rows: [String] {
    terminal.screen.lines.dropFirst().dropLast().map { String($0.drop { " ▌+−~✓↑↓".contains($0) }) }
      .filter { !$0.isEmpty && !$0.hasPrefix("❯") && !$0.hasPrefix("NAME") }
  }

  /// Ends the program by ctrl-c, and returns everything that it has written to the terminal.
  func quit() throws -> String {
    terminal.type("\u{3}")
    try terminal.waitForEnd()
    return String(decoding: terminal.output, as: UTF8.self)
  }

  /// Returns the output of the program after its end.
  func answer() throws -> String {
    try terminal.waitForEnd()
    return String(decoding: terminal.standardOutput, as: UTF8.self)
  }
}
