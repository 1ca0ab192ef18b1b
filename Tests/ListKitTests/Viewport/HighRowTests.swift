import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// Rows that are higher than the view can be read line by line; every line of every row can be reached.
@MainActor
@Suite("Rows higher than the view") struct HighRowTests {
  private enum Key: CaseIterable {
    case arrows, pages
    func command(_ count: Int) -> Command { self == .arrows ? .moveCursor(count) : .page(count) }
  }

  /// A table whose rows have random heights, each line of which names its row and its number.
  @MainActor
  private struct Heights {
    let heights: [Int]
    let harness: TableHarness<Int>

    init(_ heights: [Int], lines: Int, hasHeader: Bool = false) {
      self.heights = heights
      harness = TableHarness<Int>(lines: lines, numberOfLines: 0) { item in
        StyledText((0..<heights[item]).map { "\(item).\($0)" }.joined(separator: "\n"))
      }
      harness.dataSource.headerProvider = hasHeader ? { ListContentConfiguration(text: "§ \($0)") } : nil
      harness.apply(Array(heights.indices))
      harness.draw(at: 0)
      harness.press(.first, at: 0)
    }

    var allLines: Set<String> {
      Set(heights.indices.flatMap { item in (0..<heights[item]).map { "\(item).\($0)" } })
    }

    /// Presses a key until it changes nothing.
    ///
    /// - Returns: The lines that were visible, and the items that had the cursor.
    func press(_ command: Command) -> (seen: Set<String>, visited: [Int]) {
      var seen = Set<String>()
      var visited: [Int] = []
      var former: [String]?
      while true {
        let lines = harness.draw(at: 0)
        for line in lines {
          if let name = line.split(separator: " ").first(where: { $0.contains(".") }) {
            seen.insert(String(name))
          }
        }
        if let item = harness.cursor.item, visited.last != item { visited.append(item) }
        #expect(harness.cursor.line != nil, "the mark is in view: \(lines)")
        if lines == former { return (seen, visited) }
        former = lines
        harness.tableView.perform(command)
      }
    }
  }

  @Test("Arrow and page keys show every line of every row, and arrows visit every row") func everyLine() {
    for seed in 0..<60 {
      var generator = SeededGenerator(seed: seed)
      let heights = (0..<generator.number(1..<7)).map { _ in
        generator.number(0..<3) == 0 ? generator.number(1..<30) : generator.number(1..<4)
      }
      let lines = generator.number(2..<13)
      let table = Heights(heights, lines: lines, hasHeader: generator.number(0..<2) == 0)
      for key in Key.allCases {
        for direction in [1, -1] {
          let (seen, visited) = table.press(key.command(direction))
          let missed = table.allLines.subtracting(seen)
          #expect(missed.isEmpty, "\(seed), \(heights) in \(lines), \(key) \(direction): \(missed.sorted())")
          guard key == .arrows else { continue }
          expectEqual(
            visited, (direction > 0 ? Array(heights.indices) : heights.indices.reversed()), "\(seed)")
        }
      }
    }
  }

  @Test("Arrows scroll a row higher than the view line by line") func oneLine() {
    let table = Heights([2, 25, 2], lines: 8)
    for line in 0...17 {
      table.harness.tableView.perform(.moveCursor(1))
      expectEqual(table.harness.draw(at: 0).first?.split(separator: " ").prefix(2), ["▌", "1.\(line)"])
      expectEqual(table.harness.cursor.item, 1)
    }
    table.harness.tableView.perform(.moveCursor(1))
    table.harness.draw(at: 0)
    expectEqual(table.harness.cursor.item, 2)
    table.harness.tableView.perform(.moveCursor(-1))
    #expect(table.harness.draw(at: 0).contains { $0.split(separator: " ").contains("1.24") })
    expectEqual(table.harness.cursor.item, 1)
  }

  @Test("A data change keeps the visible lines of a row higher than the view") func dataChange() {
    let table = Heights([2, 25, 2], lines: 8)
    func text(at milliseconds: Int) -> [String] {
      table.harness.draw(at: milliseconds).map { $0.filter { $0 != "▐" && $0 != " " } }
    }
    table.harness.tableView.perform(.moveCursor(1))
    table.harness.draw(at: 0)
    table.harness.tableView.perform(.moveCursor(5))
    expectEqual(text(at: 0).first, "▌1.5")
    let before = text(at: 0)
    table.harness.apply([1, 2])
    table.harness.draw(at: 0)
    expectEqual(text(at: 10_000), before)
  }
}
