#if os(Linux) && canImport(Glibc)
  import Foundation
  import Testing

  @testable import tui_demo

  @Suite(.timeLimit(.minutes(60))) struct DirectoryWatcherTests {
    /// Waits until all that is expected of a directory was told.
    private func names(
      _ count: Int, of number: FileItem.FolderNumber, _ watcher: DirectoryWatcher
    ) async throws -> Set<String> {
      var names: Set<String> = []
      while names.count < count {
        let changes = try #require(await watcher.nextChanges(gathering: .zero))
        if case .names(let new)? = changes[number] { names.formUnion(new.map(\.text)) }
      }
      return names
    }

    private func waitForEverything(of number: FileItem.FolderNumber, _ watcher: DirectoryWatcher) async throws
    {
      while try #require(await watcher.nextChanges(gathering: .zero))[number] != .everything {}
    }

    @Test func itTellsNames() async throws {
      let place = try TemporaryDirectory()
      try place.write(to: "old")
      try place.write(to: "written")
      let watcher = DirectoryWatcher()
      #expect(await watcher.watch(5, at: place.name))
      try place.move("old", to: "new")
      try place.makeDirectory("made")
      place.touch(FileName([0xFF]))
      let file = try #require(FileHandle(forWritingAtPath: place.path + "/written"))
      try file.write(contentsOf: Data("x".utf8))
      try file.close()
      #expect(try await names(5, of: 5, watcher) == ["old", "new", "made", "\\xFF", "written"])
    }

    @Test func itTellsThatADirectoryIsGoneOrElsewhere() async throws {
      let place = try TemporaryDirectory()
      try place.makeDirectory("gone")
      try place.makeDirectory("moved")
      let watcher = DirectoryWatcher()
      #expect(await watcher.watch(1, at: place.name.appending(FileName("gone"))))
      #expect(await watcher.watch(2, at: place.name.appending(FileName("moved"))))
      try place.remove("gone")
      try await waitForEverything(of: 1, watcher)
      #expect(await !watcher.isWatched(1))
      try place.move("moved", to: "elsewhere")
      try await waitForEverything(of: 2, watcher)
      #expect(await !watcher.isWatched(2))
    }

    @Test func whatItDoesNotWatchItSays() async throws {
      let place = try TemporaryDirectory()
      try place.write(to: "file")
      try place.link("link", to: ".")
      let watcher = DirectoryWatcher(limit: 2)
      #expect(await !watcher.watch(1, at: place.name.appending(FileName("nothing"))))
      #expect(await !watcher.watch(1, at: place.name.appending(FileName("file"))))
      #expect(await !watcher.watch(1, at: place.name.appending(FileName("link"))))
      #expect(await watcher.watch(1, at: place.name))
      // Two ways to one directory are told both.
      #expect(await watcher.watch(2, at: place.name.appending(FileName("link/."))))
      #expect(await !watcher.watch(3, at: FileName("/")))
      try place.write(to: "new")
      let changes = try #require(await watcher.nextChanges(gathering: .zero))
      #expect(changes[1] == .names([FileName("new")]))
      #expect(changes[2] == changes[1])
      await watcher.unwatch(1)
      #expect(await watcher.isWatched(2))
      #expect(await watcher.watch(3, at: FileName("/")))
    }

    @Test func lostEventsMeanThatEverythingMayHaveChanged() async throws {
      let watcher = DirectoryWatcher()
      let (first, second) = (try TemporaryDirectory(), try TemporaryDirectory())
      #expect(await watcher.watch(1, at: first.name))
      #expect(await watcher.watch(2, at: second.name))
      let lost = InotifyEvent(watch: -1, mask: UInt32(IN_Q_OVERFLOW), name: nil)
      #expect(await watcher.changes(of: [lost]) == [1: .everything, 2: .everything])
    }

    @Test func aWatcherOfNothingTellsNothing() async {
      #expect(await DirectoryWatcher(limit: 0).nextChanges() == nil)
      let task = Task { await DirectoryWatcher().nextChanges() }
      task.cancel()
      #expect(await task.value == nil)
    }
  }
#endif
