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
  /// Waits for the terminal.
  private var arrival: Task<Bool, Never>?

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

  func waitForEvent() async -> Bool {
    guard !player.isOver else { return await events.waitForEvent() }
    waitForTurn()
    if player.isTurn { return true }
    let arrival = Task { [events] in await events.waitForEvent() }
    self.arrival = arrival
    let hasEvent = await arrival.value
    // Nothing comes because the script's turn did, or because the terminal is closed.
    return hasEvent || player.isTurn
  }

  func poll() -> Event? {
    guard player.isTurn else { return events.poll() }
    turn = nil
    return player.press() ?? events.poll()
  }

  var executor: (any TaskExecutor)? { events.executor }

  func sleep(until time: ContinuousClock.Instant) async { await events.sleep(until: time) }

  /// Goes on over several events of the terminal, so that these do not hold the script up.
  private func waitForTurn() {
    guard turn == nil else { return }
    turn = Task {
      await player.waitForTurn()
      arrival?.cancel()
    }
  }
}
