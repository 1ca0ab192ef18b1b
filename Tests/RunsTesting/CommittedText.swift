import Foundation
package import Testing

/// A text that the code wrote, committed beside the tests: each change of it is read line by line.
///
/// `LISTKIT_TRACES=write Scripts/test.sh …` writes it again.
package enum CommittedText {
  /// Checks that lines are those of a file; records an issue for each line that differs.
  ///
  /// - Parameter path: The path of the file from the folder of the tests.
  package static func expect(
    _ lines: [String], in path: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["LISTKIT_TRACES"] == "write" {
      return try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    }
    let known = try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast().map(String.init)
    for change in lines.difference(from: known) {
      switch change {
      case .insert(let line, let text, _):
        Issue.record("\(path):\(line + 1): now \(text)", sourceLocation: sourceLocation)
      case .remove(let line, let text, _):
        Issue.record("\(path):\(line + 1): was \(text)", sourceLocation: sourceLocation)
      }
    }
  }
}
