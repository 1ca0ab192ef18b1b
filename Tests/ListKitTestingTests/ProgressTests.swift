import ListKit
import ListKitTesting
import TestSupport
import Testing

/// Progress of a program's own work, in the status line and in cells.
@MainActor
@Suite("Progress of work") struct ProgressTests {
  private let clock = TestClock()

  private func screen(
    columns: Int = 80, traits: ScreenTraits = .testing(), motion: Motion = .full
  ) -> TestScreen<PeaksController> {
    let controller = PeaksController(clock: clock)
    controller.motion = motion
    controller.statusText = "4 peaks"
    return TestScreen(controller, columns: columns, lines: 10, traits: traits, clock: clock)
  }

  private func status(_ screen: TestScreen<PeaksController>) -> String { screen.lines.last ?? "" }

  @Test("The status line shows the title and the progress of work that takes a while")
  func statusLine() async throws {
    let screen = screen()
    let (steps, next) = AsyncStream<Double>.makeStream()
    let work = Task {
      try await screen.controller.progress(of: "measuring") { report in
        for await step in steps { report(.fraction(step)) }
        return 42
      }
    }
    await screen.settle()
    #expect(status(screen).hasPrefix("4 peaks"), "what is over soon is not shown")
    await screen.advance(by: .milliseconds(100))
    #expect(status(screen).hasPrefix("⠙ measuring  4 peaks") && status(screen).contains("esc stops"))
    #expect(status(screen).hasSuffix("F1 help") && !status(screen).contains("━"), "how far is not known")
    next.yield(0.25)
    await screen.settle()
    #expect(status(screen).contains("━") && status(screen).contains(" 25%"))
    next.yield(0.5)
    next.yield(0.75)
    await screen.settle()
    #expect(status(screen).contains(" 75%"))
    let before = status(screen)
    await screen.advance(by: .milliseconds(100))
    #expect(status(screen) != before, "it turns")
    next.finish()
    try await expectEqual(work.value, 42)
    await screen.settle()
    #expect(status(screen).hasPrefix("4 peaks") && !status(screen).contains("esc stops"))
  }

  @Test("Esc stops work that ignores its cancellation, and keeps the query") func escapeStops() async throws {
    let screen = screen()
    screen.type("Mö")
    let (ends, end) = AsyncStream<Void>.makeStream()
    let work = Task {
      try await screen.controller.progress(of: "counting") { _ in
        // A separate task, so that the work does not end when its task is cancelled.
        await Task { for await _ in ends { return } }.value
      }
    }
    await screen.advance(by: .milliseconds(100))
    #expect(status(screen).contains("counting"))
    screen.press(.escape)
    await #expect(throws: CancellationError.self) { try await work.value }
    await screen.settle()
    #expect(!status(screen).contains("counting") && screen.controller.searchBar?.text == "Mö")
    screen.press(.escape)
    #expect(screen.controller.searchBar?.text == "" && screen.ending == nil)
    end.yield()
    await screen.settle()
  }

  @Test("If several tasks run, the last one is shown and stopped first") func severalTasks() async throws {
    let screen = screen()
    let forever = { (title: String) in
      Task {
        try await screen.controller.progress(of: title) { _ in try await Task.sleep(for: .seconds(9999)) }
      }
    }
    let first = forever("first")
    await screen.settle()
    let second = forever("second")
    await screen.advance(by: .milliseconds(200))
    #expect(status(screen).contains("second") && !status(screen).contains("first"))
    screen.press(.escape)
    await #expect(throws: CancellationError.self) { try await second.value }
    await screen.advance(by: .milliseconds(100))
    #expect(status(screen).contains("first"))
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let last = forever("last")
    await screen.settle()
    screen.press("ctrl-c")
    await #expect(throws: CancellationError.self) { try await last.value }
  }

