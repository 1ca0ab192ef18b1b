import ListKit
import TerminalTesting
import Testing

@testable import tui_demo

@MainActor
@Suite struct ScriptingTests {
  @Test func wordsAreKeysWaitsOrText() {
    #expect(
      KeyScript(argument: "down ctrl-o  wait alps shift-left x f1").steps == [
        .press(KeyPress(.down)), .press(.control("o")), .wait, .press(.character("a")),
        .press(.character("l")), .press(.character("p")), .press(.character("s")),
        .press(KeyPress(.left, .shift)), .press(.character("x")), .press(KeyPress(.function(1))),
      ])
    #expect(KeyScript(argument: "").steps.isEmpty)
  }

  private func run(_ arguments: String...) throws -> HeadlessRun {
    try HeadlessRun(BuiltProducts.path(of: "tui-demo"), arguments)
  }

  @Test func theLastPictureIsPrinted() throws {
    let run = try run(
      "mountains", "--dump-screen", "--size", "60x12", "--motion", "none", "--script", "aconx backspace c")
    #expect(run.end == .exited(0))
    let lines = run.standardOutput.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 13 && lines[12].isEmpty)
    #expect(lines[0] == "Mountains" && lines[1] == "❯ aconc")
    #expect(lines.contains { $0.hasPrefix("▌") && $0.contains("Aconcagua") })
  }

  @Test func eachKeyMeetsThePictureThatThePreviousOneLeft() throws {
    let run = try run(
      "gallery", "--dump-screen", "--motion", "none", "--script", "right down right down enter")
    #expect(run.standardOutput.hasPrefix("Gallery › Mountains\n"))
  }

  @Test(arguments: ["0x5", "80", "axb", "80x24x3", "2000x2"]) func aSizeThatIsNoneIsRefused(_ size: String)
    throws
  {
    let run = try run("gallery", "--dump-screen", "--size", size)
    #expect(run.end == .exited(64))
    #expect(run.standardError.contains(size))
  }

  @Test func aScriptNeedsAScreen() throws {
    let run = try run("gallery", "--script", "down")
    #expect(run.end == .exited(2))
    #expect(run.standardError == "tui-demo: --script needs a terminal or --dump-screen\n")
    #expect(run.standardOutput.isEmpty)
  }

  @Test func theStatusIsTheEndings() throws {
    #expect(Session.exitStatus(ofScript: .finished(status: 3)) == 3)
    #expect(Session.exitStatus(ofScript: .hangup) == 0)
    // The keys behind the one that ends the program are never pressed.
    let run = try run("gallery", "--dump-screen", "--script", "q down")
    #expect(run.end == .exited(0))
    #expect(run.standardOutput.hasPrefix("Gallery\n"))
  }
}
