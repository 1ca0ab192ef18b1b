import Synchronization
import TestSupport
import Testing

@testable import TerminalTesting

/// The basis of the random sessions: sessions are values, failures are detected, and the relevant steps are
/// found.
@Suite("The harness of the random sessions", .waitsForProcesses) struct SessionHarnessTests {
  private static let commands = [["mountains"], ["stress", "--rows", "10"]]

  @Test("The same seed gives the same session") func seeds() {
    for seed in 0..<UInt64(200) {
      expectEqual(
        SessionScript(seed: seed, commands: Self.commands),
        SessionScript(seed: seed, commands: Self.commands))
    }
  }

  @Test("The description of a session can be read again") func descriptions() {
    for seed in 0..<UInt64(500) {
      let script = SessionScript(seed: seed, commands: Self.commands)
      expectEqual(SessionScript(script.description), script)
      #expect(!script.description.contains { "'\"$`\\".contains($0) }, "a shell takes it as it is")
    }
    let shell = SessionScript(
      arguments: ["muster", "--", "sh", "-c", "ps -e \"$A\" @ 50%"], steps: [.suspend])
    expectEqual(SessionScript(shell.description), shell)
    #expect(SessionScript("wifi @80x24 nonsense") == nil)
    #expect(SessionScript("wifi 80x24 down") == nil)
  }

  @Test("A failing session is shortened to the steps that cause the failure") func shortening() {
    let script = SessionScript(
      arguments: ["wifi", "--motion", "none"], columns: 7, lines: 3,
      steps: (0..<40).map { .pause($0) } + [.resize(columns: 5, lines: 2)] + (0..<40).map { .pause($0) } + [
        .settle
      ])
    var shortening = SessionShortening { script in
      guard let place = script.steps.firstIndex(of: .resize(columns: 5, lines: 2)) else { return false }
      return script.steps[place...].contains(.settle)
    }
    expectEqual(shortening.shortest(of: script).description, "wifi @80x24 5x2 settle")
  }

  // MARK: - Programs with errors

  /// Plays some steps on a shell script that draws an update after its setup.
  private func failure(
    _ program: String, _ steps: [SessionStep] = [], setUp: String = "", endsItself: Bool = true
  ) -> SessionFailure.Kind? {
    let picture = #"printf '\033[?2026h\033[HA\033[?2026l'; "#
    let script = SessionScript(
      arguments: ["-c", "trap 'exit 130' INT; " + setUp + picture + program], steps: steps)
    let limits = SessionRun.Limits(freeze: Patience(idleLooks: 10), endsItself: endsItself)
    return SessionRun.failure(of: script, program: "/bin/bash", limits: limits)?.kind
  }

  @Test("A program that ends as requested has no failure") func success() {
    #expect(
      failure("while :; do sleep 1; done", [.key("down"), .stop, .foreground, .settle], endsItself: false)
        == nil)
    #expect(failure("exit 0") == nil)
  }

  @Test("A crash is detected") func crash() { expectEqual(failure("kill -SEGV $$"), .crash) }

  @Test("An unexpected exit status is detected") func status() { expectEqual(failure("exit 2"), .status) }

  @Test("A program that ignores ctrl-c counts as frozen") func ignoredInterrupt() {
    expectEqual(failure("while :; do sleep 1; done", setUp: "trap '' INT; ", endsItself: false), .freeze)
  }

  @Test("A program that ignores ctrl-z counts as frozen") func ignoredStop() {
    expectEqual(
      failure("while :; do sleep 1; done", [.suspend], setUp: "trap '' TSTP; ", endsItself: false), .freeze)
  }

  @Test(
    "A mode of the terminal that the program does not restore counts as damage",
    arguments: [
      ("?1049h", "?1049l"), ("?25l", "?25h"), ("?1002h", "?1002l"), ("?2004h", "?2004l"),
      ("?2026h", "?2026l"), ("?7l", "?7h"), ("3;9r", "r"), ("4h", "4l"), ("1m", "m"), (">1u", "<u"),
    ])
  func unrestoredModes(sequence: String, undo: String) {
    expectEqual(failure("printf '\\033[\(sequence)'; exit 0"), .damage)
    #expect(failure("printf '\\033[\(sequence)\\033[\(undo)'; exit 0") == nil)
  }

  @Test(
    "A mode that is restored after an incomplete sequence counts as restored",
    arguments: ["\\033", "\\033(", "\\033[3;", "\\033]0;title"])
  func cutSequence(cut: String) {
    #expect(failure("printf '\\033[?2026h\(cut)\\033[?2026l'; exit 0") == nil)
  }

  @Test("Terminal settings that the program does not restore count as damage") func unrestoredSettings() {
    expectEqual(failure("stty -echo; exit 0"), .damage)
  }

  @Test(
    "A screen that ctrl-l changes is detected; the first drawing of another screen changes nothing",
    arguments: [
      ("A", false, nil), ("B", false, SessionFailure.Kind.picture), ("A", true, nil), ("B", true, nil),
    ])
  func redraw(text: String, isOther: Bool, kind: SessionFailure.Kind?) {
    let (enter, leave) = isOther ? ("\\033[?1049h", "\\033[?1049l") : ("", "")
    let program =
      "read -rsn1; printf '\(enter)\\033[?2026h\\033[2J\\033[H\(text)\\033[?2026l\(leave)'; stty \"$modes\"; exit 0"
    let setUp = "modes=$(stty -g); trap 'stty \"$modes\"; exit 130' INT; stty -icanon -echo; "
    expectEqual(failure(program, [.redraw], setUp: setUp), kind)
  }
}
