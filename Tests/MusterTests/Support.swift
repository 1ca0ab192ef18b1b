import TerminalTesting

extension TemporaryDirectory {
  /// Runs a shell command line in the directory, in which `$0` is muster, without a terminal.
  func shell(_ line: String, environment: [String: String?] = [:]) throws -> HeadlessRun {
    try HeadlessRun(
      "/bin/sh", ["-c", "cd '\(path)' || exit; \(line)", BuiltProducts.path(of: "muster")],
      environment: environment)
  }
}
