import Dispatch
import Files
import LibC
import ListKit
import ListKitOptions
import Runs
import Synchronization

/// Standard output for rows. It writes bytes unchanged or, if a terminal may receive them, with control
/// characters escaped.
struct PrintedOutput: ~Copyable {
  private var output = StandardOutput()
  /// Whether characters that could control a terminal are escaped.
  private let escapes: Bool

  /// - Parameter isExact: whether bytes are written unchanged. A terminal never gets unescaped bytes.
  init(isExact: Bool) { escapes = !isExact || isatty(STDOUT_FILENO) != 0 }

  /// Throws an error if standard output cannot be written. Call it before reading any input.
  static func check() throws(SystemError) {
    if LibC.write(STDOUT_FILENO, nil, 0) < 0 { throw .last("standard output") }
    var request = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if poll(&request, 1, 0) > 0, request.revents & Int16(POLLERR | POLLNVAL) != 0 {
      throw SystemError(subject: "standard output", code: EPIPE)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBufferPointer { try write($0) }
  }

  mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    guard escapes, !bytes.allSatisfy(Self.isPlain) else {
      try output.write(bytes: bytes)
      return
    }
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let plain = bytes[start...].firstIndex { !Self.isPlain($0) } ?? bytes.endIndex
      try output.write(bytes: bytes[start..<plain])
      start = plain
      // This escapes up to the next tab or line end, so that no character is split.
      var end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x09 } ?? bytes.endIndex
      let next = end
      // The carriage return of a Windows line end only moves the cursor to the next line, so it stays.
      if end < bytes.endIndex, bytes[end] == 0x0A, bytes[end - 1] == 0x0D, end > start { end -= 1 }
      try output.write(bytes: EscapedText(bytes[start..<end]).text.utf8)
      try output.write(bytes: bytes[end..<next])
      start = next
    }
  }

  /// Writes the buffered bytes.
  mutating func flush() throws { try output.flush() }

  consuming func finish() throws { try output.finish() }

  /// Returns the output of commands: what they print goes to a descriptor, and their diagnostics to standard error.
  static func ofHooks(to descriptor: Int32) -> HookRunner.Output {
    { printed, areDiagnostics in handOn(printed, to: areDiagnostics ? STDERR_FILENO : descriptor) }
  }

  /// Writes the output of a command to a descriptor, with control characters escaped if it is a terminal.
  static func handOn(_ bytes: [UInt8], to descriptor: Int32) {
    var text = bytes
    if isatty(descriptor) != 0 {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      text = Array(lines.map { EscapedText($0).text.utf8 }.joined(separator: [UInt8(ascii: "\n")]))
    }
    var start = 0
    while start < text.count {
      let count = text[start...].withUnsafeBytes { LibC.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      start += max(0, count)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x09
  }
}

/// Handles signals that end the program while there is no screen: running commands end first.
///
/// What a user waits for is a line of the terminal that is written again; notes and the end of the program leave
/// nothing behind it.
enum EndSignals {
  /// Handles the signals from now on: the program ends with the status that a shell reports, 129, 130 or 143.
  ///
  /// No signal is lost: until its handler is active, it ends the program by default.
  static func answer() {
    for number in [SIGHUP, SIGINT, SIGTERM] where !isIgnored(number) {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        // From now on nothing else ends the program: a command that the signal ended did not fail, and
        // buffered output is no longer needed.
        EndSignals.exit(128 + number)
      }
      // Another thread activates the handler.
      let isAnswered = DispatchSemaphore(value: 0)
      source.setRegistrationHandler { isAnswered.signal() }
      source.activate()
      isAnswered.wait()
      #if canImport(Darwin)
        signal(number, SIG_IGN)
      #endif
      sources.append(source)
    }
  }

  /// Whether the parent process ignores a signal for its children, as nohup does.
  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Whether the line is shown. Its lock is held while the program ends.
  private static let hasLine = Mutex(false)

  /// Ends the program, unless a signal is already doing so. The line stays.
  static func exit(_ status: Int32) -> Never {
    hasLine.withLock { hasLine -> Never in
      if hasLine { write("\n") }
      Muster.end(status)
    }
  }

  /// Prints a note, unless a signal has arrived: a command that it ended did not fail.
  static func note(_ text: String) {
    hasLine.withLock { hasLine in
      erase(&hasLine)
      Muster.note(text)
    }
  }

  /// Ends the program with a one-line error, unless a signal is already ending it.
  static func fail(_ error: any Error) -> Never {
    hasLine.withLock { hasLine -> Never in
      erase(&hasLine)
      Muster.fail(error)
    }
  }

  /// Writes the line, in place of the one before.
  static func show(_ text: String) {
    hasLine.withLock { hasLine in
      erase(&hasLine)
      write(EscapedText(text).text)
      hasLine = true
    }
  }

  static func eraseLine() { hasLine.withLock { erase(&$0) } }

  private static func erase(_ hasLine: inout Bool) {
    if hasLine { write("\r\u{1B}[K") }
    hasLine = false
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = LibC.write(STDERR_FILENO, bytes, bytes.count)
  }

  // Only the main thread appends to it, before other threads exist. It keeps the sources alive.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
