import Files
import LibC
import ListData
import RunsTesting
import TerminalTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Sources", .timeLimit(.minutes(60))) struct SourceTests {
  @Test("A command runs repeatedly, and rows keep their identifiers") func command() async throws {
    let directory = try TemporaryDirectory()
    let script = """
      n=$(cat '\(directory.file("n"))' 2>/dev/null || echo 0); n=$((n + 1)); echo $n >'\(directory.file("n"))'
      echo "NAME   COUNT"; [ $n -gt 1 ] && echo "new    0"; echo "ann    $n"; echo "bob    5"
      """
    let source = try Source.reading(command: ["sh", "-c", script]) { $0.interval = Interval(seconds: 0.1) }
    var runs: [Run] = []
    for try await run in source.runs() {
      if run.isComplete { runs.append(run) }
      if runs.count == 3 { break }
    }
    expectEqual(runs.map(\.number), [1, 2, 3])
    expectEqual(runs[0].rows, [["ann", "1"], ["bob", "5"]])
    expectEqual(runs[2].rows, [["new", "0"], ["ann", "3"], ["bob", "5"]])
    #expect(runs.allSatisfy { $0.end == .exited(0) && $0.problem == nil && $0.key == .columns([0]) })
    expectEqual(runs[0].identifiers.array, [0, 1])
    expectEqual(runs[1].identifiers.array, [2, 0, 1])
    expectEqual(runs[2].identifiers, runs[1].identifiers)
    expectEqual(source.history.numbers?.lowerBound, 1)
  }

  @Test(
    "A run that fails or prints nothing keeps the last good rows and has a problem",
    arguments: [
      ("exit 3", Run.Problem.failed(.exited(3))), ("true", .nothing), ("echo; echo", .nothing),
      ("echo other; exit 1", .failed(.exited(1))),
    ])
  func bad(second: String, problem: Run.Problem) async throws {
    let directory = try TemporaryDirectory()
    let mark = directory.file("mark")
    let source = try Source.reading(command: [
      "sh", "-c", "if [ -e '\(mark)' ]; then echo why >&2; \(second); else touch '\(mark)'; seq 3; fi",
    ]) { $0.interval = Interval(seconds: 0.1) }
    var runs: [Run] = []
    for try await run in source.runs() where run.isComplete {
      runs.append(run)
      if runs.count == 2 { break }
    }
    expectEqual(runs[1].problem, problem)
    expectEqual(runs[1].rows, [["1"], ["2"], ["3"]])
    expectEqual(runs[1].diagnostics, Array("why\n".utf8))
    expectEqual(runs[1].identifiers, runs[0].identifiers)
  }

  @Test("A command that fails at first shows its error output and is run again") func failsAtFirst()
    async throws
  {
    let directory = try TemporaryDirectory()
    let mark = directory.file("mark")
    let source = try Source.reading(command: [
      "sh", "-c", "if [ -e '\(mark)' ]; then seq 2; else touch '\(mark)'; echo why >&2; exit 1; fi",
    ]) { $0.interval = Interval(seconds: 0.1) }
    var runs: [Run] = []
    for try await run in source.runs() where run.isComplete {
      runs.append(run)
      if runs.count == 2 { break }
    }
    expectEqual(runs[0].problem, .failed(.exited(1)))
    #expect(runs[0].rows.isEmpty)
    expectEqual(runs[0].diagnostics, Array("why\n".utf8))
    #expect(runs[1].problem == nil && runs[1].rows == [["1"], ["2"]])
  }

  @Test("A command that prints its list again and ends is one run", arguments: ["", "sleep 1"])
  func oneRun(pause: String) async throws {
    let list = "printf 'NAME  COUNT\\nann  1\\nbob  2\\n'"
    let source = try Source.reading(command: ["sh", "-c", "\(list); \(list); \(pause)"]) {
      $0.interval = Interval(seconds: 0.1)
    }
    var number = 1
    for try await run in source.runs() where run.isComplete && run.end != nil {
      expectEqual(run.rows, [["ann", "1"], ["bob", "2"], ["ann", "1"], ["bob", "2"]])
      #expect(run.number == number && source.history.numbers == 1...number)
      if number == 2 { break }
      number += 1
    }
  }

  @Test("A command that never ends shows its output so far") func neverEnds() async throws {
    let source = try Source.reading(command: ["sh", "-c", "seq 3; exec sleep 1000"])
    for try await run in source.runs() where run.table.rowCount == 3 {
      #expect(!run.isComplete)
      break
    }
  }

  @Test("A pause delays the next run, and a request starts one") func pause() async throws {
    let source = try Source.reading(command: ["date", "+%N"]) { $0.interval = Interval(seconds: 0.1) }
    var numbers: [Int] = []
    for try await run in source.runs() where run.isComplete {
      numbers.append(run.number)
      if run.number == 1 {
        source.stream.setPaused(true)
        source.stream.runNow()
      } else if run.number == 2 {
        #expect(source.stream.isPaused)
        source.stream.setPaused(false)
      } else {
        break
      }
    }
    expectEqual(numbers, [1, 2, 3])
  }

  @Test("A file is read again when it changes, is replaced, or reappears") func file() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n1,a\n2,b\n", to: "f.csv")
    let day = timespec(tv_sec: 86_400, tv_nsec: 0)
    expectEqual(utimensat(AT_FDCWD, path, [day, day], 0), 0)
    let source = try Source.reading(files: [path]) { $0.interval = Interval(seconds: 0.1) }
    var complete = 0
    for try await run in source.runs() where run.isComplete {
      complete += 1
      switch complete {
      case 1:
        expectEqual(run.rows, [["1", "a"], ["2", "b"]])
        expectEqual(run.fileTime?.seconds, 86_400)
        try directory.replace("f.csv", with: "id,n\n2,c\n3,d\n")
      case 2:
        expectEqual(run.rows, [["2", "c"], ["3", "d"]])
        #expect(run.fileTime.map { $0.seconds > 86_400 } ?? false)
        expectEqual(run.identifiers.array, [1, 2])
        try await HeadlessRemoval.remove(path)
      case 3:
        guard case .unreadable? = run.problem else {
          Issue.record("gone: \(String(describing: run.problem))")
          return
        }
        expectEqual(run.rows, [["2", "c"], ["3", "d"]])
        try directory.replace("f.csv", with: "id,n\n3,d\n")
      default:
        #expect(run.problem == nil && run.rows == [["3", "d"]])
        return
      }
    }
  }

  @Test("Half a row at the end of a growing file is not yet a row", arguments: [false, true])
  func halfRow(isOneOfSeveral: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n1,a\n", to: "f.csv")
    // Only a change of the file wakes it.
    let source =
      try Source.reading(isOneOfSeveral ? .files([FilePathBytes(path)]) : .files([path])) {
        $0.interval = Interval(seconds: 1000)
      }
    var writer: Task<Void, any Error>?
    for try await run in source.runs() where run.isComplete {
      let rows = run.rows.map { Array($0.suffix(2)) }
      expectEqual(rows, Array([["1", "a"], ["2", "b"], ["3", "c"]].prefix(rows.count)))
      if rows.count == 3 { break }
      if writer != nil { continue }
      writer = Task.detached {
        for text in ["2", ",b\n3", ",c\n"] {
          try await Appending.append(text, to: path)
          try await Task.sleep(for: .milliseconds(200))
        }
      }
    }
    try await writer?.value
  }

  @Test("A last line without a line end is a row once the file no longer grows", arguments: [false, true])
  func lastRow(isOneOfSeveral: Bool) async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("id,n\n1,a\n2,b", to: "f.csv")
    let source =
      try Source.reading(isOneOfSeveral ? .files([FilePathBytes(path)]) : .files([path])) {
        $0.interval = Interval(seconds: 0.1)
      }
    var isGrown = false
    for try await run in source.runs() where run.isComplete {
      let rows = run.rows.map { Array($0.suffix(2)) }
      if rows == [["1", "a"], ["2", "b"]], !isGrown {
        isGrown = true
        try await Appending.append("\n3,c", to: path)
      }
      if rows == [["1", "a"], ["2", "b"], ["3", "c"]] { return }
    }
    Issue.record("it ended")
  }

  @Test("A followed file grows, and its rows stay when the file is truncated") func follow() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("one\ntwo\n", to: "log")
    let source = try Source.reading(files: [path]) {
      $0.follow = true
      $0.format = .lines
      $0.interval = Interval(seconds: 0.1)
    }
    var step = 0
    for try await run in source.runs() {
      let lines = run.rows.map { $0[0] }
      if step == 0, lines == ["one", "two"] {
        step = 1
        try await Appending.append("three\n", to: path)
      } else if step == 1, lines.count == 3 {
        expectEqual(lines, ["one", "two", "three"])
        expectEqual(run.identifiers.array, [0, 1, 2])
        step = 2
        try directory.write("new\n", to: "log")
      } else if step == 2, lines.last == "new" {
        expectEqual(lines, ["one", "two", "three", "new"])
        return
      }
    }
    Issue.record("it ended")
  }

  @Test("A repeated key in a stream updates its row") func update() async throws {
    let directory = try TemporaryDirectory()
    let source = try Source.reading(command: [
      "sh", "-c",
      """
      printf 'NAME  STATE\\nweb1  Pending\\nweb2  Pending\\n'
      until [ -e '\(directory.file("seen"))' ]; do sleep 0.01; done
      echo 'web1  Running'
      """,
    ]) { $0.update = true }
    var last: Run?
    for try await run in source.runs() {
      if last == nil { expectEqual(run.rows, [["web1", "Pending"], ["web2", "Pending"]]) }
      last = run
      try directory.write("", to: "seen")
    }
    let run = try #require(last)
    expectEqual(run.rows, [["web1", "Running"], ["web2", "Pending"]])
    expectEqual(run.identifiers.array, [0, 1])
  }

  @Test("A key that names no column is refused") func wrongKey() async throws {
    let source = try Source.reading(command: ["printf", "a b\\n1 2\\n"]) {
      $0.key = .columns([ColumnReference("nope")])
    }
    await #expect(throws: ColumnReference.Refusal.self) {
      for try await _ in source.runs() {}
    }
  }
}
