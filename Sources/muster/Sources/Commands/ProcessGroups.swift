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

  /// Commands on their way to a group.
  private static let starting = Atomic(0)

  /// A command is about to start; ``add(_:)`` or ``startFailed()`` follows.
  static func willStart() {
    _ = endsAtExit
    starting.add(1, ordering: .sequentiallyConsistent)
  }

  /// It has no group.
  static func startFailed() { starting.subtract(1, ordering: .sequentiallyConsistent) }

  /// Remembers a group.
  static func add(_ group: pid_t) {
    running.withLock { _ = $0.insert(group) }
    starting.subtract(1, ordering: .sequentiallyConsistent)
    watch(group)
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

  /// Asks all groups to end, and ends those that do not.
  static func endAll() {
    // A command that starts at this moment has a group in the next.
    for _ in 0..<100 where starting.load(ordering: .sequentiallyConsistent) > 0 { usleep(2000) }
    let started = running.withLock { running in
      defer { running.removeAll() }
      return running
    }
    var groups = started
    for group in groups {
      kill(-group, SIGTERM)
      kill(-group, SIGCONT)
    }
    for _ in 0..<40 where !groups.isEmpty {
      for group in groups {
        // Those that have ended are in their group until somebody asks for their status.
        while waitpid(-group, nil, WNOHANG) > 0 {}
        if kill(-group, 0) != 0 { groups.remove(group) }
      }
      if !groups.isEmpty { usleep(5000) }
    }
    for group in groups { kill(-group, SIGKILL) }
    for group in groups { while waitpid(-group, nil, 0) > 0 {} }
    if !started.isEmpty { watch(0) }
  }
}
