import Dispatch
import Files
import LibC
import ListKit

extension Terminal {
  /// Gives the terminal to a program, such as an editor or a pager, and waits until it ends.
  ///
  /// ```swift
  /// let status = await Terminal.run(["less", path])
  /// ```
  ///
  /// While a screen is open, the program's standard input, output and error are the terminal, also if those of this
  /// program are files or pipes. The program ends with this one; what it starts in the background, as a shell does for
  /// `&`, goes on once it has ended.
  ///
  /// - Parameters:
  ///   - words: the program, by its name or its path, and its arguments, which no shell interprets.
  ///   - holdsOutput: whether to keep the program's output visible until the user presses enter, after the
  ///     line `exit status 1; press enter to go back`. Does not wait if the program succeeded and the
  ///     terminal's cursor did not move, because it then printed nothing or had its own screen. Waits if the
  ///     terminal does not report its cursor.
  /// - Returns: the exit status, 128 plus the number of the signal that ended the program, or 127 if there is no
  ///   such program; 126 if it may not be executed, or if a directory of `PATH` may not be searched.
  public static func run(_ words: [String], holdsOutput: Bool = false) async -> Int32 {
    // The shell searches the program in PATH.
    let words = ["sh", "-c", #"exec "$@""#, "sh"] + words
    return await run("/bin/sh", arguments: words.map { Array($0.utf8) }, holdsOutput: holdsOutput)
  }

  /// Runs a program whose arguments are bytes that need not be text and contain no NUL; otherwise like
  /// `run(_:holdsOutput:)`.
  ///
  /// - Returns: the exit status, or -1 if there is no program at the path.
  package static func run(_ path: String, arguments: [[UInt8]], holdsOutput: Bool = false) async -> Int32 {
    await suspended {
      guard holdsOutput, let screen = CursesScreen.current else { return await ended(path, arguments) }
      // Not on the last line, where the cursor does not move whatever is printed.
      screen.writeDirectly(Array("\n\u{1B}[A".utf8))
      let before = screen.lentCursor()
      let status = await ended(path, arguments)
      if status != 0 || before == nil || screen.lentCursor() != before {
        let words = ["sh", "-c", prompt, "sh", "\(status)"]
        _ = await ended("/bin/sh", words.map { Array($0.utf8) })
      }
      return status
    }
  }

  /// Waits for enter or ctrl-c.
  private static let prompt =
    #"trap 'echo; exit' INT QUIT; printf '\n%s ' "exit status $1; press enter to go back"; read -r _"#

  /// Runs a program on its own thread, which waits as long as the user needs.
  private static func ended(_ path: String, _ arguments: [[UInt8]]) async -> Int32 {
    let terminal = CursesScreen.current?.lent
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: spawn(path, arguments, on: terminal)) }
    }
  }

  /// Runs a program that receives the terminal's keys and signals, and waits until it ends. Forwards a ctrl-c
  /// that was pressed before it started.
  ///
  /// - Parameter terminal: the terminal of the screen; nil without one: then the program has the standard input, output
  ///   and error of this program.
  nonisolated static func spawn(
    _ path: String, _ arguments: [[UInt8]], on terminal: LentTerminal? = nil
  ) -> Int32 {
    guard
      let child = try? terminal?.start(path, arguments) ?? ChildProcess.start(path, arguments)
    else { return -1 }
    defer { TerminalRestorer.forgetLentKey() }
    if let key = TerminalRestorer.lentKey { kill(child, key) }
    return switch terminal?.awaitEnd(of: child) ?? ChildProcess.end(of: child) {
    case .exited(let status)?: status
    case .killed(let signal)?: 128 + signal
    case nil: -1
    }
  }
}

extension Terminal {
  /// The longest text that terminals accept; a longer text is not copied at all.
  package static let mostBytesToCopy = 74_994

  /// Copies a text to the clipboard of the user's machine with OSC 52: also over ssh, if the terminal allows
  /// it. Inside tmux, `tmux load-buffer -w` does it.
  ///
  /// Terminals do not report whether they copied it. ``CursesOptions/allowsCopying`` disables copying.
  ///
  /// - Returns: whether the request was sent: not if there is no screen, the text is too long, or copying is
  ///   disabled.
  @discardableResult
  public static func copy(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let screen = CursesScreen.current, bytes.count <= mostBytesToCopy else { return false }
    return screen.copy(bytes)
  }
}

extension Terminal {
  /// What takes a text for the clipboard: the terminal, or tmux.
  package static var clipboardTaker: String {
    CursesScreen.current?.isInTmux == true ? "tmux" : "the terminal"
  }
}

/// The newest buffer of tmux, which tmux hands on to the clipboard of its own terminal.
enum TmuxBuffer {
  /// Replaces the buffer, as fast as a key takes effect; returns whether that succeeded.
  static func load(_ bytes: [UInt8]) -> Bool {
    guard let socket = LocalSocket() else { return false }
    let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
    let words = ["sh", "-c", "exec tmux load-buffer -w -"].map { Array($0.utf8) }
    let process = try? ProcessGroups.start(
      "/bin/sh", words, descriptors: [socket.reading, nothing, nothing])
    for file in [socket.reading, nothing] { close(file) }
    if process != nil { _ = LocalSocket.send(bytes, to: socket.writing) }
    close(socket.writing)
    guard let process else { return false }
    ProcessGroups.awaitEnd(of: process)
    return ProcessGroups.collect(process) == .exited(0)
  }
}

extension Terminal {
  /// Sets the title of the terminal's window while the screen has the terminal. Before another program and at the
  /// end, terminals that store titles (xterm's `CSI 22 t`) show the former one again. Without a screen, nothing happens.
  ///
  /// ```swift
  /// Terminal.setWindowTitle("3 failed · builds")
  /// ```
  ///
  /// - Parameter title: the title; control characters are shown as escapes.
  public static func setWindowTitle(_ title: String) {
    CursesScreen.current?.setWindowTitle(EscapedText(title).text)
  }

  /// Rings the terminal's bell, which may be a sound, a flash or a sign at the window. Without a screen, nothing
  /// happens.
  public static func ringBell() { CursesScreen.current?.ringBell() }
}

extension [UInt8] {
  /// The bytes in the base64 encoding of RFC 4648.
  var base64: [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }
}
