import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The groups of processes that were started and go on: they end with the program, however it ends by itself.
enum ProcessGroups {
  private static let running = Mutex<Set<pid_t>>([])
  /// Has its effect once.
  private static let endsAtExit: Void = { atexit { ProcessGroups.endAll() } }()

  /// Remembers a group.
  static func add(_ group: pid_t) {
    _ = endsAtExit
    running.withLock { _ = $0.insert(group) }
  }

  /// Ends what is left of a group whose first process has ended.
  static func remove(_ group: pid_t) {
    guard running.withLock({ $0.remove(group) }) != nil else { return }
    kill(-group, SIGTERM)
    kill(-group, SIGCONT)
  }

  /// Asks all groups to end, and ends those that do not.
  static func endAll() {
    var groups = running.withLock { running in
      defer { running.removeAll() }
      return running
    }
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
  }
}
