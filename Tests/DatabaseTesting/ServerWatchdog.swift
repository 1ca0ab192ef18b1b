import CPseudoTerminal
import Foundation

/// Stops a server and removes its files when the tests end: also where the process of the tests was
/// killed, and could not do so itself.
///
/// It is a process that reads from a pipe, whose other end is in the process of the tests alone. Where that ends,
/// however it does, there is nobody left to write, and the read is over.
final class ServerWatchdog: Sendable {
  private let process: pid_t
  /// The other end of the pipe.
  private let leash: Int32

  /// - Parameters:
  ///   - command: stops the server.
  ///   - directory: goes afterwards.
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

  /// Waits until all is gone.
  deinit {
    // A program that another test is just starting may hold the end as well, so closing it does not do.
    _ = write(leash, "\n", 1)
    close(leash)
    if process > 0 { waitpid(process, nil, 0) }
  }
}
