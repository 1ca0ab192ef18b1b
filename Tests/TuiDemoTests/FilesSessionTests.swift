import Foundation
import TerminalTesting
import Testing

@testable import tui_demo

/// Sessions with the real program on a pseudo-terminal.
@Suite(.serialized) @MainActor
struct FilesSessionTests {
  private func start(
    _ arguments: String..., lines: Int = 24, environment: [String: String?] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltProducts.path(of: "tui-demo"), ["files"] + arguments + ["--motion", "none"],
      environment: environment, columns: 80, lines: lines)
  }

  /// Another program has the terminal: its modes, its keys, its ctrl-c; and all is there again behind it.
  @Test func enterOpensTheEditorAPersonHasChosen() throws {
    let place = try TemporaryDirectory()
    try place.write("hello", to: "notes.txt")
    let editor = "trap 'echo not that' INT; echo ready; read -r line; echo \"edited: $line\"; cat"
    let terminal = try start(
      place.path, environment: ["EDITOR": "sh -c '\(editor.replacing("'", with: "'\\''"))' sh"])
    try terminal.wait(for: "1 file, by name")
    terminal.type("\r")
    // What is typed before it reads may still be meant for the screen.
    try terminal.wait(for: "ready")
    terminal.type("some words\r")
    try terminal.wait(for: "edited: some words")
    #expect(terminal.settings == terminal.initialSettings)
    terminal.resize(columns: 70, lines: 20)
    terminal.type("\u{4}")
    try terminal.wait { $0.isAlternateScreen && $0.line(19).contains("1 file, by name") }
    terminal.type("\u{1b}[B\r")
    try terminal.wait { !$0.isAlternateScreen }
    // Whoever ends the program ends it there, too.
    terminal.send(signal: SIGTERM)
    #expect(try terminal.waitForEnd() == .exited(143))
    #expect(terminal.settings == terminal.initialSettings)
    #expect(!terminal.screen.isAlternateScreen)
  }

  @Test func aFailingEditorIsToldOf() throws {
    let place = try TemporaryDirectory()
    try place.write("hello", to: "notes.txt")
    let terminal = try start(place.path, environment: ["VISUAL": "", "EDITOR": "exit 3;"])
    try terminal.wait(for: "1 file, by name")
    terminal.type("\r")
    try terminal.wait(for: "exit status 3")
    terminal.type("i")
    try terminal.wait(for: "5 bytes")
    terminal.type("\u{3}")
    #expect(try terminal.waitForEnd() == .exited(130))
  }

  @Test func enterPicksWhereThatIsAskedFor() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("album")
    try place.write(to: "notes.txt")
    for (keys, end) in [("\r", ProgramEnd.exited(0)), ("\u{1b}", .exited(130)), ("\u{3}", .exited(130))] {
      let terminal = try start(place.path, "--pick")
      try terminal.wait(for: "1 directory, 1 file")
      terminal.type(keys)
      #expect(try terminal.waitForEnd() == end)
      #expect(terminal.screen.lines.contains("\(place.path)/album") == (end == .exited(0)))
    }
  }

  @Test func aLinkToADirectoryOpens() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("album")
    try place.write(to: "album/song")
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/link", withDestinationPath: place.path + "/album")
    let terminal = try start(place.path)
    try terminal.wait(for: "link")
    terminal.type("\u{1b}[F\r")
    try terminal.wait { $0.contains("song") && $0.contains("esc back") }
    terminal.type("q")
    try terminal.wait { !$0.contains("song") && $0.contains("link") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: [false, true])
  func aPersonLooksAroundWhileOthersWork(_ polls: Bool) throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("album")
    try place.write("hello", to: "album/song")
    try place.write(to: "notes.txt")
    try place.write(to: ".secret")
    let terminal = try polls ? start(place.path, "--poll") : start(place.path)
    try terminal.wait { $0.contains("notes.txt") && $0.contains("1 directory, 1 file, 1 hidden, by name") }
    terminal.type("\u{1b}[C")
    try terminal.wait(for: "song")
    try place.write("new", to: "album/tune")
    try terminal.wait(for: "tune")
    terminal.type(".")
    try terminal.wait(for: ".secret")
    terminal.type("s")
    try terminal.wait(for: "largest first")
    terminal.type("\u{1b}[B\r")
    try terminal.wait { $0.contains("album/song") && $0.contains("5 bytes") && $0.contains("0644") }
    terminal.type("\u{1b}")
    try terminal.wait { !$0.contains("5 bytes") }
    try place.remove("album")
    try terminal.wait { !$0.contains("tune") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
    #expect(terminal.settings == terminal.initialSettings)
  }

  @Test func keysAreAnsweredWhileALargeDirectoryIsRead() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("many")
    for number in 0..<5000 { place.touch(FileName("many/f\(number)")) }
    for number in 0..<9 { try place.write(to: "g\(number)") }
    let terminal = try start(place.path)
    try terminal.wait(for: "g8")
    terminal.type("\u{1b}[C\u{1b}[B\u{1b}[B")
    func isOnG1(_ screen: VirtualTerminal) -> Bool {
      screen.lines.contains { $0.hasPrefix("▌") && $0.contains("g1") }
    }
    try terminal.wait(until: isOnG1)
    // The files come in above, and the row stays on its line: only the last ones are seen.
    try terminal.wait { $0.contains("f4999") && isOnG1($0) }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == .exited(0))
  }

  @Test func whatIsNoDirectoryIsRefusedInOneLine() throws {
    let place = try TemporaryDirectory()
    try place.write(to: "file")
    for (path, reason) in [("nothing", "No such file or directory"), ("file", "Not a directory")] {
      let terminal = try start(place.path + "/" + path)
      #expect(try terminal.waitForEnd() == .exited(2))
      #expect(terminal.outputText == "tui-demo: \(place.path)/\(path): \(reason)\r\n")
      let run = try HeadlessRun(BuiltProducts.path(of: "tui-demo"), ["files", place.path + "/" + path])
      #expect(run.end == .exited(2))
      #expect(run.standardError == "tui-demo: \(place.path)/\(path): \(reason)\n")
      #expect(run.standardOutput.isEmpty)
    }
  }

  @Test func aPipeGetsALineAFile() throws {
    let place = try TemporaryDirectory()
    try place.makeDirectory("sub")
    try place.write("12345", to: "b10")
    try place.write("1", to: "b9")
    try place.link("link", to: "b9")
    try place.write(to: ".hidden")
    place.touch(FileName("two\nlines\\"))
    let program = BuiltProducts.path(of: "tui-demo")
    func lines(_ arguments: String...) throws -> [String] {
      let run = try HeadlessRun(program, ["files", place.path] + arguments)
      #expect(run.end == .exited(0))
      return run.standardOutput.split(separator: "\n").map { line in
        // How large a directory is depends on the file system.
        line.split(separator: "\t", omittingEmptySubsequences: false).enumerated()
          .map { $0 == 1 && line.hasPrefix("directory") ? "" : String($1) }.joined(separator: "|")
      }
    }
    let files = ["file|1|b9", "file|5|b10", "link|2|link|b9", "file|0|two\\nlines\\\\"]
    #expect(try lines() == ["directory||sub"] + files)
    #expect(try lines("--all", "--sort", "size").first == "directory||sub")
    #expect(try lines("--all", "--sort", "size")[1] == "file|5|b10")
    #expect(try lines("-a").contains("file|0|.hidden"))
  }
}
