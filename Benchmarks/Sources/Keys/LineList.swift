import Foundation
import ListKit
import ListSearch
import Reporting
import Screens

/// A list of lines that typing filters.
@MainActor
final class LineList {
  private let text: Data
  private let processors: Int
  private let index: SearchIndex
  private let all: DiffableDataSourceSnapshot<Int, Int>
  private let rows: Rows

  /// The number of lines.
  let count: Int

  init(_ text: Data, processors: Int) {
    self.text = text
    self.processors = processors
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    count = lines.count
    index = SearchIndex(lines) { [$0] }
    all = DiffableDataSourceSnapshot([(0, Array(lines.indices))])
    rows = Rows { lines[$0] }
    rows.dataSource.apply(all)
    rows.draw(after: .seconds(10))
  }

  /// Returns the milliseconds from a key to its frame, those of its parts: search, snapshot, difference, frame;
  /// and, as a floor, those of one walk over all bytes of the lines.
  func timesOfKey(from before: String, to typed: String) -> (whole: Double, parts: [Double], walk: Double) {
    var parts = [[Double]](repeating: [], count: 4)
    var walks: [Double] = []
    for _ in 0..<9 {
      rows.dataSource.apply(snapshot(of: index.search(Query(before))), animatingDifferences: false)
      rows.table.perform(.first)
      rows.draw(after: .seconds(10))
      walks.append(milliseconds(walk))
      var result = index.search(Query(before))
      var snapshot = all
      parts[0].append(milliseconds { result = index.search(Query(typed)) })
      parts[1].append(milliseconds { snapshot = self.snapshot(of: result) })
      parts[2].append(milliseconds { rows.dataSource.apply(snapshot) })
      parts[3].append(milliseconds { rows.draw() })
    }
    let whole = parts[0].indices.map { round in parts.reduce(0) { $0 + $1[round] } }
    return (median(whole), parts.map(median), median(walks))
  }

  /// Walks over all bytes for one that no line contains, on all processors.
  private func walk() {
    text.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return }
      nonisolated(unsafe) let start = first  // The threads only read.
      let part = bytes.count / processors
      DispatchQueue.concurrentPerform(iterations: processors) { consume(memchr(start + $0 * part, 0, part)) }
    }
  }

  /// Returns the milliseconds that a search takes.
  func timeOfSearch(for typed: String) -> Double {
    median((0..<9).map { _ in milliseconds { consume(index.search(Query(typed))) } })
  }

  private func snapshot(of result: SearchResult) -> DiffableDataSourceSnapshot<Int, Int> {
    result.query.isEmpty ? all : all.restricted(toItemsAt: result.rows)
  }

  private func milliseconds(_ work: () -> Void) -> Double { time(work) / 1_000_000 }
}
