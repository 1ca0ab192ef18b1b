import Files
import ListData
import ListKit
import RunsTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@MainActor
@Suite("Title, status and the text of an empty list") struct StatusTextTests {
  private func run(_ text: String = Tables.processes, _ change: (inout Run) -> Void = { _ in }) throws -> Run
  {
    var runs = RunMaker()
    var run = try runs.next(text)
    change(&run)
    return run
  }

  private func state(
    _ run: Run, of words: [String] = ["/dev/null"], newest: Run? = nil, isPicker: Bool = false,
    isWorking: Bool = false,
    _ arrange: (inout Arrangement) -> Void = { _ in }
  ) throws -> StatusText {
    let options = try MusterOptions.read(words, always: nil)
    var arrangement = Arrangement()
    arrange(&arrangement)
    return StatusText(
      source: try Source(options.subject, options.reading.options), newest: newest ?? run, shown: run,
      listing: Listing(run, comparison: nil, arrangement, now: 0), isPicker: isPicker, isWorking: isWorking
    )
  }

  @Test("The status names the number of rows") func rows() throws {
    try expectEqual(state(run()).status, "5 rows")
    try expectEqual(state(run("alpha\n")).status, "1 row")
    #expect(try state(run()) { $0.query = "ann" }.status.hasPrefix("2/5 rows"))
  }

  @Test("Thousands are separated in numbers that muster writes itself") func thousands() throws {
    let rows = (1...1500).map { "\($0),name\($0)\n" }.joined()
    expectEqual(try state(run("ID,NAME\n" + rows)).status, "1,500 rows")
  }

  @Test("The title names what --until waits for, and the status how near it is") func until() throws {
    let options = try MusterOptions.read(["--until", "gone=web-1", "/dev/null"], always: nil)
    let run = try run { $0.untilProgress = "web-1 is still there" }
    let text = StatusText(
      source: try Source(options.subject, options.reading.options, until: options.use.until), newest: run,
      shown: run, listing: Listing(run, comparison: nil, Arrangement(), now: 0), isWorking: false)
    #expect(text.title(columns: 200).hasPrefix("/dev/null · until gone=web-1 · "))
    expectEqual(text.status, "waiting: web-1 is still there · 5 rows")
  }

  @Test("The title of a file says when the file was changed, and on which day") func fileTime() throws {
    let old = try state(run { $0.fileTime = WallTime(seconds: 400 * 86_400) }).title(columns: 200)
    #expect(old.hasPrefix("/dev/null · changed 1971-02-"), "\(old)")
  }

  @Test("The title names the duration of a long run") func longRun() throws {
    var description = try state(run(), of: ["--", "true"])
    #expect(!description.title(columns: 200).contains("running"))
    description.secondsRunning = 12
    #expect(description.title(columns: 200).hasPrefix("true · every 2 s · running for 12 s · "))
  }

  @Test("The status starts with the problem of a run") func problems() throws {
    let run = try run {
      $0.problem = .failed(.exited(3))
      $0.diagnostics = Array("no such host\nmore\n".utf8)
    }
    try expectEqual(state(run, of: ["--", "true"]).status, "failed: no such host · 5 rows")
    let silent = try self.run { $0.problem = .nothing }
    try expectEqual(state(silent, of: ["--", "true"]).status, "printed nothing · 5 rows")
  }

  @Test("Where there are no rows, a problem is in their place and not in the status too") func onlyProblem()
    throws
  {
    let run = try run("") { $0.problem = .failed(.exited(3)) }
    let state = try state(run, of: ["--", "true"])
    expectEqual([state.status, state.background.text], ["0 rows", "failed: exit status 3"])
  }

  @Test("The status reports that a file is empty") func emptyFile() throws {
    let run = try run { $0.problem = .nothing }
    #expect(try state(run).status.hasPrefix("empty · "))
  }

  @Test(
    "The status starts with the note of a run",
    arguments: [
      (Run.Note.cut, "truncated: memory limit reached"),
      (.left, "stopped: only rows read so far"), (.misfit, "columns changed"),
    ])
  func notes(note: Run.Note, sentence: String) throws {
    #expect(try state(run { $0.notes = [note] }).status.hasPrefix("\(sentence) · 5 rows"))
  }

