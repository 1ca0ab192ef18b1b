import ListKit
import SeededRandom

/// Owns the model, looks around every two seconds while it should, and tells a screen whenever something changed.
///
/// It knows no screen: whoever creates it says in a closure what is to be done after a change.
@MainActor
final class WiFiController {
  /// Called with the controller after each change.
  typealias UpdateHandler = @MainActor (WiFiController) -> Void

  /// The time between two looks around.
  static let interval = Duration.seconds(2)

  private(set) var model: WiFiModel
  private var generator: SeededGenerator
  private var scanning: Task<Void, Never>?
  private let clock: any Clock<Duration>
  private let updateHandler: UpdateHandler

  init(
    model: WiFiModel, generator: SeededGenerator, clock: any Clock<Duration> = ContinuousClock(),
    updateHandler: @escaping UpdateHandler
  ) {
    (self.model, self.generator, self.clock, self.updateHandler) = (model, generator, clock, updateHandler)
  }

  /// Whether Wi-Fi is switched on.
  var isEnabled: Bool {
    get { model.isEnabled }
    set {
      model.isEnabled = newValue
      updateTimer()
      updateHandler(self)
    }
  }

  /// Whether it looks around from time to time, as long as Wi-Fi is on.
  var scansForNetworks = false { didSet { updateTimer() } }

  /// Connects to a network within reach.
  func join(_ id: WiFiNetwork.ID) {
    model.join(id)
    updateHandler(self)
  }

  /// Connects to a network that does not tell its name.
  func join(named name: String) {
    model.join(named: name)
    updateHandler(self)
  }

  /// Looks around, as the timer does.
  func scan() {
    guard isEnabled else { return }
    let former = model
    model.scan(using: &generator)
    if model != former { updateHandler(self) }
  }

  private func updateTimer() {
    scanning?.cancel()
    scanning = nil
    guard scansForNetworks, isEnabled else { return }
    scanning = Task { [weak self, clock] in
      while (try? await clock.sleep(for: Self.interval)) != nil { self?.scan() }
    }
  }
}
