import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster

/// The changes since a run that the user marked, and the duration of their marks.
@MainActor
@Suite("Changes since a run that the user marked") struct SinceLastLookTests {
  private static let states = [
    "NAME   STATUS   PORT\nweb-1  Running  80\nweb-2  Running  81\nweb-3  Running  82\n",
    "NAME   STATUS   PORT\nweb-1  Running  80\nweb-2  Failed   81\nweb-3  Running  82\n",
    "NAME   STATUS   PORT\nweb-2  Failed   81\nweb-3  Running  82\nweb-4  Running  83\n",
    "NAME   STATUS   PORT\nweb-2  Failed   81\nweb-3  Running  82\nweb-4  Running  83\n",
  ]

  private func session(_ arguments: String..., states: Range<Int> = 0..<1) async throws -> ListSession {
    let session = try ListSession(arguments)
    for state in Self.states[states] { try await session.show(state) }
    return session
  }

  /// Returns the change mark of each row.
  private func signs(_ session: ListSession) -> [String] {
    session.rows.dropFirst().map { $0.hasPrefix("▌") ? " " : String($0.prefix(1)) }
  }

  @Test("m compares all later runs with the current one and shows removed rows") func reference()
    async throws
  {
    let session = try await session()
    await session.type("m")
    #expect(session.status.contains(": nothing changed"))
    for state in Self.states[1...] { try await session.show(state) }
    await session.press(.down)
    #expect(session.status.hasPrefix("since "))
    #expect(session.status.contains(": +1 −1 ~1 · 3 rows"))
    expectEqual(signs(session), ["-", "~", " ", "+"])
    #expect(session.rows[1].contains("web-1"))
    let struck = try #require(session.screen.frame.line(2).first { $0.text == "w" })
    #expect(struck.style.attributes.contains(.strikethrough))
    await session.type("d")
    expectEqual(signs(session), ["-", "~", "+"])
  }

  @Test("A number and m compares with so many minutes ago, or the oldest run kept; esc ends it")
  func minutesAgo() async throws {
    let session = try await session(states: 0..<3)
    await session.type("3")
    #expect(session.status.hasPrefix("3: m compares"))
    await session.type("m")
    await session.settle { $0.hasPrefix("since ") }
    // The removed row appears first.
    await session.screen.advance(by: .seconds(6))
    #expect(session.status.contains(": +1 −1 ~1 · 3 rows"), "\(session.status)")
    expectEqual(signs(session), ["-", "~", " ", "+"])
    await session.press(.escape)
    #expect(!session.status.contains("since "))
    // Another key forgets the number.
    await session.type("3jm")
    #expect(session.status.contains(": nothing changed"))
  }

  @Test("m in the past, then esc: now is compared with then, and the next esc ends that")
  func backToNow() async throws {
    let session = try await session(states: 0..<3)
    await session.type("[")
    await session.type("[")
    await session.settle { $0.hasPrefix("run 1 of 3") }
    await session.type("m")
    await session.press(.escape)
    await session.settle { $0.hasPrefix("since ") && !$0.contains("run 1") }
    #expect(session.status.contains(": +1 −1 ~1 · 3 rows"), "\(session.status)")
    await session.press(.escape)
    #expect(!session.status.contains("since "))
  }

  @Test("Removed rows count in no sum, no group and no list of values") func goneRowsDoNotCount()
    async throws
  {
    let session = try await session()
    await session.type("m")
    for state in Self.states[1...2] { try await session.show(state) }
    expectEqual(signs(session), ["-", "~", " ", "+"])
    await session.type("lll=")
    #expect(session.rows.last?.contains("sum 246") == true)
    await session.type("F")
    await session.settle { $0.hasPrefix("3 values in 3 rows") }
    #expect(!session.rows.contains { $0.contains("80") })
  }

  @Test("A command does not apply to a removed row") func goneRow() async throws {
    let session = try await session("-x", "kill {NAME}")
    await session.type("m")
    try await session.show(Self.states[2])
    #expect(session.screen.cursor?.text.contains("web-1") == true)
    await session.type("x")
    #expect(session.screen.controller.presentedAlert == nil)
    expectEqual(session.model.chosenRows(withRemoved: true), [0])
  }
}
