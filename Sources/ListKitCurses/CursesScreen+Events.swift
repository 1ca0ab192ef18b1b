import CNcurses
import LibC
import ListKit

extension CursesScreen {
  /// How many bytes are read at a time: as many as a terminal buffers. Events of more would be stale before the
  /// user sees their effect.
  private static let pieceSize = 4096

  /// Begins to turn what arrives into events.
  func listen() {
    guard let restorer else { return }
    loop = EventLoop(
      tty: files.input, signals: restorer.signals, now: now,
      onInput: { [weak self] in self?.readInput() },
      onSignal: { [weak self] in self?.readSignals() })
    events.needsInput = { [weak self] in
      self?.readSignals()
      self?.readInput()
    }
  }

  /// Reads a piece of what the terminal has sent, unless events wait already: then the terminal keeps it.
  func readInput() {
    guard isOpen, !isSuspended else { return }
    TerminalRestorer.prepareThread()
    guard events.isEmpty else {
      loop?.pauseInput()
      return
    }
    var isAtEnd = false
    var room = Self.pieceSize
    while room > 0 {
      switch files.read(atMost: room) {
      case .bytes(let bytes):
        decoder.decode(bytes, at: now())
        room -= bytes.count
      case .nothing:
        decoder.endWaiting(at: now())
        room = 0
      case .end:
        isAtEnd = true
        room = 0
      }
    }
    for answer in decoder.takeAnswers() { take(answer) }
    for event in decoder.takeEvents() { events.send(event) }
    if isAtEnd {
      hangUp()
      return
    }
    if events.isEmpty { loop?.resumeInput() } else { loop?.pauseInput() }
    loop?.wake(at: decoder.deadline)
  }

  /// What the keys that may go on are if nothing follows; for tests, which do not wait.
  func waitingKeys() -> [Event] {
    decoder.endWaiting(at: now() + .milliseconds(25))
    return decoder.takeEvents()
  }

  /// Asks for the colour of the background.
  func askForBackground() {
    guard backgroundQuery != nil else { return }
    backgroundQuery?.ask(at: now())
    writeDirectly(BackgroundQuery.question)
  }

  private func take(_ answer: TerminalAnswer) {
    switch answer {
    case .background(let color): takeOver(UserInterfaceStyle(background: color))
    case .attributes: backgroundQuery?.finish()
    case .colorsChanged: askForBackground()
    }
  }

  /// Gives outstanding answers a moment to come: the next program that reads the terminal would take them for keys.
  func awaitAnswers() {
    let deadline = now() + .milliseconds(100)
    while let query = backgroundQuery, query.isOutstanding(at: now()), now() < deadline {
      var input = pollfd(fd: files.input, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, 10) >= 0 else { continue }
      switch files.read(atMost: Self.pieceSize) {
      case .bytes(let bytes):
        decoder.decode(bytes, at: now())
        if decoder.takeAnswers().contains(.attributes) { backgroundQuery?.finish() }
      case .nothing: break
      case .end: return
      }
    }
  }

  private func hangUp() {
    loop?.stop()
    events.send(.hangup)
    events.finish()
  }
}

// MARK: - Signals

extension CursesScreen {
  private func readSignals() {
    guard isOpen, let restorer else { return }
    TerminalRestorer.prepareThread()
    activate()
    let signals = postponedSignals + restorer.receivedSignals()
    postponedSignals = []
    for signal in signals {
      switch signal {
      // Keys are for the program that has the terminal. If it is stopped, it waits for a shell that waits for us.
      case SIGINT where isSuspended, SIGWINCH where isSuspended, SIGCONT where isSuspended: break
      case SIGTSTP where isSuspended: restorer.stopProcess()
      case SIGWINCH:
        updateSize()
        // What was drawn for the old size may have arrived after the change: what the terminal shows is unknown.
        clearok(cn_curscr(), true)
        shown = nil
        restorer.update(restoring: modes.restoringBytes(lines: size.lines))
        events.send(.resize(size))
      case SIGTSTP: suspend()
      case SIGCONT:
        restorer.waitForForeground()
        resumeAfterUnannouncedStop()
      default: events.send(.terminate(signal: signal))
      }
    }
  }

  /// Looks at the signals while a frame waits for the terminal; all but requests to end have time.
  func receiveRequests() {
    guard let restorer else { return }
    let (requests, others) = restorer.receivedSignals(answers: false).reduce(
      into: (requests: [Int32](), others: [Int32]())
    ) { result, signal in
      if [SIGINT, SIGTERM, SIGHUP].contains(signal) {
        result.requests.append(signal)
      } else {
        result.others.append(signal)
      }
    }
    for signal in requests { events.send(.terminate(signal: signal)) }
    if !others.isEmpty {
      postponedSignals += others
      Task { readSignals() }
    }
  }
}

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
    updateSize()
    restorer?.update(restoring: modes.restoringBytes(lines: size.lines))
    invalidate()
    // What was typed meanwhile the driver echoes when it has room: in the middle of this picture at the latest.
    invalidate()
    loop?.resumeInput()
    events.send(.resume)
  }
}
