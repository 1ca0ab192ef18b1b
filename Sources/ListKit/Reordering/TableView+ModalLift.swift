extension TableView {
  /// Carries out a command while a row is in the hand; those that make no sense then are swallowed.
  ///
  /// - Returns: whether the command is done with.
  func performLifted(_ command: Command) -> Bool {
    guard lifted != nil else { return false }
    let screenful = max(1, viewportLines - 1)
    switch command {
    case .moveCursor(let count), .moveRow(let count): carry { $0.move(byLines: count, in: $1) }
    case .moveBeside(let count), .moveRowBeside(let count): carry { $0.move(besideBy: count, in: $1) }
    case .firstOfLine: carry { $0.move(toLineEnd: false, in: $1) }
    case .lastOfLine: carry { $0.move(toLineEnd: true, in: $1) }
    case .page(let count): carry { $0.move(byLines: count * screenful, in: $1) }
    case .first: carry { $0.moveToStart(in: $1) }
    case .last: carry { $0.moveToEnd(in: $1) }
    case .primaryAction, .grab: drop()
    case .back: cancelLift()
    case .scroll, .help, .quit, .redraw: return false
    default: break
    }
    return true
  }
}
