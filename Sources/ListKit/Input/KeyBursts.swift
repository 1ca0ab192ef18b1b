/// Keys that come faster than frames: held down, typed ahead, or sent by a program.
extension TableViewController {
  /// A command together with those of the equal presses that wait behind it, where that is the same.
  func withPressesToCome(_ command: Command, of press: KeyPress) -> Command {
    guard pressesToCome > 0, !isCovered,
      keyMap.isSettled(press, under: circumstances),
      let sum = command.times(pressesToCome + 1)
    else { return command }
    pressesDone = pressesToCome
    return sum
  }

  /// Whether an event only changes a query that has begun, so that the rows are of no account to it.
  func isTyping(_ event: Event) -> Bool {
    guard !isCovered, let searchBar, !searchBar.text.isEmpty,
      case .key(let press) = event, case .edit = keyMap.command(for: press, under: circumstances)
    else { return false }
    switch press.key {
    case .character, .backspace: return true
    default: return false  // What arrows mean may depend on the row under the cursor.
    }
  }
}

extension Command {
  /// What doing it so often in a row amounts to; nil where that is not one command.
  fileprivate func times(_ count: Int) -> Command? {
    switch self {
    case .moveCursor(let step): .moveCursor(step * count)
    case .moveBeside(let step): .moveBeside(step * count)
    case .page(let step): .page(step * count)
    case .scroll(let step): .scroll(step * count)
    case .edit(.move(let step)): .edit(.move(step * count))
    default: nil
    }
  }
}

extension KeyMap {
  /// Whether a key goes on to mean what it does while the cursor moves from row to row.
  fileprivate func isSettled(_ press: KeyPress, under circumstances: KeyBinding.Conditions) -> Bool {
    let ofRows: KeyBinding.Conditions = [
      .isOnOutlineRow, .isBesideOthers, .hasDetails, .isOnMarkableRow,
    ]
    for binding in bindings where binding.keys.contains(press) {
      if !binding.conditions.isDisjoint(with: ofRows) { return false }
      if circumstances.isSuperset(of: binding.conditions) { return true }
    }
    return true
  }
}
