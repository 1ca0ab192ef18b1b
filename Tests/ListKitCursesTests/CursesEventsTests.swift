import Dispatch
import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

@Suite @MainActor struct CursesEventsTests {
  private func drag(_ column: Int) -> Event { .mouse(MouseEvent(.drag, at: Point(line: 0, column: column))) }
  private let key = Event.key(KeyPress(.enter))

  /// Waits until a call of `next()` waits for events.
  private func waitForReader(_ events: CursesEvents) async {
    while !events.hasReader { await Task.yield() }
  }

  @Test func eventsComeInOrder() async {
    let events = CursesEvents()
    let sent: [Event] = [key, .resume, .resize(Size(columns: 1, lines: 1)), .hangup]
    for event in sent { events.send(event) }
    for event in sent { #expect(await events.next() == event) }
  }

  @Test func aReaderIsWoken() async {
    let events = CursesEvents()
    async let event = events.next()
    await waitForReader(events)
    events.send(key)
    #expect(await event == key)
  }

  /// A call leaves the main actor before it starts to wait.
  @Test(.timeLimit(.minutes(60))) func whatComesWhileACallBeginsIsNotLost() async {
    let events = CursesEvents()
    for _ in 0..<20 {
      events.needsInput = { [key] in
        events.needsInput = {}
        DispatchQueue.main.async { MainActor.assumeIsolated { events.send(key) } }
      }
      #expect(await withTaskExecutorPreference(MainQueue.shared) { await events.next() } == key)
    }
  }

  @Test func onlyTheLastSizeAndPlaceCount() async {
    let events = CursesEvents()
    events.send(.resize(Size(columns: 1, lines: 1)))
    events.send(.resize(Size(columns: 2, lines: 2)))
    events.send(drag(1))
    events.send(drag(2))
    events.send(key)
    events.send(drag(3))
    #expect(events.takeAll() == [.resize(Size(columns: 2, lines: 2)), drag(2), key, drag(3)])
  }

  @Test func theEnd() async {
    let events = CursesEvents()
    events.send(key)
    events.finish()
    #expect(await events.next() == key)
    #expect(await events.next() == nil)
    #expect(await events.next() == nil)
  }

  @Test func theEndWakesTheReader() async {
    let events = CursesEvents()
    async let event = events.next()
    await waitForReader(events)
    events.finish()
    #expect(await event == nil)
  }

  /// A loop that waits for an event or a timer cancels the wait that loses; that loses no event.
  @Test func cancellingOneCallEndsOnlyThat() async {
    let events = CursesEvents()
    for _ in 0..<100 {
      let waiting = Task { await events.next() }
      await waitForReader(events)
      waiting.cancel()
      #expect(await waiting.value == nil)
      events.send(key)
      #expect(await events.next() == key)
    }
  }

  /// The next call is made before the cancelled one has returned.
  @Test func aCallRightAfterCancellingAnother() async {
    let events = CursesEvents()
    let cancelled = Task { await events.next() }
    await waitForReader(events)
    cancelled.cancel()
    async let event = events.next()
    await waitForReader(events)
    events.send(key)
    #expect(await event == key)
    #expect(await cancelled.value == nil)
  }

  @Test func aCancelledCallTakesNoEventWithIt() async {
    let events = CursesEvents()
    let cancelled = Task { await events.next() }
    await waitForReader(events)
    cancelled.cancel()
    events.send(key)
    #expect(await cancelled.value == nil)
    #expect(await events.next() == key)
  }

  @Test func twoReadersAreOneTooMany() async {
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

  @Test func requestsToEndComeFirst() async {
    let events = CursesEvents()
    for _ in 0..<3 { events.send(key) }
    events.send(.terminate(signal: 15))
    #expect(await events.next() == .terminate(signal: 15))
    #expect(events.takeAll() == [key, key, key])
  }

  @Test func theTerminalIsAskedWhenNothingWaits() async {
    let events = CursesEvents()
    var questions = 0
    events.needsInput = { [unowned events] in
      questions += 1
      if questions == 1 { for _ in 0..<3 { events.send(self.key) } }
    }
    for _ in 0..<3 { #expect(events.poll() == key) }
    #expect(questions == 1)
    #expect(events.poll() == nil)
    #expect(questions == 2)
  }
}
