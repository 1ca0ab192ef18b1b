import ListKit
import Testing

@testable import tui_demo

/// The screen of the files, on a file system of the test's own or on a real directory.
@MainActor
struct FilesHarness {
  let session: ControllerHarness<FilesController>
  var controller: FilesController { session.controller }

  init(_ files: LiveFileTree, lines: Int = 20, columns: Int = 80) {
    let controller = FilesController(files: files)
    session = ControllerHarness(columns: columns, lines: lines, controller)
    controller.tableView.motion = .none
    controller.viewDidAppear(false)
  }

  init(_ script: ScriptedFiles, lines: Int = 20) {
    self.init(
      LiveFileTree(
        path: FileName("/top"), reader: script.reader, watcher: DirectoryWatcher(limit: 0),
        pollInterval: .milliseconds(5)),
      lines: lines)
  }

  /// Draws until something is seen; a minute is never needed.
  func wait(
    _ what: String, until isSeen: () async -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let start = ContinuousClock.now
    var looks = 0
    while true {
      session.settle()
      if await isSeen() { return }
      looks += 1
      // Other tests may have kept the main actor all the time, so that nothing could happen.
      guard start.duration(to: .now) < .seconds(60) || looks < 1000 else {
        Issue.record(
          "\(what) is not seen:\n\(session.lines.joined(separator: "\n"))", sourceLocation: sourceLocation)
        throw CancellationError()
      }
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait(text, until: { session.contains(text) }, sourceLocation: sourceLocation)
  }

  func waitUntilGone(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await wait("no \(text)", until: { !session.contains(text) }, sourceLocation: sourceLocation)
  }

  /// Moves the cursor to the row with a text.
  func moveCursor(to text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    session.press(KeyPress(.home))
    for _ in 0..<session.size.lines where session.cursor?.text.contains(text) != true {
      session.press(KeyPress(.down))
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
