@testable import ListKitTesting
import TestSupport
import Testing

@testable import Runs

@Suite("Long runs") struct SlowRunTimerTests {
  private let clock = TestClock()

  /// Advances the clock to a time in seconds, once a task waits for it.
  private func pass(_ seconds: Int) async {
    let time = TestClock.Instant(offset: .seconds(seconds))
    await wait { clock.nextDeadline.map { $0 <= time } ?? false }
    clock.advance(to: time)
  }

  @Test("The timer reports the seconds from the third on, until the run ends", .timeLimit(.minutes(60)))
  func counts() async {
    let slowRunTimer = SlowRunTimer(clock: clock)
    var reported = slowRunTimer.seconds.makeAsyncIterator()
    let (isOver, end) = AsyncStream<Never>.makeStream()
    let run = Task { await slowRunTimer.during { for await _ in isOver {} } }
    // A timer that fires late reports the real time.
    for seconds in [3, 4, 9, 10] {
      await pass(seconds)
      await expectEqual(reported.next(), seconds)
    }
    end.finish()
    await run.value
    await expectEqual(reported.next(), .some(nil))
  }

  @Test("For a short run the timer only reports the end", .timeLimit(.minutes(60))) func short() async {
    let slowRunTimer = SlowRunTimer(clock: clock)
    var reported = slowRunTimer.seconds.makeAsyncIterator()
    await expectEqual(slowRunTimer.during { 7 }, 7)
    await expectEqual(reported.next(), .some(nil))
  }
}
