/// What keys mean: a list of bindings, of which the first that fits counts.
///
/// The help is made from the same list, so it cannot lie.
public struct KeyMap: Hashable, Sendable {
  /// The bindings, the ones that count first in front.
  public var bindings: [KeyBinding]

  /// Creates a map.
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
  /// character that no binding claims goes to the query, where there is one.
  ///
  /// - Complexity: O(bindings).
  public func command(for press: KeyPress, under circumstances: KeyBinding.Conditions) -> Command? {
    let isOnPanel = circumstances.contains(.hasPanel)
    let binding = bindings.first {
      $0.keys.contains(press) && circumstances.isSuperset(of: $0.conditions)
        && (!isOnPanel || $0.holdsOnPanels)
    }
    if let binding { return binding.command }
    guard circumstances.contains(.hasQuery), press.modifiers.isEmpty,
      case .character(let character) = press.key
    else {
      return nil
    }
    return .edit(.insert(String(character)))
  }

  /// The lines of the help: keys and what they do, for a screen with or without a query or an outline.
  public func help(hasQuery: Bool, hasOutline: Bool, isUnicode: Bool) -> [(keys: String, title: String)] {
    var circumstances: KeyBinding.Conditions = hasQuery ? .hasQuery : .hasNoQuery
    if hasOutline { circumstances.insert(.hasOutline) }
    return help(under: circumstances, isUnicode: isUnicode)
  }

  /// The lines of the help: keys and what they do, for what a screen has and its rows allow.
  ///
  /// Bindings that hold on some rows only, or with some queries only, are listed too.
  ///
  /// - Complexity: O(bindings²).
  public func help(
    under circumstances: KeyBinding.Conditions, isUnicode: Bool
  ) -> [(keys: String, title: String)] {
    let hasQuery = circumstances.contains(.hasQuery)
    var passing: KeyBinding.Conditions = [.queryIsEmpty, .queryIsNotEmpty, .isOnOutlineRow, .isOnMarkableRow]
    if !circumstances.contains(.hasOutline) { passing.remove(.isOnOutlineRow) }
    if !circumstances.contains(.isOnMarkableRow) { passing.remove(.isOnMarkableRow) }
    let possible = circumstances.union(passing)
    return bindings.enumerated().compactMap { index, binding in
      guard let title = binding.title, possible.isSuperset(of: binding.conditions) else { return nil }
      let given = binding.conditions.union(hasQuery ? .hasQuery : [.hasNoQuery, .queryIsEmpty])
      let earlier = bindings[..<index].filter { given.isSuperset(of: $0.conditions) }
      let keys = binding.keys.filter { key in !earlier.contains { $0.keys.contains(key) } }
      return keys.isEmpty ? nil : (keys.map { $0.name(isUnicode: isUnicode) }.joined(separator: " "), title)
    }
  }
}
