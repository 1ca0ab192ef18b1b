import Foundation
import ListData
import TerminalTesting

@testable import muster

/// A directory that goes with the value, and muster run in it.
final class WorkingDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "muster-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a file.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Puts another file in the place of one: at no time is there a part of it.
  func replace(_ name: String, with text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)), options: .atomic)
  }

  /// What is in a file.
  func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

  /// Runs a line of the shell in which `$0` is muster, without a terminal.
  func shell(_ line: String, environment: [String: String?] = [:]) throws -> HeadlessRun {
    try HeadlessRun(
      "/bin/sh", ["-c", "cd '\(path)' || exit; \(line)", BuiltProducts.path(of: "muster")],
      environment: environment)
  }
}

extension Source {
  /// A source of a file or a command, without options unless some are given.
  static func reading(_ words: String..., key: KeyOption? = nil) throws -> Source {
    var options = try MusterOptions.read(words)
    options.reading.key = key
    return try Source(options.subject, options.reading)
  }
}

extension Run {
  /// All cells, a line a row.
  var rows: [[String]] { (0..<table.rowCount).map { table.texts(of: $0) } }
}
