import ListKit
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitTesting
@testable import tui_demo

@Suite("The model of the feed demo") struct FeedModelTests {
  @Test(
    "Each job occurs once, in the section of its state, and its state only advances",
    arguments: 0..<20 as Range<UInt64>)
  func jobs(_ seed: UInt64) {
    var model = FeedModel(generator: SeededGenerator(seed: seed))
    func rank(_ job: Job) -> Int {
      switch job.state {
      case .queued: -1
      case .running(let done): done
      case .passed, .failed: 100
      }
    }
    for _ in 0..<300 {
      let before = Dictionary(uniqueKeysWithValues: model.snapshot.itemIdentifiers.map { ($0, rank($0)) })
      model.step()
      let now = model.snapshot.itemIdentifiers
      expectEqual(Set(now).count, now.count)
      for job in now { #expect(rank(job) >= before[job] ?? -1) }
      #expect(model.running.allSatisfy { if case .running = $0.state { true } else { false } })
      #expect(model.queued.allSatisfy { $0.state == .queued })
      #expect(model.running.count <= 4 && model.queued.count <= 12 && model.finished.count <= 40)
    }
  }

  @Test("The log has an entry for each difference that is not empty, and keeps the last 50")
  func differenceLog() throws {
    var model = FeedModel(generator: SeededGenerator(seed: 7))
    var log = DifferenceLog()
    for number in 1...80 {
      let old = model.snapshot
      var difference = model.snapshot.difference(from: old, contentEqual: content)
      while difference.isEmpty {
        model.step()
        difference = model.snapshot.difference(from: old, contentEqual: content)
      }
      log.add(difference)
      let entry = try #require(log.snapshot.sectionIdentifiers.first)
      expectEqual(entry.number, number)
      expectEqual(log.snapshot.numberOfItems(inSection: entry), difference.changeCount)
    }
    expectEqual(log.snapshot.numberOfSections, 50)
    let count = log.count
    log.add(model.snapshot.difference(from: model.snapshot))
    expectEqual(log.count, count)
  }

  private func content(_ first: Job, _ second: Job) -> Bool { first.hasContent(of: second) }
}

@MainActor
@Suite("The feed demo", .waitsForProcesses) struct FeedTests {
  @Test("The service keeps its rate, pauses, and ends when its task is cancelled") func pace() async throws {
    let clock = TestClock()
    let service = FeedService(
      model: FeedModel(generator: SeededGenerator(seed: 1)), rate: 1024, clock: clock)
    /// Returns the next snapshot, of a new iteration; nil when the task was cancelled.
    func wait() async -> FeedModel.Snapshot? {
      for await snapshot in service.snapshots { return snapshot }
      return nil
    }
    func sleep() async -> Duration {
      while true {
        if let deadline = clock.nextDeadline { return deadline.offset - clock.now.offset }
        await Task.yield()
      }
    }
    var expected = service.model
    func step() -> [Job] {
      for _ in 0..<32 { expected.step() }
      return expected.snapshot.itemIdentifiers
    }
    let first = Task { await wait() }
    await expectEqual(sleep(), .seconds(1) / 32)
    clock.advance(to: clock.now.advanced(by: .seconds(1) / 32))
    await expectEqual(first.value?.itemIdentifiers, step(), "32 events in one snapshot")
    service.change(rate: 2048)
    expectEqual(service.rate, 1024)
    service.togglePause()
    let paused = Task { await wait() }
    #expect(await sleep() > .seconds(1000))
    clock.advance(to: clock.now.advanced(by: .seconds(1)))
    service.togglePause()
    await expectEqual(paused.value?.itemIdentifiers, step(), "a pause is not caught up")
    service.togglePause()
    let cancelled = Task { await wait() }
    _ = await sleep()
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    service.change(rate: 0)
    expectEqual(service.rate, 1)
  }

  @Test("The row under the cursor stays on its line during frequent updates")
  nonisolated func stableCursor() throws {
    let terminal = try startDemo("feed", "--seed", "5", "--rate", "16", "--paused", columns: 120)
    try terminal.wait(for: "paused")
    // At the end of the list, all changes above push the row.
    terminal.type(String(repeating: "j", count: 14) + " ")
    try terminal.wait { !$0.contains("paused") }
    let before = try #require(cursor(of: terminal))
    try terminal.wait { screen in
      let words = screen.line(23).split(separator: " ")
      return words.firstIndex(of: "applies").map { Int(words[$0 - 1]) ?? 0 > 20 } == true
    }
    terminal.type(" ")
    try terminal.wait(for: "paused")
    let after = try #require(cursor(of: terminal))
    expectEqual(after.line, before.line)
    expectEqual(after.number, before.number)
    terminal.type("i")
    try terminal.wait { !$0.contains("│ apply") }
    try terminal.finish(typing: "q")
  }

  private nonisolated func cursor(of terminal: PseudoTerminal) -> (line: Int, number: Substring)? {
    let lines = terminal.screen.lines
    guard let line = lines.firstIndex(where: { $0.hasPrefix("▌") }),
      let number = lines[line].split(separator: " ").first(where: { $0.contains("#") })
    else { return nil }
    return (line, number.drop { $0 != "#" })
  }
}
