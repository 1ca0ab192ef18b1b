import CPseudoTerminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program running on a real terminal device, with a ``VirtualTerminal`` at its other end.
///
/// ```swift
/// let terminal = try PseudoTerminal(BuiltProducts.path(of: "tui-demo"), ["--flat"])
/// try terminal.wait { $0.contains("Everest") }
/// terminal.type("k2")
/// try terminal.wait { $0.line(1).contains("K2") }
/// terminal.type("\u{1B}")
/// #expect(try terminal.waitForEnd() == .exited(0))
/// #expect(terminal.settings == terminal.initialSettings)
/// ```
///
/// The program is in the foreground of the terminal, under a small shell with job control, so it can be
/// stopped and continued. Waiting is driven by what arrives; nothing sleeps. Not for use by several threads.
public final class PseudoTerminal {
  /// What is seen.
  public let screen: VirtualTerminal
  /// Every byte the program wrote to the terminal so far.
  public private(set) var output: [UInt8] = []
  /// What the program wrote to standard output, where that is captured.
  public private(set) var standardOutput: [UInt8] = []
  /// What the program wrote to standard error, where that is captured.
  public private(set) var standardError: [UInt8] = []
  /// The modes of the terminal before the program started.
  public let initialSettings: TerminalSettings
  /// The process of the program; 0 until it has started.
  public private(set) var process: Int32 = 0
  /// How the program ended; nil while it has not.
  public private(set) var end: ProgramEnd?
  /// The signal that stopped the program; nil while it runs.
  public private(set) var stop: Int32?

  private var device: Int32
  private let control: Int32
  private let session: pid_t
  private var captured: [(file: Int32, path: WritableKeyPath<PseudoTerminal, [UInt8]>)] = []
  private var reports = ""
  /// Reports that wait for the output written before them; see `terminal-session`.
  private var unmarked: [(what: Substring, number: Int32)] = []
  private var marks = 0
  /// The beginning of a mark whose rest has not arrived.
  private var held: [UInt8] = []

  private static let mark = Array("\u{1B}_terminal-session\u{1B}\\".utf8)

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: What follows its name.
  ///   - environment: Changes to a plain environment with `TERM=xterm-256color` and a UTF-8 locale; nil
  ///     removes a variable.
  ///   - columns: Width of the terminal.
  ///   - lines: Height of the terminal.
  ///   - standardInput: Data for standard input; nil: the terminal.
  ///   - capturesOutput: Whether standard output is a pipe; otherwise the terminal.
  ///   - capturesErrors: Whether standard error is a pipe; otherwise the terminal.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    columns: Int = 80, lines: Int = 24, standardInput: String? = nil, capturesOutput: Bool = false,
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
    var captured: [(file: Int32, path: WritableKeyPath<PseudoTerminal, [UInt8]>)] = []
    if let standardInput { files[0] = Self.pipe(holding: standardInput) }
    if capturesOutput { (files[1], captured) = Self.pipe(adding: \.standardOutput, to: captured) }
    if capturesErrors { (files[2], captured) = Self.pipe(adding: \.standardError, to: captured) }
    let helper = BuiltProducts.path(of: "terminal-session")
    session = ProgramEnvironment.withCStrings([helper, program] + arguments) { arguments in
      ProgramEnvironment.withCStrings(ProgramEnvironment.variables(changes: environment)) { variables in
        session_spawn(helper, arguments, variables, path, files, sockets[1])
      }
    }
    for file in files + [sockets[1]] where file >= 0 { close(file) }
    self.captured = captured
    guard session > 0 else { throw WaitFailure(description: "cannot start \(helper)") }
    try wait("start of \(program)") { _ in process > 0 }
  }

  deinit {
    if end == nil, process > 0 { kill(process, SIGKILL) }
    close(control)
    hangUp()
    for (file, _) in captured { close(file) }
    if session > 0 {
      kill(session, SIGKILL)
      waitpid(session, nil, 0)
    }
  }

  private static func pipe(
    adding path: WritableKeyPath<PseudoTerminal, [UInt8]>,
    to captured: [(Int32, WritableKeyPath<PseudoTerminal, [UInt8]>)]
  ) -> (Int32, [(Int32, WritableKeyPath<PseudoTerminal, [UInt8]>)]) {
    var ends: [Int32] = [-1, -1]
    session_pipe(&ends)
    return (ends[1], captured + [(ends[0], path)])
  }

  /// A file without a name, since a pipe would hold no more than 64 kB before somebody reads.
  private static func pipe(holding text: String) -> Int32 {
    var name = Array("/tmp/listkit-input-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    var text = text
    text.withUTF8 { _ = write(file, $0.baseAddress, $0.count) }
    lseek(file, 0, SEEK_SET)
    return file
  }
}

// MARK: - Acting

extension PseudoTerminal {
  /// Types a text; control keys by their bytes, such as `"\u{1B}[A"`.
  public func type(_ text: String) { type(Array(text.utf8)) }

