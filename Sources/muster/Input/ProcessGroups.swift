internal import CTerminal
import LibC
import Synchronization

/// The groups of processes that were started and go on: they end with the program, however it ends.
enum ProcessGroups {
  private static let running = Mutex<Set<pid_t>>([])
  /// Has its effect once.
  private static let endsAtExit: Void = { atexit { ProcessGroups.endAll() } }()
  private static let watcher = GroupGuard()

  /// A command is about to start; ``add(_:)`` or ``startFailed()`` follows. Waits while the program stops or ends.
  static func willStart() {
    _ = endsAtExit
    terminal_children_will_start()
  }

  /// It has no group.
  static func startFailed() { terminal_children_did_start() }

  /// Remembers a group.
  static func add(_ group: pid_t) {
    running.withLock { _ = $0.insert(group) }
    watch(group)
    terminal_children_did_start()
  }

  /// Ends what is left of a group whose first process has ended.
  static func remove(_ group: pid_t) {
    guard running.withLock({ $0.remove(group) }) != nil else { return }
    watch(0)
    kill(-group, SIGTERM)
    kill(-group, SIGCONT)
  }

  private static func watch(_ group: pid_t) {
    watcher?.watch(group)
  }

  /// Asks all groups to end, and ends those that do not. There are no others afterwards.
  static func endAll() {
    // A command that starts at this moment has a group in the next, and none follows.
    terminal_children_close_gate()
    let started = running.withLock { running in
      defer { running.removeAll() }
      return running
    }
    end(started)
    if !started.isEmpty { watch(0) }
  }

  /// How long a group has to end when it is asked to.
  private static let patience = Duration.milliseconds(200)

  /// Asks groups to end, and ends those that do not.
  ///
  /// - Parameter clock: Measures how long they have.
  static func end(_ started: Set<pid_t>, clock: any Clock<Duration> = ContinuousClock()) {
    var groups = started
    for group in groups {
      kill(-group, SIGTERM)
      kill(-group, SIGCONT)
    }
    let waited = Stopwatch(clock)
    while true {
      for group in groups {
        // Those that have ended are in their group until somebody asks for their status.
        while waitpid(-group, nil, WNOHANG) > 0 {}
        if kill(-group, 0) != 0 { groups.remove(group) }
      }
      if groups.isEmpty || waited.elapsed >= patience { break }
      usleep(5000)
    }
    for group in groups { kill(-group, SIGKILL) }
    for group in groups { while waitpid(-group, nil, 0) > 0 {} }
  }
}

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
