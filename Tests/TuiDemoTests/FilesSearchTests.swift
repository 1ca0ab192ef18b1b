import ListKit
import ListKitTesting
import Testing

@testable import tui_demo

@MainActor
@Suite(.timeLimit(.minutes(60))) struct FilesSearchTests {
  private func script() async -> ScriptedFiles {
    let script = ScriptedFiles()
    await script.set(["slow/", "quick/", "log", "notes", ".hidden log"], in: "/top/.")
    await script.set(["blog/", "other"], in: "/top/slow")
    await script.set(["index", "about"], in: "/top/slow/blog")
    await script.set(["q1", "q2"], in: "/top/quick")
    return script
  }

  /// All directories were opened once; slow is open.
  private func start(_ script: ScriptedFiles) async throws -> FilesHarness {
    let harness = FilesHarness(script)
    try await harness.wait(for: "notes")
    for (name, child) in [("quick", "q1"), ("slow", "other"), ("blog", "index")] {
      harness.moveCursor(to: name)
      harness.session.press(.right)
      try await harness.wait(for: child)
    }
    harness.moveCursor(to: "quick")
    harness.session.press(.left)
    try await harness.waitUntilGone("q1")
    return harness
  }

  private func search(_ text: String, _ harness: FilesHarness) {
    harness.session.press(.character("/"))
    harness.session.type(text)
  }

  @Test func matchesAreSeenWithTheDirectoriesAroundThem() async throws {
    let harness = try await start(script())
    search("q1", harness)
    try await harness.wait(for: "1/10")
    #expect(harness.rows == ["▾ quick", "q1"])
    #expect(harness.session.cursor?.text.contains("q1") == true)
    #expect(harness.session.style(of: "q1") != nil)
  }

  @Test func whatIsInADirectoryThatMatchesCanBeSeen() async throws {
    let harness = try await start(script())
    search("log", harness)
    try await harness.wait(for: "2/10")
    #expect(harness.rows == ["▾ slow", "▸ blog", "log"])
    #expect(harness.session.cursor?.text.contains("log") == true)
    harness.moveCursor(to: "blog")
    harness.session.press(.right)
    try await harness.wait(for: "about")
    #expect(harness.rows == ["▾ slow", "▾ blog", "about", "index", "log"])
  }

  @Test func lettersAreTextWhileItIsOpenAndKeysAfterwards() async throws {
    let harness = try await start(script())
    search("s.", harness)
    try await harness.wait(for: "No name matches")
    harness.session.press(.escape)
    try await harness.wait(for: "notes")
    search("log", harness)
    harness.session.press(.enter)
    try await harness.wait(for: "2/10")
    harness.session.press(.character("."))
    try await harness.wait(for: ".hidden log")
    #expect(harness.session.contains("3/11"))
    harness.session.press(.character("s"))
    try await harness.wait(for: "largest first")
  }

  @Test func whenItIsClosedAllIsAsBeforeAndTheRowStays() async throws {
    let harness = try await start(script())
    let before = harness.names
    search("q2", harness)
    try await harness.wait(for: "1/10")
    harness.session.press(.escape)
    try await harness.wait(for: "notes")
    // What is around the row is open now.
    #expect(harness.session.cursor?.text.contains("q2") == true)
    #expect(harness.names == before.flatMap { $0 == "▸ quick" ? ["▾ quick", "q1", "q2"] : [$0] })
    harness.moveCursor(to: "quick")
    harness.session.press(.left)
    search("notes", harness)
    try await harness.wait(for: "1/10")
    harness.session.press(.escape)
    try await harness.wait(for: "other")
    #expect(harness.names == before)
  }

  @Test func whatComesMeanwhileIsSearchedToo() async throws {
    let script = await script()
    let harness = try await start(script)
    search("log", harness)
    try await harness.wait(for: "2/10")
    await script.set(["slow/", "quick/", "log", "notes", ".hidden log", "catalog"], in: "/top/.")
    try await harness.wait(for: "catalog")
    #expect(harness.session.contains("3/11"))
    await script.set(["quick/", "notes"], in: "/top/.")
    try await harness.wait(for: "No name matches")
  }

  @Test func whatComesWhereTheQueryHidesItIsFound() async throws {
    let script = await script()
    let harness = try await start(script)
    search("zz", harness)
    try await harness.wait(for: "No name matches")
    await script.set(["blog/", "other", "zz1"], in: "/top/slow")
    try await harness.wait(for: "1/11")
    #expect(harness.rows == ["▾ slow", "zz1"])
  }

  @Test func aDirectoryOpenedForTheFirstTimeIsSearched() async throws {
    let script = await script()
    let harness = FilesHarness(script)
    try await harness.wait(for: "notes")
    search("slow", harness)
    try await harness.wait(for: "1/4")
    harness.session.press(.right)
    try await harness.wait(for: "other")
    try await harness.wait(for: "1/6")
  }

  @Test func aHundredThousandNamesAreSearched() async throws {
    let script = await script()
    await script.set((0..<100_000).map { ScriptedFiles.facts("f\($0)", inode: $0) }, in: "/top/quick")
    let harness = FilesHarness(script)
    try await harness.wait(for: "notes")
    harness.moveCursor(to: "quick")
    harness.session.press(.right)
    try await harness.wait(for: "100,000")
    search("f77777", harness)
    try await harness.wait(for: "1/100,004")
    #expect(harness.rows == ["▾ quick", "f77777"])
    harness.session.press(.escape)
    try await harness.wait(for: "f77778")
    #expect(harness.session.cursor?.text.contains("f77777") == true)
  }
}

extension FilesHarness {
  /// The names in the rows below the query.
  fileprivate var rows: [String] { Array(names.dropFirst().filter { !$0.isEmpty }) }
}
