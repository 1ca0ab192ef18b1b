import CPseudoTerminal
import Foundation
import TerminalTesting

/// Stops a server and removes its files at the end of the tests, even if the test process was killed.
///
/// The watchdog is a process that reads from a pipe. Only the test process has the write end. When the test
/// process ends for any reason, the write end is closed and the read returns.
final class ServerWatchdog: Sendable {
  private let process: StartedProcess
  /// The write end of the pipe.
  private let leash: Int32

  /// - Parameters:
  ///   - command: A command that stops the server.
  ///   - directory: The folder to remove after the command.
  init(stoppingBy command: [String], removing directory: String) throws {
    let script = """
      read -r _
      directory=$1
      shift
      "$@"
      # A server that was about to start may write yet.
      until rm -rf -- "$directory"; do sleep 0.1; done
      """
    var ends: [Int32] = [-1, -1]
    session_pipe(&ends)
    defer { close(ends[0]) }
    leash = ends[1]
    process = try StartedProcess(
      "/bin/sh", ["-c", script, "sh", directory] + command, files: [ends[0], -1, -1])
  }

  /// Waits until the server has stopped and its files are removed.
  deinit {
    // A program that another test starts at this moment may also hold the write end, so closing it is not
    // enough.
    _ = write(leash, "\n", 1)
    close(leash)
    process.wait()
  }
}
