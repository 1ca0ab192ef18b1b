import ListKit
import Synchronization
import Testing

@testable import ListKitCurses

@Suite @MainActor struct CursesEventsTests {
  private func drag(_ column: Int) -> Event { .mouse(MouseEvent(.drag, at: Point(line: 0, column: column))) }
  private let key = Event.key(KeyPress(.enter))

  @Test func eventsComeInOrder() async {
    let events = CursesEvents()
    let sent: [Event] = [key, .resume, .resize(Size(columns: 1, lines: 1)), .hangup]
    for event in sent { events.send(event) }
    for event in sent { #expect(await events.next() == event) }
  }

  @Test func aReaderIsWoken() async {
    let events = CursesEvents()
    async let event = events.next()
    await Task.yield()
    events.send(key)
    #expect(await event == key)
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
    await Task.yield()
    events.finish()
    #expect(await event == nil)
  }

  /// A loop that waits for an event or a clock cancels the one that loses; no event is lost by that.
  @Test func cancellingOneCallEndsOnlyThat() async {
    let events = CursesEvents()
    for _ in 0..<100 {
      let waiting = Task { await events.next() }
      await Task.yield()
      waiting.cancel()
      #expect(await waiting.value == nil)
      events.send(key)
      #expect(await events.next() == key)
    }
  }

  /// The call that was cancelled has not come back yet when the next one is made.
  @Test func aCallRightAfterCancellingAnother() async {
    let events = CursesEvents()
    let cancelled = Task { await events.next() }
    await Task.yield()
    cancelled.cancel()
    async let event = events.next()
    await Task.yield()
    events.send(key)
    #expect(await event == key)
    #expect(await cancelled.value == nil)
  }

  @Test func aCancelledCallTakesNoEventWithIt() async {
    let events = CursesEvents()
    let cancelled = Task { await events.next() }
    await Task.yield()
    cancelled.cancel()
    events.send(key)
    #expect(await cancelled.value == nil)
    #expect(await events.next() == key)
  }

  @Test func twoReadersAreOneTooMany() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let events = CursesEvents()
        Task { await events.next() }
        Task { await events.next() }
      }
      try await Task.sleep(for: .seconds(10))
    }
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
    events.needsInput = {
      questions += 1
      if questions == 1 { for _ in 0..<3 { events.send(self.key) } }
    }
    for _ in 0..<3 { #expect(events.poll() == key) }
    #expect(questions == 1)
    #expect(events.poll() == nil)
    #expect(questions == 2)
  }

  /// A screen that counts.
  private final class Counter: Screen {
    let size = Size(columns: 20, lines: 4)
    let traits = ScreenTraits.offscreen()
    var frames = 0

    func present(_ frame: Frame) { frames += 1 }
  }

  /// What keeps all threads that tasks share busy.
  private final class Computation: Sendable {
    private let threads = Atomic(0)
    private let isOver = Atomic(false)
    private let start = ContinuousClock.now

    var hasBegun: Bool { threads.load(ordering: .relaxed) > 0 }
    /// It gives up where nobody ends it.
    var isRunning: Bool { .now - start < .seconds(60) }

    func run() {
      threads.add(1, ordering: .relaxed)
      while !isOver.load(ordering: .relaxed), isRunning {}
    }

    func end() {
      #expect(isRunning, "what was awaited came only when threads were free")
      isOver.store(true, ordering: .relaxed)
    }
  }

  private func whileAllThreadsCompute(_ body: @MainActor () async -> Void) async {
    let computation = Computation()
    await withTaskGroup { group in
      for _ in 0..<256 { group.addTask { @concurrent in computation.run() } }
      await withTaskExecutorPreference(MainQueue.shared) {
        while !computation.hasBegun { await Task.yield() }
        await body()
      }
      computation.end()
    }
  }

  @Test func keysFramesAndTheEndNeedNoThreadThatOthersComputeOn() async {
    let (events, counter) = (CursesEvents(), Counter())
    var frames: [Int] = []
    await whileAllThreadsCompute {
      let controller = TableViewController()
      async let ending = Application(screen: counter, events: events).run(controller)
      for event in [Event.key(.control("l")), .resize(counter.size), .key(.control("l"))] {
        frames.append(counter.frames)
        events.send(event)
        while counter.frames == frames.last { await Task.yield() }
      }
      events.send(.terminate(signal: 15))
      #expect(await ending == .signal(15))
    }
    #expect(frames.count == 3)
  }
}
