extension TableViewController {
  /// Lets keys do something, and names it in the help.
  ///
  /// ```swift
  /// addKeyCommand(.control("o"), title: "tree, or the busiest first") { [unowned self] in toggleTree() }
  /// ```
  ///
  /// A command of one's own in the ``keyMap`` and an override of ``perform(_:)`` do the same. These count before
  /// all bindings there are by now, and not while a ``panel`` or a question lies on top.
  ///
  /// - Parameters:
  ///   - keys: the keys, the one to show first.
  ///   - title: what the help calls it; nil keeps it out.
  ///   - conditions: when they mean it. Where letters are typed into a query, those that are keys ask for
  ///     `.hasNoQuery`.
  ///   - action: what they do. The screen keeps it, so it does not keep the screen.
  public func addKeyCommand(
    _ keys: KeyPress..., title: String?, when conditions: KeyBinding.Conditions = [],
    action: @escaping @MainActor () -> Void
  ) {
    let command = Command.custom("key command \(keyCommands.count)")
    keyCommands[command] = action
    keyMap.bindings.insert(KeyBinding(keys, command, title, when: conditions), at: 0)
  }
}
