import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

extension Terminal {
  /// Gives the terminal to a program, such as an editor or a pager, and waits for its end.
  ///
  /// ```swift
  /// let status = await Terminal.run("/bin/sh", arguments: ["sh", "-c", "less \"$1\"", "sh", path].map { Array($0.utf8) })
  /// ```
  ///
  /// - Parameters:
  ///   - path: where the program is.
  ///   - arguments: its name and what follows, as bytes that need not be text; none has a NUL.
  /// - Returns: its exit status, 128 and the number of the signal that ended it, or -1 where it did not start.
  public static func run(_ path: String, arguments: [[UInt8]]) async -> Int32 {
    await suspended {
      await withCheckedContinuation { continuation in
        // A thread of its own: it waits as long as the person takes.
        DispatchQueue.global().async { continuation.resume(returning: spawn(path, arguments)) }
      }
    }
  }

  /// Runs a program with the terminal's keys and signals, and waits for its end.
  private nonisolated static func spawn(_ path: String, _ arguments: [[UInt8]]) -> Int32 {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words = arguments.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) } + [nil]
    defer { for word in words { free(word) } }
    var (child, status) = (pid_t(), Int32())
    guard posix_spawn(&child, path, nil, &attributes, words, environ) == 0 else { return -1 }
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { return -1 } }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}
