import LibC

/// The environment of programs under test, without the developer's own settings.
public enum ProgramEnvironment {
  /// Whether programs run under a sanitizer, which has its own stack, signals and memory.
  public static let isSanitized = sanitizer != nil
  /// Whether signals, including the alarm, reach a program only when it waits: the thread sanitizer delays
  /// them.
  public static let delaysSignals = sanitizer == "thread"

  private static let sanitizer = getenv("LISTKIT_SANITIZED").map { String(cString: $0) }

  /// Returns variables as `NAME=value`; a change to nil removes a variable.
  static func variables(changes: [String: String?]) -> [String] {
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
      // Swift's backtracer would ask questions on a terminal, and take seconds for each crash.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    // Sanitizers would handle fatal signals themselves, but the tests check how the program handles them; and
    // they would keep a program waiting for a second at its end.
    let plainSignals =
      "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:detect_leaks=0:atexit_sleep_ms=0"
    variables["ASAN_OPTIONS"] = plainSignals
    variables["TSAN_OPTIONS"] = plainSignals
    // Settings of the build tools: the place of the runtime, and of the coverage data.
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LLVM_PROFILE_FILE"] {
      if let value = getenv(name) { variables[name] = String(cString: value) }
    }
    variables.merge(changes) { $1 }
    return variables.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
  }

  /// Calls `body` with the strings as a null-terminated C array.
  static func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    return body(&pointers)
  }
}
