import ListData
import TerminalTesting

@testable import muster

extension TemporaryDirectory {
  /// Runs a shell command line in the directory, in which `$0` is muster, without a terminal.
  func shell(_ line: String, environment: [String: String?] = [:]) throws -> HeadlessRun {
    try HeadlessRun(
      "/bin/sh", ["-c", "cd '\(path)' || exit; \(line)", BuiltProducts.path(of: "muster")],
      environment: environment)
  }
}

extension Source {
  /// Creates the source of a file or a command from command-line words.
  static func reading(_ words: String..., key: KeyOption? = nil) throws -> Source {
    var options = try MusterOptions.read(words)
    options.reading.key = key
    return try Source(options.subject, options.reading)
  }
}

extension Run {
  /// The texts of all cells, by row.
  var rows: [[String]] { (0..<table.rowCount).map { table.texts(of: $0) } }
}
