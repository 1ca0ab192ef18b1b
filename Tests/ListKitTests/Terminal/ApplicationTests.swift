import TestSupport
import Testing

@testable import ListKit

/// The event loop without a terminal: events go in, frames come out.
@MainActor
@Suite("Event loop") struct ApplicationTests {
  /// A running program with ten rows.
  @MainActor
  private final class Session {
    let terminal = ScriptedTerminal()
    let controller = NumbersController(0..<10)
    private let run: Task<Application.Ending, Never>

    init(motion: Motion = .none) async {
      controller.tableView.motion = motion
      run = await terminal.run(controller)
    }

    func apply(_ items: [Int]) { controller.show(items) }

    var ending: Application.Ending { get async { await run.value } }

    /// Ends the program as the end of its terminal does.
    func end() async {
      terminal.send(nil)
      _ = await run.value
    }

    var text: String { terminal.frames.last?.description ?? "" }
  }

  @Test("A key draws a frame, and ctrl-c ends the program") func keys() async {
    let session = await Session()
    await session.terminal.play(.key(KeyPress(.down)))
    expectEqual(session.terminal.frames.count, 2)
    #expect(session.text.contains("▌ row 1"))
    session.terminal.send(.key(.control("c")))
    await expectEqual(session.ending, .finished(status: 0))
  }

  /// A frame may take so long that the next one is already due.
  @Test("An event that arrives during a frame is drawn in the next one") func eventDuringFrame() async {
    let session = await Session()
    session.terminal.whilePresenting = {
      session.controller.setNeedsDisplay()
      session.terminal.send(.key(KeyPress(.down)))
    }
    await session.terminal.play(.key(KeyPress(.down)))
    expectEqual(session.terminal.frames.count, 3)
    #expect(session.text.contains("▌ row 2"))
    await session.end()
  }

  @Test("A signal that arrives during a frame ends the program without another frame")
  func endDuringFrame() async {
    let session = await Session()
    session.terminal.whilePresenting = {
      session.controller.setNeedsDisplay()
      session.terminal.send(.terminate(signal: 15))
    }
    await session.terminal.play(.key(KeyPress(.down)))
    expectEqual(session.terminal.frames.count, 2)
    await expectEqual(session.ending, .signal(15))
  }

  @Test("Pending events are drawn in one frame") func pendingEvents() async {
    let session = await Session()
    session.terminal.send(.key(KeyPress(.down)), .key(KeyPress(.down)), .key(KeyPress(.down)))
    await session.terminal.settle()
    expectEqual(session.terminal.frames.count, 2)
    #expect(session.text.contains("▌ row 3"))
    await session.end()
  }

  nonisolated static let endings: [(Event?, Application.Ending, Int32)] = [
    (.terminate(signal: 2), .signal(2), 130), (.terminate(signal: 15), .signal(15), 143),
    (.terminate(signal: 1), .signal(1), 129), (.hangup, .hangup, 129), (nil, .hangup, 129),
    (.key(.character("q")), .finished(status: 0), 0), (.key(KeyPress(.escape)), .finished(status: 0), 0),
  ]

  @Test("Signals, hangups and keys end the program with the matching status", arguments: endings)
  func exitStatuses(_ event: Event?, _ ending: Application.Ending, _ status: Int32) async {
    let session = await Session()
    session.terminal.send(event)
    let actual = await session.ending
    expectEqual(actual, ending)
    expectEqual(actual.exitStatus, status)
  }

  @Test(
    "Nothing is drawn after the program ended",
    arguments: [Event.key(.character("q")), .terminate(signal: 15), .hangup])
  func afterEnd(_ event: Event) async {
    let session = await Session()
    session.terminal.send(.key(KeyPress(.down)), event)
    _ = await session.ending
    let frames = session.terminal.frames.count
    session.apply([1, 2])
    session.controller.setNeedsDisplay()
    await session.terminal.settle()
    expectEqual(session.terminal.frames.count, frames)
  }

