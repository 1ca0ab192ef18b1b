import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster

/// The find, which moves the cursor to matches and keeps all rows.
@MainActor
@Suite("The find in a list") struct ListFindTests {
  private func session(_ arguments: String...) async throws -> ListSession {
    try await .ofProcesses(arguments)
  }

  private func cursor(_ session: ListSession) -> String? {
    session.screen.cursor.map { $0.text.split(separator: " ").last.map(String.init) ?? "" }
  }

  @Test("The cursor goes to the first match while the user types, and n and N go to the others")
  func nextAndPrevious() async throws {
    let session = try await session()
    await session.press(.control("f"))
    await session.type("root")
    expectEqual(cursor(session), "init")
    #expect(session.status.hasPrefix("match 1 of 2 · 5 rows"))
    await session.press(.enter, .character("n"))
    expectEqual(cursor(session), "sshd")
    #expect(session.status.hasPrefix("match 2 of 2"))
    await session.press(.character("n"))
    expectEqual(cursor(session), "init")
    await session.press(.character("N"))
    expectEqual(cursor(session), "sshd")
    expectEqual(session.rows.count, 6)
  }

  @Test("esc returns to the row where the find began; after enter it ends the find in place") func escape()
    async throws
  {
    let session = try await session()
    await session.press(.down)
    await session.press(.control("f"))
    await session.type("cron")
    expectEqual(cursor(session), "cron")
    await session.press(.escape)
    expectEqual(cursor(session), "sshd")
    await session.press(.control("f"))
    await session.type("cron")
    await session.press(.enter, .escape)
    #expect(cursor(session) == "cron" && session.status.hasPrefix("5 rows"))
    #expect(session.screen.ending == nil)
  }

  @Test("Letters in order match if no row contains the word; a missing text is reported") func letters()
    async throws
  {
    let session = try await session()
    await session.press(.control("f"))
    await session.type("dmn")
    expectEqual(cursor(session), "cron")
    await session.type("q")
    #expect(session.status.hasPrefix("no row has 'dmnq'"))
    expectEqual(cursor(session), "init")
  }

  @Test("A match in a closed group opens it") func closedGroup() async throws {
    let session = try await session("-g", "USER")
    await session.press(.down, .alt("-"))
    await session.press(.control("f"))
    await session.type("sshd")
    await session.press(.enter)
    expectEqual(cursor(session), "sshd")
  }

  @Test("A refreshed list keeps the find") func refreshed() async throws {
    let session = try await session()
    await session.press(.control("f"))
    await session.type("root")
    await session.press(.enter)
    try await session.show(
      Tables.processes.replacing("sshd", with: "sshd2") + "  400      1  root    0.0  atd\n")
    #expect(session.status.contains("match 1 of 3"), "\(session.status)")
  }
}
