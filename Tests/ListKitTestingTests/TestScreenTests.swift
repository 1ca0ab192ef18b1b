import ListKit
import ListKitTesting
import TestSupport
import Testing

/// Typical tests of a screen, as users write them.
@MainActor
@Suite("Test screens") struct TestScreenTests {
  private func screen(lines: Int = 10) -> TestScreen<PeaksController> {
    TestScreen(PeaksController(), columns: 30, lines: lines)
  }

  @Test("A test screen gives the lines of the screen as text") func content() {
    let screen = screen()
    expectEqual(screen.lines[0], "Peaks")
    expectEqual(screen.lines[2], "▌ Eiger")
    #expect(screen.text.contains("Mönch\n  Jungfrau\n  剣岳\n"))
    expectEqual(screen.controller.log, ["seen"])
  }

  @Test("Keys move the cursor, and typed and pasted text filters the rows") func keys() throws {
    let screen = screen()
    screen.press(.pageDown)
    expectEqual(screen.cursor?.text, "▌ 剣岳")
    screen.press(.pageUp, .down, .down)
    #expect(try #require(screen.cursor) == (4, "▌ Jungfrau"))
    screen.press(.enter)
    expectEqual(screen.controller.log, ["seen", "Jungfrau"])
    screen.type("Mö")
    #expect(screen.lines[1] == "❯ Mö" && screen.cursor?.text == "▌ Mönch")
    expectEqual(screen.frame.cursor, ScreenPoint(line: 1, column: 4))
    screen.press(.backspace, .left, .delete)
    screen.paste("gf")
    #expect(screen.cursor?.text == "▌ Jungfrau" && !screen.contains("Mönch"))
  }

  @Test("Every key draws a frame, events sent together draw one, and a key without a meaning says so")
  func eventFrames() {
    let screen = screen()
    expectEqual(screen.frameCount, 1)
    screen.press(.down, .down)
    expectEqual(screen.frameCount, 3)
    screen.send(.key(.up), .key(.up))
    #expect(screen.frameCount == 4 && screen.cursor?.text == "▌ Eiger")
    screen.press(.function(9))
    #expect(screen.frameCount == 5 && screen.contains("no key here"))
  }

  @Test("A test sends clicks, double clicks, drags and wheel events") func mouse() {
    let screen = screen(lines: 6)
    #expect(screen.click(on: "Mönch"))
    expectEqual(screen.cursor?.text, "▌ Mönch")
    #expect(!screen.click(on: "Everest"))
    screen.doubleClick(at: ScreenPoint(line: 1, column: 3))
    expectEqual(screen.controller.log, ["seen", "Eiger"])
    screen.controller.add()
    screen.turnWheel(1, at: ScreenPoint(line: 3, column: 3))
    #expect(!screen.contains("Eiger") && screen.contains("Peak 5"))
    screen.turnWheel(-1, at: ScreenPoint(line: 3, column: 3))
    #expect(screen.contains("Eiger"))
    screen.drag(from: ScreenPoint(line: 2, column: 2), to: ScreenPoint(line: 2, column: 4))
    #expect(screen.cursor?.text.hasPrefix("▌ Mönch") == true)
  }

  @Test("A new size is drawn at once") func resizing() {
    let screen = screen()
    screen.resize(columns: 20, lines: 5)
    #expect(screen.lines.count == 5 && screen.contains("Eiger"))
  }

  @Test("A test finds styles by text, by line and by location") func styles() throws {
    let screen = screen()
    let style = try #require(screen.style(of: "剣岳"))
    expectEqual(screen.location(of: "岳"), ScreenPoint(line: 5, column: 4))
    #expect(screen.style(of: "Everest") == nil)
    expectEqual(style, screen.frame[5, 2].style)
    #expect(screen.styledLines[5].text.hasPrefix(screen.lines[5]))
    let title = screen.styledLines[0]
    expectEqual(title.runs.map(\.characters), [0..<5])
    expectEqual(title.runs.first?.style, screen.style(of: "Peaks"))
  }

  @Test("A test reads a change at once, and rest ends its animation") func immediateChanges() {
    let screen = screen()
    screen.controller.add()
    #expect(screen.contains("+ Peak 5") || screen.contains("+Peak 5"))
    screen.rest()
    #expect(screen.contains("  Peak 5") && screen.clock.now.offset < .seconds(10))
  }

  @Test("Time passes only when the test advances the clock") func timer() async {
    let clock = TestClock()
    let screen = TestScreen(PeaksController(clock: clock), columns: 30, lines: 12, clock: clock)
    await screen.settle()
    await screen.advance(by: .milliseconds(999))
    #expect(!screen.contains("Peak 5"))
    await screen.advance(by: .milliseconds(1))
    #expect(screen.contains("Peak 5") && !screen.contains("Peak 6"))
    await screen.advance(by: .seconds(3))
    #expect(screen.contains("Peak 8") && !screen.contains("Peak 9"))
    expectEqual(clock.now.offset, .seconds(4))
  }

