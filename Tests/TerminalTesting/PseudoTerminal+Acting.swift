import CPseudoTerminal
import LibC

extension PseudoTerminal {
  /// Types a text; control keys by their bytes, such as `"\u{1B}[A"`.
  @discardableResult
  public func type(_ text: String) -> Bool { type(Array(text.utf8)) }

  /// Types bytes; returns whether the terminal took them, which it does not where the program never reads them.
  @discardableResult
  public func type(_ bytes: [UInt8], patience: Patience = Patience()) -> Bool {
    var rest = bytes[...]
    var count = Patience.Count(session: session)
    while !rest.isEmpty, device >= 0, end == nil {
      // A terminal takes 4 kB that are not read; meanwhile the program may be waiting for its own output
      // to be read.
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

  /// Gives the terminal another size.
  public func resize(columns: Int, lines: Int) {
    screen.size = (columns, lines)
    pseudo_terminal_resize(device, Int32(lines), Int32(columns))
  }

  /// Sends the program a signal.
  public func send(signal: Int32) { kill(process, signal) }

  /// Lets a stopped program go on, as `fg` does; what is typed afterwards is for it.
  public func continueInForeground() { order("c") }

  /// Lets a stopped program go on without the terminal, as `bg` does.
  public func continueInBackground() { order("b") }

  private func order(_ word: String) {
    stop = nil
    isContinued = false
    _ = write(control, word, 1)
    try? wait("shell") { _ in isContinued || end != nil }
  }

  /// Takes the terminal away, as closing a window does.
  public func hangUp() {
    guard device >= 0 else { return }
    close(device)
    device = -1
  }

  /// What the program wrote to the terminal so far, as text: what has scrolled away included.
  public var outputText: String { String(decoding: output, as: UTF8.self) }

  /// The modes of the terminal now.
  public var settings: TerminalSettings? { TerminalSettings(file: device) }

  /// What is not as it was before the program started; empty where the terminal has been given back.
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

  /// What the program sent to the terminal, other than text, after it had left the alternate screen.
  public var afterthoughts: [String] { OutputTrace(output).afterLeaving }
}
