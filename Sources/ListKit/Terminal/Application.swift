/// The loop of a program: shows a screen, and hands it what arrives.
///
/// ```text
///   EventSource ──▶ handle ──▶ needs display ──▶ draw ──▶ Screen
///                     ▲                            │
///                     └──── next frame is due ◀────┘  only while something moves
/// ```
///
/// It is the only place that reads a clock. Events that wait already are all handled before the next
/// drawing; at rest nothing wakes up.
@MainActor
public final class Application {
  /// Why a run ended.
  public enum Ending: Hashable, Sendable {
    /// The program ended it, with an exit status.
    case finished(status: Int32)
    /// A signal asked for it.
    case signal(Int32)
    /// The terminal is gone.
    case hangup

    /// The status a process should exit with: 128 and the number of the signal for a signal.
    public var exitStatus: Int32 {
      switch self {
      case .finished(let status): status
      case .signal(let signal): 128 + signal
      case .hangup: 129
      }
    }
  }

  private let screen: any Screen
  private let events: any EventSource
  private let redraw: @MainActor () -> Void
  private let endings: AsyncStream<Ending>
  private let continuation: AsyncStream<Ending>.Continuation
  private let start = ContinuousClock.now
  private var isRunning = false
  private var isDrawingDue = false
  private var timer: Task<Void, Never>?
  private var timerDue: Duration?

  /// Creates a loop.
  ///
  /// - Parameter redraw: makes the screen forget what it shows, so that all is sent anew.
  public init(screen: any Screen, events: any EventSource, redraw: @escaping @MainActor () -> Void = {}) {
    self.screen = screen
    self.events = events
    self.redraw = redraw
    (endings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
  }

  /// Draws a screen for the first time, before anything is waited for; ``run(_:)`` goes on from there.
  public func start(_ controller: TableViewController) {
    controller.needsDisplay = { [weak self, weak controller] in controller.map { self?.setNeedsDisplay($0) } }
    controller.didExit = { [continuation] in continuation.yield(.finished(status: $0)) }
    controller.needsRedraw = { [redraw] in redraw() }
    isRunning = true
    draw(controller)
  }

  /// Runs a screen until it, a signal, or the terminal's end ends it. For one run.
  public func run(_ controller: TableViewController) async -> Ending {
    if !isRunning { start(controller) }
    let pump = Task {
      continuation.yield(await handleEvents(controller))
      continuation.finish()
    }
    var ending = Ending.hangup
    for await first in endings {
      ending = first
      break
    }
    // The terminal may be given back any moment now.
    isRunning = false
    pump.cancel()
    timer?.cancel()
    (timer, timerDue) = (nil, nil)
    controller.needsDisplay = {}
    controller.tableView.stopShowing()
    return ending
  }

  /// Hands on events until the last one.
  private func handleEvents(_ controller: TableViewController) async -> Ending {
    while let event = await events.next() {
      switch event {
      case .terminate(let signal): return .signal(signal)
      case .hangup: return .hangup
      case .key, .paste, .mouse: ChangeCause.$current.withValue(.user) { controller.handle(event) }
      case .resize, .resume: controller.handle(event)
      }
      setNeedsDisplay(controller)
    }
    return .hangup
  }

  private var now: Duration { ContinuousClock.now - start }

  private func setNeedsDisplay(_ controller: TableViewController) {
    guard !isDrawingDue else { return }
    isDrawingDue = true
    Task { draw(controller) }
  }

  private func draw(_ controller: TableViewController) {
    isDrawingDue = false
    guard isRunning else { return }
    let now = now
    var canvas = Canvas(size: screen.size, traits: screen.traits)
    controller.draw(in: &canvas, at: now)
    screen.present(canvas.frame)
    schedule(controller.nextFrame(after: now), controller)
  }

  /// Sleeps until the next frame is due, if one is.
  private func schedule(_ due: Duration?, _ controller: TableViewController) {
    guard due != timerDue || timer == nil else { return }
    timer?.cancel()
    (timer, timerDue) = (nil, due)
    guard let due else { return }
    timer = Task { [start] in
      try? await Task.sleep(until: start + due, clock: .continuous)
      guard !Task.isCancelled else { return }
      timer = nil
      setNeedsDisplay(controller)
    }
  }
}
