#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program under test finds in its environment: nothing of the developer's own settings.
enum ProgramEnvironment {
  /// Variables as `NAME=value`; nil as a change removes one.
  static func variables(changes: [String: String?]) -> [String] {
    var variables: [String: String?] = [
      "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/local/bin:/usr/bin:/bin",
      // Swift's backtracer would ask questions on a terminal, and take seconds for each crash.
      "SWIFT_BACKTRACE": "enable=no",
    ]
    // What the build tools need to be told: where the runtime is, where coverage goes.
    for name in ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LLVM_PROFILE_FILE", "ASAN_OPTIONS", "TSAN_OPTIONS"]
    {
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
