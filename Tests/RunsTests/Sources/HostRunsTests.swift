import Files
import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("One list of several hosts", .waitsForProcesses, .timeLimit(.minutes(60))) struct HostRunsTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// Returns the source of a shell script that runs for each host, which is `$1`.
  ///
  /// - Parameter file: The file in the test's directory whose lines are the hosts.
  private func source(
    _ hosts: [String], file: String? = nil, jobs: Int = 8, _ script: String,
    configure: (inout ReadingOptions) -> Void = { _ in },
    isReadOnce: Bool = false
  ) throws -> Source {
    var options = ReadingOptions()
    options.interval = Interval(seconds: 0.1)
    configure(&options)
    let script = "cd '\(directory.path)'; \(script)"
    return try Source(
      Subject.hosts(
        HostCommand(
          ["sh", "-c", script, "sh", "{}"], hosts: hosts,
          file: file.map { StoredFile(path: directory.path + "/" + $0) }, column: "HOST", jobs: jobs)),
      options,
      isReadOnce: isReadOnce)
  }

  @Test("The rows of all hosts have the host in the first column and in the key, whatever ends first")
  func hosts() async throws {
    let source = try source(["a", "b", "c"], "printf 'ID  N\\n1   %s\\n22  x\\n' $1", isReadOnce: true)
    for try await run in source.runs() {
      expectEqual(run.table.columns.map(\.name), ["HOST", "ID", "N"])
      expectEqual(
        run.rows, ["a", "b", "c"].flatMap { [[$0, "1", $0], [$0, "22", "x"]] })
      #expect(run.problem == nil && run.staleFiles.isEmpty)
      #expect(run.key?.columns?.contains(0) == true, "\(run.key as Any)")
    }
  }

  @Test("A chosen key is a key within the host") func key() async throws {
    let source = try source(
      ["a", "b"], "printf 'ID,N\\n1,x\\n'", configure: { $0.key = .columns([ColumnReference("ID")]) },
      isReadOnce: true)
    for try await run in source.runs() { expectEqual(run.key, .columns([0, 1])) }
  }

  @Test("However many hosts never answer, those that do are read")
  func manySilentHosts() async throws {
    let silent = (0..<100).map { "silent\($0)" }
    let source = try source(
      silent + ["a", "b"], jobs: 200, "case $1 in silent*) exec sleep 1000;; esac; printf 'ID,N\\n1,x\\n'")
    for try await run in source.runs() where run.rows.map(\.first) == ["a", "b"] { break }
  }

  @Test("As many commands run at the same time as the limit of open files allows, at least one")
  func openFiles() {
    func possible(_ jobs: Int, _ files: Int) -> Int { HostCommand.possibleJobs(jobs, openFiles: files) }
    expectEqual([possible(8, 1_024), possible(200, 1_024), possible(400, 1_024)], [8, 200, 320])
    expectEqual([possible(200, 128), possible(8, 64), possible(8, 4)], [21, 8, 1])
    for jobs in [1, 8, 10_000] {
      expectEqual(possible(jobs, HostCommand.openFiles(jobs: jobs)), jobs)
    }
  }

  @Test("Commands have the limit of open files that the program had at its start") func limitOfCommands()
    async throws
  {
    func limit() async throws -> [UInt8] {
      let outcome = try await ChildCommand(["sh", "-c", "ulimit -Sn"]).run()
      return Array(outcome.bytes[0..<outcome.bytes.count])
    }
    let former = try await limit()
    let number = Int(String(decoding: former.dropLast(), as: UTF8.self))
    if let number { #expect(OpenFiles.raiseLimit(to: number + 1) >= number) }
    try await expectEqual(limit(), former)
  }

  @Test("Where no host answers, the list says so; a host whose command waits for others is not asked")
  func noAnswer() async throws {
    let source = try source(["a", "b"], jobs: 1, "exec sleep 1000")
    for try await run in source.runs() where run.staleFiles.count == 2 {
      #expect(run.staleFiles[0].reason.hasPrefix("a: no answer for "), "\(run.staleFiles)")
      let reason = run.staleFiles[1].reason
      #expect(reason.hasPrefix("b: not asked for ") && reason.hasSuffix(": --jobs 1"), "\(reason)")
      expectEqual(run.problem, .unreadable(reason))
      break
    }
  }

  @Test("A host that fails keeps its last rows and is named; one that never answers delays no other")
  func failingAndSlow() async throws {
    let source = try source(
      ["good", "bad", "slow"],
      """
      [ $1 = slow ] && exec sleep 1000
      [ $1 = bad ] && [ -e fails ] && { echo no route >&2; exit 255; }
      n=$(cat n-$1 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n-$1
      printf 'ID,N\\n1,%s\\n' $n
      """)
    var first: [[String]] = []
    for try await run in source.runs() {
      // On a busy machine, it may be late before it fails.
      let bad = run.staleFiles.filter { $0.reason.hasPrefix("bad: failed") }
      if bad.isEmpty {
        guard run.rows.count == 2 else { continue }
        first = run.rows
        try directory.write("", to: "fails")
        continue
      }
      expectEqual(bad.map(\.reason), ["bad: failed: no route"])
      #expect(bad[0].time != nil && run.problem == nil)
      // Its row is that of an earlier run, while the other host goes on.
      guard let good = run.rows.first, Int(good[2]) ?? 0 > (Int(first[0][2]) ?? 0) + 2 else { continue }
      expectEqual(run.rows.map { $0[0] }, ["good", "bad"])
      guard let slow = run.staleFiles.first(where: { $0.reason.hasPrefix("slow: no answer for ") }) else {
        continue
      }
      #expect(slow.time == nil)
      break
    }
  }

  @Test("The hosts are the lines that their file has now; if it cannot be read, the known ones stay")
  func changedFile() async throws {
    try directory.write("a\nb\n", to: "hosts")
    let source = try source(["a", "b"], file: "hosts", "printf 'ID,N\\n1,%s\\n' $1")
    var steps: [(hosts: [String], text: String)] = [
      (["a", "b"], "# of tomorrow\nb\n\n  c\n"), (["b", "c"], ""), (["b", "c"], "c\n"), (["c"], "c\n"),
    ]
    for try await run in source.runs() {
      guard let step = steps.first, run.rows.map(\.[0]) == step.hosts else { continue }
      // While it is written, the file is empty, too.
      let reason = run.staleFiles.map(\.reason)
      guard
        steps.count == 2 ? reason.last?.hasSuffix("no hosts to run the command for") == true : reason.isEmpty
      else { continue }
      try directory.write(step.text, to: "hosts")
      steps.removeFirst()
      if steps.isEmpty { break }
    }
    #expect(steps.isEmpty)
  }

  @Test("The command runs again for one host, while the others keep their rows") func oneHostAgain()
    async throws
  {
    let source = try source(
      ["a", "b"],
      "n=$(cat n-$1 2>/dev/null || echo 0); n=$((n + 1)); echo $n >n-$1; printf 'ID,N\\n1,%s\\n' $n",
      configure: { $0.interval = Interval(seconds: 1_000_000) })
    var isPolled = false
    for try await run in source.runs() where run.rows.count == 2 {
      if isPolled {
        expectEqual(run.rows, [["a", "1", "1"], ["b", "1", "2"]])
        break
      }
      isPolled = true
      source.stream.runNow(.host("b"))
    }
    #expect(isPolled)
  }

  @Test("If no host has rows, the run has failed with the reason of one") func allFail() async throws {
    let source = try source(["a", "b"], "echo no $1 >&2; exit 2", isReadOnce: true)
    for try await run in source.runs() {
      expectEqual(run.problem, .failed(.exited(2)))
      expectEqual(run.staleFiles.map(\.reason), ["a: failed: no a", "b: failed: no b"])
    }
  }

  @Test("Hosts with other columns have columns of their own, also when the columns change") func columns()
    async throws
  {
    let source = try source(
      ["a", "b"],
      """
      [ $1 = b ] && { printf 'SIZE,ID\\n3,9\\n'; exit; }
      [ -e changed ] && printf 'ID,MORE\\n1,m\\n' || printf 'ID,N\\n1,n\\n'
      """)
    var isChanged = false
    for try await run in source.runs() where run.rows.count == 2 {
      let names = run.table.columns.map { $0.name ?? "" }
      if !isChanged {
        expectEqual(names, ["HOST", "ID", "N", "SIZE"])
        expectEqual(run.rows, [["a", "1", "n", ""], ["b", "9", "", "3"]])
        try directory.write("", to: "changed")
        isChanged = true
      } else if names.contains("MORE") {
        expectEqual(run.rows, [["a", "1", "m", ""], ["b", "9", "", "3"]])
        break
      }
    }
  }

  @Test("At most so many commands run at the same time", arguments: [1, 3]) func jobs(count: Int) async throws
  {
    let source = try source(
      (1...9).map(String.init), jobs: count,
      "mkdir running-$1; ls -d running-* | wc -l >seen-$1; sleep 0.02; rmdir running-$1; echo x",
      isReadOnce: true)
    for try await run in source.runs() { expectEqual(run.rows.count, 9) }
    let seen = try (1...9).map { Int(try directory.read("seen-\($0)").filter(\.isNumber)) ?? 0 }
    #expect(seen.max() ?? 0 <= count && seen.contains { $0 > 0 })
  }

  @Test(
    "A host is one argument and neither the program nor an option",
    arguments: [
      (["{}", "x"], "a", "{} would choose the program; name it"),
      (["echo", "{}"], "-n", "'-n' starts like an option; write -- before {}"),
      (["echo", "x"], "a", "the command has no {} for the host"),
      (["ssh", "host", "ls {}"], "a", "{} would be code of ssh"),
    ])
  func refused(words: [String], host: String, reason: String) {
    let error = #expect(throws: Refusal.self) {
      try HostCommand(words, hosts: [host], column: "PLACE", jobs: 1)
    }
    #expect(error?.description.hasPrefix(reason) == true, "\(error as Any)")
  }

  @Test("A host with special characters reaches the command unchanged") func quoting() throws {
    let host = "a'b \"c\" $d `e` ;&|"
    let words = try HostCommand(["printf", "%s", "{}"], hosts: [host], column: "P", jobs: 1)
    expectEqual(
      words.entries[0].command.words.map { String(decoding: $0, as: UTF8.self) }, ["printf", "%s", host])
    let script = try HostCommand(["sh", "-c", "printf %s {}"], hosts: [host], column: "P", jobs: 1)
    let run = try HeadlessRun(
      "/bin/sh", script.entries[0].command.words.dropFirst().map { String(decoding: $0, as: UTF8.self) })
    expectEqual(run.standardOutput, host)
  }
}
