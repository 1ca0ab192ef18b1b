import LibC
import TestSupport
import Testing

@testable import ListKit

/// For any order of events, the laws of `interaction.md` hold after every frame.
@MainActor
@Suite("Tables in random sessions") struct TableRandomSessionTests {
  @Test("The invariants hold in every frame of a random session", arguments: 0..<10)
  func invariantsHold(_ seed: Int) {
    let session = RandomSession(seed: seed)
    session.draw()
    for _ in 0..<300 {
      session.step()
      guard session.log.last?.hasPrefix("draw") ?? false else { continue }
      let frame = session.harness.frame
      let broken = Invariants(session.harness).broken
      session.harness.draw()
      expectEqual(
        session.harness.frame, frame,
        "seed \(seed): a second drawing at the same time after \(session.log.suffix(8))")
      #expect(
        broken.isEmpty, "seed \(seed): \(broken) after \(session.log.suffix(8).joined(separator: "\n"))")
      if !broken.isEmpty { return }
    }
  }

  @Test("At rest, the frame equals that of a new table with the same state", arguments: 0..<16)
  func atRestTheFrameIsThatOfAFreshTable(_ seed: Int) {
    let session = RandomSession(seed: seed + 100)
    session.draw()
    for round in 0..<10 {
      for _ in 0..<15 { session.step() }
      let harness = session.harness
      harness.tableView.endInteraction()
      harness.draw()
      harness.now += .seconds(10)
      harness.draw()
      let frame = harness.frame
      harness.draw()
      expectEqual(harness.frame, frame)
      #expect(harness.tableView.nextFrame(after: harness.now) == nil)
      let fresh = fresh(like: harness, seed: seed + 100)
      expectEqual(
        fresh.frame, frame,
        "seed \(seed), round \(round) after \(session.log.suffix(16).joined(separator: "\n"))")
      if fresh.frame != frame { return }
    }
  }

  nonisolated private static func soak(_ name: String) -> Int? {
    getenv("LISTKIT_SOAK_\(name)").flatMap { Int(String(cString: $0)) }
  }

  /// Runs both tests with other seeds for `LISTKIT_SOAK_SECONDS`; the first seed is `LISTKIT_SOAK_SEED`.
  @Test("Random sessions with other seeds pass for a given time", .enabled(if: soak("SECONDS") != nil))
  func soak() async throws {
    let deadline = ContinuousClock.now + .seconds(try #require(Self.soak("SECONDS")))
    for seed in (Self.soak("SEED") ?? .random(in: 0..<1 << 40))... {
      guard ContinuousClock.now < deadline else { return }
      // A trap does not report the seed.
      if seed % 20 == 0 {
        print("table, from seed \(seed)")
        fflush(nil)
      }
      invariantsHold(seed)
      atRestTheFrameIsThatOfAFreshTable(seed)
      await Task.yield()
    }
  }

  /// Returns a new table with the same content, cursor and anchor.
  private func fresh(like harness: TableHarness<VersionedItem>, seed: Int) -> TableHarness<VersionedItem> {
    let fresh = RandomSession(seed: seed).harness
    fresh.size = harness.size
    let (source, target) = (harness.dataSource!, fresh.dataSource!)
    target.handles = source.handles
    target.reorderingHandlers = source.reorderingHandlers
    target.apply(source.snapshot())
    for section in source.snapshot().sectionIdentifiers {
      let tree = source.snapshot(for: section)
      expectEqual(tree.visibleItems, source.snapshot().itemIdentifiers(inSection: section))
      if source.content.outlines[section] != nil { target.apply(tree, to: section) }
    }
    fresh.tableView.reconcile()
    fresh.tableView.setEditing(harness.tableView.isEditing, animated: false)
    fresh.tableView.go(to: harness.tableView.viewport)
    fresh.tableView.selection = harness.tableView.selection
    fresh.draw(at: 0)
    return fresh
  }
}

/// The conditions that hold after every frame.
@MainActor
private struct Invariants {
  let broken: [String]

