import ListKit
import Testing

@testable import ListKitTesting
@testable import tui_demo

@MainActor
@Suite(.timeLimit(.minutes(60))) struct FilesControllerTests {
  private func script() async -> ScriptedFiles {
    let script = ScriptedFiles()
    await script.set(["slow/", "quick/", "b10", "b9", ".hidden"], in: "/top/.")
    await script.set(["inside", "deep/"], in: "/top/slow")
    await script.set(["q1", "q2"], in: "/top/quick")
    return script
  }

  private func start(_ script: ScriptedFiles) async throws -> FilesHarness {
    let harness = FilesHarness(script)
    try await harness.wait(for: "b10")
    return harness
  }

  @Test func directoriesComeFirstAndAreClosed() async throws {
    let harness = try await start(script())
    #expect(harness.names == ["▸ quick", "▸ slow", "b9", "b10"])
    #expect(harness.session.lines.last?.hasPrefix("2 directories, 2 files, 1 hidden, by name") == true)
    #expect(harness.session.lines[0] == "/top")
  }

  @Test func keysGoOnWhileADirectoryIsRead() async throws {
    let script = await script()
    await script.hold("/top/slow")
    let harness = try await start(script)
    harness.moveCursor(to: "slow")
    harness.session.press(.right)
    try await harness.wait("the reader", until: { await script.reads["/top/slow"] == 1 })
    try await harness.wait(for: "loading")
    // Nobody has answered, and every key does what it does at other times.
    harness.session.press(.down)
    #expect(harness.session.cursor?.text.contains("b9") == true)
    harness.session.press(.enter)
    #expect(harness.session.contains("/top/b9"))
    harness.session.press(.escape)
    harness.moveCursor(to: "quick")
    harness.session.press(.right)
    try await harness.wait(for: "q1")
    #expect(harness.session.contains("loading"))
    harness.moveCursor(to: "b10")
    await script.release("/top/slow")
    try await harness.wait(for: "inside")
    #expect(!harness.session.contains("loading"))
    #expect(harness.session.cursor?.text.contains("b10") == true)
  }

  @Test func closingADirectoryStopsReadingIt() async throws {
    let script = await script()
    await script.hold("/top/slow")
    let harness = try await start(script)
    harness.moveCursor(to: "slow")
    harness.session.press(.right)
    try await harness.wait("the reader", until: { await script.reads["/top/slow"] == 1 })
    harness.session.press(.left)
    try await harness.wait("the cancellation", until: { await script.cancellations["/top/slow"] == 1 })
    harness.session.rest()
    #expect(!harness.session.contains("inside"))
    await script.release("/top/slow")
    harness.session.press(.right)
    try await harness.wait(for: "inside")
  }

  @Test func aDirectoryThatWasClosedTooSoonShowsItsFilesTheNextTime() async throws {
    let script = await script()
    let harness = try await start(script)
    harness.moveCursor(to: "slow")
    await script.hold("/top/slow")
    for round in 1...10 {
      harness.session.press(.right)
      // Before the reader is asked, and after.
      if round.isMultiple(of: 2) {
        let reads = await script.reads["/top/slow", default: 0]
        try await harness.wait("the reader", until: { await script.reads["/top/slow", default: 0] > reads })
      }
      harness.session.press(.left)
    }
    await script.release("/top/slow")
    harness.session.press(.right)
    try await harness.wait(for: "inside")
  }

  @Test func whatCannotBeReadSaysSoAndMayBeTriedAgain() async throws {
    let script = await script()
    await script.set(.permissionDenied, in: "/top/slow")
    let harness = try await start(script)
    harness.moveCursor(to: "slow")
    harness.session.press(.right)
    try await harness.wait(for: "Permission denied")
    #expect(harness.session.contains("b10"))
    await script.set(["inside"], in: "/top/slow")
    harness.session.press(.right)
    try await harness.wait(for: "inside")
    #expect(!harness.session.contains("Permission denied"))
  }

  @Test func aDirectoryKnownToBeShutSaysSoInItsRow() async throws {
    let script = await script()
    var shut = ScriptedFiles.facts("shut/", inode: 1)
    shut.problem = .permissionDenied
    await script.set([shut, ScriptedFiles.facts("b10", inode: 2)], in: "/top/.")
    let harness = try await start(script)
    #expect(harness.session.lines.contains { $0.contains("shut  Permission denied") })
  }

  @Test func aDirectoryThatBecomesUnreadableLosesItsFilesAndGetsThemBack() async throws {
    let script = await script()
    let harness = try await start(script)
    harness.moveCursor(to: "slow")
    harness.session.press(.right)
    try await harness.wait(for: "inside")
    await script.set(FileProblem.permissionDenied, in: "/top/slow")
    try await harness.wait(for: "slow  Permission denied")
    #expect(!harness.session.contains("inside"))
    await script.set(["inside again"], in: "/top/slow")
    try await harness.wait(for: "inside again")
  }

  @Test func theDirectoryAtTheTopMayGoAndComeBack() async throws {
    let script = await script()
    let harness = try await start(script)
    await script.set(.notFound, in: "/top/.")
    try await harness.wait(for: "/top: No such file or directory")
    #expect(!harness.session.contains("b10"))
    await script.set(["back"], in: "/top/.")
    try await harness.wait(for: "back")
    #expect(!harness.session.contains("No such file"))
  }

  @Test func sortingKeepsTheRowAndTheLineOfTheCursor() async throws {
    let script = await script()
    await script.set(
      (0..<9).map { ScriptedFiles.facts("f\($0)", inode: $0, size: Int64($0 * 100)) }, in: "/top/.")
    let harness = FilesHarness(script)
    try await harness.wait(for: "f8")
    harness.moveCursor(to: "f4")
    let line = harness.session.cursor?.line
    harness.session.press(.character("s"))
    try await harness.wait(for: "largest first")
    #expect(harness.names == (0..<9).reversed().map { "f\($0)" })
    #expect(harness.session.cursor?.text.contains("f4") == true)
    #expect(harness.session.cursor?.line == line)
    harness.session.press(.character("s"), .character("s"))
    try await harness.wait(for: "by name")
    #expect(harness.names == (0..<9).map { "f\($0)" })
  }

  @Test func hiddenFilesComeAndGoByAKey() async throws {
    let harness = try await start(script())
    harness.moveCursor(to: "b9")
    harness.session.press(.character("."))
    try await harness.wait(for: ".hidden")
    #expect(harness.session.contains("2 directories, 3 files, by name"))
    #expect(harness.session.cursor?.text.contains("b9") == true)
    harness.session.press(.character("."))
    try await harness.waitUntilGone(".hidden")
  }

  @Test func openDirectoriesStayOpenWhenTheirSurroundingsAreSorted() async throws {
    let harness = try await start(script())
    harness.moveCursor(to: "slow")
    harness.session.press(.right)
    try await harness.wait(for: "inside")
    for _ in 0..<3 {
      harness.session.press(.character("s"))
      harness.session.press(.character("."))
    }
    try await harness.wait(
      "the last order", until: { harness.session.contains("by name") && harness.session.contains("3 files") })
    #expect(harness.session.contains("inside"))
    // What was open in a closed directory is open again when that is.
    harness.moveCursor(to: "deep")
    harness.moveCursor(to: "slow")
    harness.session.press(.left)
    harness.session.rest()
    #expect(!harness.session.contains("inside"))
    harness.session.press(.right)
    try await harness.wait(for: "inside")
  }

  @Test func openingAllReadsNothing() async throws {
    let script = await script()
    let harness = try await start(script)
    harness.session.press(.character("*"))
    harness.session.rest()
    #expect(await script.reads.keys.sorted() == ["/top/."])
  }

  @Test func aHundredThousandFilesAreShown() async throws {
    let script = await script()
    await script.set((0..<100_000).map { ScriptedFiles.facts("f\($0)", inode: $0) }, in: "/top/slow")
    let harness = try await start(script)
    harness.moveCursor(to: "slow")
    harness.session.press(.right)
    try await harness.wait(for: "100,000")
    #expect(harness.session.contains("f9"))
    harness.session.press(.end)
    #expect(harness.session.cursor?.text.contains("b10") == true)
    harness.session.press(.up, .up)
    #expect(harness.session.cursor?.text.contains("f99999") == true)
  }

  @Test func whenTheScreenIsLeftNothingIsReadAnyMore() async throws {
    let script = await script()
    let harness = try await start(script)
    // It sleeps until it is time to look again, so nothing is being read.
    try await harness.wait("polling", until: { harness.session.clock.nextDeadline != nil })
    harness.controller.viewDidDisappear(false)
    let before = await script.reads
    try await harness.wait("the end of polling", until: { harness.session.clock.nextDeadline == nil })
    await harness.session.advance(by: .seconds(10))
    #expect(await script.reads == before)
    await script.set(["other"], in: "/top/.")
    harness.controller.viewDidAppear(false)
    try await harness.wait(for: "other")
  }
}
