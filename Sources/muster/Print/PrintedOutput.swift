import Dispatch
import Files
import LibC
import ListKit
import ListKitCurses
import Synchronization

/// Standard output for rows: bytes as they are, or, where they may come to a terminal, what could steer it spelled out.
struct PrintedOutput: ~Copyable {
  private var output = StandardOutput()
  /// Whether what could steer a terminal is spelled out.
  private let escapes: Bool

  /// - Parameter isExact: whether the bytes are wanted as they are; a terminal never gets them.
  init(isExact: Bool) { escapes = !isExact || isatty(STDOUT_FILENO) != 0 }

  /// Refuses an output that takes nothing, before anything is read.
  static func check() throws(SystemError) {
    if systemWrite(STDOUT_FILENO, nil, 0) < 0 { throw .last("standard output") }
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
      // Up to the end of the line, so that no character is parted.
      var end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x09 } ?? bytes.endIndex
      let next = end
      // The end of a line on Windows moves nothing but to the next.
      if end < bytes.endIndex, bytes[end] == 0x0A, bytes[end - 1] == 0x0D, end > start { end -= 1 }
      try output.write(bytes: EscapedText(bytes[start..<end]).text.utf8)
      try output.write(bytes: bytes[end..<next])
      start = next
    }
  }

  /// Hands on what has gathered.
  mutating func flush() throws { try output.flush() }

  consuming func finish() throws { try output.finish() }

  /// Writes what a command printed to a descriptor; what could steer a terminal is spelled out there.
  static func handOn(_ bytes: [UInt8], to descriptor: Int32) {
    var text = bytes
    if isatty(descriptor) != 0 {
      let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      text = Array(lines.map { EscapedText($0).text.utf8 }.joined(separator: [UInt8(ascii: "\n")]))
    }
    var start = 0
    while start < text.count {
      let count = text[start...].withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno != EINTR { return }
      start += max(0, count)
    }
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) || byte == 0x0A || byte == 0x09
  }
}

// What methods above would hide.
private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

/// Requests to end while there is no screen: what was started ends first.
enum EndSignals {
  /// Answers requests to end from now on, with the statuses that a shell gives them: 129, 130, 143.
  ///
  /// None is lost: until a request is answered it ends the program as it always does.
  static func answer() {
    for number in [SIGHUP, SIGINT, SIGTERM] where !isIgnored(number) {
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global(qos: .userInteractive))
      source.setEventHandler {
        // A command that ends because of this did not fail: nothing else ends the program any more. What was
        // not written yet is not wanted any more.
        EndSignals.exit(128 + number)
      }
      // Another thread arranges it.
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

  private static let ending = Mutex(())

  /// Ends the program, unless a request to end has.
  static func exit(_ status: Int32) -> Never {
    ending.withLock { _ in Muster.end(status) }
  }

  /// Says something, unless a request to end has come: what it ended did not fail.
  static func note(_ text: String) {
    ending.withLock { _ in Muster.note(text) }
  }

  /// Ends the program with one line that says why, unless a request to end has.
  static func fail(_ error: any Error) -> Never {
    ending.withLock { _ in Muster.fail(error) }
  }

  // Appended to by the main thread alone, before there are others; only held.
  nonisolated(unsafe) private static var sources: [any DispatchSourceSignal] = []
}
