import Observation
import Synchronization

/// Whether ``ViewController/updateContent()`` is due: before the first drawing, and when something that it read has
/// changed.
final class ContentUpdate: Sendable {
  private let flag = Atomic(true)

  var isDue: Bool { flag.load(ordering: .acquiring) }

  func setDue() { flag.store(true, ordering: .releasing) }

  /// Updates the content, and remembers what is read meanwhile.
  ///
  /// - Parameter willChange: called once, on any thread, before something that was read changes.
  @MainActor
  func perform(_ update: () -> Void, willChange: @escaping @Sendable () -> Void) {
    flag.store(false, ordering: .releasing)
    withObservationTracking(update) { [self] in
      setDue()
      willChange()
    }
  }
}
