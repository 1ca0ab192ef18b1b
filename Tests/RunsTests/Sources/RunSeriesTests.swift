import ListData
import RunsTesting
import TestSupport
import Testing

@testable import Rows
@testable import Runs

@Suite("Runs of a stream that prints its list again and again") struct RunSeriesTests {
  private let identity = RowIdentity(choice: nil)

  private func series(
    _ mark: RunSplitter.Start = .auto, isFollowing: Bool = false, ending: RunSeries.Ending = .runs
  ) -> RunSeries {
    let reader = RunReader(options: ReaderOptions(), identity: identity, isFollowing: isFollowing)
    return RunSeries(reader: reader, splitter: RunSplitter(mark), ending: ending)
  }

  private static func run(_ number: Int) -> String {
    "at 22:04:0\(number)\n\nPID  USER  COMMAND\n  1  root  init\(number)\n 33  root  sshd\n\(100 + number)  ann   make\n\n"
  }

  @Test("The open run is shown until the next one closes it, and keeps its number and identifiers")
  func openRun() throws {
    var series = series()
    var text = Self.run(1)
    try expectEqual(series.grow(to: TextBytes(text), at: .now).map(\.isComplete), [false])
    text += Self.run(2)
    var runs = try series.grow(to: TextBytes(text), at: .now)
    #expect(runs.map(\.series) == [.closed, .open] && runs.map(\.number) == [1, 2])
    let open = try #require(runs.last)
    #expect(open.table.rowCount == 3 && open.key == .columns([0]))
    text += "at 22:04:03\n"
    runs = try series.grow(to: TextBytes(text), at: .now)
    #expect(runs.map(\.series) == [.open] && runs[0].identifiers == open.identifiers)
    text = text.replacing("at 22:04:03\n", with: "") + Self.run(3)
    runs = try series.grow(to: TextBytes(text), at: .now)
    #expect(runs.map(\.number) == [2, 3] && runs[0].identifiers == open.identifiers)
    runs = try series.finish(RunReader.Reading(bytes: TextBytes(text)), at: .now)
    #expect(runs.map(\.series) == [nil] && runs[0].number == 3)
    expectEqual(runs[0].table.text(2, 0), "103")
  }

  @Test("An open run is always compared with the closed run before it")
  func comparison() async throws {
    var series = series()
    var screen = ListState()
    var text = Self.run(1)
    func take(isShown: Bool = true) async throws -> String? {
      var wasShown = false
      for run in try series.grow(to: TextBytes(text), at: .now) { wasShown = try screen.take(run) }
      expectEqual(wasShown, isShown)
      guard let work = await screen.comparing?.done() else { return nil }
      screen.take(work)
      return work.comparison?.summary
    }
    #expect(try await take() == nil)
    text += Self.run(2)
    try await expectEqual(take(), "+1 −1 ~1")
    text += "at 22:04:03\n"
    #expect(try await take(isShown: false) == nil)
    text += Self.run(3).dropFirst("at 22:04:03\n".count)
    try await expectEqual(take(), "+1 −1 ~1")
  }

  @Test("Followed rows are identified by key once the stream is a series")
  func following() throws {
    var series = series(isFollowing: true)
    var runs = try series.grow(to: TextBytes(Self.run(1)), at: .now)
    runs += try series.finish(RunReader.Reading(bytes: TextBytes(Self.run(1) + Self.run(2))), at: .now)
    expectEqual(runs.map(\.table.rowCount), [3, 3, 3])
    expectEqual(runs[1].identifiers.array[..<2], runs[2].identifiers.array[..<2])
    #expect(runs[1].identifiers.array[2] != runs[2].identifiers.array[2])
  }

  @Test("Closed runs are dropped once they have a mebibyte, and the open run continues")
  func forgetting() throws {
    var series = series(.page)
    let page = "N  V\n" + (0..<150_000).map { "\($0)  x\n" }.joined() + "\u{C}"
    try expectEqual(
      series.grow(to: TextBytes(page + "N  V\n1  y\n"), at: .now).map(\.series), [.closed, .open])
    let count = series.forget()
    try #require(count == page.utf8.count - 1)
    let rest = try series.finish(RunReader.Reading(bytes: TextBytes("\u{C}N  V\n1  y\n2  z\n")), at: .now)
    #expect(rest.map(\.table.rowCount) == [2] && rest[0].number == 2)
  }

  @Test("A cleared screen at the end does not add an empty run")
  func clearedEnd() throws {
    var series = series()
    let text = "\u{1B}[2J\u{1B}[HA  B\n1  2\n\u{1B}[2J\u{1B}[H"
    let runs = try series.finish(RunReader.Reading(bytes: TextBytes(text), end: .exited(0)), at: .now)
    #expect(runs.map(\.series) == [nil] && runs[0].problem == nil && runs[0].end == .exited(0))
  }

  // MARK: The end

