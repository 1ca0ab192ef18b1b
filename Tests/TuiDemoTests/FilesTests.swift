import Files
import LibC
import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitTesting
@testable import tui_demo

@MainActor
@Suite("The screen of the files demo", .timeLimit(.minutes(60))) struct FilesControllerTests {
  private func script() async -> ScriptedFiles {
    let script = ScriptedFiles()
    await script.set(["slow/", "quick/", "b10", "b9", ".hidden"], in: "/top/.")
    await script.set(["inside", "deep/"], in: "/top/slow")
    await script.set(["bottom"], in: "/top/slow/deep")
    await script.set(["q1", "q2"], in: "/top/quick")
    return script
  }

  private func start(_ script: ScriptedFiles) async throws -> FilesHarness {
    let harness = FilesHarness(script)
    try await harness.wait(for: "b10")
    return harness
  }

  @Test("Directories are above files and collapsed; hidden files are counted, and shown on request")
  func firstScreen() async throws {
    let script = await script()
    let harness = try await start(script)
    expectEqual(harness.names, ["▸ quick", "▸ slow", "b9", "b10"])
    #expect(harness.session.lines.last?.hasPrefix("4 items, 1 hidden, by name") == true)
    expectEqual(harness.session.lines[0], "/top")
    harness.moveCursor(to: "b9")
    harness.press(".")
    try await harness.wait(for: ".hidden")
    #expect(harness.session.contains("5 items, by name") && harness.isOn("b9"))
    harness.press(".")
    try await harness.waitUntilGone(".hidden")
    harness.press("*")
    harness.session.rest()
    await expectEqual(script.reads.keys.sorted(), ["/top/."], "the * key reads no further directories")
  }

  @Test("All keys work while a directory is read") func slowDirectory() async throws {
    let script = await script()
    await script.hold("/top/slow")
    let harness = try await start(script)
    harness.expand("slow")
    try await harness.wait("the reader", until: { await script.reads["/top/slow"] == 1 })
    try await harness.wait(for: "loading")
    // The reader has not answered, but every key works as usual.
    harness.press(.down)
    #expect(harness.isOn("b9"))
    harness.press(.enter)
    #expect(harness.session.contains("/top/b9"))
    harness.press(.escape)
    harness.expand("quick")
    try await harness.wait(for: "q1")
    #expect(harness.session.contains("loading"))
    harness.moveCursor(to: "b10")
    await script.release("/top/slow")
    try await harness.wait(for: "inside")
    #expect(!harness.session.contains("loading") && harness.isOn("b10"))
  }

  @Test("A directory that is collapsed while it is read stays collapsed, and shows its files when expanded")
  func repeatedExpansion() async throws {
    let script = await script()
    let harness = try await start(script)
    harness.moveCursor(to: "slow")
    await script.hold("/top/slow")
    for round in 1...10 {
      harness.press(.right)
      // Alternately before and after the reader is called.
      if round.isMultiple(of: 2) {
        let reads = await script.reads["/top/slow", default: 0]
        try await harness.wait("the reader", until: { await script.reads["/top/slow", default: 0] > reads })
      }
      harness.press(.left)
    }
    await script.release("/top/slow")
    for _ in 0..<100 { await harness.session.advance(by: .milliseconds(100)) }
    #expect(!harness.session.contains("inside") && !harness.session.contains("loading"))
    harness.press(.right)
    try await harness.wait(for: "inside")
  }

  @Test("An unreadable or missing directory shows the error until it can be read")
  func unreadable() async throws {
    let script = await script()
    await script.set(SystemError(subject: "/top/slow", code: EACCES), in: "/top/slow")
    let harness = try await start(script)
    harness.expand("slow")
    try await harness.wait(for: "Permission denied")
    #expect(harness.session.contains("b10"))
    await script.set(["inside"], in: "/top/slow")
    harness.press(.right)
    try await harness.wait(for: "inside")
    #expect(!harness.session.contains("Permission denied"))
    await script.set(SystemError(subject: "/top/slow", code: EACCES), in: "/top/slow")
    try await harness.wait(for: "slow  Permission denied")
    #expect(!harness.session.contains("inside"))
    await script.set(["inside again"], in: "/top/slow")
    try await harness.wait(for: "inside again")
    await script.set(SystemError(subject: "/top", code: ENOENT), in: "/top/.")
    try await harness.wait(for: "/top: No such file or directory")
    #expect(!harness.session.contains("b10"))
    await script.set(["back"], in: "/top/.")
    try await harness.wait(for: "back")
    #expect(!harness.session.contains("No such file"))
  }

  @Test("Sorting keeps the cursor on its row and on its line, and expanded directories expanded")
  func sorting() async throws {
    let script = await script()
    await script.set(
      [ScriptedFiles.facts("slow/", inode: 20)]
        + (0..<9).map { ScriptedFiles.facts("f\($0)", inode: $0, size: Int64($0 * 100)) }, in: "/top/.")
    let harness = FilesHarness(script)
    try await harness.wait(for: "f8")
    harness.expand("slow")
    try await harness.wait(for: "inside")
    harness.moveCursor(to: "f4")
    let line = harness.session.cursor?.line
    harness.press("s")
    try await harness.wait(for: "largest first")
    expectEqual(harness.names.suffix(9), (0..<9).reversed().map { "f\($0)" })
    #expect(harness.isOn("f4") && harness.session.cursor?.line == line)
    harness.press("s", "s")
    try await harness.wait(for: "by name")
    expectEqual(harness.names.suffix(9), (0..<9).map { "f\($0)" })
    // Directories that were expanded in a collapsed directory are expanded again with it.
    harness.expand("deep")
    try await harness.wait(for: "bottom")
    harness.moveCursor(to: "slow")
    harness.press(.left)
    harness.session.rest()
    #expect(!harness.session.contains("inside") && !harness.session.contains("bottom"))
    harness.press(.right)
    try await harness.wait(for: "inside")
    try await harness.wait(for: "bottom")
  }

  @Test("A controller that disappears stops reading, and continues when it appears again")
  func disappearing() async throws {
    let script = await script()
    let harness = try await start(script)
    // The controller sleeps until the next poll, so nothing is being read.
    try await harness.wait("polling", until: { harness.session.clock.nextDeadline != nil })
    harness.controller.viewDidDisappear(false)
    let before = await script.reads
    try await harness.wait("the end of polling", until: { harness.session.clock.nextDeadline == nil })
    await harness.session.advance(by: .seconds(10))
    await expectEqual(script.reads, before)
    await script.set(["other"], in: "/top/.")
    harness.controller.viewDidAppear(false)
    try await harness.wait(for: "other")
  }
}