  @Test(
    "Where there is no memory for more rows, the status says what happens to the rest",
    arguments: [
      (["-u", "/dev/null"], "memory limit reached: rows with new keys are dropped"),
      ([], "truncated: memory limit reached, the rest is not read"),
      (["-F", "--", "true"], "truncated: memory limit reached, the command waits"),
      (["--", "true"], "truncated: memory limit reached, the rest of the output is dropped"),
    ])
  func memory(words: [String], sentence: String) throws {
    #expect(try state(run { $0.notes = [.cut] }, of: words).status.hasPrefix("\(sentence) · 5 rows"))
  }

  @Test(
    "The status starts with the reason why JSON is invalid",
    arguments: [
      (#"[{"a":1},{"a":"#, "the JSON is incomplete"), (#"[{"a":1},{a:2}]"#, "row 2 is not valid JSON"),
    ])
  func brokenJSON(text: String, sentence: String) throws {
    #expect(try state(run(text)).status.hasPrefix("\(sentence) · 2 rows"))
  }

  @Test("The status names unfinished work in a picker, but not in a list") func work() throws {
    let reading = try run { $0.progress = Run.Progress(bytes: 62, total: 100) }
    #expect(try state(reading, isPicker: true).status.hasSuffix(" · reading 62 %"))
    #expect(try state(run(), isPicker: true, isWorking: true).status.hasSuffix(" · arranging"))
    #expect(try state(reading, isPicker: true, isWorking: true).status.hasSuffix(" · reading 62 %"))
    try expectEqual(state(run(), isPicker: true).status, "5 rows")
    #expect(
      try !state(reading).status.contains("reading")
        && !state(run(), isWorking: true).status.contains("arranging"))
  }

  @Test("The status starts with the number of a past run, or with the limit to changed rows")
  func pastRun() throws {
    let newest = try run { $0.number = 9 }
    #expect(try state(run(), newest: newest).status.hasPrefix("run 1 of 9, "))
    #expect(
      try state(run()) { $0.showsOnlyChanged = true }.status.hasPrefix("only rows that changed · 0/5 rows"))
  }

  @Test("The status reports that a column has too many values for groups") func manyGroups() throws {
    let run = try run("n\n" + (0...10_000).map { "\($0)\n" }.joined())
    #expect(
      try state(run) { $0.structure = .groups(columns: [0]) }.status.hasPrefix(
        "too many groups · 10,001 rows"))
  }

  @Test("The title names the source, the interval and a pause") func title() throws {
    #expect(
      try state(run(), of: ["-n", "0.5", "--", "true", "x"]).title(columns: 200).hasPrefix(
        "true x · every 0.5 s · "))
    try expectEqual(
      state(run(), of: ["-F", "--", "true"]).title(columns: 200).split(separator: " · ").count, 2)
    #expect(try state(run()).title(columns: 200).hasPrefix("/dev/null · "))
    try expectEqual(state(run(), of: []).title(columns: 200), "standard input")
    try expectEqual(state(run(), of: ["a", "b"]).title(columns: 200), "a → b")
    let paused = try state(run(), of: ["--", "true"])
    paused.source.stream.setPaused(true)
    #expect(paused.title(columns: 200).hasPrefix("true · paused · "))
  }

  @Test("A long command is truncated, and the clock stays") func longTitle() throws {
    let words = ["--", "true"] + Array(repeating: "argument", count: 20)
    let title = try state(run(), of: words).title(columns: 40)
    #expect(title.count == 40 && title.hasPrefix("true argument") && title.contains("… · every 2 s · "))
  }

  @Test("An empty list shows the reason, and the key that shows rows again") func emptyList() throws {
    func words(_ state: StatusText) -> [String?] {
      [state.background.text, state.background.secondaryText].map { $0?.isEmpty == true ? nil : $0 }
    }
    expectEqual(words(try state(run()) { $0.query = "q" }), ["No row matches", "esc clears the query"])
    expectEqual(
      words(try state(run()) { $0.showsOnlyChanged = true }),
      [
        "Nothing to compare with", "d shows all rows again",
      ])
    let none = try run("NAME,AGE\n") { $0.problem = nil }
    expectEqual(words(try state(none)), ["No rows", "watching the file"])
    expectEqual(words(try state(none, of: [])), ["No rows", nil])
    let begun = try run("") { ($0.problem, $0.progress) = (nil, Run.Progress(bytes: 0)) }
    expectEqual(words(try state(begun)), ["reading", nil])
    expectEqual(words(try state(run(""), of: ["a", "b"])), ["No differences", nil])
  }
}
