import CPseudoTerminal
import LibC

/// A program that runs on a real terminal device, with a ``VirtualTerminal`` at the other end.
///
/// ```swift
/// let terminal = try PseudoTerminal(BuiltProducts.path(of: "tui-demo"), ["--flat"])
/// try terminal.wait { $0.contains("Everest") }
/// terminal.type("k2")
/// try terminal.wait { $0.line(1).contains("K2") }
/// terminal.type("\u{1B}")
/// #expect(try terminal.waitForEnd() == .exited(0))
/// #expect(terminal.damage.isEmpty)
/// ```
///
/// The program is in the foreground of the terminal, under a small shell with job control, so that it can be
/// stopped and continued. Waits react to output as it arrives, and fail according to ``Patience``. Not for
/// use by several threads.
public final class PseudoTerminal {
  /// The screen of the terminal.
  public let screen: VirtualTerminal
  /// All bytes that the program has written to the terminal.
  public internal(set) var output: [UInt8] = []
  /// The program's standard output, if it is captured.
  public internal(set) var standardOutput: [UInt8] = []
  /// The program's standard error, if it is captured.
  public internal(set) var standardError: [UInt8] = []
  /// The modes of the terminal before the program started.
  public let initialSettings: TerminalSettings
  /// The process of the program; 0 until it has started.
  public internal(set) var process: Int32 = 0
  /// How the program ended; nil while it runs.
  public internal(set) var end: ProgramEnd?
  /// The signal that stopped the program; nil while it runs.
  public internal(set) var stop: Int32?

  var device: Int32
  let control: Int32
  /// Whether the shell has performed the last order to continue.
  var isContinued = true
  /// Leads the session of the program.
  private let shell: StartedProcess
  /// The session of the program.
  var session: pid_t { shell.number }
  /// Open pipes from the program, each with the property that stores its data.
  var captured: [(file: Int32, path: Capture)] = []
  var reports = ""

  typealias Capture = ReferenceWritableKeyPath<PseudoTerminal, [UInt8]>

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: Changes to a plain environment with `TERM=xterm-256color` and a UTF-8 locale; nil
  ///     removes a variable.
  ///   - directory: The working directory; nil for that of the tests.
  ///   - columns: The width of the terminal.
  ///   - lines: The height of the terminal.
  ///   - standardInput: The data for standard input; nil for the terminal.
  ///   - capturesOutput: Whether standard output is a pipe and not the terminal.
  ///   - capturesErrors: Whether standard error is a pipe and not the terminal.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    directory: String? = nil, columns: Int = 80, lines: Int = 24, standardInput: String? = nil,
    capturesOutput: Bool = false,
    capturesErrors: Bool = false
  ) throws {
    screen = VirtualTerminal(columns: columns, lines: lines)
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    device = pseudo_terminal_open(Int32(lines), Int32(columns), &path, path.count)
    var sockets: [Int32] = [-1, -1]
    guard device >= 0, session_socket_pair(&sockets) == 0,
      let settings = TerminalSettings(file: device)
    else { throw WaitFailure(description: "no pseudo-terminal: \(errno)") }
    control = sockets[0]
    initialSettings = settings

    var files: [Int32] = [-1, -1, -1]
    if let standardInput { files[0] = Self.file(holding: standardInput) }
    let captures: [(file: Int, path: Capture, isWanted: Bool)] = [
      (1, \.standardOutput, capturesOutput), (2, \.standardError, capturesErrors),
    ]
    for (file, path, isWanted) in captures where isWanted {
      var ends: [Int32] = [-1, -1]
      session_pipe(&ends)
      files[file] = ends[1]
      captured.append((ends[0], path))
    }
    let helper = BuiltProducts.path(of: "terminal-session")
    let shell = Result {
      try StartedProcess(
        helper, [program] + arguments, environment: environment, directory: directory, terminal: path,
        files: files, control: sockets[1])
    }
    for file in files + [sockets[1]] where file >= 0 { close(file) }
    self.shell = try shell.get()
    try wait("start of \(program)") { _ in process > 0 }
  }

  deinit {
    // After a reported end, another process may have the number.
    receive(timeout: 0)
    if end == nil, process > 0 { kill(process, SIGKILL) }
    close(control)
    hangUp()
    for (file, _) in captured { close(file) }
  }

  /// Returns an unlinked file, because a pipe would hold at most 64 kB of unread data.
  private static func file(holding text: String) -> Int32 {
    var name = Array("/tmp/listkit-input-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    var text = text
    text.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
    lseek(file, 0, SEEK_SET)
    return file
  }
}
