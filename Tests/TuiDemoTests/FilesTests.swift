import Files
import Foundation
import LibC
import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitTesting
@testable import tui_demo

@MainActor
@Suite("The screen of the files demo", .timeLimit(.minutes(60))) struct FilesControllerTests {
  private let reader = ScriptedReader()

  private func start() async throws -> TestScreen<FilesController> {
    await reader.set(["deep/", "inside", "old", ".secret"], in: "/top/slow")
    await reader.set(["bottom"], in: "/top/slow/deep")
    let files = ["slow/", "b9", "b10", ".hidden"].map { ScriptedReader.facts($0, in: "/top") }
    let session = TestScreen(
      FilesController(path: FileName("/top"), files: files, read: reader.read), columns: 80, lines: 20)
    session.controller.tableView.motion = .none
    return session
  }

  private func wait(for text: String, in session: TestScreen<FilesController>) async throws {
    try await session.wait(text, passing: .milliseconds(100)) { session.contains(text) }
  }

  @Test("Hidden files are counted, and shown on request") func hiddenFiles() async throws {
    let session = try await start()
    #expect(session.contains("▸ slow") && !session.contains(".hidden"))
    #expect(session.contains("3 items, 1 hidden"))
    session.press(.right)
    try await wait(for: "inside", in: session)
    session.press(".")
    #expect(session.contains("4 items") && session.contains(".hidden") && session.contains(".secret"))
    #expect(session.cursor?.text.contains("slow") == true)
    session.press(".")
    #expect(!session.contains(".hidden") && session.contains("inside"))
  }

  @Test("A directory that opens again shows what changed, and the directories in it stay open")
  func openingAgain() async throws {
    let session = try await start()
    session.press(.right)
    try await wait(for: "deep", in: session)
    session.press(.down)
    session.press(.right)
    try await wait(for: "bottom", in: session)
    session.press(.home)
    session.press(.left)
    await reader.set(["deep/", "inside", "new"], in: "/top/slow", size: 7)
    session.press(.right)
    try await wait(for: "new", in: session)
    #expect(session.contains("bottom") && !session.contains("old"))
    #expect(session.lines.contains { $0.contains("inside") && $0.contains("7 B") })
  }
}

/// Sessions with the real program.
@Suite("The files demo on a terminal", .waitsForProcesses) struct FilesSessionTests {
  private let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  @Test("A user opens directories, reads facts and shows hidden files; names cannot control the terminal")
  func browsing() throws {
    try place.makeDirectory("album")
    try place.write("hello", to: "album/song")
    try place.link("link", to: "no/where")
    try place.write(to: ".secret")
    place.touch(FileName("\u{1B}[2Jclear"))
    let terminal = try startDemo("files", place.path, "--motion", "none")
    try terminal.wait { $0.contains("link -> no/where") && $0.contains("3 items, 1 hidden") }
    #expect(terminal.screen.contains("\\x1B[2Jclear"))
    terminal.type("\u{1b}[C")
    try terminal.wait(for: "song")
    terminal.type("\u{1b}[B\r")
    try terminal.wait { $0.contains("─ song ─") && $0.contains("5 bytes") }
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("5 bytes") }
    terminal.type(".")
    try terminal.wait(for: ".secret")
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

  @Test("A pipe receives a line for each file") func pipe() throws {
    try place.write("12345", to: "b10")
    try place.write("1", to: "b9")
    try place.link("link", to: "b9")
    try place.write(to: ".hidden")
    place.touch(FileName("two\nlines\\"))
    let lines = ["file\t1\tb9", "file\t5\tb10", "link\t2\tlink\tb9", "file\t0\ttwo\\nlines\\\\"]
    let run = try runDemo("files", place.path)
    expectEqual(run.end, .exited(0))
    expectEqual(run.standardOutput, lines.map { $0 + "\n" }.joined())
    #expect(try runDemo("files", "-a", place.path).standardOutput.contains("file\t0\t.hidden\n"))
  }
}

/// A file system whose contents a test controls.
private actor ScriptedReader {
  private var contents: [FileName: [FileFacts]] = [:]

  func set(_ names: [String], in path: String, size: Int64 = 0) {
    contents[FileName(path)] = names.map { Self.facts($0, in: path, size: size) }
  }

  func read(_ path: FileName) async throws -> [FileFacts] {
    guard let found = contents[path] else { throw SystemError(subject: path.text, code: ENOENT) }
    return found
  }

  /// Returns the facts of a directory if the name ends in a slash, else those of a file.
  static func facts(_ name: String, in path: String, size: Int64 = 0) -> FileFacts {
    let isDirectory = name.hasSuffix("/")
    let name = FileName(isDirectory ? String(name.dropLast()) : name)
    return FileFacts(
      path: FileName(path).appending(name), target: nil,
      status: FileFacts.Status(size: size, modified: 0), kind: isDirectory ? .directory : .file)
  }
}
