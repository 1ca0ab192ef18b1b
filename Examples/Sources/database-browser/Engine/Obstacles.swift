import SeededRandom
import Synchronization

/// What a slow and unreliable network would do to pages, on purpose, to see it.
final class Obstacles: Sendable {
  /// A page that failed because it should.
  struct Failure: Error, CustomStringConvertible {
    let rate: Double
    var description: String { "failed on purpose (--fail-rate \(rate))" }
  }

  let delay: Duration
  let failRate: Double
  private let generator: Mutex<SeededGenerator>

  init(delay: Duration = .zero, failRate: Double = 0, seed: UInt64 = 1) {
    self.delay = delay
    self.failRate = failRate
    generator = Mutex(SeededGenerator(seed: seed))
  }

  /// Waits, and fails as often as asked for.
  func pass() async throws {
    if delay > .zero { try await QueueClock().sleep(for: delay) }
    let isHit = failRate > 0 && generator.withLock { Double.random(in: 0..<1, using: &$0) } < failRate
    if isHit { throw Failure(rate: failRate) }
  }
}
