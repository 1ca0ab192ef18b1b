import ListData
import ListKit
import ListKitTesting
import TestSupport
import Testing

@testable import muster
@testable import Rows

@MainActor
@Suite("Rows around matches on the screen") struct ListContextTests {
  private static func rows(_ count: Int, hits: Set<Int>) -> String {
    "N,WHAT\n" + (1...count).map { "\($0),\(hits.contains($0) ? "hit\($0)" : "row\($0)")\n" }.joined()
  }

  private func session(_ arguments: String...) async throws -> ListSession {
    let session = try ListSession(["-f", "csv", "--context", "1"] + arguments, columns: 72, lines: 24)
    session.screen.controller.theme = .dark
    try await session.show(Self.rows(12, hits: [3, 9]))
    return session
  }

  /// The rows of the list; on the screen, removed rows stay for a moment.
  private func names(_ session: ListSession) -> [String] {
    guard let listing = session.model.list.listing else { return [] }
    return listing.items.compactMap(listing.row).map { listing.run.table.text($0, 1) }
  }

  @Test("They are faint, the cursor is on the first match, and a line over the width ends a stretch")
  func look() async throws {
    let session = try await session()
    await session.type("/hit")
    expectEqual(names(session), ["row2", "hit3", "row4", "row8", "hit9", "row10"])
    #expect(session.screen.cursor?.text.contains("hit3") ?? false)
    #expect(session.status.hasPrefix("2/12 rows"))
    let theme = Theme.dark
    let styles = ["row2", "row4", "row8"].map { session.screen.style(of: $0) }
    expectEqual(styles.map { $0?.foreground }, Array(repeating: theme.secondaryText.foreground, count: 3))
    #expect(styles.allSatisfy { $0?.attributes.contains(.underline) == false })
    let rules = session.rows.indices.filter { session.rows[$0].contains("──") }
    expectEqual(rules.map { session.rows[$0 - 1].contains("row4") }, [true])
    #expect(rules.allSatisfy { session.rows[$0].allSatisfy { $0 == "─" || $0 == "▐" } })
    await session.press(.backspace, .backspace, .backspace)
    await session.type("row8")
    expectEqual(names(session), ["row7", "row8", "hit9"])
    expectEqual(session.screen.style(of: "hit9")?.foreground, theme.secondaryText.foreground)
    await session.press(.escape)
    expectEqual(names(session).count, 12)
    expectEqual(session.screen.style(of: "row8")?.foreground, .default)
  }

  @Test("They follow the runs") func live() async throws {
    let session = try await session("-q", "hit")
    try await session.show(Self.rows(13, hits: [9, 13]))
    expectEqual(names(session), ["row8", "hit9", "row10", "row12", "hit13"])
    try await session.show(Self.rows(8, hits: [1]))
    expectEqual(names(session), ["hit1", "row2"])
  }

  @Test("Sorted, in groups and of changed rows only, a list shows matches only, and the status says why")
  func otherOrders() async throws {
    for keys in ["s", "b", "d"] {
      let session = try await session("-q", "hit")
      try await session.show(Self.rows(13, hits: [3, 9]))
      await session.type(keys)
      expectEqual(names(session).filter { $0.hasPrefix("row") }, [], "\(keys)")
      // Nothing matches among the changed rows.
      #expect(session.status.contains("order of the input") == (keys != "d"), "\(session.status)")
    }
  }
}
