import ListKit
import SeededRandom
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitTesting
@testable import tui_demo

@Suite("The model of the feed demo") struct FeedModelTests {
  @Test("The same seed gives the same feed, and another seed another feed") func seeds() {
    func states(_ seed: UInt64) -> [[Job]] {
      var model = FeedModel(generator: SeededGenerator(seed: seed))
      return (0..<50).map { _ in
        model.step()
        return model.snapshot.itemIdentifiers
      }
    }
    expectEqual(states(3), states(3))
    #expect(states(3) != states(4))
  }

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
      repeat { model.step() } while model.snapshot.difference(from: old, contentEqual: content).isEmpty
      let difference = model.snapshot.difference(from: old, contentEqual: content)
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
    /// Returns the next snapshot; nil when the task was cancelled.
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

  @Test("A new iteration of the snapshots continues after the last snapshot") func iterations() async throws {
    let service = FeedService(model: FeedModel(generator: SeededGenerator(seed: 1)), rate: 1024)
    var first: FeedModel.Snapshot?
    for await snapshot in service.snapshots {
      first = snapshot
      break
    }
    try expectEqual(#require(first).itemIdentifiers, service.model.snapshot.itemIdentifiers)
    var expected = service.model
    for _ in 0..<32 { expected.step() }
    var second: FeedModel.Snapshot?
    for await snapshot in service.snapshots {
      second = snapshot
      break
    }
    try expectEqual(#require(second).itemIdentifiers, expected.snapshot.itemIdentifiers)
    #expect(second?.itemIdentifiers != first?.itemIdentifiers)
  }

  @Test("The row under the cursor stays on its line during frequent updates")
  nonisolated func stableCursor() throws {
    let terminal = try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["feed", "--seed", "5", "--rate", "16", "--paused"],
      environment: [:], columns: 120, lines: 24)
    try terminal.wait(for: "paused")
    // At the end of the list, all changes above push the row.
    for _ in 0..<14 { terminal.type("j") }
    terminal.type(" ")
    try terminal.wait { !$0.contains("paused") }
    let before = try #require(cursor(of: terminal))
    try terminal.wait { Int($0.line(23).components(before: " applies")) ?? 0 > 20 }
    terminal.type(" ")
    try terminal.wait(for: "paused")
    let after = try #require(cursor(of: terminal))
    expectEqual(after.line, before.line)
    expectEqual(after.number, before.number)
    terminal.type("i")
    try terminal.wait { !$0.contains("│ apply") }
    terminal.type("?")
    try terminal.wait(for: "show or hide the differences")
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("show or hide") }
    terminal.type("q")
    try expectEqual(terminal.waitForEnd(), .exited(0))
    expectEqual(terminal.settings, terminal.initialSettings)
  }

  private nonisolated func cursor(of terminal: PseudoTerminal) -> (line: Int, number: Substring)? {
    let lines = terminal.screen.lines
    guard let line = lines.firstIndex(where: { $0.hasPrefix("▌") }),
      let number = lines[line].split(separator: " ").first(where: { $0.contains("#") })
    else { return nil }
    return (line, number.drop { $0 != "#" })
  }

  @Test("A pipe receives the jobs, and the same seed gives the same jobs") nonisolated func pipe() throws {
    func run(_ seed: String) throws -> String {
      let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["feed", "--seed", seed])
      expectEqual(run.end, .exited(0))
      return run.standardOutput
    }
    let first = try run("1")
    #expect(first.split(separator: "\n").allSatisfy { $0.split(separator: "\t").count == 5 })
    try expectEqual(run("1"), first)
    #expect(try run("2") != first)
  }

  @Test("A rate of zero is refused") nonisolated func zeroRate() throws {
    let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["feed", "--rate", "0"])
    expectEqual(run.end, .exited(64))
    #expect(run.standardError.contains("--rate must be between 1 and 1024"))
  }
}

extension String {
  /// Returns the word before a text.
  fileprivate func components(before text: String) -> String {
    guard let range = firstRange(of: text) else { return "" }
    return String(self[..<range.lowerBound].split(separator: " ").last ?? "")
  }
}
