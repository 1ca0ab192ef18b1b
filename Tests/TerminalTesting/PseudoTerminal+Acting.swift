import CPseudoTerminal
import LibC

extension PseudoTerminal {
  /// Types a text; control keys are given by their bytes, such as `"\u{1B}[A"`.
  @discardableResult
  public func type(_ text: String) -> Bool { type(Array(text.utf8)) }

  /// Types bytes; returns whether the terminal accepted them. It does not if the program never reads them.
  @discardableResult
  public func type(_ bytes: [UInt8], patience: Patience = Patience()) -> Bool {
    var rest = bytes[...]
    var count = Patience.Count(session: session)
    while !rest.isEmpty, device >= 0, end == nil {
      // A terminal accepts 4 kB of unread input; meanwhile the program may be waiting for its own output to
      // be read.
      var request = pollfd(file: device, events: POLLOUT)
      if poll(&request, 1, 0) > 0 {
        let count = rest.prefix(512).withUnsafeBytes { write(device, $0.baseAddress!, $0.count) }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      } else if !receive(timeout: Patience.interval, orUntilItTakes: true) {
        count.look()
        if count.exceeds(patience) { return false }
      }
    }
    return rest.isEmpty
  }

  /// Changes the size of the terminal.
  public func resize(columns: Int, lines: Int) {
    screen.size = (columns, lines)
    pseudo_terminal_resize(device, Int32(lines), Int32(columns))
  }

  /// Sends a signal to the program.
  public func send(signal: Int32) { kill(process, signal) }

  /// Continues a stopped program, as `fg` does; later input goes to it.
  public func continueInForeground() { order("c") }

  /// Continues a stopped program without the terminal, as `bg` does.
  public func continueInBackground() { order("b") }

  private func order(_ word: String) {
    stop = nil
    isContinued = false
    _ = write(control, word, 1)
    try? wait("shell") { _ in isContinued || end != nil }
  }

  /// Closes the terminal, as closing its window does.
  public func hangUp() {
    guard device >= 0 else { return }
    close(device)
    device = -1
  }

  /// The program's output to the terminal so far as text, including lines that have scrolled away.
  public var outputText: String { String(decoding: output, as: UTF8.self) }

  /// The current modes of the terminal.
  public var settings: TerminalSettings? { TerminalSettings(file: device) }

  /// The differences to the state before the program started; empty if the program restored the terminal.
  public var damage: [String] {
    var damage: [String] = []
    if settings != initialSettings {
      damage.append("modes \(settings.map(\.description) ?? "unknown"), were \(initialSettings)")
    }
    if screen.isAlternateScreen { damage.append("alternate screen") }
    if !screen.isCursorVisible { damage.append("no cursor") }
    if screen.mouse != .none { damage.append("mouse \(screen.mouse)") }
    if screen.bracketsPastes { damage.append("pastes in brackets") }
    damage += screen.switches
    return damage
  }

  /// The escape sequences that the program wrote after it had left the alternate screen.
  public var afterthoughts: [String] { OutputTrace(output).afterLeaving }
}
