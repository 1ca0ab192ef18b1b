import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import muster

@Suite("Printing", .waitsForProcesses) struct PrintingTests {
  @Test("Raw output is the bytes of the file") func raw() throws {
    let directory = try TemporaryDirectory()
    for bytes in [
      Array("id,name\n1,\"b, ob\"\n2,\u{1B}[31m\n".utf8), [], [0x41], Array("\u{FEFF}a,b\r\n1,2\r\n".utf8),
      (0..<5_000).map { UInt8($0 % 251) },
      [UInt8](repeating: 0, count: 300_000), [0xFF, 0xFE, 0x41, 0, 0x0A, 0],
    ] {
      try directory.write(bytes, to: "in")
      let run = try directory.shell("\"$0\" -p -o raw in >a && \"$0\" -o raw <in >b && cmp in a && cmp in b")
      expectEqual(run.end, .exited(0), "\(run.standardOutput)\(run.standardError)")
    }
  }

  @Test("A computed column is one of the input, and of the list that --each joins") func computedColumns()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write("name,price,amount\na,2.50,3\nb,10,1\n", to: "in.csv")
    let total = try directory.shell("\"$0\" -p -c 'name,total=price*amount' -s -total in.csv")
    expectEqual(total.standardOutput, "name\ttotal\nb\t10\na\t7.50\n")
    let each = try directory.shell(
      "\"$0\" -p -c 'HOST,x=HOST+name' --as HOST --each 'u v' -- sh -c 'cat in.csv' {}")
    #expect(each.standardOutput.hasPrefix("HOST\tx\nu\tua\n"))
  }

  @Test("Totals of each group and of all rows go to standard error; standard output has only rows")
  func totals() throws {
    let directory = try TemporaryDirectory()
    try directory.write("kind,size\na,1.5K\nb,2K\na,512\n", to: "in.csv")
    let run = try directory.shell("\"$0\" -p -o tsv -g kind -s -size --total size in.csv")
    expectEqual(run.standardOutput, "kind\tsize\na\t1.5K\na\t512\nb\t2K\n")
    expectEqual(
      run.standardError,
      "muster: a: 2 rows, size sum 2K\nmuster: b: 1 row, size sum 2K\nmuster: size sum 4K\n")
  }

  /// The first line looks like a single cell, and becomes the header once more lines arrive.
  @Test(
    "-F prints every row even if a header is found late", arguments: ["-o csv", "-o raw -q ' '", "-o tsv"])
  func lateHeader(options: String) throws {
    let directory = try TemporaryDirectory()
    // Each line is written once the one before it is printed.
    let run = try directory.shell(
      """
      lines=0
      : >out
      for line in name,size ann,3 bob,4; do
        echo "$line"
        lines=$((lines + 1))
        until [ "$(wc -l <out)" -ge $lines ]; do sleep 0.01; done
      done | "$0" -F \(options) >out
      tr '\\t' , <out | tail -n 2
      """)
    expectEqual(run.standardOutput, "ann,3\nbob,4\n", "\(run.standardError)")
  }

  @Test(
    "A command that runs once ends the program, whatever watches its rows",
    arguments: [("--events --once", 0), ("-n 0 --on-new true", 0), ("--once --until CTR:=2", 1)])
  func once(options: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    let script = "echo NAME CTR; echo web 1"
    for command in ["-- sh -c '\(script)'", "--each 'a b' -- sh -c '\(script); : {}'"] {
      try expectEqual(directory.shell("\"$0\" -p \(options) \(command)").end, .exited(status))
    }
  }

  @Test("--explain describes a file, a pipe or a command, and names the options that change the reading")
  func explain() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      "pods\u{1B}]0;x\u{07} of the cluster:\nNAME    READY  AGE\nweb-1   1/1    3\nweb-2   0/1    4\n",
      to: "in")
    for (command, title) in [
      ("\"$0\" --explain in", "in"), ("cat in | \"$0\" --explain", "standard input"),
      ("\"$0\" --explain -- cat in", "cat in"),
    ] {
      let run = try directory.shell(command)
      #expect(
        run.standardOutput.hasPrefix("input   \(title)\nformat  by position          -f FORMAT"),
        "\(run.standardError)")
      #expect(run.standardOutput.contains("line 1  pods\\x1B]0;x\\x07 of the cluster:\n"))
      expectEqual(run.end, .exited(0))
    }
    try expectEqual(directory.shell("\"$0\" --explain in in").end, .exited(64))
  }

  @Test("One of several tables is printed, with a message that there are others") @MainActor func tables()
    throws
  {
    let directory = try TemporaryDirectory()
    try directory.write(Tables.several, to: "in")
    let largest = try directory.shell("\"$0\" -o csv -c NAME,READY in")
    expectEqual(largest.standardOutput, "NAME,READY\nweb-3f,0/1\napi-1c,0/1\nweb-9a,1/1\n")
    expectEqual(
      largest.standardError,
      "muster: table 1 of 2 (pods of the cluster) is printed; --table chooses another one\n")
    try expectEqual(
      directory.shell("\"$0\" --table 2 -o csv <in").standardOutput,
      "NAME,TYPE,CLUSTER-IP\nkubernetes,ClusterIP,10.96.0.1\nweb,NodePort,10.96.0.17\n")
    let plain = try directory.shell("\"$0\" -p in")
    expectEqual(
      plain.standardOutput,
      Tables.several.split(separator: "\n")[1...4].joined(separator: "\n")
        + "\n")
    expectEqual(plain.standardError, largest.standardError)
    try expectEqual(directory.shell("\"$0\" -o raw in").standardOutput, Tables.several)
    try expectEqual(directory.shell("\"$0\" --table 0 -p in").end, .exited(64))
  }

  @Test("Members of objects are columns if options name them, and numbers are printed as written") @MainActor
  func members() throws {
    let directory = try TemporaryDirectory()
    try directory.write(ReadingChoiceTests.requests, to: "in")
    for (options, output) in [
      ("-o csv -c id,http.status", "id,http.status\n1,200\n2,404\n3,500\n"),
      (
        "-o json -s -http.status -c http.status,tags -q http.path:^/b",
        #"{"http.status":404,"tags":[]}"# + "\n"
      ),
      ("-o json -k http.path -c http.path -q http.head.x:1", #"{"http.path":"/a"}"# + "\n"),
    ] {
      let run = try directory.shell("\"$0\" \(options) in")
      expectEqual(run.standardOutput, output, "\(run.standardError)")
    }
    try expectEqual(directory.shell("\"$0\" -o csv -c nope.x in").end, .exited(2))
  }

  #if os(Linux)
    @Test("muster starts no process besides the command") func noHelper() throws {
      let run = try TemporaryDirectory().shell("\"$0\" -p -f lines -- sh -c 'ps -o args= --ppid $PPID'")
      expectEqual(run.standardOutput.split(separator: "\n").count, 1, "\(run.standardOutput)")
    }

    @Test("A full output ends the program before its command ends", .timeLimit(.minutes(60)))
    func fullOutput() throws {
      let run = try TemporaryDirectory().shell("\"$0\" -p -- sleep 10000 >/dev/full")
      expectEqual(run.end, .exited(2))
      expectEqual(run.standardError, "muster: standard output: No space left on device\n")
    }
  #endif

  @Test("--dump-screen waits for the rows, and for the effect of each key", .timeLimit(.minutes(60)))
  func dumpedScreen() throws {
    let directory = try TemporaryDirectory()
    try directory.write("n,v\nb,2\na,1\nc,3\n", to: "in.csv")
    func rows(_ words: String) throws -> [String] {
      let run = try directory.shell("\"$0\" --dump-screen --motion none --size 60x9 \(words)")
      expectEqual(run.end, .exited(0), "\(run.standardError)")
      let lines = run.standardOutput.split(separator: "\n").dropFirst().prefix(4)
      return lines.map { $0.split(separator: " ").filter { !"▌↑↓".contains($0) }.joined(separator: " ") }
    }
    let plain = ["n v", "b 2", "a 1", "c 3"]
    try expectEqual(rows("in.csv"), plain)
    try expectEqual(rows("<in.csv"), plain)
    try expectEqual(rows("-- 'sleep 0.5; cat in.csv'"), plain)
    try expectEqual(rows("--script 'l l s' in.csv"), ["n v ▲", "a 1", "b 2", "c 3"])
    let run = try directory.shell("\"$0\" --dump-screen --size 60x9 --script 's j' in.csv")
    let cursor = run.standardOutput.split(separator: "\n").first { $0.contains("▌") }
    #expect(cursor?.split(separator: " ").contains("b") == true, "\(run.standardOutput)")
  }

  @Test(
    "Unless raw output is requested, the output cannot control a terminal",
    arguments: ["", "-p", "-q x", "-s 1", "-c 2"])
  func harmless(options: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,n\n1,x\u{1B}[2J\u{9B}\u{202E}y\r\n2,x\rz\n", to: "in")
    let text = try directory.shell("\"$0\" \(options) in").standardOutput
    #expect(text.contains("x\\x1B[2J\\u{9B}\\u{202E}y"))
    #expect(!text.unicodeScalars.contains { [0x1B, 0x9B, 0x202E].contains($0.value) })
  }

  @Test(
    "Output to a terminal contains no escape sequences, not even if raw output is requested",
    arguments: ["raw", "csv", "json"])
  func terminal(format: String) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n1,x\u{1B}[2Jy\n2,z\n", to: "in")
    let terminal = try PseudoTerminal(BuiltProducts.path(of: "muster"), ["-p", "-o", format, path])
    try expectEqual(terminal.waitForEnd(), .exited(0))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test("--context prints the rows around matches, with a line between stretches of entire lines")
  func context() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      (0...20).map { "\($0),\([4, 7, 15].contains($0) ? "hit" : "row")\n" }.joined(), to: "in")
    func lines(_ options: String) throws -> [String] {
      try directory.shell("\"$0\" -f csv --header none \(options)").standardOutput
        .split(separator: "\n").map { String($0.prefix { $0 != "," && $0 != "\t" }) }
    }
    let around = ["3", "4", "5", "6", "7", "8", "--", "14", "15", "16"]
    try expectEqual(lines("-q hit --context 1 in"), around)
    try expectEqual(lines("-q hit --context 1 -o csv in"), around.filter { $0 != "--" })
    try expectEqual(lines("-q hit --context 1 -F <in"), around)
  }

  @Test(
    "The exit status tells how the program ended",
    arguments: [
      ("\"$0\" in", 0), ("\"$0\" -q ann in", 0), ("\"$0\" -q nobody in", 1), ("\"$0\" nothing", 2),
      ("\"$0\" .", 2),
      ("\"$0\" -c nope in", 2), ("\"$0\" -k nope in", 2), ("\"$0\" -- no-such-command", 2),
      ("\"$0\" -- false", 3), ("\"$0\" -f json in", 2), ("\"$0\" --header 99 in", 2),
      ("\"$0\" -- sh -c 'echo a; exit 9'", 3), ("\"$0\" -o nope in", 64), ("\"$0\" in >/dev/full", 2),
      (
        "(while sleep 0.1; do echo 9,z >>in; done) & \"$0\" --until change in; status=$?; kill $!; exit $status",
        0
      ),
      ("\"$0\" --until gone=2 -n 0.1 -- sh -c 'cat in; echo id,name,size >in; echo 1,a,2 >>in'", 0),
      ("seq 3 | \"$0\" --until 2", 0), ("seq 3 | \"$0\" --until 9", 1),
      ("\"$0\" --until 'all size:>2' in", 0), ("\"$0\" --until 'count=2' in", 0),
      ("\"$0\" --until gone=nobody in", 2), ("\"$0\" --until 'size:>x' in", 2),
      ("\"$0\" -q 'size:>x' in", 2), ("\"$0\" --until 'size:>9' --timeout 0.1s in", 124),
      ("\"$0\" --timeout 1s in", 64), ("\"$0\" --until change --timeout soon in", 64),
    ])
  func status(line: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name,size\n1,ann,3\n2,bob,4\n", to: "in")
    let run = try directory.shell(line)
    expectEqual(run.end, .exited(status), "\(run.standardError)")
    if status == 2 || status == 64 { expectEqual(run.standardError.split(separator: "\n").count, 1) }
  }

  @Test(
    "The rows that met the condition are printed",
    arguments: [
      ("--until 'size:>3'", "id,name,size\n2,bob,4\n"),
      ("--until 'count>=2 size:>=3' -c name", "name\nann\nbob\n"),
      ("--until 'all size:>2'", "id,name,size\n1,ann,3\n2,bob,4\n"), ("--until 'none size:>9'", ""),
      ("--until 'size:>3' --quiet", ""), ("--until size:3\\|4 -q bob", "id,name,size\n2,bob,4\n"),
    ])
  func met(options: String, output: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name,size\n1,ann,3\n2,bob,4\n", to: "in")
    let run = try directory.shell("\"$0\" \(options) in")
    #expect(run.end == .exited(0) && run.standardOutput == output, "\(run.standardError)")
  }

  @Test("Error output of a command is passed on") func diagnostics() throws {
    let run = try TemporaryDirectory().shell("\"$0\" -- sh -c 'echo out; echo err >&2'")
    #expect(run.standardOutput == "out\n" && run.standardError == "err\n")
    let failed = try TemporaryDirectory().shell("\"$0\" -p -- sh -c 'echo err >&2; kill -9 $$'")
    expectEqual(failed.standardError, "err\nmuster: the command failed: ended by signal 9\n")
  }

  @Test(
    "A failed command's own error is the reason, not an option about the list that it did not print",
    arguments: [
      "-s size", "-c size", "-q size:=1", "-g size", "--total size", "-o {size}", "-k size", "-u -s size",
    ])
  func failedCommand(options: String) throws {
    for printed in ["", "echo a b;"] {
      let run = try TemporaryDirectory().shell(
        "\"$0\" -p \(options) -- sh -c '\(printed) echo why >&2; exit 9'")
      expectEqual(run.standardError, "why\nmuster: the command failed: exit status 9\n")
      expectEqual(run.end, .exited(3))
    }
  }

  @Test("The end of --timeout is one line on standard error, unless nothing is to be said")
  func timeoutLine() throws {
    let directory = try TemporaryDirectory()
    try directory.write("id,name\n1,ann\n", to: "in")
    let run = try directory.shell("\"$0\" --until gone=1 --timeout 0.1s in")
    #expect(
      run.standardError.hasPrefix("muster: timed out after 0.1s: ")
        && run.standardError.split(separator: "\n").count == 1 && run.standardError.hasSuffix("\n"))
    let quiet = try directory.shell("\"$0\" --until gone=1 --timeout 0.1s --quiet in")
    #expect(quiet.end == .exited(124) && quiet.standardError.isEmpty)
  }

  @Test("A closed pipe ends the program silently", arguments: ["cat big", "seq 300000"]) func closedPipe(
    input: String
  ) throws {
    let directory = try TemporaryDirectory()
    try directory.write(String(repeating: "some line\n", count: 100_000), to: "big")
    let run = try directory.shell(
      "{ \(input) | \"$0\" -F; echo \"status $?\" >&3; } 3>&2 | { read line; echo \"$line\"; }")
    expectEqual(run.standardError, "status 141\n")
  }

  @Test(
    "A program that is killed or crashes leaves no command running",
    arguments: ["KILL", "USR1", "SEGV", "PIPE"])
  func killed(name: String) throws {
    let run = try TemporaryDirectory().shell(
      """
      "$0" -F -f lines -- sh -c 'trap "" TERM; echo $$; sleep 1000 & sleep 1000' >child & muster=$!
      until [ -s child ]; do sleep 0.01; done
      kill -\(name) $muster
      while ps -eo pgid=,stat= | grep -v Z | grep -q "^ *$(cat child) "; do sleep 0.01; done
      """)
    expectEqual(run.end, .exited(0))
  }

  @Test(
    "A signal ends the program with the status a shell gives it, and leaves no command running",
    arguments: [("HUP", 129), ("INT", 130), ("TERM", 143)])
  func signals(name: String, status: Int32) throws {
    let directory = try TemporaryDirectory()
    let run = try directory.shell(
      """
      python3 -c 'import subprocess, sys, time, signal, os
      p = subprocess.Popen([sys.argv[1], "--", "sh", "-c", "trap \\"\\" TERM; echo $$ >child; sleep 1000"])
      while not os.path.exists("child") or not open("child").read().strip(): time.sleep(0.01)
      p.send_signal(signal.SIG\(name))
      status = p.wait()
      group = open("child").read().strip()
      processes = [line.split() for line in os.popen("ps -eo pgid=,stat=")]
      print(status, [stat for number, stat in processes if number == group and stat[0] != "Z"])' "$0"
      """)
    expectEqual(run.standardOutput, "\(status) []\n", "\(run.standardError)")
  }

  @Test("A signal that arrives when the command starts is not lost") func earlySignal() throws {
    let run = try TemporaryDirectory().shell(
      """
      for i in 1 2 3 4 5 6 7 8 9 10; do
        "$0" -- sh -c 'kill -INT $PPID; sleep 1000' || echo $?
      done
      """)
    expectEqual(run.standardOutput, String(repeating: "130\n", count: 10))
    #expect(run.standardError.isEmpty)
  }
}
