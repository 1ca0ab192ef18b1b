internal import CTerminal
import Dispatch
import Files
import LibC
import Rows
import Synchronization

/// The process groups of running commands. They end with the program, however it ends.
package enum ProcessGroups {
  private struct State {
    var groups: Set<pid_t> = []
    /// The guard of all groups, once one of them runs for long.
    var guardian: GroupGuard?
  }

  private static let state = Mutex(State())
  /// Registers the exit handler on first use.
  private static let endsAtExit: Void = { atexit { ProcessGroups.endAll() } }()
  /// Shorter runs end by themselves and need no guard that `ps` would list.
  private static let longRun = DispatchTimeInterval.seconds(1)

  /// Starts the guard unless there is one, if a group is still running.
  private static func startGuard(of group: pid_t) {
    state.withLock { state in
      guard state.groups.contains(group), state.guardian == nil else { return }
      state.guardian = GroupGuard()
      for group in state.groups { state.guardian?.watch(group) }
    }
  }

  /// Starts a program in a process group of its own and registers the group. Waits while the program stops or ends.
  ///
  /// - Parameters:
  ///   - descriptors: Its standard input, output and error.
  ///   - isLong: Whether it is expected to run for long.
  static func start(
    _ path: String, _ words: [[UInt8]], environment: [[UInt8]]? = nil, descriptors: [Int32],
    isLong: Bool = false
  ) throws(SystemError) -> pid_t {
    _ = endsAtExit
    terminal_children_will_start()
    defer { terminal_children_did_start() }
    let group = try ChildProcess.start(
      path, words, environment: environment, descriptors: descriptors, hasOwnGroup: true)
    state.withLock { state in
      state.groups.insert(group)
      state.guardian?.watch(group)
    }
    if isLong {
      startGuard(of: group)
    } else {
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + longRun) { startGuard(of: group) }
    }
    return group
  }

  static func contains(_ group: pid_t) -> Bool { state.withLock { $0.groups.contains(group) } }

  /// Waits for the end of the first process of a group, and leaves its status for ``collect(_:)``: as long as that
  /// is not collected, no other process gets the number of the group.
  static func awaitEnd(of group: pid_t) {
    var information = siginfo_t()
    while waitid(P_PID, id_t(group), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
  }

  /// Ends the remaining processes of a group whose first process has ended, and returns how that ended.
  static func collect(_ group: pid_t) -> CommandEnd {
    let isKnown = state.withLock { state in
      state.guardian?.forget(group)
      return state.groups.remove(group) != nil
    }
    if isKnown {
      kill(-group, SIGTERM)
      kill(-group, SIGCONT)
    }
    // The end of the program may have collected the status.
    return ChildProcess.end(of: group).map(CommandEnd.init) ?? .killed(signal: SIGTERM)
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
  static func end(_ started: Set<pid_t>, clock: any Clock<Duration> = ContinuousClock()) {
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

  /// Starts the shell in a process group of its own, so that keys typed on the terminal do not signal it. The
  /// shell leaves its work to a child and ends at once, so that no zombie remains.
  private static func start(reading input: Int32, writing output: Int32) -> Bool {
    let words = ["sh", "-c", script].map { Array($0.utf8) }
    let process = try? ChildProcess.start(
      "/bin/sh", words, environment: [Array("PATH=/usr/bin:/bin".utf8)],
      descriptors: [input, output, output],
      hasOwnGroup: true)
    return process.flatMap(ChildProcess.end) != nil
  }
}

/// A pair of connected sockets. Writing to a socket without a reader is an error, not a signal.
struct LocalSocket {
  package let reading: Int32
  let writing: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, stream, 0, &ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
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