@MainActor
@Suite("Searches in the files demo", .timeLimit(.minutes(60))) struct FilesSearchTests {
  private let script = ScriptedFiles()

  /// Starts with every directory read once, and with "slow" expanded; or with no directory read.
  private func start(readingAll: Bool = true) async throws -> FilesHarness {
    await script.set(["slow/", "quick/", "log", "notes", ".hidden log"], in: "/top/.")
    await script.set(["blog/", "other"], in: "/top/slow")
    await script.set(["index", "about"], in: "/top/slow/blog")
    await script.set(["q1", "q2"], in: "/top/quick")
    let harness = FilesHarness(script)
    try await harness.wait(for: "notes")
    guard readingAll else { return harness }
    for (name, child) in [("quick", "q1"), ("slow", "other"), ("blog", "index")] {
      harness.expand(name)
      try await harness.wait(for: child)
    }
    harness.moveCursor(to: "quick")
    harness.press(.left)
    try await harness.waitUntilGone("q1")
    return harness
  }

  @Test("A query shows matching files with their directories, which can be expanded; enter keeps it")
  func matches() async throws {
    let harness = try await start()
    harness.search("s.")
    try await harness.wait(for: "No name matches")
    harness.press(.escape)
    try await harness.wait(for: "notes")
    harness.search("log")
    try await harness.wait(for: "2/10")
    expectEqual(harness.rows, ["▾ slow", "▸ blog", "log"])
    #expect(harness.isOn("log") && harness.session.style(of: "log") != nil)
    harness.expand("blog")
    try await harness.wait(for: "about")
    expectEqual(harness.rows, ["▾ slow", "▾ blog", "about", "index", "log"])
    // Letters are keys now.
    harness.press(.enter, ".")
    try await harness.wait(for: ".hidden log")
    #expect(harness.session.contains("3/11"))
    harness.press("s")
    try await harness.wait(for: "largest first")
  }

  @Test("esc restores the previous rows and keeps the cursor on its file") func closing() async throws {
    let harness = try await start()
    let before = harness.names
    harness.search("q2")
    try await harness.wait(for: "1/10")
    expectEqual(harness.rows, ["▾ quick", "q2"])
    harness.press(.escape)
    try await harness.wait(for: "notes")
    // The directory of the row is expanded now.
    #expect(harness.isOn("q2"))
    expectEqual(harness.names, before.flatMap { $0 == "▸ quick" ? ["▾ quick", "q1", "q2"] : [$0] })
    harness.moveCursor(to: "quick")
    harness.press(.left)
    harness.search("notes")
    try await harness.wait(for: "1/10")
    harness.press(.escape)
    try await harness.wait(for: "other")
    expectEqual(harness.names, before)
  }

  @Test("A search follows files that are created and deleted, also in a directory that the query hides")
  func changes() async throws {
    let harness = try await start()
    harness.search("log")
    try await harness.wait(for: "2/10")
    await script.set(["slow/", "quick/", "log", "notes", ".hidden log", "catalog"], in: "/top/.")
    try await harness.wait(for: "catalog")
    #expect(harness.session.contains("3/11"))
    harness.press("ctrl-u")
    harness.session.type("zz")
    try await harness.wait(for: "No name matches")
    await script.set(["blog/", "other", "zz1"], in: "/top/slow")
    try await harness.wait(for: "1/12")
    expectEqual(harness.rows, ["▾ slow", "zz1"])
    await script.set(["quick/", "notes"], in: "/top/.")
    try await harness.wait(for: "No name matches")
  }

  @Test("A directory that is first expanded during a search is searched") func newDirectory() async throws {
    let harness = try await start(readingAll: false)
    harness.search("slow")
    try await harness.wait(for: "1/4")
    harness.press(.right)
    try await harness.wait(for: "other")
    try await harness.wait(for: "1/6")
  }

  @Test("A directory with 100,000 files is shown and searched, and esc keeps the cursor on what was found")
  func manyNames() async throws {
    let harness = try await start()
    await script.set((0..<100_000).map { ScriptedFiles.facts("f\($0)", inode: $0) }, in: "/top/quick")
    harness.expand("quick")
    try await harness.wait(for: "f9")
    harness.search("f77777")
    try await harness.wait(for: "1/100,008")
    expectEqual(harness.rows, ["▾ quick", "f77777"])
    harness.press(.escape)
    try await harness.wait(for: "f77778")
    #expect(harness.isOn("f77777"))
  }
}

