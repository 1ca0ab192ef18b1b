internal import CTerminal
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

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
