import CNcurses
import ListKit

// MARK: - Stopping and going on

extension CursesScreen {
  /// Gives the terminal back and stops, as ctrl-z asks for.
  func suspend() {
    guard let restorer else { return }
    awaitAnswers()
    // Not only what curses knows of: the ctrl-z threw away what was on its way to the terminal.
    writeDirectly(modes.resettingBytes(lines: size.lines))
    endwin()
    writeDirectly(modes.bytesAfterCurses(lines: size.lines))
    restorer.disarm()
    restorer.stopProcess()
    resume()
  }

  /// Takes the terminal again after a stop that could not be prevented or prepared, as by SIGSTOP.
  ///
  /// Meanwhile the user may have left the screen of the program (`reset`); and curses, which knows of nothing,
  /// would go on drawing on the other one.
  func resumeAfterUnannouncedStop() {
    endwin()
    resume()
  }

  /// Takes the terminal again.
  private func resume() {
    restorer?.arm(restoring: modes.restoringBytes(lines: size.lines))
    reset_prog_mode()
    writeDirectly(modes.entering)
    adoptTerminalSize()
    restorer?.update(restoring: modes.restoringBytes(lines: size.lines))
    invalidate()
    events.send(.resume)
  }
}