/// Changes that other programs make to real files, with notifications of the kernel and without.
@MainActor
@Suite("Changes of real files in the files demo", .timeLimit(.minutes(60))) struct FilesLiveTests {
  private func start(_ place: TemporaryDirectory, polls: Bool) async throws -> FilesHarness {
    let harness = FilesHarness(place.name, watchLimit: polls ? 0 : 4096)
    try await harness.wait("the files", until: { !harness.session.contains("Reading") })
    return harness
  }

  @Test(
    "Rows follow files that are created, changed, deleted or renamed, and the cursor stays",
    arguments: [false, true])
  func changes(_ polls: Bool) async throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    try place.write(to: "sub/old")
    for name in ["a", "m", "z"] { try place.write(to: name) }
    let harness = try await start(place, polls: polls)
    harness.expand("sub")
    try await harness.wait(for: "old")
    harness.moveCursor(to: "m ")
    let line = harness.session.cursor?.line
    try place.write("12345", to: "sub/new")
    try await harness.wait(for: "new")
    try place.write("1234567", to: "z")
    try await harness.wait(for: "7 B")
    try place.remove("a")
    try await harness.wait("no a", until: { harness.session.contains("3 items") })
    expectEqual(harness.session.cursor?.line, line)
    try place.move("m", to: "n")
    try await harness.wait("n", until: { harness.isOn(" n ") })
    try place.move("sub", to: "sup")
    try await harness.wait(for: "▾ sup")
    try await harness.wait(for: "old")
    // It is still watched at its new place.
    try place.write(to: "sup/newer")
    try await harness.wait(for: "newer")
    try place.remove("sup")
    try await harness.waitUntilGone("newer")
  }

  @Test(
    "Rows follow a top directory that is moved away and back, and finally deleted",
    arguments: [false, true])
  func movedTop(_ polls: Bool) async throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("top")
    try place.write(to: "top/file")
    let harness = FilesHarness(place.name.appending(FileName("top")), watchLimit: polls ? 0 : 4096)
    try await harness.wait(for: "file")
    for _ in 0..<2 {
      try place.move("top", to: "away")
      try await harness.wait(for: "No such file or directory")
      try place.move("away", to: "top")
      try await harness.wait(for: "1 item,")
      try place.write(to: "top/second")
      try await harness.wait(for: "second")
      try place.remove("top/second")
      try await harness.waitUntilGone("second")
    }
    try place.remove("top")
    try await harness.wait(for: "No such file or directory")
  }

  /// Most file systems give the inode number of a deleted file to the next new file.
  @Test(
    "If the file under the cursor is deleted, the cursor moves to the next, not to a new file",
    arguments: [false, true])
  func reusedInodes(_ polls: Bool) async throws {
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
      #expect(harness.isOn(next))
    }
  }

  @Test("Links are shown with their targets and not followed; control characters in names are escaped")
  func unusualNames() async throws {
    let place = try TemporaryDirectory()
    try place.link("loop", to: ".")
    try place.link("broken", to: "no/where")
    for name in ["two\nlines", "\u{1B}[2Jclear", "\u{202E}gpj.exe"] { place.touch(FileName(name)) }
    place.touch(FileName([0x63, 0xE9]))
    let harness = try await start(place, polls: false)
    for shown in [
      "loop -> .", "broken -> no/where", "two\\nlines", "\\x1B[2Jclear", "\\u{202E}gpj.exe", "c\\xE9",
    ] {
      try await harness.wait(for: shown)
    }
    #expect(!harness.session.contains("▸"))
    harness.expand("loop")
    harness.press("i")
    #expect(harness.session.contains("Leads to"))
  }

  @Test("Directories beyond the limit of watches are polled") func polling() async throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    try place.write(to: "sub/first")
    let harness = FilesHarness(place.name, watchLimit: 1)
    try await harness.wait(for: "sub")
    #expect(!harness.session.contains("refreshing every 2 s"))
    harness.expand("sub")
    try await harness.wait(for: "first")
    try place.write(to: "sub/second")
    try await harness.wait(for: "second")
    #expect(harness.session.contains("refreshing every 2 s"))
  }
}

