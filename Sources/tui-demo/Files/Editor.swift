import Dispatch
import ListKitCurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The editor a person has chosen, by `VISUAL` or `EDITOR`; it has the terminal while it runs.
struct Editor: Sendable {
  /// What the shell is to run, with the path behind it.
  let command: String

  /// Nil where none was chosen.
  init?(variables: (String) -> String? = { name in getenv(name).map { String(cString: $0) } }) {
    let chosen = ["VISUAL", "EDITOR"].lazy.compactMap(variables).first { !$0.isEmpty }
    guard let chosen else { return nil }
    command = chosen
  }

  /// Edits a file.
  ///
  /// - Returns: what went wrong, in words; nil where nothing did.
  @MainActor
  func edit(_ path: FileName) async -> String? {
    let arguments = ["sh", "-c", "\(command) \"$1\"", "sh"].map(FileName.init) + [path]
    let status = await Terminal.suspended {
      await withCheckedContinuation { continuation in
        // A thread of its own: it waits as long as the person edits.
        DispatchQueue.global().async { continuation.resume(returning: Self.run("/bin/sh", arguments)) }
      }
    }
    return status == 0 ? nil : "\(command): \(status < 0 ? "not started" : "exit status \(status)")"
  }

  /// Runs a program with the terminal's keys and signals, and waits for its end.
  ///
  /// - Returns: its exit status, 128 and the number of the signal that ended it, or -1 where it did not start.
  private static func run(_ program: String, _ arguments: [FileName]) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = arguments.map { $0.withCString { strdup($0) } } + [nil]
    defer { for word in words { free(word) } }
    var (child, status) = (pid_t(), Int32())
    guard posix_spawn(&child, program, nil, &attributes, words, environ) == 0 else { return -1 }
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { return -1 } }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
