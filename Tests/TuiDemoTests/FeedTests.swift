import ListKit
import SeededRandom
import TerminalTesting
import Testing

@testable import ListKitTesting
@testable import tui_demo

@MainActor
@Suite struct FeedTests {
  @Test func thePaceIsKeptPausedAndEndedByCancelling() async throws {
    let clock = TestClock()
    let pace = FeedPace(rate: 1024, clock: clock)
    func sleep() async -> Duration {
      while true {
        if let deadline = clock.nextDeadline { return deadline.offset - clock.now.offset }
        await Task.yield()
      }
    }
    async let events = pace.wait()
    #expect(await sleep() == .seconds(1) / 32)
    clock.advance(to: clock.now.advanced(by: .seconds(1) / 32))
    #expect(await events == 32)
    pace.faster()
    #expect(pace.rate == 1024)
    pace.togglePause()
    let waiting = Task { await pace.wait() }
    #expect(await sleep() > .seconds(1000))
    clock.advance(to: clock.now.advanced(by: .seconds(1)))
    pace.togglePause()
    #expect(await waiting.value == 32)
    pace.togglePause()
    let cancelled = Task { await pace.wait() }
    _ = await sleep()
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    for _ in 0..<20 { pace.slower() }
    #expect(pace.rate == 1)
  }

  @Test func theServiceGoesOnWhereItWas() async throws {
    let service = FeedService(
      model: FeedModel(generator: SeededGenerator(seed: 1)), pace: FeedPace(rate: 1024))
    var first: FeedModel.Snapshot?
    for await snapshot in service.snapshots {
      first = snapshot
      break
    }
    #expect(try #require(first).itemIdentifiers == service.model.snapshot.itemIdentifiers)
    for await snapshot in service.snapshots {
      #expect(snapshot.itemIdentifiers != first?.itemIdentifiers)
      break
    }
  }

  @Test func theRowUnderTheCursorStaysOnItsLineWhileRowsPourIn() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["feed", "--seed", "5", "--rate", "16", "--paused"],
      environment: [:], columns: 120, lines: 24)
    try terminal.wait(for: "paused")
    // The end of the list is where everything above pushes.
    for _ in 0..<14 { terminal.type("j") }
    terminal.type(" ")
    try terminal.wait { !$0.contains("paused") }
    let before = try #require(cursor(of: terminal))
    try terminal.wait { Int($0.line(23).components(before: " applies")) ?? 0 > 20 }
    terminal.type(" ")
    try terminal.wait(for: "paused")
    let after = try #require(cursor(of: terminal))
    #expect(after.line == before.line)
    #expect(after.number == before.number)
    terminal.type("i")
    try terminal.wait { !$0.contains("│ apply") }
    terminal.type("?")
    try terminal.wait(for: "show or hide the differences")
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("show or hide") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  private func cursor(of terminal: PseudoTerminal) -> (line: Int, number: Substring)? {
    let lines = terminal.screen.lines
    guard let line = lines.firstIndex(where: { $0.hasPrefix("▌") }),
      let number = lines[line].split(separator: " ").first(where: { $0.contains("#") })
    else { return nil }
    return (line, number.drop { $0 != "#" })
  }

  @Test func aPipeGetsTheJobsAndTheSameOnesForASeed() throws {
    func run(_ seed: String) throws -> String {
      let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["feed", "--seed", seed])
      #expect(run.end == .exited(0))
      return run.standardOutput
    }
    let first = try run("1")
    #expect(first.split(separator: "\n").allSatisfy { $0.split(separator: "\t").count == 5 })
    #expect(try run("1") == first)
    #expect(try run("2") != first)
  }

  @Test func aRateThatIsNoneIsRefused() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["feed", "--rate", "0"])
    #expect(run.end == .exited(64))
    #expect(run.standardError.contains("--rate 0: a number from 1 to 1024 is needed"))
  }
}

extension String {
  /// The word before a text.
  fileprivate func components(before text: String) -> String {
    guard let range = firstRange(of: text) else { return "" }
    return String(self[..<range.lowerBound].split(separator: " ").last ?? "")
  }
}
