import TestSupport
import Testing

@testable import ListKit

/// The cost of a frame depends on the screen, not on the number of rows; checked by counting.
@MainActor
@Suite("The cost of frames of large tables") struct TableScaleTests {
  private static let lines = 50

  /// The cost of a step: cells that were configured, and identifiers that were hashed and compared.
  private struct Cost: Equatable, CustomStringConvertible {
    var cells: Int
    var counts: CountingIdentifier.Counts

    var description: String { "\(cells) cells, \(counts.hashes) hashes, \(counts.equalities) comparisons" }
  }

  /// Returns a table with two sections under pinned headers, after its first frame.
  private static func harness(rows: Int) -> TableHarness<CountingIdentifier> {
    let harness = TableHarness<CountingIdentifier>(columns: 40, lines: lines) { "row \($0.number)" }
    harness.dataSource.headerProvider = { ListContentConfiguration(text: $0) }
    var snapshot = DiffableDataSourceSnapshot<String, CountingIdentifier>()
    snapshot.appendSections(["low", "high"])
    snapshot.appendItems((0..<rows / 2).map { CountingIdentifier($0) }, toSection: "low")
    snapshot.appendItems((rows / 2..<rows).map { CountingIdentifier($0) }, toSection: "high")
    harness.dataSource.apply(snapshot)
    harness.draw(at: 0)
    return harness
  }

  private static let steps: [(name: String, act: (TableHarness<CountingIdentifier>) -> Void)] = [
    ("nothing", { _ in }),
    ("scroll", { $0.tableView.perform(.scroll(1)) }),
    ("cursor", { $0.tableView.perform(.moveCursor(1)) }),
    ("page", { $0.tableView.perform(.page(1)) }),
    ("end", { $0.tableView.perform(.last) }),
    ("page back", { $0.tableView.perform(.page(-1)) }),
    ("scroll back", { $0.tableView.perform(.scroll(-3)) }),
    ("start", { $0.tableView.perform(.first) }),
    ("resize", { $0.size = ScreenSize(columns: 60, lines: lines - 10) }),
    ("reconfigure one", { harness in edit(harness) { $0.reconfigureItems([CountingIdentifier(2)]) } }),
    (
      "insert one",
      { harness in
        edit(harness) { $0.insertItems([CountingIdentifier(-1)], beforeItem: CountingIdentifier(3)) }
      }
    ),
    (
      "move one",
      { harness in edit(harness) { $0.moveItem(CountingIdentifier(-1), afterItem: CountingIdentifier(5)) } }
    ),
    ("delete one", { harness in edit(harness) { $0.deleteItems([CountingIdentifier(-1)]) } }),
    ("a flash fades", { $0.now += .milliseconds(200) }),
    ("rest", { $0.now += .seconds(10) }),
  ]

  private static func edit(
    _ harness: TableHarness<CountingIdentifier>,
    _ change: (inout DiffableDataSourceSnapshot<String, CountingIdentifier>) -> Void
  ) {
    var snapshot = harness.dataSource.snapshot()
    change(&snapshot)
    harness.dataSource.apply(snapshot)
  }

  /// Returns the cost of each step, including the frame after it.
  private static func costs(rows: Int) -> [(name: String, Cost)] {
    let harness = harness(rows: rows)
    return steps.map { step in
      harness.forgetAsked()
      harness.now += .milliseconds(10)
      let counts = CountingIdentifier.counting {
        step.act(harness)
        harness.draw()
      }
      return (step.name, Cost(cells: harness.asked.count, counts: counts))
    }
  }

  @Test("A step costs as much with a million rows as with two thousand") func manyRows() {
    let few = Self.costs(rows: 2_000)
    let many = Self.costs(rows: 1_000_000)
    for (few, many) in zip(few, many) {
      expectEqual(many.1.cells, few.1.cells, "\(few.name)")
      // Hash collisions differ with the size of a hash table and from process to process, and a removal
      // hashes the identifiers behind the removed one again.
      let screen = Self.lines
      #expect(
        many.1.counts.hashes <= few.1.counts.hashes * 5 / 4 + screen, "\(few.name): \(many.1), not \(few.1)")
      #expect(
        many.1.counts.equalities <= (few.1.counts.equalities + screen) * 8,
        "\(few.name): \(many.1), not \(few.1)")
    }
  }

  @Test("The size of the screen bounds the cost of a frame") func frameCost() {
    for (name, cost) in Self.costs(rows: 1_000_000) {
      #expect(cost.cells <= Self.lines + 2, "\(name): \(cost)")
      #expect(cost.counts.hashes <= Self.lines * 16, "\(name): \(cost)")
      #expect(cost.counts.equalities <= Self.lines * 40, "\(name): \(cost)")
    }
  }

  @Test("A frame at rest configures no cell, and a scroll configures at most two") func configuredCells() {
    let costs = Self.costs(rows: 2_000)
    expectEqual(costs.first { $0.name == "nothing" }?.1.cells, 0)
    #expect(costs.first { $0.name == "scroll" }?.1.cells ?? 9 <= 2)
    expectEqual(costs.first { $0.name == "a flash fades" }?.1.cells, 0)
  }

  /// Returns the number of hashes for each frame after a node with many children is expanded or collapsed.
  private func hashes(children: Int) -> [Int] {
    let harness = TableHarness<CountingIdentifier>(columns: 40, lines: Self.lines) { "row \($0.number)" }
    var outline = DiffableDataSourceSectionSnapshot<CountingIdentifier>()
    outline.append([CountingIdentifier(-1), CountingIdentifier(-2)])
    outline.append((0..<children).map { CountingIdentifier($0) }, to: CountingIdentifier(-1))
    harness.dataSource.apply(outline, to: "main")
    harness.draw(at: 0)
    return [Command.expand, .collapse, .expand, .collapse].map { command in
      harness.tableView.perform(command)
      harness.now += .milliseconds(300)
      harness.forgetAsked()
      let counts = CountingIdentifier.counting { harness.draw() }
      #expect(harness.asked.count <= Self.lines)
      return counts.hashes
    }
  }

  @Test("The size of the screen bounds the cost of the frame after a node is expanded or collapsed")
  func nodeCost() {
    for (few, many) in zip(hashes(children: 1_000), hashes(children: 100_000)) {
      #expect(many <= few + Self.lines)
      #expect(many <= Self.lines * 16)
    }
  }
}
