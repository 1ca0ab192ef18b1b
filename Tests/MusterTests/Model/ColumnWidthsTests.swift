import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster

@MainActor
@Suite("Column widths on the screen") struct ColumnWidthsTests {
  @Test("The points of numbers are below each other, for up to three decimals") func points() async throws {
    let session = try ListSession()
    try await session.show("NAME,MS,N\na,1.5,1\nb,22,2\nc,0.25,3\nd,-100.125,4\n")
    let points = session.rows.dropFirst().map { row in
      row.firstIndex(of: ".").map { row.distance(from: row.startIndex, to: $0) }
    }
    expectEqual(Set(points.compactMap(\.self)).count, 1)
    #expect(session.rows[2].contains("  22     "), "\(session.rows)")
    try await session.show("NAME,MS,N\na,1,1\nb,22,2\n")
    #expect(session.rows[2].hasPrefix("  b"), "\(session.rows)")
  }

  @Test("Texts are as wide as the terminal draws them") func wideTexts() async throws {
    let session = try ListSession()
    try await session.show("NAME,TEXT\n日本語,a\né́x,b\n")
    #expect(session.rows[0].hasPrefix("  NAME    TEXT"), "\(session.rows)")
  }

  @Test("A name is cut only where there is no free column") func freeWidth() async throws {
    let (name, place) = (String(repeating: "n", count: 70), String(repeating: "/mount", count: 20))
    let text = "Filesystem,Size,Mounted\n\(name),10,\(place)\nshort,2,/\n"
    let wide = try ListSession(columns: 220)
    try await wide.show(text)
    #expect(wide.screen.contains(name) && wide.screen.contains(place), "\(wide.rows)")
    let narrow = try ListSession(columns: 100)
    try await narrow.show(text)
    // Both texts are cut, and no screen column is free.
    expectEqual(narrow.rows[1].count, 99)
    expectEqual(narrow.rows[1].count { $0 == "…" }, 2)
    #expect(narrow.rows[1].contains(name.prefix(40)) && narrow.rows[1].contains(place.prefix(35)))
  }
}
