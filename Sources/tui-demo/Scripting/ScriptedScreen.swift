import ListKit
import ListKitCurses

/// The terminal, on which a script is played before its user has it alone.
///
/// What the terminal sends meanwhile comes as it arrives, between the keys of the script: new sizes, the user's
/// own keys, and above all the signals that end the program.
@MainActor
final class ScriptedScreen: Screen, EventSource {
  private let screen: CursesScreen
  private let events: CursesEvents
  private let player: ScriptPlayer
  /// Waits for the script's turn; nil before anybody asked.
  private var turn: Task<Void, Never>?
  private var isTurn = false
  /// Waits for the terminal.
  private var arrival: Task<Event?, Never>?

  init(_ screen: CursesScreen, script: KeyScript) {
    self.screen = screen
    events = screen.events
    player = ScriptPlayer(script)
  }

  var size: Size { screen.size }

  var traits: ScreenTraits { screen.traits }

  func present(_ frame: Frame) {
    screen.present(frame)
    player.didDraw()
  }

  func next() async -> Event? {
    guard !player.isOver else { return await events.next() }
    waitForTurn()
    if !isTurn {
      let arrival = Task { [events] in await events.next() }
      self.arrival = arrival
      if let event = await arrival.value { return event }
      // Nothing comes because the script's turn did, or because the terminal is closed.
      guard isTurn else { return nil }
    }
    (turn, isTurn) = (nil, false)
    if let key = player.press() { return key }
    return await events.next()
  }

  /// While the script is played, each key has its frame.
  func poll() -> Event? { player.isOver ? events.poll() : nil }

  var executor: (any TaskExecutor)? { events.executor }

  func sleep(until time: ContinuousClock.Instant) async { await events.sleep(until: time) }

  /// Goes on over several events of the terminal, so that these do not hold the script up.
  private func waitForTurn() {
    guard turn == nil else { return }
    turn = Task {
      await player.waitForTurn()
      isTurn = true
      arrival?.cancel()
    }
  }
}
