import LibC
import ListKit

/// The files that curses reads from and writes to, as descriptors and as C streams.
///
/// The terminal is opened twice (and once more by ``TerminalRestorer``), because non-blocking reading is a
/// property of an open file description, and only `input` must not block. Between polling and reading, ctrl-c
/// may discard the input; a blocking read would then wait for the next key, and no signal would be handled
/// meanwhile.
struct CursesFiles {
  /// The descriptor for reading keys, which never blocks.
  let input: Int32
  let output: Int32
  let inputStream: UnsafeMutablePointer<FILE>
  let outputStream: UnsafeMutablePointer<FILE>
  /// Whether the terminal sends the process the signals of ctrl-c, ctrl-z and new sizes.
  let sendsSignals: Bool

  /// Takes ownership of both descriptors; `input` must not block.
  init(input: Int32, output: Int32) throws(CursesError) {
    guard let inputStream = fdopen(input, "r") else { throw .system(errno) }
    guard let outputStream = fdopen(output, "w") else { throw .system(errno) }
    self.input = input
    self.output = output
    self.inputStream = inputStream
    self.outputStream = outputStream
    sendsSignals = tcgetpgrp(output) >= 0
  }

  /// Opens the controlling terminal of the process, wherever its standard streams lead; if the process has
  /// none, such as after `setsid`, the terminal of standard error or output.
  static func terminal() throws(CursesError) -> CursesFiles {
    let input = openTerminal(O_RDONLY | O_NONBLOCK)
    let output = openTerminal(O_RDWR)
    guard input >= 0, output >= 0 else { throw .noTerminal }
    return try CursesFiles(input: input, output: output)
  }

  /// Opens the terminal of the process with its own open file description.
  static func openTerminal(_ access: Int32) -> Int32 {
    #if canImport(Darwin)
      // On Darwin poll and kqueue refuse /dev/tty, but accept the device behind it.
      let file = openDevice(of: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO], access)
      if file >= 0 { return file }
    #endif
    let terminal = open("/dev/tty", access | O_CLOEXEC)
    return terminal >= 0 ? terminal : openDevice(of: [STDERR_FILENO, STDOUT_FILENO], access)
  }

  /// Opens the device of the first file that is a terminal; returns -1 if none is.
  static func openDevice(of files: [Int32], _ access: Int32) -> Int32 {
    for file in files where isatty(file) != 0 {
      if let name = ttyname(file) { return open(name, access | O_CLOEXEC | O_NOCTTY) }
    }
    return -1
  }

  /// The size of the terminal; nil if there is none, or it is unknown or impossible.
  var terminalSize: ScreenSize? { hasImpossibleSize ? nil : reportedSize }

  /// Whether the terminal reports a size that no window has, whose cells would take gigabytes.
  var hasImpossibleSize: Bool {
    guard let size = reportedSize else { return false }
    return size.columns * size.lines > Self.mostCells
  }

  /// Four screens of 3,840 by 2,160 with characters of 5 by 8 pixels have 830,000 cells.
  private static let mostCells = 1_000_000

  private var reportedSize: ScreenSize? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return ScreenSize(columns: Int(size.ws_col), lines: Int(size.ws_row))
  }

  /// The result of reading.
  enum Arrival {
    case bytes([UInt8])
    case nothing
    /// The other end was closed.
    case end
  }

  /// Reads the bytes that have arrived; never blocks.
  func read(atMost limit: Int) -> Arrival {
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      repeat { result = LibC.read(input, buffer.baseAddress, limit) } while result < 0 && errno == EINTR
      count = max(0, result)
    }
    if result > 0 { return .bytes(bytes) }
    return isHungUp ? .end : .nothing
  }

  /// Whether the other end was closed. The result of a read does not show it: it is the same if there is no
  /// input.
  private var isHungUp: Bool {
    var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Writes directly to the descriptor; the stream must have nothing unsent.
  ///
  /// - Parameters:
  ///   - signals: a descriptor that is readable when signals have arrived.
  ///   - goesOn: returns whether to wait for a terminal that accepts no bytes; called before each wait, and
  ///     after signals.
  /// - Returns: false if `goesOn` returned false; true also if the terminal was closed.
  @discardableResult
  func send(_ bytes: [UInt8], signals: Int32 = -1, goesOn: () -> Bool = { true }) -> Bool {
    let flags = fcntl(output, F_GETFL)
    _ = fcntl(output, F_SETFL, flags | O_NONBLOCK)
    defer { _ = fcntl(output, F_SETFL, flags) }  // Curses itself can only block.
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(output, $0.baseAddress!, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        guard goesOn() else { return false }
        var requests = [
          pollfd(fd: output, events: Int16(POLLOUT), revents: 0),
          pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
        ]
        poll(&requests, 2, -1)
      } else if count == 0 || errno != EINTR {
        return true  // The event loop notices a closed terminal by itself.
      }
    }
    return true
  }

  func close() {
    fclose(inputStream)
    fclose(outputStream)
  }
}

/// The resources that the process needs before it opens a terminal.
///
/// If descriptors or memory run out later, libdispatch traps, or waits for ever and no key is handled. So
/// this is checked in advance, best before there are other threads.
enum ProcessResources {
  /// The maximum number of descriptors that a screen and libdispatch's event loop open.
  private static let descriptors = 26
  /// The memory that the heap needs; relevant only if memory is limited.
  private static let bytes = 64 << 20
  /// Of one thread for each processor, this many besides wait for files and children.
  private static let waitingThreads = 4

  /// Opens closed standard streams, and checks that there are enough resources.
  ///
  /// - Throws: ``CursesError/system(_:)`` with `EMFILE` or `ENOMEM`.
  static func prepare() throws(CursesError) {
    Terminal.openStandardDescriptors()
    guard hasDescriptors else { throw .system(EMFILE) }
    // Once, because other threads would lack the memory meanwhile.
    guard hasMemory else { throw .system(ENOMEM) }
  }

  /// Whether enough descriptors are free. None is opened, because other threads would lack it meanwhile.
  private static var hasDescriptors: Bool {
    let limit = sysconf(Int32(_SC_OPEN_MAX))
    var free = 0
    var descriptor: Int32 = 0
    while free < descriptors, limit < 0 || Int(descriptor) < limit {
      if fcntl(descriptor, F_GETFD) < 0 { free += 1 }
      descriptor += 1
    }
    return free == descriptors
  }

  private static let hasMemory: Bool = {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int64.max) else { return true }
    var (attributes, stack) = (pthread_attr_t(), 0)
    pthread_attr_init(&attributes)
    pthread_attr_getstacksize(&attributes, &stack)
    pthread_attr_destroy(&attributes)
    let needed = bytes + stack * (sysconf(Int32(_SC_NPROCESSORS_ONLN)) + waitingThreads)
    let memory = mmap(nil, needed, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard memory != MAP_FAILED else { return false }
    munmap(memory, needed)
    return true
  }()
}

extension Terminal {
  /// Checks whether the process may open enough files and use enough memory for a program with or without a screen.
  ///
  /// - Throws: the limit, in one line. Without the check, the program may crash or hang.
  package static func checkResources() throws(ResourceLimit) {
    do {
      try ProcessResources.prepare()
    } catch {
      throw ResourceLimit(isMemory: error == .system(ENOMEM))
    }
  }
}

/// An error: the process may use too little.
package struct ResourceLimit: Error, CustomStringConvertible {
  let isMemory: Bool

  package var description: String {
    isMemory
      ? "too little memory may be used (ulimit -v)" : "too few files may be open at once (ulimit -n)"
  }
}