  /// Types bytes.
  public func type(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A terminal takes 4 kB that nobody reads; meanwhile the program may be waiting for its own output
      // to be read.
      var request = pollfd(file: device, events: POLLOUT)
      if poll(&request, 1, 0) > 0 {
        let count = rest.prefix(512).withUnsafeBytes { write(device, $0.baseAddress!, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      } else {
        receive(timeout: 10)
      }
    }
  }

  /// Gives the terminal another size.
  public func resize(columns: Int, lines: Int) {
    screen.size = (columns, lines)
    pseudo_terminal_resize(device, Int32(lines), Int32(columns))
  }

  /// Sends the program a signal.
  public func send(signal: Int32) { kill(process, signal) }

  /// Lets a stopped program go on, as `fg` does.
  public func continueInForeground() {
    stop = nil
    _ = write(control, "c", 1)
  }

  /// Lets a stopped program go on without the terminal, as `bg` does.
  public func continueInBackground() {
    stop = nil
    _ = write(control, "b", 1)
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
}

// MARK: - Waiting

extension PseudoTerminal {
  /// How long to wait for what must come. Long, for machines with much to do; a passing test never waits
  /// for it.
  public static var patience: Duration { .seconds(20) }

  /// Waits until the screen is as it should be.
  ///
  /// - Throws: ``WaitFailure`` with a picture of the screen.
  public func wait(
    _ what: String = "screen", timeout: Duration = patience, until condition: (VirtualTerminal) -> Bool
  ) throws {
    let deadline = ContinuousClock.now + timeout
    while !condition(screen) {
      let rest = deadline - .now
      let isOver = end != nil && captured.isEmpty
      guard rest > .zero, !(isOver && !receive(timeout: 0)) else {
        if condition(screen) { return }
        let state = end.map { "program \($0)" } ?? stop.map { "program stopped by \($0)" } ?? "program runs"
        throw WaitFailure(description: "waited in vain for \(what); \(state)\n\(screen)")
      }
      if !isOver { receive(timeout: Int32(min(1000, max(1, rest / .milliseconds(1))))) }
    }
  }

  /// Waits until some line of the screen contains a text.
  public func wait(for text: String, timeout: Duration = patience) throws {
    try wait("“\(text)”", timeout: timeout) { $0.contains(text) }
  }

  /// Waits until the program has ended and all it wrote has been read.
  @discardableResult
  public func waitForEnd(timeout: Duration = patience) throws -> ProgramEnd {
    try wait("end of the program", timeout: timeout) { _ in end != nil && captured.isEmpty }
    return end!
  }

  /// Waits until a signal has stopped the program; answers which.
  @discardableResult
  public func waitForStop(timeout: Duration = patience) throws -> Int32 {
    try wait("stop of the program", timeout: timeout) { _ in stop != nil }
    return stop!
  }

  /// Reads all there is, waiting for `timeout` milliseconds at most for something to come.
  @discardableResult
  private func receive(timeout: Int32) -> Bool {
    var requests = [pollfd(file: device, events: POLLIN), pollfd(file: control, events: POLLIN)]
    requests += captured.map { pollfd(file: $0.file, events: POLLIN) }
    guard poll(&requests, nfds_t(requests.count), timeout) > 0 else { return false }
    var hasRead = false
    if requests[0].revents != 0, let bytes = Self.read(device) {
      hasRead = true
      show(bytes)
    }
    if requests[1].revents != 0, let bytes = Self.read(control) {
      hasRead = true
      reports += String(decoding: bytes, as: UTF8.self)
      readReports()
    }
    for (request, (file, path)) in zip(requests.dropFirst(2), captured) where request.revents != 0 {
      hasRead = true
      if let bytes = Self.read(file) {
        var this = self
        this[keyPath: path] += bytes
      } else {
        close(file)
        captured.removeAll { $0.file == file }
      }
    }
    return hasRead
  }

  private static func read(_ file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65536)
    #if canImport(Glibc)
      let count = Glibc.read(file, &buffer, buffer.count)
    #else
      let count = Darwin.read(file, &buffer, buffer.count)
    #endif
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  private func show(_ bytes: [UInt8]) {
    held += bytes
    while let place = held.firstRange(of: Self.mark) {
      forward(held[..<place.lowerBound])
      held.removeSubrange(..<place.upperBound)
      marks += 1
      adoptReports()
    }
    // The beginning of a mark may be the end of what has arrived.
    let start =
      held.indices.suffix(Self.mark.count).first { Self.mark.starts(with: held[$0...]) } ?? held.endIndex
    forward(held[..<start])
    held.removeSubrange(..<start)
  }

  private func forward(_ bytes: ArraySlice<UInt8>) {
    output += bytes
    screen.feed(bytes)
    let replies = screen.takeReplies()
    if !replies.isEmpty { _ = replies.withUnsafeBytes { write(device, $0.baseAddress!, $0.count) } }
  }

  private func readReports() {
    while let end = reports.firstIndex(of: "\n") {
      let words = reports[..<end].split(separator: " ")
      reports.removeSubrange(...end)
      guard words.count == 2, let number = Int32(words[1]) else { continue }
      if words[0] == "started" {
        process = number
      } else {
        unmarked.append((Substring(String(words[0])), number))
      }
    }
    adoptReports()
  }

  private func adoptReports() {
    while !unmarked.isEmpty, marks > 0 || device < 0 {
      marks = max(0, marks - 1)
      let (what, number) = unmarked.removeFirst()
      switch what {
      case "stopped": stop = number
      case "exited": end = .exited(number)
      default: end = .killed(number)
      }
    }
  }
}

extension pollfd {
  init(file: Int32, events: some BinaryInteger) {
    self.init(fd: file, events: Int16(events), revents: 0)
  }
}
