import Foundation
import Testing

/// Removes files.
enum HeadlessRemoval {
  static func remove(_ path: String) async throws { try FileManager.default.removeItem(atPath: path) }
}

/// Appends to files.
enum Appending {
  static func append(_ text: String, to path: String) async throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
