internal import CTerminal
package import LibC
import Synchronization

/// The one way to start a program.
package enum ChildProcess {
  /// No program starts before a new pipe is marked as closed for it.
  private static let gate = Mutex(())

  /// What a program leads besides itself: it is the first process of a group or a session of its own.
  package enum Leading {
    case nothing
    case group
    case session
  }

  /// Starts a program. Its signals are as in a new program, whatever this thread blocks or this program ignores.
  ///
  /// - Parameters:
  ///   - words: Its name and its arguments, as bytes that need not be text and contain no NUL.
  ///   - environment: Its environment, such as `HOME=/root`; nil for that of this program.
  ///   - descriptors: Its standard input, output and error; those of this program if there are none.
  package static func start(
    _ path: String, _ words: [[UInt8]], environment: [[UInt8]]? = nil, descriptors: [Int32] = [],
    leading: Leading = .nothing
  ) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let own: Int32 =
      switch leading {
      case .nothing: 0
      case .group: POSIX_SPAWN_SETPGROUP
      case .session: terminal_children_session_flag()
      }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | own))
    func copied(_ texts: [[UInt8]]) -> [UnsafeMutablePointer<CChar>?] {
      texts.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    }
    let (arguments, variables) = (copied(words), environment.map(copied))
    defer { for text in arguments + (variables ?? []) { free(text) } }
    var process = pid_t()
    let code = gate.withLock { _ -> Int32 in
      // The C library refuses descriptors beyond the limit.
      for (number, descriptor) in descriptors.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
      // A program that calls select(2) cannot use the files beyond the usual limit.
      let raised = OpenFiles.lower()
      defer { OpenFiles.setLimit(raised) }
      guard let variables else {
        return posix_spawn(&process, path, &actions, &attributes, arguments, environ)
      }
      return posix_spawn(&process, path, &actions, &attributes, arguments, variables)
    }
    guard code == 0 else {
      throw SystemError(subject: String(decoding: words.first ?? [], as: UTF8.self), code: code)
    }
    return process
  }

  /// How a program ended.
  package enum End: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// Waits for the end of a program, and collects its status; nil if that was collected before.
  package static func end(of process: pid_t) -> End? {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 { if errno != EINTR { return nil } }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Makes a pipe that no program inherits by accident.
  package static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    guard let ends = unshared(systemPipe) else { throw .last("pipe") }
    return ends
  }

  /// Makes a pair of connected sockets that no program inherits by accident; nil if that fails.
  static func socketPair() -> (Int32, Int32)? {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    return unshared { socketpair(AF_UNIX, stream, 0, $0) }
  }

  /// Calls a function that opens a file, while no program starts: its limit of open files is lower then.
  package static func opening<R>(_ body: () -> R) -> R { gate.withLock { _ in body() } }

  private static func unshared(_ make: (UnsafeMutablePointer<Int32>) -> Int32) -> (Int32, Int32)? {
    var ends: [Int32] = [-1, -1]
    let isMade = gate.withLock { _ in
      let isMade = make(&ends) == 0
      for end in ends where isMade { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return isMade
    }
    return isMade ? (ends[0], ends[1]) : nil
  }
}

/// The number of files that this program may have open. Programs that it starts have the limit that it had at
/// its own start.
package enum OpenFiles {
  private static let former = Mutex<rlimit?>(nil)

  /// Raises the limit to a number of files if it is lower, as far as the system allows.
  ///
  /// - Returns: The limit.
  package static func raiseLimit(to count: Int) -> Int {
    guard var limit = limit else { return count }
    let wanted = min(rlim_t(count), limit.rlim_max)
    if wanted > limit.rlim_cur {
      former.withLock { $0 = $0 ?? limit }
      limit.rlim_cur = wanted
      setLimit(limit)
    }
    return Int(clamping: self.limit?.rlim_cur ?? 0)
  }

  /// Restores the limit that this program had at its start.
  ///
  /// - Returns: The limit until then; nil if that is the same.
  @discardableResult
  package static func lower() -> rlimit? {
    guard let former = former.withLock(\.self), let raised = limit else { return nil }
    setLimit(former)
    return raised
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif

  private static var limit: rlimit? {
    var limit = rlimit()
    return getrlimit(resource, &limit) == 0 ? limit : nil
  }

  static func setLimit(_ limit: rlimit?) {
    if var limit { _ = setrlimit(resource, &limit) }
  }
}

// The method above hides this function of C.
private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }
