import ListData

/// The totals of columns over all rows of the last runs, of which a meter shows the newest and their course.
package struct ColumnMeters: Sendable {
  private struct Entry: Sendable {
    var number: Int
    /// The totals in words and as numbers, by column; nil for columns that do not exist.
    var totals: [(words: String, value: Double?)?]
  }

  private let wanted: [TotalOption.Column]
  /// The runs, in the order of their numbers.
  private var entries: [Entry] = []

  package init(_ option: TotalOption) { wanted = option.columns }

  /// Returns the meters with the totals of a run.
  ///
  /// - Complexity: O(rows) for each column.
  @concurrent
  package func noting(_ run: Run) async -> ColumnMeters {
    let names = ColumnNames(of: run.table)
    let rows = Array(0..<run.table.rowCount)
    let totals = wanted.map { asked -> (words: String, value: Double?)? in
      guard let column = try? asked.column.index(in: names) else { return nil }
      let all = RowTotals(
        of: run.table, rows, leavingOut: run.removedRows, [column: asked.kind], now: run.time.localSeconds
      ).all
      return (RowTotals.words(all, of: run.table).joined(), all[column]?.value)
    }
    var noted = self
    noted.entries.removeAll { $0.number == run.number }
    noted.entries = (noted.entries + [Entry(number: run.number, totals: totals)]).suffix(Self.mostRuns)
    return noted
  }

  /// The maximum number of stored runs: more than are shown, because the user may go back.
  private static let mostRuns = 10_000

  /// Returns for each column its total in a run, `%CPU sum 143.2`, and the values up to that run, oldest first.
  ///
  /// - Parameter count: The maximum number of values.
  package func shown(at number: Int, count: Int) -> [(words: String, values: [Double?])] {
    // Nearly always the last one.
    guard let newest = entries.lastIndex(where: { $0.number <= number }) else { return [] }
    let (last, past) = (entries[newest], entries[...newest].suffix(count))
    return wanted.indices.map { index in
      let words = last.totals[index]?.words ?? "no column '\(wanted[index].column.text)'"
      return (words, past.map { $0.totals[index]?.value })
    }
  }
}
