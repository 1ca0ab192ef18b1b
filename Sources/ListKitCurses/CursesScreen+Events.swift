import CNcurses
import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension CursesScreen {
  /// How long a paste may pause before it counts as ended. Its end mark can be lost with a slow line; keys
  /// must not vanish into it for ever.
  static let pastePatience: Duration = .seconds(1)

  /// Begins to turn what arrives into events.
  func listen() {
    guard let guardian else { return }
    loop = EventLoop(
      tty: files.input, signals: guardian.signals,
      onInput: { [weak self] in self?.readInput() },
      onSignal: { [weak self] in self?.readSignals() },
      onSilence: { [weak self] in self?.endPaste() })
  }

  /// Reads all that the terminal has sent.
  func readInput() {
    guard isOpen else { return }
    TerminalGuard.prepareThread()
    let count = drainKeys()
    if count == 0, files.isHungUp {
      loop?.stop()
      events.send(.hangup)
      events.finish()
    } else if decoder.isPasting {
      loop?.wake(after: Self.pastePatience)
    }
  }

  /// Takes what curses has read and sends the events it makes; answers how many bytes and keys it was.
  @discardableResult
  func drainKeys() -> Int {
    activate()
    var count = 0
    while true {
      let code = wgetch(keys)
      guard code != ERR else { break }
      count += 1
      if let byte = UInt8(exactly: code) {
        decoder.decode(.byte(byte), at: .now)
      } else if let press = KeyPress(cursesCode: code) {
        decoder.decode(.key(press), at: .now)
      }
    }
    for event in decoder.takeEvents() { events.send(event) }
    return count
  }

  private func endPaste() {
    guard isOpen, decoder.isPasting else { return }
    decoder.endPaste()
    for event in decoder.takeEvents() { events.send(event) }
  }
}

// MARK: - Signals

extension CursesScreen {
  private func readSignals() {
    guard isOpen, let guardian else { return }
    TerminalGuard.prepareThread()
    activate()
    for signal in guardian.receivedSignals() {
      switch signal {
      case SIGWINCH:
        adoptTerminalSize()
        // What was drawn for the old size may have arrived after the change: nobody knows what stands there.
        clearok(cn_curscr(), true)
        shown = nil
        guardian.update(restoring: modes.restoringBytes())
        events.send(.resize(size))
      case SIGTSTP: suspend()
      case SIGCONT:
        guardian.waitForForeground()
        resume()
      default: events.send(.terminate(signal: signal))
      }
    }
  }

  /// Gives the terminal back and stops, as ctrl-z asks for.
  private func suspend() {
    guard let guardian else { return }
    writeDirectly(modes.leaving)
    endwin()
    guardian.disarm()
    guardian.stopProcess()
    resume()
  }

  /// Takes the terminal again: after ``suspend()``, and after a stop nobody announced.
  private func resume() {
    reset_prog_mode()
    guardian?.arm(restoring: modes.restoringBytes())
    writeDirectly(modes.entering)
    adoptTerminalSize()
    invalidate()
    events.send(.resume)
  }
}
