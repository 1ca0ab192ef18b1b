import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// More input than a program can show step by step.
@Suite("Bursts of input") @MainActor struct InputBurstTests {
  /// A source that always has an event ready, up to a limit. Each event takes 100 µs of its clock.
  private final class Flood: Screen, EventSource {
    let size = ScreenSize(columns: 24, lines: 6)
    let traits = ScreenTraits.testing(.mono)
    private(set) var frames: [Frame] = []
    private(set) var eventCount = 0
    private let events: [Event]
    private let limit: Int
    /// An event that comes before all others.
    var request: Event?

    init(_ events: [Event], limit: Int) {
      self.events = events
      self.limit = limit
    }

    func run(_ controller: ViewController) async -> Application.Ending {
      await Application(screen: self, events: self) { [unowned self] in .microseconds(100 * eventCount) }
        .run(controller)
    }

    func present(_ frame: Frame) { frames.append(frame) }
    func waitForEvent() async -> Bool { request != nil || eventCount < limit }

    func poll() -> Event? {
      if let request { return request }
      guard eventCount < limit else { return nil }
      defer { eventCount += 1 }
      return events[eventCount % events.count]
    }
  }

  /// A controller that counts the events it receives.
  private final class Controller: NumbersController {
    var events = 0

    init() { super.init(0..<10_000) }

    override func receive(_ event: Event, times: Int) -> Int {
      let handled = super.receive(event, times: times)
      events += handled
      return handled
    }
  }

  private final class Searches: SearchBarDelegate {
    var texts: [String] = []
    func searchBar(_ searchBar: SearchBar, textDidChange searchText: String) { texts.append(searchText) }
  }

  private func key(_ key: Key) -> Event { .key(KeyPress(key)) }

  @Test("Frames are drawn at the usual rate during a flood of events") func steadyFrames() async {
    let flood = Flood([key(.down), key(.up)], limit: 20_000)
    let ending = await flood.run(Controller())
    expectEqual(ending, .hangup)
    expectEqual(flood.eventCount, 20_000)
    #expect(flood.frames.count >= 20_000 / 160, "a frame each 16 ms")
  }

  @Test("A signal ends the program during a flood of events") func termination() async {
    let flood = Flood([key(.down), key(.up)], limit: 10_000_000)
    let controller = Controller()
    let run = Task { await flood.run(controller) }
    await wait { flood.frames.count >= 3 }
    flood.request = .terminate(signal: 15)
    await expectEqual(run.value, .signal(15))
  }

  @Test("Other tasks run during a flood of events") func otherTasks() async {
    let flood = Flood([key(.down), key(.up)], limit: 10_000_000)
    let controller = Controller()
    let run = Task { await flood.run(controller) }
    for _ in 0..<10 { await Task { @MainActor in }.value }
    controller.exit(status: 5)
    await expectEqual(run.value, .finished(status: 5))
  }

  @Test("Equal moves are combined into a few commands with the same sum") func coalescing() async {
    let terminal = ScriptedTerminal()
    let controller = Controller()
    let run = await terminal.run(controller)
    for _ in 0..<1000 { terminal.send(key(.down)) }
    terminal.send(key(.up), key(.pageDown), key(.function(1)))
    await terminal.settle()
    #expect(controller.commands.count < 20, "\(controller.commands)")
    expectEqual(controller.events, 1003, "a screen sees every key")
    expectEqual(controller.commands.suffix(3), [.moveCursor(-1), .page(1), .help])
    let moves = controller.commands.dropLast(3).map {
      if case .moveCursor(let count) = $0 { count } else { 0 }
    }
    expectEqual(moves.reduce(0, +), 1000)
    terminal.send(nil)
    _ = await run.value
  }

  /// Runs a screen with a query, performs a test's steps with it, and ends it.
  private func withSearch(_ body: (ScriptedTerminal, Controller, Searches) async -> Void) async {
    let terminal = ScriptedTerminal()
    let (controller, searches) = (Controller(), Searches())
    controller.searchBar = SearchBar()
    controller.searchBar?.delegate = searches
    let run = await terminal.run(controller)
    await body(terminal, controller, searches)
    terminal.send(nil)
    _ = await run.value
  }

  @Test("Text typed in a burst causes one search before the next command") func typing() async {
    await withSearch { terminal, controller, searches in
      let letters = (0..<100).map { _ in key(.character("x")) }
      for letter in letters { terminal.send(letter) }
      terminal.send(key(.enter))
      await terminal.settle()
      expectEqual(searches.texts, [String(repeating: "x", count: 100)])
      expectEqual(controller.commands.last, .primaryAction)
      // A command for the rows applies to the rows of the new query.
      await terminal.play(key(.backspace), key(.character("y")), key(.enter), key(.character("z")))
      #expect(searches.texts.suffix(2).allSatisfy { $0.hasSuffix("xy") || $0.hasSuffix("xyz") })
    }
  }

  @Test("Text that is typed and deleted in one burst causes no search") func deletedText() async {
    await withSearch { terminal, controller, searches in
      for _ in 0..<100 {
        terminal.send(key(.character("a")), key(.character("b")), .key(KeyPress(.character("u"), .control)))
      }
      await terminal.settle()
      expectEqual(searches.texts, [])
    }
  }

  @Test("A key whose command depends on the row is not combined") func rowDependentKeys() async {
    let terminal = ScriptedTerminal()
    let controller = Controller()
    controller.keyMap.bind(KeyPress(.down), to: .toggle, when: .isOnOutlineRow)
    let run = await terminal.run(controller)
    terminal.send(key(.down), key(.down), key(.down))
    await terminal.settle()
    expectEqual(controller.commands, [.moveCursor(1), .moveCursor(1), .moveCursor(1)])
    terminal.send(nil)
    _ = await run.value
  }

  @Test("The search bar reports the amount of pasted text that does not fit") func omissions() {
    let bar = SearchBar()
    bar.paste(String(repeating: "x", count: 5000), omitted: 0)
    expectEqual(bar.omission, "the query is full: 904 characters left out")
    bar.paste("y", omitted: 51 << 20)
    expectEqual(bar.omission, "the query is full: \((51 << 20) + 1) bytes left out")
    bar.apply(.deleteBackward)
    bar.forgetOmission()
    #expect(bar.omission == nil)
  }
}
