import ListData
import ListKit
import ListKitTesting
import RunsTesting
import TestSupport
import Testing

@testable import muster

@MainActor
@Suite("Column widths while runs and lines arrive") struct ColumnWidthsTests {
  @Test("A first line that arrives alone does not affect the widths") func firstLine() async throws {
    let session = try ListSession(["-F"], columns: 70)
    let first = "PING localhost (127.0.0.1) 56(84) bytes of data.\n"
    let rest = (1...3).map { "64 bytes from 127.0.0.1: icmp_seq=\($0) ttl=64 time=0.05 ms\n" }
    var text = first
    await session.take(try session.runs.grow(to: text))
    for line in rest {
      text += line
      await session.take(try session.runs.grow(to: text))
    }
    expectEqual(session.rows.last, "▌ 64  bytes  from  127.0.0.1:  icmp_seq=3 ttl=64 time=0.05 ms")
    #expect(session.status.hasPrefix("3 rows · 1 other line (R)"), "\(session.status)")
  }

  @Test("A column is as wide as its current and recent cells, so no run makes it jump") func lately()
    async throws
  {
    let session = try ListSession()
    func text(_ name: String) -> String { "NAME,N\n\(name),1\nb,2\n" }
    var widths: [Int] = []
    for name in ["a", "a-very-long-name"] + Array(repeating: "a", count: 12) {
      try await session.show(text(name))
      widths.append(session.rows[0].count)
    }
    expectEqual(widths, [9] + Array(repeating: 21, count: 10) + [9, 9, 9])
  }

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
