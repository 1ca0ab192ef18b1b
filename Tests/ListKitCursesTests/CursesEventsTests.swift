import Dispatch
import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

@Suite("Events") @MainActor struct CursesEventsTests {
  private func drag(_ column: Int) -> Event {
    .mouse(MouseEvent(.drag, at: ScreenPoint(line: 0, column: column)))
  }
  private let key = Event.key(KeyPress(.enter))

  /// Waits until a call of `next()` waits for events.
  private func waitForReader(_ events: CursesEvents) async {
    while !events.hasReader { await Task.yield() }
  }

  @Test("Events are received in the order in which they were sent") func order() async {
    let events = CursesEvents()
    let sent: [Event] = [key, .resume, .resize(ScreenSize(columns: 1, lines: 1)), .hangup]
    for event in sent { events.send(event) }
    for event in sent { await expectEqual(events.next(), event) }
  }

  @Test("An event wakes the waiting reader") func waking() async {
    let events = CursesEvents()
    async let event = events.next()
    await waitForReader(events)
    events.send(key)
    await expectEqual(event, key)
  }

  /// A call leaves the main actor before it starts to wait.
  @Test("An event that is sent while a call begins to wait is not lost", .timeLimit(.minutes(60)))
  func beginningCall() async {
    let events = CursesEvents()
    for _ in 0..<20 {
      events.needsInput = { [key] in
        events.needsInput = {}
        DispatchQueue.main.async { MainActor.assumeIsolated { events.send(key) } }
      }
      await expectEqual(withTaskExecutorPreference(MainQueue.shared) { await events.next() }, key)
    }
  }

  @Test("Of successive resizes or drags, only the last is received") func merging() async {
    let events = CursesEvents()
    events.send(.resize(ScreenSize(columns: 1, lines: 1)))
    events.send(.resize(ScreenSize(columns: 2, lines: 2)))
    events.send(drag(1))
    events.send(drag(2))
    events.send(key)
    events.send(drag(3))
    expectEqual(events.takeAll(), [.resize(ScreenSize(columns: 2, lines: 2)), drag(2), key, drag(3)])
  }

  @Test("After the events finish, the pending ones are received, then nil") func finishing() async {
    let events = CursesEvents()
    events.send(key)
    events.finish()
    await expectEqual(events.next(), key)
    #expect(await events.next() == nil)
    #expect(await events.next() == nil)
  }

  @Test("Finishing the events wakes the waiting reader") func finishWakes() async {
    let events = CursesEvents()
    async let event = events.next()
    await waitForReader(events)
    events.finish()
    #expect(await event == nil)
  }

  /// A loop that waits for an event or a timer cancels the wait that loses; that loses no event.
  @Test("Cancelling a call does not affect the calls after it") func cancelling() async {
    let events = CursesEvents()
    for _ in 0..<100 {
      let waiting = Task { await events.next() }
      await waitForReader(events)
      waiting.cancel()
      #expect(await waiting.value == nil)
      events.send(key)
      await expectEqual(events.next(), key)
    }
  }

  /// The next call is made before the cancelled one has returned.
  @Test("A call right after a cancelled one receives the next event") func callAfterCancelling() async {
    let events = CursesEvents()
    let cancelled = Task { await events.next() }
    await waitForReader(events)
    cancelled.cancel()
    async let event = events.next()
    await waitForReader(events)
    events.send(key)
    await expectEqual(event, key)
    #expect(await cancelled.value == nil)
  }

  @Test("A cancelled call does not consume an event") func cancelledCall() async {
    let events = CursesEvents()
    let cancelled = Task { await events.next() }
    await waitForReader(events)
    cancelled.cancel()
    events.send(key)
    #expect(await cancelled.value == nil)
    await expectEqual(events.next(), key)
  }

  @Test("Waiting for events in two calls at once traps") func twoReaders() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Self.readTwice()
    }
    expectTrap(result, "CursesEvents.waitForEvent() called while another call of it waits", in: nil)
  }

  private static func readTwice() async {
    let events = CursesEvents()
    Task { await events.next() }
    while !events.hasReader { await Task.yield() }
    // Without the trap, this ends both calls once the second one waits.
    Task { events.finish() }
    _ = await events.next()
  }

  @Test("A request to end is received before earlier events") func requestsFirst() async {
    let events = CursesEvents()
    for _ in 0..<3 { events.send(key) }
    events.send(.terminate(signal: 15))
    await expectEqual(events.next(), .terminate(signal: 15))
    expectEqual(events.takeAll(), [key, key, key])
  }

  /// An application polls, and asks for no other event if it ends.
  @Test("A request is answered when it was received by next(), or when the program polls again")
  func answers() async {
    let events = CursesEvents()
    var answers = 0
    events.didAnswerRequests = { answers += 1 }
    events.send(.terminate(signal: 2))
    events.send(key)
    expectEqual(events.poll(), .terminate(signal: 2))
    expectEqual(answers, 0)
    expectEqual(events.poll(), key)
    expectEqual(answers, 1)
    events.send(.terminate(signal: 2))
    events.send(.terminate(signal: 15))
    await expectEqual(events.next(), .terminate(signal: 2))
    expectEqual(answers, 1)
    await expectEqual(events.next(), .terminate(signal: 15))
    expectEqual(answers, 2)
  }

  @Test("An application that is asked to end does not poll again") func applicationEnds() async {
    let events = CursesEvents()
    var answers = 0
    events.didAnswerRequests = { answers += 1 }
    events.send(.terminate(signal: 15))
    events.send(key)
    let screen = Blank()
    await expectEqual(
      Application(screen: screen, events: events).run(TableViewController()), .signal(15))
    expectEqual(answers, 0)
  }

  private final class Blank: Screen {
    let size = ScreenSize(columns: 20, lines: 4)
    let traits = ScreenTraits.offscreen()
    func present(_ frame: Frame) {}
  }

  @Test("Polling reads from the terminal only if no event is pending") func polling() async {
    let events = CursesEvents()
    var questions = 0
    events.needsInput = { [unowned events] in
      questions += 1
      if questions == 1 { for _ in 0..<3 { events.send(self.key) } }
    }
    for _ in 0..<3 { expectEqual(events.poll(), key) }
    expectEqual(questions, 1)
    #expect(events.poll() == nil)
    expectEqual(questions, 2)
  }
}
