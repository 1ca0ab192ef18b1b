import CPseudoTerminal
import Foundation
import LibC
import Synchronization

/// A child process, which is killed and collected at the latest with the object, whether the test passes or not.
///
/// Tests start all their children with it. While a process that has ended is not collected, the thread of Swift
/// Testing that waits for any child finds only this one again and again: exit tests do not end, and a processor is busy.
/// So a thread of its own collects the process as soon as it ends.
public final class StartedProcess: Sendable {
  /// The number of the process, of its session and of its process group. Another process can have it after the
  /// end has been collected.
  public let number: Int32
  /// The status, once it is collected.
  private let status = Mutex<Int32?>(nil)

  /// Starts a program in a new session.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - arguments: The arguments after the program's name.
  ///   - environment: Changes to a plain environment; nil removes a variable.
  ///   - directory: The working directory; nil for that of the tests.
  ///   - terminal: The path of its terminal.
  ///   - files: The standard files; -1 for the terminal or, without one, for `/dev/null`.
  ///   - control: The file that becomes descriptor 3.
  public init(
    _ program: String, _ arguments: [String] = [], environment: [String: String?] = [:],
    directory: String? = nil, terminal: [CChar]? = nil, files: [Int32] = [-1, -1, -1], control: Int32 = -1
  ) throws {
    number = ProgramEnvironment.withCStrings([program] + arguments) { arguments in
      ProgramEnvironment.withCStrings(ProgramEnvironment.variables(changes: environment)) { variables in
        session_spawn(program, arguments, variables, terminal, directory, files, control)
      }
    }
    guard number > 0 else { throw WaitFailure(description: "cannot start \(program)") }
    let collector = Thread { [number, weak self] in
      var end = siginfo_t()
      while waitid(P_PID, id_t(number), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
      _ = self?.hasEnded
    }
    collector.stackSize = 64 << 10
    collector.start()
  }

  deinit { end() }

  /// Kills the process and the others of its group, unless its end has been collected, and collects it.
  public func end() {
    guard number > 0, !hasEnded else { return }
    kill(-number, SIGKILL)
    wait()
  }

  /// Whether the process has ended; its end is then collected.
  public var hasEnded: Bool { collect(WNOHANG) != nil }

  /// Waits for the end of the process and collects it.
  @discardableResult
  public func wait() -> ProgramEnd {
    let status = collect(0) ?? 0
    return status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(status & 0x7F)
  }

  private func collect(_ options: Int32) -> Int32? {
    status.withLock { status in
      guard status == nil else { return status }
      var new: Int32 = 0
      var result: Int32
      repeat { result = waitpid(number, &new, options) } while result < 0 && errno == EINTR
      // The tested code may have collected it.
      if result != 0 { status = new }
      return status
    }
  }
}
