import Foundation

/// A directory for the files of a test. It is removed with the object.
public final class TemporaryDirectory: Sendable {
  /// The path of the directory.
  public let path: String

  /// Creates an empty directory.
  public init() throws {
    path = NSTemporaryDirectory() + "listkit-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of a file in the directory.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of all entries, sorted.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Creates a file or replaces its contents, and returns its path.
  @discardableResult
  public func write(_ text: String = "", to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// Creates a file or replaces its contents, and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Creates a program, such as a script that stands in for another one, and returns its path.
  ///
  /// Another process writes the file. A child that another thread starts inherits the files that this process
  /// has open for writing until it runs its own program; meanwhile the new program could not be executed.
  @discardableResult
  public func writeProgram(_ text: String, to name: String) throws -> String {
    let run = try HeadlessRun(
      "/bin/sh", ["-c", #"rm -f -- "$2" && printf %s "$1" >"$2" && chmod 755 "$2""#, "sh", text, file(name)])
    guard run.end == .exited(0) else { throw WaitFailure(description: run.standardError) }
    return file(name)
  }

  /// Replaces a file atomically: no reader sees a part of it.
  public func replace(_ name: String, with text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)), options: .atomic)
  }

  /// Returns the contents of a file.
  public func read(_ name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// Creates a directory in the directory.
  public func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }

  /// Creates a symbolic link.
  public func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: file(name), withDestinationPath: target)
  }

  /// Removes a file, or a directory with its contents.
  public func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }

  /// Renames an entry.
  public func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: file(name), toPath: file(other))
  }
}
