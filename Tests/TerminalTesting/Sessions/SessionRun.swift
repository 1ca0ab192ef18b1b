import CPseudoTerminal
import LibC

/// Plays a session on its own terminal and detects failures.
///
/// After the last step, the run types ctrl-c. Then the program must have ended, by that or by itself, and
/// restored the terminal; until then, it must have answered every key. Steps follow as fast as the terminal
/// accepts them, except where the session itself pauses or settles; no verdict depends on the speed of the
/// machine.
final class SessionRun {
  /// The limits of a run.
  struct Limits {
    /// The maximum processor time to answer ctrl-c; nil for any time.
    var answer = Soak.answer
    /// When the program counts as frozen.
    var freeze = Patience()
    /// Whether the program ends by itself, so that no ctrl-c is typed.
    var endsItself = false
    /// The exit statuses with which the program may end.
    var statuses: Set<Int32> = [0, 130]
  }

  let terminal: PseudoTerminal
  private let script: SessionScript
  private let limits: Limits
  /// The state of a check of ctrl-l: the screen before the current update, and the differences that each
  /// update with a cleared screen made.
  private var redrawing: (before: ScreenPicture?, results: [[String]])?
  /// The number of updates at SIGSTOP, when the program could not restore the terminal.
  private var updatesAtStop: Int?
  private var columns: Int

  /// Starts the program of a session.
  private init(
    _ script: SessionScript, program: String, environment: [String: String?], directory: String?,
    limits: Limits
  ) throws {
    self.script = script
    self.limits = limits
    columns = script.columns
    terminal = try PseudoTerminal(
      program, script.arguments, environment: environment, directory: directory, columns: script.columns,
      lines: script.lines)
    terminal.screen.onUpdate = { [unowned self] in note($0) }
  }

  /// Plays a session; returns the failure, or nil.
  static func failure(
    of script: SessionScript, program: String, environment: [String: String?] = [:], directory: String? = nil,
    limits: Limits = Limits()
  ) -> SessionFailure? {
    do {
      try SessionRun(
        script, program: program, environment: environment, directory: directory, limits: limits
      ).play()
      return nil
    } catch let failure as SessionFailure {
      return failure
    } catch {
      return SessionFailure(kind: .start, details: "\(error)")
    }
  }

  private func play() throws {
    try attempt(.start) { try terminal.wait("first picture") { $0.updates > 0 } }
    for step in script.steps where terminal.end == nil { try perform(step) }
    try end()
  }

  private func perform(_ step: SessionStep) throws {
    switch step {
    case .key, .type, .paste, .mouse:
      // Input for a stopped program would go to the shell.
      if terminal.stop == nil, let bytes = step.bytes { try type(bytes) }
    case .resize(let columns, let lines):
      self.columns = columns
      terminal.resize(columns: columns, lines: lines)
    case .pause(let milliseconds): terminal.read(for: .milliseconds(milliseconds))
    case .settle: settle()
    case .redraw: try redraw()
    case .suspend: try suspend()
    case .stop: try stop()
    case .foreground: if terminal.stop != nil { terminal.continueInForeground() }
    case .background:
      guard terminal.stop != nil else { return }
      terminal.continueInBackground()
      try awaitStop("SIGCONT in the background")
    }
  }

  private func type(_ bytes: [UInt8]) throws {
    guard !terminal.type(bytes, patience: limits.freeze), terminal.end == nil else { return }
    throw SessionFailure(kind: .freeze, details: "reads no keys\n\(terminal.screen)")
  }

  // MARK: - Stopping

  private func suspend() throws {
    guard terminal.stop == nil else { return }
    try type([0x1A])
    try awaitStop("ctrl-z")
    // A program that stops by itself restores the terminal first, unless it has not drawn since SIGSTOP.
    guard terminal.end == nil, terminal.stop == SIGTSTP, updatesAtStop != terminal.screen.updates,
      !terminal.damage.isEmpty
    else { return }
    throw SessionFailure(kind: .damage, details: "stopped with \(terminal.damage.joined(separator: ", "))")
  }

  private func stop() throws {
    guard terminal.stop == nil else { return }
    terminal.send(signal: SIGSTOP)
    try awaitStop("SIGSTOP")
    updatesAtStop = terminal.screen.updates
  }

