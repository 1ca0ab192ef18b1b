import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows
@testable import Runs

@MainActor
@Suite("Rows that match --alert") struct AlertTests {
  private static let pods = "NAME   STATUS\nweb-1  Failed\nweb-2  Running\nweb-3  Failed\n"

  private func session(_ arguments: String...) async throws -> ListSession {
    let session = try ListSession(arguments)
    session.screen.controller.theme = .dark
    try await session.show(Self.pods)
    return session
  }

  @Test("They are counted in the title, also those that the query hides, and stand out") func counted()
    async throws
  {
    let session = try await session("--alert", "status:=failed", "-q", "!web-1")
    #expect(session.screen.lines[0].contains(" · 2 alerts"))
    let style = session.screen.style(of: "web-3")
    expectEqual(style?.foreground, Theme.dark.deleted.mark.foreground)
    #expect(style?.attributes.contains(.bold) == true)
    #expect(session.screen.style(of: "web-2")?.attributes.contains(.bold) == false)
    try await session.show(Self.pods.replacing("Failed", with: "Running"))
    #expect(!session.screen.lines[0].contains("alert"))
  }

  @Test("On a screen without a title they are counted in the status") func low() async throws {
    let session = try await session("--alert", "status:=failed")
    #expect(session.status.hasPrefix("3 rows"), "\(session.status)")
    session.screen.resize(columns: 60, lines: 7)
    #expect(session.status.hasPrefix("2 alerts · 3 rows"), "\(session.status)")
    session.screen.resize(columns: 60, lines: 12)
    #expect(session.status.hasPrefix("3 rows"), "\(session.status)")
  }

  @Test("For a screen reader, a word after the row says that it is one, or that it is context") func words()
    async throws
  {
    let session = try ListSession(
      ["--alert", "status:=failed", "--context", "1", "-q", "web-3"], traits: .testing(isAccessible: true))
    try await session.show(Self.pods)
    let rows = session.screen.lines.filter { $0.hasPrefix("web-") }
    #expect(rows.first { $0.hasPrefix("web-3") }?.hasSuffix("alert") == true, "\(rows)")
    #expect(rows.first { $0.hasPrefix("web-2") }?.hasSuffix("context") == true, "\(rows)")
  }

  @Test("e and E go to the next and the previous one, whatever word it has") func keys() async throws {
    let session = try await session("--alert", "name:web-2|web-3")
    for (key, name) in [("e", "web-2"), ("e", "web-3"), ("E", "web-2")] {
      await session.press(.character(Character(key)))
      #expect(session.screen.cursor?.text.contains(name) == true, "\(session.screen.lines)")
    }
    await session.press("E")
    #expect(session.status.contains("no earlier alert"), "\(session.status)")
  }

  @Test("Each run has its own, also in the past") func past() async throws {
    let session = try await session("--alert", "status:=failed")
    try await session.show(Self.pods.replacing("web-1  Failed", with: "web-1  Running"))
    #expect(session.screen.lines[0].contains("1 alert"))
    await session.press("[")
    await session.settle { $0.contains("run 1 of 2") }
    #expect(session.screen.lines[0].contains("2 alerts"))
  }

  @Test("The status names a column that does not exist") func missingColumn() async throws {
    let options = try MusterOptions.read(["--alert", "sttaus:=failed", "/dev/null"])
    let check = OptionCheck(
      options, of: try Source(options.subject, options.reading.options), isPrinting: false)
    var runs = RunMaker()
    expectEqual(
      check.problem(with: try runs.next(Self.pods))?.description,
      "--alert: no column 'sttaus'; there are NAME, STATUS")
  }
}
