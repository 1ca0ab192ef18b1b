/// What there was before each edit, and, after an undo, what there was after it.
///
/// A snapshot is a value, so to keep one is to be able to go back to it.
struct EditHistory<State> {
  private var former: [State] = []
  private var undone: [State] = []

  var canUndo: Bool { !former.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  /// Remembers the state that is about to be edited.
  mutating func record(_ state: State) {
    former.append(state)
    undone = []
  }

  /// The state before the last edit; nil where there was none.
  mutating func undo(from state: State) -> State? {
    guard let last = former.popLast() else { return nil }
    undone.append(state)
    return last
  }

  /// The state after the edit undone last; nil where none was, or another edit followed.
  mutating func redo(from state: State) -> State? {
    guard let next = undone.popLast() else { return nil }
    former.append(state)
    return next
  }
}