/// Sessions with the real program on a pseudo-terminal.
@Suite("The files demo on a terminal", .waitsForProcesses) struct FilesSessionTests {
  private let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  private func start(_ arguments: String..., editor: String? = nil) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["files", place.path, "--motion", "none"] + arguments,
      environment: ["VISUAL": "", "EDITOR": editor])
  }

  /// Another program uses the terminal, with its own modes, keys and ctrl-c; afterwards the screen is
  /// restored.
  @Test("Enter opens a file in the editor that EDITOR names") func editor() throws {
    try place.write("hello", to: "notes.txt")
    let editor = "trap 'echo not that' INT; echo ready; read -r line; echo \"edited: $line\"; cat"
    let terminal = try start(editor: "sh -c '\(editor.replacing("'", with: "'\\''"))' sh")
    try terminal.wait(for: "1 item, by name")
    terminal.type("\r")
    // Text typed before the editor reads might still go to the screen.
    try terminal.wait(for: "ready")
    terminal.type("some words\r")
    try terminal.wait(for: "edited: some words")
    expectEqual(terminal.settings, terminal.initialSettings)
    terminal.resize(columns: 70, lines: 20)
    terminal.type("\u{4}")
    try terminal.wait { $0.isAlternateScreen && $0.line(19).contains("1 item, by name") }
    terminal.type("\u{1b}[B\r")
    try terminal.wait { !$0.isAlternateScreen }
    // A signal that ends the program works there, too.
    terminal.send(signal: SIGTERM)
    try terminal.finish(.exited(143))
  }

  @Test("The exit status of a failing editor is shown") func failingEditor() throws {
    try place.write("hello", to: "notes.txt")
    let terminal = try start(editor: "exit 3;")
    try terminal.wait(for: "1 item, by name")
    terminal.type("\r")
    try terminal.wait(for: "exit status 3")
    terminal.type("i")
    try terminal.wait(for: "5 bytes")
    try terminal.finish(typing: "\u{3}", .exited(130))
  }

  @Test(
    "With --pick, enter prints the path, and esc or ctrl-c exits with status 130",
    arguments: [("\r", ProgramEnd.exited(0)), ("\u{1b}", .exited(130)), ("\u{3}", .exited(130))])
  func picking(_ keys: String, _ end: ProgramEnd) throws {
    try place.makeDirectory("album")
    try place.write(to: "notes.txt")
    let terminal = try start("--pick")
    try terminal.wait(for: "2 items")
    try terminal.finish(typing: keys, end)
    expectEqual(terminal.screen.lines.contains(place.file("album")), end == .exited(0))
  }

  @Test("A user browses and sorts while other programs change files, and opens the directory of a link")
  func browsing() throws {
    try place.makeDirectory("album")
    try place.write("hello", to: "album/song")
    try place.link("link", to: place.file("album"))
    try place.write(to: ".secret")
    let terminal = try start()
    try terminal.wait { $0.contains("link") && $0.contains("2 items, 1 hidden, by name") }
    terminal.type("\u{1b}[C")
    try terminal.wait(for: "song")
    try place.write("new", to: "album/tune")
    try terminal.wait(for: "tune")
    terminal.type(".s")
    try terminal.wait { $0.contains("largest first") && $0.contains(".secret") }
    terminal.type("\u{1b}[B\r")
    try terminal.wait { $0.contains("─ song ─") && $0.contains("5 bytes") && $0.contains("0644") }
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("5 bytes") }
    terminal.type(".\u{1b}[F\r")
    try terminal.wait { $0.contains("song") && $0.contains("esc back") }
    terminal.type("q")
    try terminal.wait { $0.contains("link") }
    try place.remove("album")
    try terminal.wait { !$0.contains("tune") }
    try terminal.finish(typing: "q")
  }

  @Test(
    "A path that is not a directory is refused in one line",
    arguments: [("nothing", "No such file or directory"), ("file", "Not a directory")])
  func wrongPaths(_ name: String, _ reason: String) throws {
    try place.write(to: "file")
    let terminal = try startDemo("files", place.file(name))
    try terminal.finish(.exited(2))
    expectEqual(terminal.outputText, "tui-demo: \(place.file(name)): \(reason)\r\n")
    let run = try runDemo("files", place.file(name))
    expectEqual(run.end, .exited(2))
    expectEqual(run.standardError, "tui-demo: \(place.file(name)): \(reason)\n")
    #expect(run.standardOutput.isEmpty)
  }

  @Test("A pipe receives a line for each file, in the order of the options") func pipe() throws {
    try place.makeDirectory("sub")
    try place.write("12345", to: "b10")
    try place.write("1", to: "b9")
    try place.link("link", to: "b9")
    try place.write(to: ".hidden")
    place.touch(FileName("two\nlines\\"))
    func lines(_ arguments: String...) throws -> [String] {
      let run = try runDemo(["files", place.path] + arguments)
      expectEqual(run.end, .exited(0))
      return run.standardOutput.split(separator: "\n").map { line in
        // The size of a directory depends on the file system.
        line.split(separator: "\t", omittingEmptySubsequences: false).enumerated()
          .map { $0 == 1 && line.hasPrefix("directory") ? "" : String($1) }.joined(separator: "|")
      }
    }
    let files = ["file|1|b9", "file|5|b10", "link|2|link|b9", "file|0|two\\nlines\\\\"]
    try expectEqual(lines(), ["directory||sub"] + files)
    try expectEqual(lines("--all", "--sort", "size").first, "directory||sub")
    try expectEqual(lines("--all", "--sort", "size")[1], "file|5|b10")
    #expect(try lines("-a").contains("file|0|.hidden"))
  }
}

