import ListKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The files curses reads from and writes to, as descriptors and as the C streams it wants.
struct CursesFiles {
  let input: Int32
  let output: Int32
  let inputStream: UnsafeMutablePointer<FILE>
  let outputStream: UnsafeMutablePointer<FILE>

  /// Takes both descriptors over.
  init(input: Int32, output: Int32) throws(CursesError) {
    guard let inputStream = fdopen(input, "r") else { throw .system(errno) }
    guard let outputStream = fdopen(output, "w") else { throw .system(errno) }
    self.input = input
    self.output = output
    self.inputStream = inputStream
    self.outputStream = outputStream
  }

  /// The controlling terminal of the process, wherever its standard files lead.
  static func terminal() throws(CursesError) -> CursesFiles {
    let input = openTerminal()
    guard input >= 0 else { throw .noTerminal }
    return try CursesFiles(input: input, output: fcntl(input, F_DUPFD_CLOEXEC, 0))
  }

  private static func openTerminal() -> Int32 {
    #if canImport(Darwin)
      // poll and kqueue refuse /dev/tty there; the device behind it will do.
      for file in 0...2 where isatty(Int32(file)) != 0 {
        if let name = ttyname(Int32(file)) { return open(name, O_RDWR | O_CLOEXEC | O_NOCTTY) }
      }
    #endif
    return open("/dev/tty", O_RDWR | O_CLOEXEC)
  }

  /// The size of the terminal; nil where there is none, or one that does not know.
  var terminalSize: Size? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return Size(columns: Int(size.ws_col), lines: Int(size.ws_row))
  }

  /// Whether the other end is gone. Reading tells nothing: a terminal without news looks the same.
  var isHungUp: Bool {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Writes past the stream, which must hold nothing unsent.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress!, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }  // Gone; the event loop hears of it by itself.
      rest = rest.dropFirst(count)
    }
  }

  func close() {
    fclose(inputStream)
    fclose(outputStream)
  }
}