  private func awaitStop(_ cause: String) throws {
    try attempt(.freeze) {
      try terminal.wait("stop by \(cause)", patience: limits.freeze) { _ in
        terminal.stop != nil || terminal.end != nil
      }
    }
  }

  // MARK: - Ending

  private func end() throws {
    if terminal.stop != nil, terminal.end == nil { terminal.continueInForeground() }
    if terminal.end == nil, !limits.endsItself {
      try type([0x03])
      // A form with changes asks first; the second ctrl-c ends the program.
      if limits.answer == nil {
        settle()
        if terminal.end == nil { try type([0x03]) }
      }
      try awaitAnswer()
    }
    let end = try attempt(.freeze) { try terminal.waitForEnd() }
    switch end {
    // The program was about to end anyway, and had restored the signal handlers with the terminal.
    case .killed(SIGINT) where terminal.damage.isEmpty: break
    case .killed(let signal): throw SessionFailure(kind: .crash, details: "signal \(signal); \(lastWords)")
    case .exited(let status) where limits.statuses.contains(status): break
    case .exited(let status):
      throw SessionFailure(kind: .status, details: "exit status \(status); \(lastWords)")
    }
    guard terminal.damage.isEmpty else {
      throw SessionFailure(kind: .damage, details: "ended with \(terminal.damage.joined(separator: ", "))")
    }
  }

  /// Waits until the program ends after ctrl-c.
  private func awaitAnswer() throws {
    let before = activity.ran
    var now = before
    try attempt(.freeze) {
      try terminal.wait("answer to ctrl-c", patience: limits.freeze) { _ in
        now = max(now, activity.ran)
        return terminal.end != nil
      }
    }
    let time = Duration.nanoseconds(Int64(now - before))
    if let answer = limits.answer, time >= answer {
      throw SessionFailure(kind: .late, details: "ctrl-c answered after \(time) of processor time")
    }
  }

  /// The end of the program's output, without escape sequences.
  private var lastWords: String {
    let words = terminal.outputText.suffix(2000).split(separator: "\u{1b}[?1049l").last ?? ""
    let text = words.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" }
    return String(String.UnicodeScalarView(text)).split(separator: "\n").suffix(6).joined(separator: "\n")
  }

  @discardableResult
  private func attempt<Result>(_ kind: SessionFailure.Kind, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw SessionFailure(kind: kind, details: "\(error)") }
  }

  // MARK: - Waiting

  /// How long a program may take to wait for something itself.
  private static let rest = Patience(idleLooks: 5, processorTime: .seconds(1))

  /// Waits until the program waits for something itself, or has had much time for that.
  private func settle() { try? terminal.waitUntilIdle(patience: Self.rest) }

  /// What the program has done so far; nothing if it has ended, or if the system does not tell.
  private var activity: process_activity {
    var activity = process_activity()
    process_activity_read(terminal.process, &activity)
    return activity
  }

  // MARK: - Drawing again

  private func note(_ update: VirtualTerminal.Update) {
    switch update {
    case .begins: redrawing?.before = terminal.screen.picture
    case .ends(let isAnew):
      guard isAnew, let before = redrawing?.before else { return }
      redrawing?.results.append(terminal.screen.picture.differences(from: before))
    }
  }

  /// ctrl-l draws the same screen again: it must not look different.
  ///
  /// The program may change its screen meanwhile, so this compares the screen before and after the bytes of
  /// the one update that clears the screen first.
  private func redraw() throws {
    // The emulator has at least two columns; text that wraps in one looks different there.
    guard terminal.stop == nil, columns > 1 else { return }
    settle()
    redrawing = (nil, [])
    defer { redrawing = nil }
    let turns = activity.turns
    try type([0x0C])
    // On a busy machine, the terminal delivers a key later than it accepts it; a program that sleeps until then rests.
    try? terminal.wait("the program to wake", patience: Self.rest) { _ in
      activity.turns != turns || terminal.end != nil || terminal.stop != nil
    }
    settle()
    // More than one means that a new size was still to be drawn.
    guard let results = redrawing?.results, results.count == 1, !results[0].isEmpty else { return }
    throw SessionFailure(kind: .picture, details: "drawn anew: " + results[0].joined(separator: "\n"))
  }
}