/// The screen of the files demo, on a test's own file system or on a real directory.
@MainActor
struct FilesHarness {
  let session: TestScreen<FilesController>
  var controller: FilesController { session.controller }

  /// - Parameter read: Reads directories instead of the system.
  init(
    _ path: FileName, watchLimit: Int, lines: Int = 20,
    read: @escaping @Sendable (FileName) async throws -> [FileFacts] = FileFacts.read
  ) {
    let clock = TestClock()
    let controller = FilesController(path: path, watchLimit: watchLimit, clock: clock, read: read)
    session = TestScreen(controller, columns: 80, lines: lines, clock: clock)
    controller.tableView.motion = .none
  }

  init(_ script: ScriptedFiles, lines: Int = 20) {
    self.init(FileName("/top"), watchLimit: 0, lines: lines) { try await script.read($0) }
  }

  /// Advances the clock and waits until a condition holds.
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

  /// Presses keys one after the other.
  func press(_ keys: KeyPress...) {
    for key in keys { session.press(key) }
  }

  /// Moves the cursor to the row of a directory and expands it.
  func expand(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    moveCursor(to: name, sourceLocation: sourceLocation)
    press(.right)
  }

  /// Types a query.
  func search(_ text: String) {
    press("/")
    session.type(text)
  }

  /// Whether the cursor is on a row with a text.
  func isOn(_ text: String) -> Bool { session.cursor?.text.contains(text) == true }

