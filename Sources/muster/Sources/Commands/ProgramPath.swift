#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// Where a program is, as a shell finds it.
struct ProgramPath: Hashable, Sendable {
  var path: String

  /// Looks for a program: at its path where its name has a slash, else in the directories of `PATH`.
  ///
  /// - Throws: why it cannot be run, in the system's words.
  init(_ name: String, searching directories: String? = Self.directories) throws(SystemError) {
    if name.contains("/") {
      let code = Self.problem(name)
      guard code == 0 else { throw SystemError(subject: name, code: code) }
      path = name
      return
    }
    var worst = ENOENT
    // An empty part is the current directory.
    let parts = (directories ?? "/usr/bin:/bin").split(separator: ":", omittingEmptySubsequences: false)
    for part in parts where !name.isEmpty {
      let candidate = part.isEmpty ? "./\(name)" : "\(part)/\(name)"
      let code = Self.problem(candidate)
      if code == 0 {
        path = candidate
        return
      }
      // One that may not be run is worth more words than one that is not there.
      if code == EACCES { worst = code }
    }
    throw SystemError(subject: name, code: worst)
  }

  private static var directories: String? { getenv("PATH").map { String(cString: $0) } }

  /// Why a file cannot be run; 0 where it can.
  private static func problem(_ path: String) -> Int32 {
    var status = stat()
    guard stat(path, &status) == 0 else { return errno }
    guard status.st_mode & S_IFMT != S_IFDIR else { return EACCES }
    return access(path, X_OK) == 0 ? 0 : errno
  }
}