  @Test("A test advances the time without await, and nothing is drawn at rest") func synchronousTime() {
    let screen = screen()
    screen.controller.add()
    let marked = screen.lines
    screen.advance(by: .milliseconds(1))
    expectEqual(screen.lines, marked)
    screen.advance(by: .seconds(20))
    #expect(screen.lines != marked && screen.clock.now.offset == .milliseconds(20_001))
    let frames = screen.frameCount
    screen.advance(by: .seconds(3600))
    expectEqual(screen.frameCount, frames, "at rest nothing is drawn")
  }

  @Test("A test waits until the tasks of the screen have settled") func settling() async {
    let screen = screen()
    Task {
      for _ in 0..<3 {
        await Task {}.value
        screen.controller.add()
      }
    }
    await screen.settle()
    #expect(screen.contains("Peak 7"))
  }

  @Test("A test waits for the work of other threads, up to a timeout") func otherThreads() async {
    let screen = screen()
    Task.detached {
      let count = (0..<100_000).reduce(0) { $0 ^ $1 } & 1
      for _ in 0...count { await screen.controller.add() }
    }
    #expect(await screen.wait { $0.contains("Peak 5") })
    #expect(await screen.wait(timeout: .zero) { $0.contains("Everest") } == false)
  }

  @Test("An awaited apply advances the time to the end of its animation, other changes do not")
  func awaitedApply() async {
    let clock = TestClock()
    let screen = TestScreen(PeaksController(clock: clock), columns: 30, lines: 10, clock: clock)
    #expect(screen.contains("Eiger"))
    let start = screen.clock.now
    await screen.controller.dataSource.apply(
      DiffableDataSourceSnapshot([("main", ["Mönch", "Jungfrau", "剣岳"])]))
    expectEqual(screen.lines[2], "▌ Mönch", "the row that left is gone: \(screen.text)")
    #expect(screen.clock.now > start)
    let end = screen.clock.now
    screen.controller.add()
    await screen.settle()
    expectEqual(screen.clock.now, end, "what nothing waits for takes no time")
  }

  @Test("The completion of an apply that changes nothing is called with the next picture")
  func identicalApply() async {
    let screen = screen()
    screen.rest()
    let (start, dataSource) = (screen.clock.now, screen.controller.dataSource!)
    var isDone = false
    dataSource.apply(dataSource.snapshot()) { isDone = true }
    await screen.settle()
    #expect(isDone && screen.clock.now == start)
  }

  @Test("A key acts on rows that were applied but not drawn yet") func newestRows() {
    let screen = screen()
    screen.controller.searchBar = nil
    var outline = DiffableDataSourceSectionSnapshot<String>()
    outline.append(["Alps"])
    outline.append(["Eiger"], to: "Alps")
    screen.controller.dataSource.apply([("main", outline)], completion: nil)
    screen.press("→")
    #expect(screen.contains("▾") && screen.contains("Eiger"))
  }

  @Test("Esc ends the screen with status 0, and later keys change nothing") func escapeEnds() {
    let screen = screen()
    screen.press(.enter)
    #expect(screen.ending == nil)
    screen.press(.escape)
    expectEqual(screen.ending, .finished(status: 0))
    expectEqual(screen.controller.log, ["seen", "Eiger", "gone"])
    screen.press(.down)
    expectEqual(screen.ending?.exitStatus, 0)
  }

  @Test(
    "A signal ends the screen with its exit status",
    arguments: [(Event.terminate(signal: 15), 143), (.hangup, 129)] as [(Event, Int32)])
  func signals(_ event: Event, _ status: Int32) {
    let screen = screen()
    screen.send(event, .key(.down))
    expectEqual(screen.ending?.exitStatus, status)
  }

  @Test("The release of a test screen ends the screen of its controller") func deallocation() async {
    let controller = PeaksController()
    weak var screen: TestScreen<PeaksController>?
    do {
      let shown = TestScreen(controller)
      shown.controller.add()
      _ = shown.lines
      screen = shown
    }
    #expect(screen == nil)
    await wait { controller.log.last == "gone" }
    expectEqual(controller.log, ["seen", "gone"])
    #expect(controller.navigationController == nil)
  }

  @Test("An ASCII terminal has its own cursor sign and replaces other characters") func ascii() {
    let screen = TestScreen(
      PeaksController(), columns: 30, lines: 8, traits: .testing(.mono, isUnicode: false))
    screen.press(.down)
    expectEqual(screen.cursor?.text, "> M?nch")
  }
}
