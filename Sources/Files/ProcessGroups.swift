internal import CTerminal
package import LibC
import Synchronization

/// The process groups of running commands. They end with the program, however it ends.
package enum ProcessGroups {
  private struct State {
    var groups: Set<pid_t> = []
    /// The guard of all groups; nil before the first one, and if it could not start.
    var guardian: GroupGuard?
  }

  private static let state = Mutex(State())
  /// Registers the exit handler on first use.
  private static let endsAtExit: Void = { atexit { ProcessGroups.endAll() } }()

  /// Starts a program in a process group of its own and registers the group. Waits while this program stops or ends.
  ///
  /// - Parameter descriptors: Its standard input, output and error.
  package static func start(
    _ path: String, _ words: [[UInt8]], environment: [[UInt8]]? = nil, descriptors: [Int32]
  ) throws(SystemError) -> pid_t {
    _ = endsAtExit
    terminal_children_will_start()
    defer { terminal_children_did_start() }
    state.withLock { state in if state.guardian == nil { state.guardian = GroupGuard() } }
    let group = try ChildProcess.start(
      path, words, environment: environment, descriptors: descriptors, leading: .group)
    state.withLock { state in
      state.groups.insert(group)
      state.guardian?.watch(group)
    }
    return group
  }

  package static func contains(_ group: pid_t) -> Bool { state.withLock { $0.groups.contains(group) } }

  /// Waits for the end of the first process of a group, and leaves its status for ``collect(_:endingOthers:)``: as
  /// long as that is not collected, no other process gets the number of the group.
  ///
  /// - Parameter stopped: Called with the signal when the process stops; nil if that does not matter.
  package static func awaitEnd(of group: pid_t, stopped: ((_ signal: Int32) -> Void)? = nil) {
    let events = WEXITED | WNOWAIT | (stopped == nil ? 0 : WSTOPPED)
    while true {
      var information = siginfo_t()
      if waitid(P_PID, id_t(group), &information, events) != 0 {
        if errno == EINTR { continue } else { return }
      }
      guard let stopped, information.si_code == CLD_STOPPED else { return }
      var status: Int32 = 0
      if waitpid(group, &status, WUNTRACED | WNOHANG) == group { stopped(status >> 8 & 0xFF) }
    }
  }

  /// Returns a descriptor that is readable once the first process of a group has ended, as ``awaitEnd(of:stopped:)``
  /// says; nil if the system has none.
  package static func endDescriptor(of group: pid_t) -> Int32? {
    let descriptor = ChildProcess.opening { terminal_children_end_descriptor(group) }
    return descriptor < 0 ? nil : descriptor
  }

  /// Ends the remaining processes of a group whose first process has ended, and returns how that ended.
  ///
  /// - Parameter endingOthers: Whether to end them, or to leave them to the user.
  package static func collect(_ group: pid_t, endingOthers: Bool = true) -> ChildProcess.End {
    let isKnown = state.withLock { state in
      state.guardian?.forget(group)
      return state.groups.remove(group) != nil
    }
    if isKnown, endingOthers {
      kill(-group, SIGTERM)
      kill(-group, SIGCONT)
    }
    // The end of the program may have collected the status.
    return ChildProcess.end(of: group) ?? .killed(signal: SIGTERM)
  }

  /// Asks all groups to end, and kills those that do not. No group can start afterwards.
  package static func endAll() {
    // A command that is starting at this moment is registered when this returns, and no other can start.
    terminal_children_close_gate()
    let started = state.withLock { state in
      defer { state.groups = [] }
      return state.groups
    }
    end(started)
    state.withLock { state in
      for group in started { state.guardian?.forget(group) }
      state.guardian = nil
    }
  }

  /// The time that groups have to end by themselves.
  private static let patience = Duration.milliseconds(200)

  /// Asks groups to end, and kills those that do not.
  ///
  /// - Parameter clock: Measures the time that they have.
  package static func end(_ started: Set<pid_t>, clock: any Clock<Duration> = ContinuousClock()) {
    var groups = started
    for group in groups {
      kill(-group, SIGTERM)
      kill(-group, SIGCONT)
    }
    let waited = Stopwatch(clock)
    while true {
      for group in groups {
        // Processes that have ended stay in their group until waitpid() collects their status.
        while waitpid(-group, nil, WNOHANG) > 0 {}
        if kill(-group, 0) != 0 { groups.remove(group) }
      }
      if groups.isEmpty || waited.elapsed >= patience { break }
      usleep(5000)
    }
    for group in groups { kill(-group, SIGKILL) }
    // A process that waits for a device, or that is traced, may not end even now; the system collects it later.
    while !groups.isEmpty, waited.elapsed < patience * 2 {
      groups = groups.filter { group in
        while waitpid(-group, nil, WNOHANG) > 0 {}
        return kill(-group, 0) == 0
      }
      if !groups.isEmpty { usleep(5000) }
    }
  }
}

