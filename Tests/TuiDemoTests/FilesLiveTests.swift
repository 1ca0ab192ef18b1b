import Foundation
import ListKit
import ListKitTesting
import Testing

@testable import tui_demo

/// What other programs do to real files, seen with the kernel's help and without.
@MainActor
@Suite(.timeLimit(.minutes(60))) struct FilesLiveTests {
  private func start(_ place: TemporaryDirectory, polls: Bool) async throws -> FilesHarness {
    let watcher = polls ? DirectoryWatcher(limit: 0) : DirectoryWatcher()
    let clock = TestClock()
    let files = LiveFileTree(
      path: place.name, reader: .system, watcher: watcher, pollInterval: .milliseconds(10), clock: clock)
    let harness = FilesHarness(files, clock: clock)
    try await harness.wait("the files", until: { !harness.session.contains("Reading") })
    return harness
  }

  @Test(arguments: [false, true])
  func filesComeGoChangeAndAreRenamedWhileTheCursorStays(_ polls: Bool) async throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    try place.write(to: "sub/old")
    for name in ["a", "m", "z"] { try place.write(to: name) }
    let harness = try await start(place, polls: polls)
    harness.moveCursor(to: "sub")
    harness.session.press(.right)
    try await harness.wait(for: "old")
    harness.moveCursor(to: "m ")
    let line = harness.session.cursor?.line
    try place.write("12345", to: "sub/new")
    try await harness.wait(for: "new")
    try place.write("1234567", to: "z")
    try await harness.wait(for: "7 B")
    try place.remove("a")
    try await harness.wait("no a", until: { harness.session.contains("1 directory, 2 files") })
    #expect(harness.session.cursor?.line == line)
    try place.move("m", to: "n")
    try await harness.wait("n", until: { harness.session.cursor?.text.contains(" n ") == true })
    try place.move("sub", to: "sup")
    try await harness.wait(for: "▾ sup")
    try await harness.wait(for: "old")
    // It is still watched, where it is now.
    try place.write(to: "sup/newer")
    try await harness.wait(for: "newer")
    try place.remove("sup")
    try await harness.waitUntilGone("newer")
  }

  @Test(arguments: [false, true])
  func theDirectoryItselfMayGoAndComeBack(_ polls: Bool) async throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("top")
    try place.write(to: "top/file")
    let watcher = polls ? DirectoryWatcher(limit: 0) : DirectoryWatcher()
    let clock = TestClock()
    let files = LiveFileTree(
      path: place.name.appending(FileName("top")), watcher: watcher, pollInterval: .milliseconds(10),
      clock: clock)
    let harness = FilesHarness(files, clock: clock)
    try await harness.wait(for: "file")
    for _ in 0..<2 {
      try place.move("top", to: "away")
      try await harness.wait(for: "No such file or directory")
      try place.move("away", to: "top")
      try await harness.wait(for: "1 file,")
      try place.write(to: "top/second")
      try await harness.wait(for: "second")
      try place.remove("top/second")
      try await harness.waitUntilGone("second")
    }
    try place.remove("top")
    try await harness.wait(for: "No such file or directory")
  }

  /// Most file systems give the number of a file that is gone to the next one that is made.
  @Test(arguments: [false, true])
  func anotherFileWithTheNumberOfOneThatIsGoneDoesNotTakeTheCursorAway(_ polls: Bool) async throws {
    let place = try TemporaryDirectory()
    for number in 300..<312 { try place.write(to: "f\(number)") }
    let harness = try await start(place, polls: polls)
    harness.moveCursor(to: "f305")
    for round in 0..<5 {
      let (gone, next) = ("f\(305 + round)", "f\(306 + round)")
      try place.remove(gone)
      place.touch(FileName("a\(round)"))
      try await harness.wait(for: "a\(round) ")
      try await harness.waitUntilGone(gone)
      #expect(harness.session.cursor?.text.contains(next) == true)
    }
  }

  @Test func linksAreShownAndNotFollowed() async throws {
    let place = try TemporaryDirectory()
    try place.link("loop", to: ".")
    try place.link("broken", to: "no/where")
    let harness = try await start(place, polls: false)
    try await harness.wait(for: "loop -> .")
    #expect(harness.session.contains("broken -> no/where"))
    #expect(!harness.session.contains("▸"))
    harness.moveCursor(to: "loop")
    harness.session.press(.right)
    harness.session.press(.character("i"))
    #expect(harness.session.contains("Leads to"))
  }

  @Test func harmfulNamesDoNoHarm() async throws {
    let place = try TemporaryDirectory()
    for name in ["two\nlines", "\u{1B}[2Jclear", "\u{202E}gpj.exe"] { place.touch(FileName(name)) }
    place.touch(FileName([0x63, 0xE9]))
    let harness = try await start(place, polls: false)
    for shown in ["two\\nlines", "\\x1B[2Jclear", "\\u{202E}gpj.exe", "c\\xE9"] {
      try await harness.wait(for: shown)
    }
  }

  @Test func moreDirectoriesThanThereAreWatchesForAreLookedAtInstead() async throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    try place.write(to: "sub/first")
    let clock = TestClock()
    let files = LiveFileTree(
      path: place.name, watcher: DirectoryWatcher(limit: 1), pollInterval: .milliseconds(10), clock: clock)
    let harness = FilesHarness(files, clock: clock)
    try await harness.wait(for: "sub")
    try await harness.wait("the end of polling", until: { files.polled.isEmpty })
    harness.moveCursor(to: "sub")
    harness.session.press(.right)
    try await harness.wait(for: "first")
    #expect(files.polled.count == 1)
    try place.write(to: "sub/second")
    try await harness.wait(for: "second")
    harness.session.press(.left)
    try await harness.waitUntilGone("second")
    try await harness.wait("the end of polling", until: { files.polled.isEmpty })
  }

  @Test func whatIsClosedWhileItIsLookedAtIsNotLookedAtAgain() async throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    let watcher = DirectoryWatcher(limit: 0)
    let files = LiveFileTree(path: place.name, watcher: watcher, clock: TestClock())
    let top = FileTree.top
    files.follow([top])
    files.start()
    try await files.read(top)
    let sub = files.number(for: try #require(files.tree.folders[top]?.files.first?.item))
    files.follow([top, sub])
    try await files.read(sub)
    /// Lets others have turns, as many as it takes to ask the watcher so often.
    func pass(_ turns: Int) async {
      for _ in 0..<turns { _ = await watcher.isWatched(sub) }
    }
    for turns in 0..<60 {
      files.follow([top, sub])
      await pass(turns % 6)
      files.follow([top])
      await pass(20)
      #expect(files.polled == [top], "closed after \(turns % 6) turns")
    }
    files.stop()
  }
}
