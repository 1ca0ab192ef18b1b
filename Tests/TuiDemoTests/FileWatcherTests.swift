#if os(Linux)
  import Files
  import TerminalTesting
  import TestSupport
  import Testing

  @testable import tui_demo

  @Suite("The file watcher", .timeLimit(.minutes(60))) struct FileWatcherTests {
    private func start(_ name: FileName, with watcher: FileWatcher) -> FileWatcher.Watch? {
      name.withCString { watcher.watch($0, for: .entries) }
    }

    /// Waits until a watch reports something.
    private func waitForChange(of watch: FileWatcher.Watch, _ watcher: FileWatcher) async throws -> Bool {
      while true {
        try #require(await watcher.wait())
        let changes = watcher.takeChanges()
        if changes.watches.contains(watch) { return changes.ended.contains(watch) }
      }
    }

    @Test("Entries that are created, written, renamed and deleted are reported")
    func entries() async throws {
      let place = try TemporaryDirectory()
      let watcher = FileWatcher()
      let watch = try #require(start(place.name, with: watcher))
      for change in [
        { try place.write(to: "file") }, { try place.write("text", to: "file") },
        { try place.move("file", to: "other") }, { try place.makeDirectory("sub") },
        { try place.remove("other") },
      ] as [() throws -> Void] {
        try change()
        #expect(try await !waitForChange(of: watch, watcher))
      }
    }

    @Test("A directory that is deleted or moved ends its watch")
    func ends() async throws {
      let place = try TemporaryDirectory()
      try place.makeDirectory("gone")
      try place.makeDirectory("moved")
      let watcher = FileWatcher()
      let gone = try #require(start(place.name.appending(FileName("gone")), with: watcher))
      let moved = try #require(start(place.name.appending(FileName("moved")), with: watcher))
      try place.remove("gone")
      while try await !waitForChange(of: gone, watcher) {}
      try place.move("moved", to: "elsewhere")
      while try await !waitForChange(of: moved, watcher) {}
    }

    @Test("Files, links and missing directories are not watched, and a directory has one watch")
    func refusals() throws {
      let place = try TemporaryDirectory()
      try place.write(to: "file")
      try place.link("link", to: ".")
      let watcher = FileWatcher()
      for name in ["nothing", "file", "link"] {
        #expect(start(place.name.appending(FileName(name)), with: watcher) == nil, "\(name)")
      }
      let watch = try #require(start(place.name, with: watcher))
      expectEqual(start(place.name.appending(FileName("link/.")), with: watcher), watch)
      watcher.unwatch(watch)
      expectEqual(watcher.takeChanges().ended, [watch])
    }

    @Test("A watcher that is off reports nothing, and waiting ends with the task")
    func nothing() async {
      let off = FileWatcher(isEnabled: false)
      #expect("/".withCString { off.watch($0, for: .entries) } == nil)
      #expect(await !off.wait())
      let task = Task {
        let watcher = FileWatcher()
        return await watcher.wait()
      }
      task.cancel()
      #expect(await task.value)
    }
  }
#endif
