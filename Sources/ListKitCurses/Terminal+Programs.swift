import Dispatch
import LibC

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
  ///   - holdsOutput: whether what it printed stays until enter is pressed: after `exit status 1; press enter to go back`. A
  ///     program that ended well and left the terminal's cursor where it was has printed nothing, or had a screen of
  ///     its own. Where the terminal does not say where its cursor is, enter is waited for.
  /// - Returns: its exit status, 128 and the number of the signal that ended it, or -1 where it did not start.
  public static func run(_ path: String, arguments: [[UInt8]], holdsOutput: Bool = false) async -> Int32 {
    await suspended {
      guard holdsOutput, let screen = CursesScreen.current else { return await ended(path, arguments) }
      // Not on the last line, where the cursor stays however much is printed.
      screen.writeDirectly(Array("\n\u{1B}[A".utf8))
      let before = screen.lentCursor()
      let status = await ended(path, arguments)
      if status != 0 || before == nil || screen.lentCursor() != before {
        let words = ["sh", "-c", prompt, "sh", "\(status)"]
        _ = await ended("/bin/sh", words.map { Array($0.utf8) })
      }
      return status
    }
  }

  /// Waits for enter, and for ctrl-c, which asks for the same.
  private static let prompt =
    #"trap 'echo; exit' INT QUIT; printf '\n%s ' "exit status $1; press enter to go back"; read -r _"#

  /// Runs a program on a thread of its own, which waits as long as the person takes.
  private static func ended(_ path: String, _ arguments: [[UInt8]]) async -> Int32 {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: spawn(path, arguments)) }
    }
  }

  /// Runs a program with the terminal's keys and signals, and waits for its end. It gets a ctrl-c that was pressed before it
  /// was there.
  nonisolated static func spawn(_ path: String, _ arguments: [[UInt8]]) -> Int32 {
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
    defer { TerminalRestorer.forgetLentKey() }
    if let key = TerminalRestorer.lentKey { kill(child, key) }
    while waitpid(child, &status, 0) < 0 { if errno != EINTR { return -1 } }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }
}

extension Terminal {
  /// The longest text that terminals take; what is longer is not copied at all, rather than in part.
  static let mostBytesToCopy = 74_994

  /// Puts a text on the clipboard of the person's machine, by OSC 52: also over ssh, and where the terminal allows it.
  ///
  /// No terminal says whether it did. ``CursesOptions/allowsCopying`` turns it off.
  ///
  /// - Returns: whether the terminal was asked: not where there is no screen, the text is too long, or copying is off.
  @discardableResult
  public static func copy(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let screen = CursesScreen.current, bytes.count <= mostBytesToCopy else { return false }
    return screen.copy(bytes)
  }
}

extension [UInt8] {
  /// The bytes in the 64 characters of RFC 4648.
  var base64: [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }
}