  init(_ harness: TableHarness<VersionedItem>) {
    var broken: [String] = []
    func check(_ holds: Bool, _ law: String) { if !holds { broken.append(law) } }
    let table = harness.tableView
    let rows = table.layout.rows
    let items = harness.dataSource.snapshot().itemIdentifiers
    check((harness.cursor.item == nil) == items.isEmpty, "the cursor names an item, if there is one")
    check(
      zip(rows, rows.dropFirst()).allSatisfy {
        $0.range.upperBound == $1.line
          || ($0.geometry.scrollsSideways && $0.isItem && $0.line == $1.line && $0.lines == $1.lines)
      }, "rows are contiguous")
    check(
      zip(rows, rows.dropFirst()).allSatisfy {
        $0.line != $1.line || $0.columns.upperBound == $1.columns.lowerBound
      }, "items of a line are contiguous")
    check(
      rows.allSatisfy { $0.range.upperBound > 0 && $0.line < table.viewportLines }, "all rows are in view")
    if let sequence = table.rows, let first = sequence.firstLine, table.viewportLines > 0 {
      check(!rows.isEmpty, "rows that exist are shown")
      check(rows.first.map { $0.line <= 0 } ?? false, "nothing is blank above the rows")
      let bottom = rows.last?.range.upperBound ?? 0
      let reachesTop = rows.contains { $0.line == 0 && $0.address == first }
      check(bottom >= table.viewportLines || reachesTop, "nothing is blank below while rows exist above")
      let placed = rows.compactMap(\.row)
      check(zip(placed, placed.dropFirst()).allSatisfy { $0 < $1 }, "rows are in order")
      let lines = rows.map(\.address)
      check(
        zip(lines, lines.dropFirst()).allSatisfy { $0 == $1 || sequence.lineAfter($0) == $1 },
        "no line is left out")
    }
    if table.viewport.showsCursor, let cursor = table.cursor, table.viewportLines > 0 {
      check(table.layout.placed(cursor).map(table.layout.isInView) ?? false, "the cursor is in view")
    }
    let marks = table.selection
    let shown = harness.items(of: marks.items.subtracting(marks.absent))
    check(Set(shown).isSubset(of: items), "only rows that exist are selected")
    check(
      Set(harness.items(of: marks.absent)).isDisjoint(with: items),
      "a selected row that comes back is no longer absent")
    check(
      marks.absent.isSubset(of: marks.items) && harness.items(of: marks.items).count == marks.items.count,
      "selected items are remembered")
    let asked = Set(harness.items(of: table.cellStore.cells.keys))
    let visible = Set(table.indexPathsForVisibleRows.compactMap(harness.dataSource.itemIdentifier(for:)))
    check(asked == visible, "only visible rows have cells")
    for line in 0..<table.viewportLines {
      check(Self.isBlankBesideItems(harness, line), "line \(line): glyphs stay in their item's columns")
    }
    for line in 0..<harness.size.lines {
      check(Self.isWhole(harness.frame.line(line)), "line \(line) is whole")
    }
    for section in harness.dataSource.snapshot().sectionIdentifiers {
      let shown = harness.dataSource.snapshot().itemIdentifiers(inSection: section)
      check(
        harness.dataSource.snapshot(for: section).visibleItems == shown, "\(section): rows are the outline's")
    }
    self.broken = broken
  }

  /// Whether a line has nothing but the edges of boxes and the scroll bar beside its items.
  static func isBlankBesideItems(_ harness: TableHarness<VersionedItem>, _ line: Int) -> Bool {
    let table = harness.tableView
    let items = table.layout.rows.filter { $0.range.contains(line) }
    guard line >= table.layout.pinnedLines,
      items.contains(where: { $0.geometry.scrollsSideways && $0.isItem })
    else { return true }
    let taken = items.map(\.columns)
    let free = table.itemColumns.filter { column in
      column != harness.size.columns - 1 && !taken.contains { $0.contains(column) }
    }
    return free.allSatisfy { harness.frame[line + table.columnTitleLines, $0].isBlank }
  }

  /// Whether every wide character has both halves.
  static func isWhole(_ line: ArraySlice<Glyph>) -> Bool {
    var halfDue = false
    for glyph in line {
      if (glyph.width == 0) != halfDue { return false }
      halfDue = glyph.width == 2
    }
    return !halfDue
  }
}
