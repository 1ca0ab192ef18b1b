/// The children of an open item being found, or the reason why they were not.
///
/// Found they will be no more once nobody keeps it.
@MainActor
final class OutlineLoad<Section> {
  /// Where the item stood when it was opened.
  let section: Section
  /// Tells this load from an earlier one of the same item.
  let number: Int
  var note = OutlineNote()
  var task: Task<Void, Never>?

  init(section: Section, number: Int) {
    self.section = section
    self.number = number
  }

  deinit { task?.cancel() }
}

/// What is said on the line below an open row whose children are not there.
struct OutlineNote {
  /// Why children were not found; nil while they are being found.
  var failure: String?
  /// When the table first had something to say; nil until it has been drawn.
  var began: Duration?

  /// What is found before this was never missed, and nothing flickers.
  static let delay = Duration.milliseconds(100)

  /// When it comes onto the screen; nil until it is known since when it might be there.
  var due: Duration? { failure == nil ? began.map { $0 + Self.delay } : .zero }

  func isShown(at now: Duration) -> Bool { due.map { $0 <= now } ?? false }
}
