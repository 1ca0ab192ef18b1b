import CPseudoTerminal
import Foundation

/// Stops a server and removes its files at the end of the tests, even if the test process was killed.
///
/// The watchdog is a process that reads from a pipe. Only the test process has the write end. When the test
/// process ends for any reason, the write end is closed and the read returns.
final class ServerWatchdog: Sendable {
  private let process: pid_t
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
    let words = ["sh", "-c", script, "sh", directory] + command
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [strdup("PATH=/usr/local/bin:/usr/bin:/bin"), nil]
    defer { for text in arguments + environment { free(text) } }
    process = session_spawn("/bin/sh", &arguments, &environment, nil, nil, [ends[0], -1, -1], -1)
    guard process > 0 else { throw PostgresServer.Failure(description: "cannot start the watchdog") }
  }

  /// Waits until the server has stopped and its files are removed.
  deinit {
    // A program that another test starts at this moment may also hold the write end, so closing it is not
    // enough.
    _ = write(leash, "\n", 1)
    close(leash)
    if process > 0 { waitpid(process, nil, 0) }
  }
}
