import ListKit
import SeededRandom
import Testing

@testable import tui_demo

@Suite struct FeedModelTests {
  @Test func theSameSeedIsTheSameFeed() {
    func states(_ seed: UInt64) -> [[Job]] {
      var model = FeedModel(generator: SeededGenerator(seed: seed))
      return (0..<50).map { _ in
        model.step()
        return model.snapshot.itemIdentifiers
      }
    }
    #expect(states(3) == states(3))
    #expect(states(3) != states(4))
  }

  /// A number stands once, in the section of its state, and goes only forwards.
  @Test(arguments: 0..<20 as Range<UInt64>) func jobsGoForwards(_ seed: UInt64) {
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
      #expect(Set(now).count == now.count)
      for job in now { #expect(rank(job) >= before[job] ?? -1) }
      #expect(model.running.allSatisfy { if case .running = $0.state { true } else { false } })
      #expect(model.queued.allSatisfy { $0.state == .queued })
      #expect(model.running.count <= 4 && model.queued.count <= 12 && model.finished.count <= 40)
    }
  }

  @Test func theLogTellsEveryChange() throws {
    var model = FeedModel(generator: SeededGenerator(seed: 7))
    var log = DifferenceLog()
    for number in 1...80 {
      let old = model.snapshot
      repeat { model.step() } while model.snapshot.difference(from: old, contentEqual: content).isEmpty
      let difference = model.snapshot.difference(from: old, contentEqual: content)
      log.add(difference)
      let entry = try #require(log.snapshot.sectionIdentifiers.first)
      #expect(entry.number == number)
      #expect(log.snapshot.numberOfItems(inSection: entry) == difference.changeCount)
    }
    #expect(log.snapshot.numberOfSections == 50)
    let count = log.count
    log.add(model.snapshot.difference(from: model.snapshot))
    #expect(log.count == count)
  }

  private func content(_ first: Job, _ second: Job) -> Bool { first.hasContent(of: second) }
}
