import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import muster

/// The question before a command runs.
@MainActor
@Suite("Questions before commands") struct QuestionTests {
  private func session(_ command: String, columns: Int, lines: Int, _ text: String) async throws
    -> ListSession
  {
    let session = try ListSession(["-x", command], columns: columns, lines: lines)
    try await session.show(text)
    await session.press("x")
    return session
  }

  @Test(
    "The whole command can be read before it runs, and the row is named",
    arguments: [(20, 5), (40, 12), (80, 24)])
  func wholeCommand(columns: Int, lines: Int) async throws {
    let words = (100..<180).map { "word\($0)" }
    let session = try await session(
      "echo \(words.joined(separator: " ")); rm -r {PID}", columns: columns, lines: lines,
      "PID USER COMMAND\n4711 root vim\n4712 root less\n")
    var seen = ""
    for _ in 0..<100 {
      seen += session.screen.text
      await session.press(.down)
    }
    for word in words + ["4711", "(vim)?", "rm"] {
      #expect(seen.contains(word), "\(word): \(session.screen.text)")
    }
    #expect(session.screen.contains(columns < 22 ? "[ No ] [ Yes ]" : "[ n No ] [ y Yes ]"))
  }

  @Test("Everything in a command or a name that could mislead is spelled out") func hostileValues()
    async throws
  {
    let session = try await session(
      "echo {NAME}", columns: 80, lines: 24, "ID,NAME\n1,\u{202E}gpj.exe\u{1B}[2J\n2,b\n")
    #expect(session.screen.contains("Run it for 1 (\\u{202E}gpj.exe"), "\(session.screen.text)")
    #expect(session.screen.contains("echo '\\u{202E}gpj.exe"), "\(session.screen.text)")
  }
}