  @Test("A snapshot that a task applies draws a frame") func taskUpdate() async {
    let session = await Session()
    await Task { session.apply([42, 43]) }.value
    await session.terminal.settle()
    expectEqual(session.terminal.frames.count, 2)
    #expect(session.text.contains("row 42"))
    await session.end()
  }

  @Test("An idle program neither draws nor waits for a time") func idle() async {
    let session = await Session()
    expectEqual(session.terminal.sleeps, 0, "no time is waited for")
    expectEqual(session.terminal.frames.count, 1)
    await session.end()
  }

  @Test("An animation draws a few frames until it ends") func animation() async {
    let session = await Session(motion: .reduced)
    session.apply(Array(1..<10))
    await session.terminal.settle()
    #expect(await session.terminal.advance(), "something is still to end")
    // One frame for the change, one for the end of the removed row, and few in between.
    while session.terminal.frames.count <= 5, await session.terminal.advance() {}
    #expect(3...5 ~= session.terminal.frames.count)
    #expect(!session.text.contains("row 0"))
    await session.end()
  }

  @Test("A window that is too small does not keep drawing an animation") func tooSmall() async {
    let session = await Session(motion: .full)
    session.apply(Array(1..<10))
    await session.terminal.settle()
    session.terminal.size = ScreenSize(columns: 5, lines: 1)
    await session.terminal.play(.resize(session.terminal.size))
    let frames = session.terminal.frames.count
    while session.terminal.frames.count <= frames + 1, await session.terminal.advance() {}
    #expect(session.terminal.frames.count <= frames + 1)
    session.terminal.size = ScreenSize(columns: 24, lines: 6)
    await session.terminal.play(.resize(session.terminal.size))
    #expect(session.text.contains("▌"))
    await session.end()
  }

  @Test(
    "An event without effect draws no frame",
    arguments: [
      Event.mouse(MouseEvent(.release, at: ScreenPoint(line: 1, column: 1))),
      .mouse(MouseEvent(.drag, at: ScreenPoint(line: 1, column: 1))),
      .mouse(MouseEvent(.press, at: ScreenPoint(line: 5, column: 1))), .paste("nowhere to go"),
    ])
  func ignoredEvents(_ event: Event) async {
    let session = await Session()
    await session.terminal.play(event)
    expectEqual(session.terminal.frames.count, 1)
    await session.terminal.play(.key(KeyPress(.down)))
    expectEqual(session.terminal.frames.count, 2)
    await session.end()
  }

  @Test("The ctrl-l key redraws the whole screen") func redrawing() async {
    let session = await Session()
    await session.terminal.play(.key(.control("l")))
    expectEqual(session.terminal.redraws, 1)
    expectEqual(session.terminal.frames.count, 2)
    await session.end()
  }

  @Test("A key has the user as its cause, and a task that it starts has the data") func changeCauses() async {
    let session = await Session()
    var causes: [ChangeCause] = []
    session.controller.tableView.primaryAction = { _ in
      causes.append(.current)
      Task { causes.append(.current) }
    }
    await session.terminal.play(.key(KeyPress(.enter)))
    await wait { causes.count == 2 }
    expectEqual(causes, [.user, .data], "a task goes on when the key is done with")
    await session.end()
  }

  @Test("Starting an application draws the first frame at once, and running does not repeat it")
  func synchronousStart() async {
    let terminal = ScriptedTerminal()
    terminal.size.lines = 12
    let controller = TableViewController()
    controller.title = "first"
    let application = Application(screen: terminal, events: terminal)
    application.start(controller)
    expectEqual(terminal.frames.count, 1)
    #expect(terminal.frames.last?.description.contains("first") == true)
    terminal.send(nil)
    await expectEqual(application.run(controller), .hangup)
    expectEqual(terminal.frames.count, 1, "it is not drawn again")
  }
}