  @Test("An error of the work is thrown, and its progress is no longer shown") func thrownError() async {
    struct Broken: Error {}
    let screen = screen()
    await #expect(throws: Broken.self) {
      try await screen.controller.progress(of: "reading") { _ in throw Broken() }
    }
    #expect(!status(screen).contains("reading"))
  }

  @Test("The progress over a sequence counts its elements") func sequence() async throws {
    let screen = screen()
    let (rows, next) = AsyncStream<Int>.makeStream()
    var taken: [Int] = []
    let work = Task {
      try await screen.controller.progress(of: "loading", over: rows, count: 4) { taken.append($0) }
    }
    await screen.advance(by: .milliseconds(100))
    for row in 1...3 { next.yield(row) }
    await screen.settle()
    #expect(status(screen).contains("loading") && status(screen).contains(" 75%"))
    next.yield(4)
    next.finish()
    try await work.value
    expectEqual(taken, [1, 2, 3, 4])
  }

  @Test("Progress is shown at every width and without motion", arguments: [20, 40, 80, 200])
  func anyWidth(_ columns: Int) async {
    let screen = screen(columns: columns, traits: .testing(.mono, isUnicode: false), motion: .none)
    await screen.advance(by: .seconds(2))
    let work = Task {
      try await screen.controller.progress(of: "reading") { report in
        report(.fraction(0.5))
        try await Task.sleep(for: .seconds(9999))
      }
    }
    await screen.advance(by: .milliseconds(100))
    #expect(status(screen).hasPrefix("... re") && status(screen).allSatisfy(\.isASCII))
    #expect(columns < 40 || status(screen).contains("reading") && status(screen).contains("esc stops"))
    #expect(columns < 80 || status(screen).contains("#") && status(screen).contains("50%"))
    let frames = screen.frameCount
    // The timer of the screen fires every second.
    await screen.advance(by: .milliseconds(800))
    expectEqual(screen.frameCount, frames, "at rest nothing is drawn")
    work.cancel()
  }

  @Test("Esc stops work only after its progress is shown, and otherwise clears the query")
  func escapeBeforeShown() async throws {
    let screen = screen()
    screen.type("Mö")
    let work = Task {
      try await screen.controller.progress(of: "counting") { _ in try await Task.sleep(for: .seconds(9999)) }
    }
    await screen.settle()
    screen.press(.escape)
    #expect(screen.controller.searchBar?.text == "" && !work.isCancelled)
    await screen.advance(by: .milliseconds(100))
    #expect(status(screen).contains("counting"))
    screen.press(.function(1))
    #expect(screen.contains("stop the work"))
    screen.press(.escape)
    #expect(
      !screen.contains("stop the work") && status(screen).contains("counting"), "the help is closed")
    screen.press(.escape)
    await #expect(throws: CancellationError.self) { try await work.value }
    #expect(screen.ending == nil)
  }

  @Test("An accessible screen shows progress in words") func screenReader() async {
    let screen = screen(traits: .testing(isAccessible: true))
    let work = Task {
      try await screen.controller.progress(of: "reading") { report in
        report(.fraction(0.5))
        try await Task.sleep(for: .seconds(9999))
      }
    }
    await screen.advance(by: .milliseconds(100))
    #expect(status(screen).hasPrefix("reading  4 peaks") && status(screen).contains("50% done esc stops"))
    work.cancel()
  }

  @Test("A cell shows progress as an accessory") func cellAccessory() {
    let screen = screen()
    let row = IndexPath(row: 0, section: 0)
    screen.controller.tableView.cellForRow(at: row)?.accessories = [.progress(.fraction(0.5), columns: 6)]
    screen.controller.setNeedsDisplay()
    #expect(screen.lines[2].hasSuffix("━━━"))
    screen.controller.tableView.cellForRow(at: row)?.accessories = [.progress(.indeterminate)]
    screen.controller.setNeedsDisplay()
    #expect(screen.lines[2].hasSuffix("⠋"))
  }
}
