@testable import ListKitTesting
import TestSupport
import Testing

@testable import muster

@Suite("Long runs") struct SlowRunTimerTests {
  private let clock = TestClock()

  /// Lets time pass up to some seconds, once somebody waits for them.
  private func pass(_ seconds: Int) async {
    let time = TestClock.Instant(offset: .seconds(seconds))
    await wait { clock.nextDeadline.map { $0 <= time } ?? false }
    clock.advance(to: time)
  }

  @Test("How long it takes is told from the third second on, until it is over", .timeLimit(.minutes(60)))
  func counts() async {
    let slowRunTimer = SlowRunTimer(clock: clock)
    var told = slowRunTimer.seconds.makeAsyncIterator()
    let (isOver, end) = AsyncStream<Never>.makeStream()
    let run = Task { await slowRunTimer.during { for await _ in isOver {} } }
    // Who wakes up late says how late it is.
    for seconds in [3, 4, 9, 10] {
      await pass(seconds)
      #expect(await told.next() == seconds)
    }
    end.finish()
    await run.value
    #expect(await told.next() == .some(nil))
  }

  @Test("A short one is only over", .timeLimit(.minutes(60))) func short() async {
    let slowRunTimer = SlowRunTimer(clock: clock)
    var told = slowRunTimer.seconds.makeAsyncIterator()
    #expect(await slowRunTimer.during { 7 } == 7)
    #expect(await told.next() == .some(nil))
  }
}