  /// Lists that are printed several times, by a header, by cleared screens, or not at all.
  private static func text(_ generator: inout SeededGenerator) -> String {
    let (start, end) =
      [("", ""), ("", "\n"), ("\u{1B}[H\u{1B}[2J", ""), ("at 22:04\n", "\n")].randomElement(
        using: &generator) ?? ("", "")
    return (0..<Int.random(in: 1...5, using: &generator)).map { _ in
      let rows = (1...4).filter { _ in Int.random(in: 0...3, using: &generator) > 0 }
      return start + "NAME  COUNT  STATE\n"
        + rows.map { "row\($0)  \(Int.random(in: 0...99, using: &generator))  up\n" }.joined() + end
    }.joined()
  }

  @Test("An input that has ended has the rows of a file with the same bytes", arguments: [true, false])
  func asAFile(isPipe: Bool) throws {
    var generator = SeededGenerator(seed: isPipe ? 2 : 3)
    var seriesCount = 0
    for _ in 0..<200 {
      let text = Self.text(&generator)
      var file = RunReader(options: ReaderOptions(), identity: RowIdentity(choice: nil))
      let wanted = try file.finish(RunReader.Reading(bytes: RunSplitter.whole(TextBytes(text))), at: .now)
      let reader = RunReader(options: ReaderOptions(), identity: RowIdentity(choice: nil))
      var series = RunSeries(
        reader: reader, splitter: RunSplitter(.auto), ending: isPipe ? .runsAndWhole : .whole)
      var end = 0
      var closed = 0
      while end < text.utf8.count {
        let runs = try series.grow(to: TextBytes(Array(text.utf8.prefix(end))), at: .now)
        closed += runs.count { $0.series == .closed }
        end += Int.random(in: 1...100, using: &generator)
      }
      let last = try series.finish(RunReader.Reading(bytes: TextBytes(text), end: .exited(0)), at: .now)
      closed += last.count { $0.series == .closed }
      let whole = try #require(last.last)
      #expect(whole.rows == wanted.rows && whole.table.shape == wanted.table.shape)
      #expect(whole.end == .exited(0) && whole.problem == wanted.problem)
      expectEqual(whole.series, (closed > 0 ? .whole : nil))
      // The runs of a pipe stay, those of a command do not.
      expectEqual(whole.number, (isPipe ? closed + 1 : 1))
      #expect(isPipe || last.count == 1 && whole.key == wanted.key)
      seriesCount += closed > 0 ? 1 : 0
    }
    #expect(seriesCount > 50)
  }

  @Test("The next output of a command is compared with the whole one before")
  func nextWhole() throws {
    var series = series(ending: .whole)
    let text = Self.run(1) + Self.run(2)
    try expectEqual(series.grow(to: TextBytes(text), at: .now).map(\.series), [.closed, .open])
    let first = try series.finish(RunReader.Reading(bytes: TextBytes(text)), at: .now)
    let second = try series.finish(RunReader.Reading(bytes: TextBytes(Self.run(1) + Self.run(3))), at: .now)
    expectEqual([first, second].map { $0.map(\.number) }, [[1], [2]])
    #expect(second[0].series == nil && second[0].table.rowCount == first[0].table.rowCount)
    #expect(Comparison.isPossible(from: first[0], to: second[0]))
  }

  @Test("A command that ends replaces the runs on the screen and in the history")
  func replacedRuns() async throws {
    var series = series(ending: .whole)
    var screen = ListState()
    let history = History(bound: 1 << 20, identity: identity)
    let text = Self.run(1) + Self.run(2) + Self.run(3)
    for run in try series.grow(to: TextBytes(text), at: .now) {
      if run.series == .closed { history.add(run) }
      _ = try screen.take(run)
    }
    #expect(history.numbers == 1...2 && screen.newest?.number == 3)
    // The user looks at an earlier run, which no longer exists then.
    try screen.show(try #require(await history.run(1)), after: nil)
    for run in try series.finish(RunReader.Reading(bytes: TextBytes(text)), at: .now) {
      history.add(run)
      #expect(try screen.take(run))
    }
    #expect(history.numbers == 1...1 && screen.isAtNewest && screen.shown?.series == .whole)
    #expect(screen.comparing == nil)
    let next = try series.finish(RunReader.Reading(bytes: TextBytes(text)), at: .now)
    #expect(try screen.take(next[0]) && screen.comparing != nil)
  }

  @Test("The last run of a pipe is no change for events, and is not recorded")
  func eventsOfWhole() throws {
    var series = series(ending: .runsAndWhole)
    var reader = RowChangeReader(isStream: false)
    let text = Self.run(1) + Self.run(2)
    let runs = try series.finish(RunReader.Reading(bytes: TextBytes(text)), at: .now)
    expectEqual(runs.map(\.series), [.closed, .closed, .whole])
    expectEqual(runs.map { reader.changes(to: $0)?.changes.count }, [nil, 3, nil])
  }
}
