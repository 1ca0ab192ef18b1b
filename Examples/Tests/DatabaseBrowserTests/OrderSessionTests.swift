import Foundation
import TerminalTesting
import Testing

@testable import database_browser

/// The real program on a pseudo-terminal, ordered by clicks and by keys.
@Suite(.serialized) struct OrderSessionTests {
  private static let (nextOrder, otherWay, end) = ("\u{F}", "\u{12}", "\u{1B}[F")

  /// Names in another order than the keys, and scores that a third of the rows lacks.
  private let database: TemporaryDatabase

  init() throws {
    database = try TemporaryDatabase(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, score INTEGER);
      WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 300)
        INSERT INTO people SELECT n, printf('p%03d', n * 7 % 300), CASE WHEN n % 3 THEN n % 5 END FROM c;
      """)
  }

  /// A user at the program.
  private struct Viewer {
    let terminal: PseudoTerminal

    /// The values of the rows that are seen, and those of the row under the cursor.
    var rows: [[String]] { terminal.screen.lines[3..<15].map(Self.values).filter { !$0.isEmpty } }
    var cursor: [String] { terminal.screen.lines.first { $0.hasPrefix("▌") }.map(Self.values) ?? [] }
    var titles: String { terminal.screen.line(2) }
    var cursorLine: Int? { terminal.screen.lines.firstIndex { $0.hasPrefix("▌") } }

    private static func values(_ line: String) -> [String] {
      line.dropFirst().split(separator: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }

    func click(_ title: String) throws {
      let range = try #require(titles.range(of: title))
      let column = titles.distance(from: titles.startIndex, to: range.lowerBound) + 1
      terminal.type("\u{1B}[<0;\(column);3M\u{1B}[<0;\(column);3m")
    }

    /// Waits until rows are ordered by a title, and the cursor is on a row; no more than a part of a screen may be
    /// there before.
    func expect(_ title: String, cursor: String, _ condition: (Viewer) -> Bool = { _ in true }) throws {
      try terminal.wait("\(title), \(cursor)") { _ in
        titles.contains(title) && self.cursor.first == cursor && condition(self)
      }
    }
  }

  private func start(_ arguments: [String] = []) throws -> Viewer {
    let viewer = Viewer(
      terminal: try PseudoTerminal(
        HeadlessTests.program, ["--database", database.path, "--motion", "none", "--page", "20"] + arguments,
        columns: 60, lines: 16))
    try viewer.terminal.wait { $0.line(15).hasPrefix("300 rows") && $0.line(14).count > 5 }
    return viewer
  }

  private func end(_ viewer: Viewer) throws {
    viewer.terminal.type("\u{3}")
    #expect(try viewer.terminal.waitForEnd() == .exited(130))
    #expect(viewer.terminal.damage.isEmpty)
  }

  @Test func aClickOnATitleOrdersAndASecondOneReverses() throws {
    let viewer = try start()
    #expect(viewer.titles.contains("id ▼"))
    for _ in 0..<5 { viewer.terminal.type("\u{1B}[B") }
    try viewer.terminal.wait { _ in viewer.cursor.first == "295" }
    try viewer.click("name")
    try viewer.expect("name ▲", cursor: "295") {
      let names = $0.rows.map { $0[1] }
      return names == names.sorted() && names.count == 12 && names.contains("p265")
        && !$0.titles.contains("▼")
    }
    try viewer.click("name")
    try viewer.expect("name ▼", cursor: "295") {
      let names = $0.rows.map { $0[1] }
      return names == names.sorted(by: >) && names.count == 12 && names.contains("p265")
    }
    try viewer.click("id")
    try viewer.expect("id ▲", cursor: "295")
    try viewer.click("id")
    try viewer.expect("id ▼", cursor: "295")
    try end(viewer)
  }

  @Test func keysOrderByTheNextColumnAndReverse() throws {
    let viewer = try start()
    viewer.terminal.type(Self.nextOrder)
    try viewer.expect("name ▲", cursor: "300")
    viewer.terminal.type(Self.nextOrder)
    try viewer.expect("score ▲", cursor: "300")
    viewer.terminal.type(Self.end)
    try viewer.terminal.wait { _ in viewer.cursorLine == 14 && viewer.cursor == ["300", "p000", "NULL"] }
    // Without a value it comes last, and first from the other end.
    viewer.terminal.type(Self.otherWay)
    try viewer.expect("score ▼", cursor: "300") { $0.cursorLine == 3 }
    // Wishes that come faster than answers: the last one counts.
    viewer.terminal.type(Self.nextOrder + Self.nextOrder + Self.nextOrder + Self.otherWay)
    try viewer.expect("score ▼", cursor: "300")
    viewer.terminal.type("\u{1B}OP")
    try viewer.terminal.wait {
      $0.contains("order by the next column") && $0.contains("order the other way round")
    }
    try end(viewer)
  }

  @Test func aFilterKeepsTheOrderAndItsClearingTheRow() throws {
    let viewer = try start(["--order", "NAME", "--ascending"])
    #expect(viewer.titles.contains("name ▲") && viewer.rows.first?[1] == "p000")
    viewer.terminal.type("p26")
    try viewer.terminal.wait {
      $0.line(15).hasPrefix("10 rows") && viewer.cursor.dropFirst().first == "p260"
    }
    #expect(viewer.rows.map { $0[1] } == (260...269).map { "p\($0)" })
    viewer.terminal.type("\u{1B}[B")
    try viewer.terminal.wait { _ in viewer.cursor.dropFirst().first == "p261" }
    viewer.terminal.type(Self.nextOrder)
    try viewer.terminal.wait { _ in
      viewer.titles.contains("score ▲") && viewer.cursor.dropFirst().first == "p261"
        && viewer.rows.count == 10
    }
    viewer.terminal.type("\u{1B}")
    try viewer.terminal.wait {
      $0.line(15).hasPrefix("300 rows") && viewer.rows.count == 12 && viewer.titles.contains("score ▲")
        && viewer.cursor.dropFirst().first == "p261"
    }
    try end(viewer)
  }

  /// A row that gets another value stands elsewhere, and the cursor stays where it was.
  @Test func aRowThatGetsAnotherValueMoves() throws {
    let viewer = try start(["--order", "name", "--ascending"])
    try database.execute("UPDATE people SET name = 'p0005' WHERE id = 100")
    try viewer.terminal.wait { _ in
      let names = viewer.rows.map { $0[1] }
      return names.starts(with: ["p000", "p0005", "p001"]) && names == names.sorted()
    }
    #expect(viewer.rows.count { $0[0] == "100" } == 1 && viewer.cursor.first == "300")
    try end(viewer)
  }

  @Test func whereThereAreNoTitlesTheOrderIsToldBelow() throws {
    let viewer = Viewer(
      terminal: try PseudoTerminal(
        HeadlessTests.program, ["--database", database.path, "--order", "score"], columns: 40, lines: 8))
    try viewer.terminal.wait { $0.line(7).hasPrefix("300 rows, by score ▼") && !$0.contains("name") }
    viewer.terminal.resize(columns: 20, lines: 5)
    try viewer.terminal.wait { $0.line(4).hasPrefix("300 rows") }
    try end(viewer)
  }
}
