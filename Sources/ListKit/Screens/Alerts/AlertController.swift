/// A question on top of a screen.
///
/// ```swift
/// let alert = AlertController(title: "Delete \(task.title)?", message: "It cannot be brought back.")
/// alert.addAction(AlertAction(title: "Cancel", style: .cancel))
/// alert.addAction(AlertAction(title: "Delete", style: .destructive) { _ in model.delete(task) })
/// present(alert)
/// ```
///
/// Tab and the arrows go from field to field and from button to button, enter gives the chosen answer, escape
/// cancels, and where there is no field the first letter of an answer gives it. Each alert has one answer at most: one
/// that is closed, by whatever, is never answered later. Keys typed before it could be seen do not answer it, unless
/// a key asked for it.
///
/// Screens have shorter ways: ``TableViewController/confirm(_:message:action:isDestructive:)``,
/// ``TableViewController/choose(_:message:from:title:)`` and ``TableViewController/prompt(_:message:text:placeholder:)``.
@MainActor
public final class AlertController {
  /// Whether the answers stand side by side below a question, or as a list to choose from.
  public enum Style: Hashable, Sendable {
    /// Beside each other, where they fit.
    case alert
    /// Below each other, to choose from many.
    case actionSheet
  }

  /// What has the keys.
  enum Focus: Hashable {
    case field(Int)
    case action(Int)
  }

  /// The question, in one line.
  public var title: String
  /// What else there is to say.
  public var message: String?
  /// Whether the answers stand side by side, or as a list; it cannot be changed later.
  public let preferredStyle: Style
  /// The answers, in the order they were added.
  public private(set) var actions: [AlertAction] = []
  /// The lines to type into.
  public private(set) var textFields: [TextField] = []
  /// What enter gives at first; by itself the first answer that destroys nothing.
  public var preferredAction: AlertAction?

  var focus: Focus?
  /// Whether it answers keys that were typed before it was seen.
  var takesKeysUnseen = false
  var wasDrawn = false
  /// Called once, when the alert is gone: with the answer, if one was given.
  var didClose: (AlertAction?) -> Void = { _ in }
  /// The first of the answers that are seen, where there are more than fit.
  var offset = 0

  /// Creates a question without answers.
  public init(title: String, message: String? = nil, preferredStyle: Style = .alert) {
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
  }

  /// Adds an answer below those that are there; the first one is under the cursor.
  public func addAction(_ action: AlertAction) {
    trapUnless(
      action.style != .cancel || !actions.contains { $0.style == .cancel },
      "AlertController.addAction: a second answer of style .cancel, '\(action.title)'")
    actions.append(action)
  }

  /// Adds a line to type into.
  ///
  /// - Parameter configure: sets it up.
  public func addTextField(configure: (TextField) -> Void = { _ in }) {
    let field = TextField()
    configure(field)
    textFields.append(field)
  }

  /// What enter gives unless something else is chosen.
  private var defaultAction: Int? {
    if let preferredAction, let index = actions.firstIndex(where: { $0 === preferredAction }) { return index }
    return actions.firstIndex { $0.style == .default && $0.isEnabled }
      ?? actions.firstIndex { $0.style == .cancel && $0.isEnabled }
  }

  /// Where the keys are, or go at first.
  var currentFocus: Focus? {
    focus ?? (textFields.isEmpty ? defaultAction.map(Focus.action) : .field(0))
  }

  // MARK: Keys

  /// What a key does to an alert.
  enum Effect {
    case nothing
    case redraw
    case answered(AlertAction?)
  }

  /// Answers a key.
  ///
  /// - Parameter command: what it means where text is typed.
  func handle(_ press: KeyPress, meaning command: Command?) -> Effect {
    guard wasDrawn || takesKeysUnseen else { return .nothing }
    switch (press.key, currentFocus) {
    case (.escape, _): return cancel
    case (.enter, .field(let index)) where index + 1 < textFields.count: return move(1)
    case (.enter, .field): return defaultAction.map(answer) ?? .nothing
    case (.enter, .action(let index)): return answer(index)
    case (.tab, _): return move(press.modifiers.contains(.shift) ? -1 : 1)
    case (.down, _): return move(1)
    case (.up, _): return move(-1)
    case (.right, .action): return move(1)
    case (.left, .action): return move(-1)
    case (_, .field(let index)):
      guard case .edit(let edit)? = command else { return .nothing }
      textFields[index].apply(edit)
      return .redraw
    case (.character(let character), _) where press.modifiers.isEmpty: return choose(by: character)
    default: return .nothing
    }
  }

  func paste(_ text: String) {
    guard case .field(let index)? = currentFocus else { return }
    textFields[index].apply(.insert(text))
  }

  private var cancel: Effect {
    guard let action = actions.first(where: { $0.style == .cancel }) else { return .answered(nil) }
    return action.isEnabled ? .answered(action) : .nothing
  }

  /// Gives an answer, or, where it is no cancel and there is a text that is not valid, goes to that.
  func answer(_ index: Int) -> Effect {
    guard actions[index].isEnabled else { return .nothing }
    guard actions[index].style != .cancel, let invalid = textFields.firstIndex(where: { !$0.checkText() })
    else {
      return .answered(actions[index])
    }
    focus = .field(invalid)
    return .redraw
  }

  /// Goes to the next or the one before of all fields and answers that can be given.
  private func move(_ step: Int) -> Effect {
    let stops =
      textFields.indices.map(Focus.field) + actions.indices.filter { actions[$0].isEnabled }.map(Focus.action)
    guard let current = currentFocus.flatMap(stops.firstIndex), stops.count > 1 else {
      focus = stops.first
      return .redraw
    }
    focus = stops[(current + step + stops.count) % stops.count]
    return .redraw
  }

  /// Gives the one answer whose title begins with a character; of several, chooses the next.
  private func choose(by character: Character) -> Effect {
    let fitting = actions.indices.filter {
      actions[$0].isEnabled && actions[$0].title.first?.lowercased() == character.lowercased()
    }
    if fitting.count == 1 { return answer(fitting[0]) }
    guard !fitting.isEmpty else { return .nothing }
    let current = if case .action(let index)? = currentFocus { index } else { -1 }
    focus = .action(fitting.first { $0 > current } ?? fitting[0])
    return .redraw
  }
}
