import Foundation
import ListData
import TerminalTesting

@testable import muster

/// A temporary directory in which muster runs. The directory is removed with the object.
final class WorkingDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "muster-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the directory.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Creates a file and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Replaces a file atomically: no reader sees a part of it.
  func replace(_ name: String, with text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)), options: .atomic)
  }

  /// Returns the contents of a file.
  func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  /// Runs a shell command line, in which `$0` is muster, without a terminal.
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
