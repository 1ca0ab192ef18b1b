#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// A process that outlives the program by a moment, to end the group that it had running: where the program is killed,
/// or crashes, nothing of its own can do that.
///
/// It reads the numbers of groups from a socket, 0 for none. When that ends, the program has ended, however it did.
struct GroupGuard: ~Copyable, Sendable {
  private static let script = """
    trap '' HUP INT QUIT TERM USR1 USR2 PIPE ALRM
    group=0
    while read -r next; do group=$next; done
    [ "$group" = 0 ] && exit
    kill -s TERM -- "-$group"; kill -s CONT -- "-$group"
    sleep 0.2
    kill -s KILL -- "-$group"
    """

  private let socketEnd: Int32

  /// Starts it; nil where that is impossible.
  init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { return nil }
    defer { close(ends[0]) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Nobody who reads the program's output waits for it as well.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    guard nothing >= 0, Self.start(reading: ends[0], writing: nothing) else {
      close(ends[1])
      return nil
    }
    socketEnd = ends[1]
  }

  deinit { close(socketEnd) }

  /// Says which group is to end with the program; 0 for none.
  func watch(_ group: pid_t) {
    let line = Array("\(group)\n".utf8)
    // So few bytes go at once; where nobody reads them, there is no guard, and that ends nothing.
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(socketEnd, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      _ = send(socketEnd, line, line.count, 0)
    #else
      _ = send(socketEnd, line, line.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// Starts the shell, in a group of its own: what is typed on the terminal is not for it.
  private static func start(reading input: Int32, writing output: Int32) -> Bool {
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
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    let variables: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/bin:/bin"), nil]
    defer { free(variables[0]) }
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script), nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    return posix_spawn(&process, "/bin/sh", &actions, &attributes, words, variables) == 0
  }
}
