import ListData
import Testing

@testable import muster

@Suite("Runs of a stream that prints its list again and again") struct RunSeriesTests {
  private let identity = RowIdentity(choice: nil)

  private func series(_ mark: RunSplitter.Mark = .auto, isFollowing: Bool = false) -> RunSeries {
    let builder = RunBuilder(options: ReaderOptions(), identity: identity, isFollowing: isFollowing)
    return RunSeries(builder: builder, splitter: RunSplitter(mark))
  }

  private static func run(_ number: Int) -> String {
    "at 22:04:0\(number)\n\nPID  USER  COMMAND\n  1  root  init\(number)\n 33  root  sshd\n\(100 + number)  ann   make\n\n"
  }

  @Test("The open run is shown until the next one closes it, and keeps its number and identifiers")
  func openRun() throws {
    var series = series()
    var text = Self.run(1)
    #expect(try series.grow(to: TextBytes(text), total: nil).map(\.isComplete) == [false])
    text += Self.run(2)
    var runs = try series.grow(to: TextBytes(text), total: nil)
    #expect(runs.map(\.series) == [.closed, .open] && runs.map(\.number) == [1, 2])
    let open = try #require(runs.last)
    #expect(open.table.rowCount == 3 && open.key == .columns([0]))
    text += "at 22:04:03\n"
    runs = try series.grow(to: TextBytes(text), total: nil)
    #expect(runs.map(\.series) == [.open] && runs[0].identifiers == open.identifiers)
    text = text.replacing("at 22:04:03\n", with: "") + Self.run(3)
    runs = try series.grow(to: TextBytes(text), total: nil)
    #expect(runs.map(\.number) == [2, 3] && runs[0].identifiers == open.identifiers)
    runs = try series.finish(RunBuilder.Reading(bytes: TextBytes(text)))
    #expect(runs.map(\.series) == [nil] && runs[0].number == 3)
    #expect(runs[0].table.text(2, 0) == "103")
  }

  @Test("An open run is always compared with the closed run before it")
  func comparison() async throws {
    var series = series()
    var screen = ListScreen()
    var text = Self.run(1)
    func take(isShown: Bool = true) async throws -> String? {
      var wasShown = false
      for run in try series.grow(to: TextBytes(text), total: nil) { wasShown = try screen.take(run) }
      #expect(wasShown == isShown)
      guard let work = await screen.comparing?.done() else { return nil }
      screen.take(work)
      return work.comparison?.summary
    }
    #expect(try await take() == nil)
    text += Self.run(2)
    #expect(try await take() == "+1 −1 ~1")
    text += "at 22:04:03\n"
    #expect(try await take(isShown: false) == nil)
    text += Self.run(3).dropFirst("at 22:04:03\n".count)
    #expect(try await take() == "+1 −1 ~1")
  }

  @Test("Followed rows are identified by key once the stream is a series")
  func following() throws {
    var series = series(isFollowing: true)
    var runs = try series.grow(to: TextBytes(Self.run(1)), total: nil)
    runs += try series.finish(RunBuilder.Reading(bytes: TextBytes(Self.run(1) + Self.run(2))))
    #expect(runs.map(\.table.rowCount) == [3, 3, 3])
    #expect(runs[1].identifiers.array[..<2] == runs[2].identifiers.array[..<2])
    #expect(runs[1].identifiers.array[2] != runs[2].identifiers.array[2])
  }

  @Test("Closed runs are dropped once they have a mebibyte, and the open run continues")
  func forgetting() throws {
    var series = series(.page)
    let page = "N  V\n" + (0..<150_000).map { "\($0)  x\n" }.joined() + "\u{C}"
    #expect(
      try series.grow(to: TextBytes(page + "N  V\n1  y\n"), total: nil).map(\.series) == [.closed, .open])
    let count = series.forget()
    try #require(count == page.utf8.count - 1)
    let rest = try series.finish(RunBuilder.Reading(bytes: TextBytes("\u{C}N  V\n1  y\n2  z\n")))
    #expect(rest.map(\.table.rowCount) == [2] && rest[0].number == 2)
  }

  @Test("A cleared screen at the end does not add an empty run")
  func clearedEnd() throws {
    var series = series()
    let text = "\u{1B}[2J\u{1B}[HA  B\n1  2\n\u{1B}[2J\u{1B}[H"
    let runs = try series.finish(RunBuilder.Reading(bytes: TextBytes(text), end: .exited(0)))
    #expect(runs.map(\.series) == [nil] && runs[0].problem == nil && runs[0].end == .exited(0))
  }
}
