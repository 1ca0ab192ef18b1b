#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What the process must have before it takes a terminal.
///
/// Where descriptors or memory run out later, libdispatch traps, or waits for ever with the keys dead; so it is
/// asked before.
enum ProcessResources {
  /// Descriptors that a screen and libdispatch's event loop open, at most.
  private static let descriptors = 24
  /// What a few threads of libdispatch need for their stacks, where memory is limited at all.
  private static let bytes = 64 << 20

  /// Fills closed standard files and checks that there is enough of everything.
  ///
  /// - Throws: ``CursesError/system(_:)`` with `EMFILE` or `ENOMEM`.
  static func prepare() throws(CursesError) {
    reserveStandardFiles()
    try checkDescriptors()
    try checkMemory()
  }

  /// Opens what is closed of standard input, output and error, so that no file opened later gets their number
  /// and, say, a message written to it.
  ///
  /// Reading and writing fail as before: each is opened for the other.
  private static func reserveStandardFiles() {
    for file in Int32(0)...2 where fcntl(file, F_GETFD) < 0 {
      _ = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  private static func checkDescriptors() throws(CursesError) {
    var opened: [Int32] = []
    defer { for file in opened { close(file) } }
    for _ in 0..<descriptors {
      let file = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
      guard file >= 0 else { throw .system(errno == EINVAL ? EMFILE : errno) }
      opened.append(file)
    }
  }

  private static func checkMemory() throws(CursesError) {
    var limit = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
    #else
      let resource = RLIMIT_AS
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(Int64.max) else { return }
    let memory = mmap(nil, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard memory != MAP_FAILED else { throw .system(errno) }
    munmap(memory, bytes)
  }
}