/// A process that outlives the program briefly to end its process groups: a program that is killed, or crashes,
/// cannot do so itself.
///
/// It reads `+` and the number of each group that starts from a socket, and `-` and the number once the group has
/// ended. The socket closes when the program ends.
final class GroupGuard: Sendable {
  private static let script = """
    trap '' HUP INT QUIT TERM USR1 USR2 PIPE ALRM
    exec 3<&0
    {
      groups=
      while read -r sign group; do
        left=
        for other in $groups; do [ "$other" = "$group" ] || left="$left $other"; done
        groups=$left
        [ "$sign" = - ] || groups="$groups $group"
      done
      for group in $groups; do kill -s TERM -- "-$group"; kill -s CONT -- "-$group"; done
      [ -z "$groups" ] || sleep 0.2
      for group in $groups; do kill -s KILL -- "-$group"; done
    } <&3 &
    """

  private let socketEnd: Int32

  /// Starts a guard; nil if that fails.
  init?() {
    guard let socket = LocalSocket() else { return nil }
    defer { close(socket.reading) }
    // The guard does not hold the program's output open.
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    guard nothing >= 0, Self.start(reading: socket.reading, writing: nothing) else {
      close(socket.writing)
      return nil
    }
    socketEnd = socket.writing
  }

  deinit { close(socketEnd) }

  package func watch(_ group: pid_t) { send("+ \(group)\n") }
  func forget(_ group: pid_t) { send("- \(group)\n") }

  private func send(_ line: String) {
    // These few bytes are sent at once. An error means that there is no guard, and is ignored.
    _ = LocalSocket.send(Array(line.utf8), to: socketEnd)
  }

  /// Starts the shell in a session of its own, so that keys typed on the terminal do not signal it and `ps` does not
  /// list it among the programs of the terminal. The shell leaves its work to a child and ends at once, so that no
  /// zombie remains.
  private static func start(reading input: Int32, writing output: Int32) -> Bool {
    let words = ["sh", "-c", script].map { Array($0.utf8) }
    let process = try? ChildProcess.start(
      "/bin/sh", words, environment: [Array("PATH=/usr/bin:/bin".utf8)],
      descriptors: [input, output, output], leading: .session)
    return process.flatMap { ChildProcess.end(of: $0) } != nil
  }
}

/// A pair of connected sockets. Writing to a socket without a reader is an error, not a signal.
package struct LocalSocket {
  package let reading: Int32
  package let writing: Int32

  package init?() {
    guard let ends = ChildProcess.socketPair() else { return nil }
    (reading, writing) = ends
  }

  /// Sends all bytes.
  ///
  /// - Returns: Whether there is a reader.
  package static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
    #if canImport(Darwin)
      var isOn: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { systemSend(socket, $0.baseAddress, $0.count, flags) }
      if count < 0, errno != EINTR { return false }
      sent += max(0, count)
    }
    return true
  }
}

// The method above hides this function of C.
private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
  send(socket, bytes, count, flags)
}
