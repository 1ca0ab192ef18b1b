import CPseudoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Plays a session on a terminal of its own and watches for what must never happen.
///
/// After the last step comes ctrl-c. Then the program must have ended, by that or by itself, with the terminal
/// as it was, and on the way it must have been there for every key. Nothing sleeps: steps follow as fast as the
/// terminal takes them, but where the session itself pauses or settles.
final class SessionRun {
  /// How long is too long.
  struct Limits {
    /// To answer ctrl-c, not counting the time in which others had the processor.
    var answer = Duration.seconds(Soak.answer)
    /// To answer at all.
    var freeze = Duration.seconds(max(20, 2 * Soak.answer))
  }

  let terminal: PseudoTerminal
  private let script: SessionScript
  private let limits: Limits
  /// A redrawing that is being watched: what stood on the screen before the picture now being drawn, and what came
  /// of the pictures that were drawn all anew.
  private var redrawing: (before: ScreenPicture?, results: [[String]])?
  /// How many pictures there were when nobody had given the terminal back, at SIGSTOP.
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

  /// Plays a session; answers what went wrong, or nil.
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
      // A stopped program is not typed to: that would go to the shell.
      if terminal.stop == nil, let bytes = step.bytes { try type(bytes) }
    case .resize(let columns, let lines):
      self.columns = columns
      terminal.resize(columns: columns, lines: lines)
    case .pause(let milliseconds): listen(for: .milliseconds(milliseconds))
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
    guard !terminal.type(bytes, timeout: limits.freeze), terminal.end == nil else { return }
    throw SessionFailure(kind: .freeze, details: "reads no keys\n\(terminal.screen)")
  }

  // MARK: - Stopping

  private func suspend() throws {
    guard terminal.stop == nil else { return }
    try type([0x1A])
    try awaitStop("ctrl-z")
    // What it has when it stops by itself, it has put in order before; if it has it again since SIGSTOP.
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
      try terminal.wait("stop by \(cause)", timeout: limits.freeze) { _ in
        terminal.stop != nil || terminal.end != nil
      }
    }
  }

  // MARK: - Ending

  private func end() throws {
    if terminal.stop != nil, terminal.end == nil { terminal.continueInForeground() }
    if terminal.end == nil {
      try type([0x03])
      try awaitEnd()
    }
    let end = try attempt(.freeze) { try terminal.waitForEnd() }
    switch end {
    // It was about to end anyway, and had given its signals back with the terminal.
    case .killed(SIGINT) where terminal.damage.isEmpty: break
    case .killed(let signal): throw SessionFailure(kind: .crash, details: "signal \(signal); \(lastWords)")
    case .exited(0), .exited(130): break
    case .exited(let status):
      throw SessionFailure(kind: .status, details: "exit status \(status); \(lastWords)")
    }
    guard terminal.damage.isEmpty else {
      throw SessionFailure(kind: .damage, details: "ended with \(terminal.damage.joined(separator: ", "))")
    }
  }

  /// Waits for the answer to ctrl-c, without counting the time in which other programs had the processor.
  private func awaitEnd() throws {
    let start = ContinuousClock.now
    var waited = ProcessorWaits(of: terminal.process)
    let waitedBefore = waited.sum
    while terminal.end == nil {
      terminal.receive(timeout: 20)
      waited.update()
      let time = ContinuousClock.now - start
      guard time < limits.freeze else {
        let state = waited.isRunning ? "it is busy" : "it waits"
        throw SessionFailure(
          kind: .freeze, details: "ctrl-c ignored for \(limits.freeze); \(state)\n\(terminal.screen)")
      }
    }
    let time = ContinuousClock.now - start - .nanoseconds(Int64(waited.sum - waitedBefore))
    guard time < limits.answer else {
      throw SessionFailure(kind: .late, details: "ctrl-c answered after \(time)")
    }
  }

  /// What it said at last, without escape sequences.
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

  private func listen(for duration: Duration) {
    let deadline = ContinuousClock.now + duration
    while terminal.end == nil {
      let rest = deadline - .now
      guard rest > .zero else { return }
      terminal.receive(timeout: Int32(max(1, rest / .milliseconds(1))))
    }
  }

  /// Waits until the program waits for something itself.
  ///
  /// It does when all of its threads sleep, and still do some milliseconds later without having woken up between.
  private func settle(limit: Duration = .milliseconds(500)) {
    let deadline = ContinuousClock.now + limit
    var quiet = 0
    var before: process_activity?
    while terminal.end == nil, terminal.stop == nil, quiet < 3, ContinuousClock.now < deadline {
      if terminal.receive(timeout: 3) {
        quiet = 0
        continue
      }
      var now = process_activity()
      guard process_activity_read(terminal.process, &now) == 0 else {
        // Who does not tell gets more time.
        quiet += terminal.receive(timeout: 20) ? 0 : 1
        continue
      }
      let isQuiet = now.is_running == 0 && now.turns == before?.turns
      quiet = isQuiet ? quiet + 1 : 0
      before = now
    }
  }

  // MARK: - Drawing anew

  private func note(_ update: VirtualTerminal.Update) {
    switch update {
    case .begins: redrawing?.before = terminal.screen.picture
    case .ends(let isAnew):
      guard isAnew, let before = redrawing?.before else { return }
      redrawing?.results.append(terminal.screen.picture.differences(from: before))
    }
  }

  /// ctrl-l draws the picture that is there, and nothing else: it must not look different.
  ///
  /// The program may change its picture meanwhile; so what counts is the screen before and after the bytes of the one
  /// picture that clears the screen first.
  private func redraw() throws {
    // The emulator has two columns at least; what wraps in one looks different there.
    guard terminal.stop == nil, columns > 1 else { return }
    settle()
    redrawing = (nil, [])
    defer { redrawing = nil }
    try type([0x0C])
    settle()
    // More than one means that a new size was still to be drawn.
    guard let results = redrawing?.results, results.count == 1, !results[0].isEmpty else { return }
    throw SessionFailure(kind: .picture, details: "drawn anew: " + results[0].joined(separator: "\n"))
  }
}
