import Foundation
import Testing

/// Removes files.
package enum HeadlessRemoval {
  package static func remove(_ path: String) async throws { try FileManager.default.removeItem(atPath: path) }
}

/// Appends to files.
package enum Appending {
  package static func append(_ text: String, to path: String) async throws {
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
