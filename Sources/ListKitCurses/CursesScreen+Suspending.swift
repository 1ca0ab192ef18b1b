import CNcurses
import ListKit

// MARK: - Stopping and going on

extension CursesScreen {
  /// Gives the terminal back and stops, as ctrl-z asks for.
  func suspend() {
    guard let restorer else { return }
    giveBack(restorer)
    restorer.stopProcess()
    resume()
  }

  /// Gives the terminal to another program, such as an editor, while `body` runs.
  ///
  /// Nothing is drawn and no key is read meanwhile; the size, and requests to end, are taken in. ctrl-c and ctrl-z are
  /// for the other program; stopped, both stop. Afterwards ``Event/resume`` comes and all is drawn anew.
  ///
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  func suspended<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    guard isOpen, !isSuspended, let restorer else { return try await body() }
    activate()
    giveBack(restorer)
    isSuspended = true
    restorer.lendKeys()
    defer {
      restorer.takeKeysBack()
      isSuspended = false
      if isOpen { resume() }
    }
    return try await body()
  }

  private func giveBack(_ restorer: TerminalRestorer) {
    awaitAnswers()
    loop?.pauseInput()
    // Not only what curses knows of: the ctrl-z threw away what was on its way to the terminal.
    writeDirectly(modes.resettingBytes(lines: size.lines))
    endwin()
    writeDirectly(modes.bytesAfterCurses(lines: size.lines))
    restorer.disarm()
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
    activate()
    restorer?.arm(restoring: modes.restoringBytes(lines: size.lines))
    reset_prog_mode()
    writeDirectly(modes.entering)
    adoptTerminalSize()
    restorer?.update(restoring: modes.restoringBytes(lines: size.lines))
    invalidate()
    // What was typed meanwhile the driver echoes when it has room: in the middle of this picture at the latest.
    invalidate()
    loop?.resumeInput()
    events.send(.resume)
  }
}
