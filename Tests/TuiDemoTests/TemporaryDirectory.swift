import Foundation
import ListKitTesting
import Testing

@testable import tui_demo

/// A directory that is deleted with the value, with file operations in it.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "listkit-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var name: FileName { FileName(path) }

  func makeDirectory(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path + "/" + name, withIntermediateDirectories: true)
  }

  func write(_ text: String = "", to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path + "/" + name))
  }

  /// Creates an empty file whose name may have any bytes.
  func touch(_ name: FileName) {
    let file = self.name.appending(name).withCString { open($0, O_CREAT | O_WRONLY, 0o644) }
    if file >= 0 { close(file) }
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path + "/" + name, withDestinationPath: target)
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path + "/" + name) }

  func move(_ name: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: path + "/" + name, toPath: path + "/" + other)
  }
}

extension TestScreen {
  /// Waits until a condition holds, without a limit other than the time limit of the suite.
  ///
  /// - Parameter step: The time by which the test's clock advances at each check.
  func wait(
    _ what: String, passing step: Duration = .zero, until isSeen: @MainActor () async -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    while await !isSeen() {
      // The kernel and other threads do not depend on the test's clock.
      try? await Task.sleep(for: .milliseconds(1))
      try #require(!Task.isCancelled, "\(what) is not seen:\n\(text)", sourceLocation: sourceLocation)
      await advance(by: step)
    }
  }
}
