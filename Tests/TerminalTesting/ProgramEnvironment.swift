import LibC

/// What a program under test finds in its environment: nothing of the developer's own settings.
public enum ProgramEnvironment {
  /// Whether programs run under a sanitizer, which has a stack, signals and memory of its own.
  public static let isSanitized = sanitizer != nil
  /// Whether signals, the alarm among them, reach a program only once it waits: the thread sanitizer holds them back.
  public static let delaysSignals = sanitizer == "thread"

  private static let sanitizer = getenv("LISTKIT_SANITIZED").map { String(cString: $0) }

  /// Variables as `NAME=value`; nil as a change removes one.
  static func variables(changes: [String: String?]) -> [String] {
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
      // Swift's backtracer would ask questions on a terminal, and take seconds for each crash.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    // Sanitizers would take fatal signals for themselves, whose handling is what is tested; and they would let a
    // program that has ended wait for a second.
    let plainSignals =
      "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:detect_leaks=0:atexit_sleep_ms=0"
    variables["ASAN_OPTIONS"] = plainSignals
    variables["TSAN_OPTIONS"] = plainSignals
    // What the build tools need to be told: where the runtime is, where coverage goes.
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LLVM_PROFILE_FILE"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    variables.merge(changes) { $1 }
    return variables.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
  }

  /// Calls `body` with the texts as C wants a list of them.
  static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}
