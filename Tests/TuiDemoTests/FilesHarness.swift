import ListKit
import ListKitTesting
import Testing

@testable import tui_demo

/// The screen of the files, on a file system of the test's own or on a real directory.
@MainActor
struct FilesHarness {
  let session: TestScreen<FilesController>
  var controller: FilesController { session.controller }

  /// Its clock is also that of the screen.
  init(_ files: LiveFileTree, clock: TestClock, lines: Int = 20, columns: Int = 80) {
    let controller = FilesController(files: files, editor: nil)
    session = TestScreen(controller, columns: columns, lines: lines, clock: clock)
    controller.tableView.motion = .none
  }

  init(_ script: ScriptedFiles, lines: Int = 20) {
    let clock = TestClock()
    self.init(
      LiveFileTree(
        path: FileName("/top"), reader: script.reader, watcher: DirectoryWatcher(limit: 0),
        pollInterval: .milliseconds(5), clock: clock),
      clock: clock, lines: lines)
  }

  /// Lets time pass and things happen until something is seen.
  func wait(
    _ what: String, until isSeen: @MainActor () async -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await session.wait(what, passing: .milliseconds(100), until: isSeen, sourceLocation: sourceLocation)
  }

  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait(text, until: { session.contains(text) }, sourceLocation: sourceLocation)
  }

  func waitUntilGone(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait("no \(text)", until: { !session.contains(text) }, sourceLocation: sourceLocation)
  }

  /// Moves the cursor to the row with a text.
  func moveCursor(to text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    session.press(.home)
    for _ in 0..<session.lines.count where session.cursor?.text.contains(text) != true {
      session.press(.down)
    }
    #expect(session.cursor?.text.contains(text) == true, sourceLocation: sourceLocation)
  }

  /// The names in the rows, with the signs before them.
  var names: [String] {
    session.lines.dropFirst(2).dropLast().compactMap { line in
      let text = line.dropFirst(2).drop { $0 == " " }
      return text.split(separator: "  ").first.map(String.init)
    }
  }
}