  /// Moves the cursor to the row that contains a text.
  func moveCursor(to text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    session.press(.home)
    for _ in 0..<session.lines.count where !isOn(text) { session.press(.down) }
    #expect(isOn(text), sourceLocation: sourceLocation)
  }

  /// The names in the rows, with the signs in front of them.
  var names: [String] {
    session.lines.dropFirst(2).dropLast().compactMap { line in
      let text = line.dropFirst(2).drop { " │".contains($0) }
      return text.split(separator: "  ").first.map(String.init)
    }
  }

  /// The names in the rows below the query.
  var rows: [String] { Array(names.dropFirst().filter { !$0.isEmpty }) }
}

/// A file system whose contents and delays a test controls.
actor ScriptedFiles {
  private var contents: [FileName: Result<[FileFacts], SystemError>] = [:]
  private var held: Set<FileName> = []
  private var waiting: [FileName: [CheckedContinuation<Void, Never>]] = [:]
  /// The number of times that each directory was read.
  private(set) var reads: [String: Int] = [:]

  func set(_ names: [String], in path: String) {
    contents[FileName(path)] = .success(names.enumerated().map { Self.facts($1, inode: $0) })
  }

  func set(_ facts: [FileFacts], in path: String) { contents[FileName(path)] = .success(facts) }

  func set(_ problem: SystemError, in path: String) { contents[FileName(path)] = .failure(problem) }

  /// Makes readers of a directory wait.
  func hold(_ path: String) { held.insert(FileName(path)) }

  /// Lets the waiting readers continue.
  func release(_ path: String) {
    held.remove(FileName(path))
    for continuation in waiting.removeValue(forKey: FileName(path)) ?? [] { continuation.resume() }
  }

  func read(_ path: FileName) async throws -> [FileFacts] {
    reads[path.text, default: 0] += 1
    if held.contains(path) { await withCheckedContinuation { waiting[path, default: []].append($0) } }
    return try contents[path, default: .failure(SystemError(subject: path.text, code: ENOENT))].get()
  }

  /// Returns the facts of a directory if the name ends in a slash, else those of a file.
  static func facts(_ name: String, inode: Int, size: Int64 = 0) -> FileFacts {
    let isDirectory = name.hasSuffix("/")
    let status = FileFacts.Status(
      size: size, modified: .seconds(1_700_000_000), inode: UInt64(inode))
    return FileFacts(
      name: FileName(isDirectory ? String(name.dropLast()) : name), status: status,
      kind: isDirectory ? .directory : .file)
  }
}
