/// What keys mean: a list of bindings, of which the first that fits counts.
///
/// The help is made from the same list, so it cannot lie.
public struct KeyMap: Hashable, Sendable {
  /// The bindings, the ones that count first in front.
  public var bindings: [KeyBinding]

  /// Creates a map in which, of two bindings that apply, the first one counts.
  public init(_ bindings: [KeyBinding]) { self.bindings = bindings }

  /// Gives keys a meaning that counts before all others.
  public mutating func bind(
    _ keys: KeyPress..., to command: Command, _ title: String? = nil,
    when conditions: KeyBinding.Conditions = []
  ) {
    bindings.insert(KeyBinding(keys, command, title, when: conditions), at: 0)
  }

  /// Calls a command something else in the help, or, with nil, leaves it out.
  public mutating func rename(_ command: Command, _ title: String?) {
    for index in bindings.indices where bindings[index].command == command {
      bindings[index].title = title
    }
  }

  /// What a key means under some circumstances; nil if nothing.
  ///
  /// On a panel, commands of a program's own are meant only where their bindings say `hasPanel`. A printable
  /// character that no binding claims goes to the query, where there is one; while a field is
  /// typed into, or a query that was opened for it, only bindings that say so claim any.
  ///
  /// - Complexity: O(bindings).
  public func command(for press: KeyPress, under circumstances: KeyBinding.Conditions) -> Command? {
    let isOnPanel = circumstances.contains(.hasPanel)
    let binding = bindings.first {
      $0.keys.contains(press) && $0.holds(for: press, under: circumstances)
        && (!isOnPanel || $0.holdsOnPanels)
    }
    if let binding { return binding.command }
    guard circumstances.contains(.hasQuery), press.isPrintable, case .character(let character) = press.key
    else { return nil }
    return .edit(.insert(String(character)))
  }
}
