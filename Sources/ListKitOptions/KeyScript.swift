package import ListKit
import ListKitCurses

/// Keys to press: `down down enter wait alps esc`.
///
/// A word is the name of a key as the help writes it, `wait` for a tenth of a second, or text to type.
package struct KeyScript: Sendable {
  package enum Step: Hashable, Sendable {
    case press(KeyPress)
    case wait
  }

  package let steps: [Step]

  package init(argument: String) {
    steps = argument.split(separator: " ").flatMap { word -> [Step] in
      if word == "wait" { return [.wait] }
      if let key = KeyPress(name: String(word)) { return [.press(key)] }
      return word.map { .press(.character($0)) }
    }
  }
}

/// Plays a script like a user who watches the screen.
///
/// It presses each key when the picture of the previous key is drawn, or if that key changed nothing, and the
/// screen shows its content: what is still being read, sorted or searched is waited for, but not for ever.
///
/// ```text
///   press ──▶ handled ──▶ content is there ──▶ drawn ──▶ waits of the script ──▶ press
/// ```
@MainActor
final class ScriptPlayer {
  private var steps: ArraySlice<KeyScript.Step>
  private var isDrawn = false
  /// Whether the next key may be pressed now.
  private(set) var isTurn = false
  /// The maximum number of turns of the main actor that a drawing takes.
  private static let turnsToDraw = 8
  /// The screen whose content is waited for.
  weak var controller: ViewController?
  /// How long the script still waits for content: for a list without rows, and for more rows of a list that
  /// may never be complete.
  private var patience: [ContentState: Duration] = [.loading: .seconds(10), .partial: .seconds(1)]
  private static let pause = Duration.milliseconds(10)

  init(_ script: KeyScript?) { steps = (script?.steps ?? [])[...] }

  var isOver: Bool { steps.isEmpty }

  func didDraw() { isDrawn = true }

  /// Waits until the next key may be pressed, or the script is over. Only one caller may wait at a time.
  func waitForTurn() async {
    for _ in 0..<Self.turnsToDraw where !isDrawn { await Task.yield() }
    await waitForContent()
    while steps.first == .wait {
      try? await Task.sleep(for: .milliseconds(100))
      steps.removeFirst()
    }
    isTurn = true
  }

  private func waitForContent() async {
    var hasWaited = false
    while let state = content, let rest = patience[state], rest > .zero, !Task.isCancelled {
      patience[state] = rest - Self.pause
      hasWaited = true
      try? await Task.sleep(for: Self.pause)
    }
    if hasWaited { for _ in 0..<Self.turnsToDraw { await Task.yield() } }
  }

  /// The state of the visible screen's content; nil before there is a screen.
  private var content: ContentState? {
    guard let controller else { return nil }
    return controller.navigationController?.visibleContent ?? controller.visibleContent
  }

  /// Returns the next key; nil if the script is over.
  func press() -> Event? {
    isTurn = false
    guard case .press(let key)? = steps.popFirst() else { return nil }
    isDrawn = false
    return .key(key)
  }
}

/// A terminal on which a script is played first.
///
/// Events of the terminal, such as new sizes, the user's keys, and signals that end the program, are handled
/// between the keys of the script.
@MainActor
final class ScriptedScreen: Screen, EventSource {
  private let screen: CursesScreen
  private let events: CursesEvents
  private let player: ScriptPlayer
  /// The task that waits until the script may continue.
  private var turn: Task<Void, Never>?
  /// The task that waits for an event of the terminal.
  private var arrival: Task<Bool, Never>?

  init(_ screen: CursesScreen, script: KeyScript, for controller: ViewController) {
    self.screen = screen
    events = screen.events
    player = ScriptPlayer(script)
    player.controller = controller
  }

  var size: ScreenSize { screen.size }

  var traits: ScreenTraits { screen.traits }

  func present(_ frame: Frame) {
    screen.present(frame)
    player.didDraw()
  }

  func waitForEvent() async -> Bool {
    guard !player.isOver else { return await events.waitForEvent() }
    waitForTurn()
    if player.isTurn { return true }
    let arrival = Task { [events] in await events.waitForEvent() }
    self.arrival = arrival
    let hasEvent = await arrival.value
    // Without an event, the script may continue, or the terminal is closed.
    return hasEvent || player.isTurn
  }

  /// Starts the task for the script, which outlasts events of the terminal, so that these do not delay it.
  private func waitForTurn() {
    guard turn == nil else { return }
    turn = Task {
      await player.waitForTurn()
      arrival?.cancel()
    }
  }

  func poll() -> Event? {
    guard player.isTurn else { return events.poll() }
    turn = nil
    return player.press() ?? events.poll()
  }

  var executor: (any TaskExecutor)? { events.executor }

  func sleep(until time: ContinuousClock.Instant) async { await events.sleep(until: time) }
}

/// A terminal without a screen that plays a script and stores the last frame.
@MainActor
final class ScriptedTerminal: Screen, EventSource {
  let size: ScreenSize
  let traits: ScreenTraits
  private(set) var frame: Frame
  private let player: ScriptPlayer

  init(size: ScreenSize, traits: ScreenTraits, script: KeyScript?, for controller: ViewController) {
    self.size = size
    self.traits = traits
    frame = Frame(size: size)
    player = ScriptPlayer(script)
    player.controller = controller
  }

  func present(_ frame: Frame) {
    self.frame = frame
    player.didDraw()
  }

  func waitForEvent() async -> Bool {
    await player.waitForTurn()
    return !player.isOver
  }

  func poll() -> Event? { player.isTurn ? player.press() : nil }
}
