import TestSupport
import Testing

@testable import ListKit

/// Rows announced before they are seen.
@MainActor
@Suite struct PrefetchTests {
  private final class Log: TableViewDataSourcePrefetching {
    var calls: [(isCancel: Bool, rows: [Int])] = []
    func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) {
      calls.append((false, indexPaths.map(\.row)))
    }
    func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
      calls.append((true, indexPaths.map(\.row)))
    }
    func take() -> [String] {
      defer { calls = [] }
      return calls.map {
        ($0.isCancel ? "cancel " : "fetch ") + $0.rows.map(String.init).joined(separator: " ")
      }
    }
  }

  private func harness(_ log: Log, lines: Int = 4) -> TableHarness<Int> {
    let harness = TableHarness<Int>(lines: lines)
    harness.tableView.prefetchDataSource = log
    harness.apply(Array(0..<100))
    harness.draw(at: 0)
    return harness
  }

  @Test func aScreenfulAheadIsAnnouncedNearestFirst() {
    let log = Log()
    let harness = harness(log)
    #expect(log.take() == ["fetch 4 5 6 7"])
    harness.draw(at: 10)
    #expect(log.take() == [])
    harness.tableView.perform(.scroll(1))
    harness.draw(at: 20)
    #expect(log.take() == ["fetch 8"])
    harness.tableView.perform(.scroll(30))
    harness.draw(at: 30)
    #expect(log.take() == ["cancel 5 6 7 8", "fetch 35 36 37 38"])
    harness.tableView.perform(.scroll(-1))
    harness.draw(at: 40)
    #expect(log.take() == ["cancel 35 36 37 38", "fetch 29 28 27 26"])
    harness.tableView.isPrefetchingEnabled = false
    harness.tableView.perform(.scroll(9))
    harness.draw(at: 50)
    #expect(log.take() == [])
  }

  @Test func everyRowIsAnnouncedOnceUntilSeenOrCancelled() {
    let log = Log()
    let harness = harness(log, lines: 7)
    var generator = SeededGenerator(seed: 11)
    var pending: Set<Int> = []
    for round in 0..<300 {
      for call in log.calls {
        for row in call.rows {
          if call.isCancel {
            #expect(pending.remove(row) != nil)
          } else {
            #expect(pending.insert(row).inserted)
          }
        }
      }
      log.calls = []
      pending.subtract(harness.tableView.indexPathsForVisibleRows.map(\.row))
      #expect(pending.count <= 7)
      harness.tableView.perform(.scroll(generator.number(-12..<13)))
      harness.draw(at: round * 10)
    }
  }

  @Test func rowsThatLeftAreCancelled() {
    let log = Log()
    let harness = harness(log)
    _ = log.take()
    harness.apply([0, 1, 2, 3, 7])
    harness.draw(at: 9000)
    #expect(log.take() == ["cancel 4 5 6"])
  }
}
