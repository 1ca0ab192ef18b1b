import ListData

/// The numbers of some columns in the last runs, by row, from which sparklines are drawn.
package struct ColumnCourses: Sendable {
  /// The numbers of a run.
  private struct Entry: Sendable {
    var number: Int
    var key: TableKey?
    /// The numbers, by column and by identifier of the row.
    var values: [Int: [Int: Float]]
  }

  /// The columns, by their index.
  package private(set) var columns: Set<Int> = []
  /// The entries, sorted by run number.
  private var entries: [Entry] = []

  /// The maximum number of runs that a sparkline shows.
  package static let most = 30
  /// The maximum number of stored runs. The last two are always stored. More than ``most`` are useful, because the
  /// user may go back to a run and see the ones before it.
  private static let mostRuns = 10_000
  /// The maximum number of stored values.
  private let mostValues: Int

  package init(mostValues: Int = 3_000_000) { self.mostValues = mostValues }

  /// Starts or stops storing the numbers of a column.
  package mutating func toggle(_ column: Int) {
    if columns.remove(column) != nil {
      for index in entries.indices { entries[index].values[column] = nil }
    } else {
      columns.insert(column)
    }
  }

  /// Stores the numbers of a run.
  ///
  /// - Complexity: O(rows) for each of ``columns``.
  package mutating func note(_ run: Run) {
    guard !columns.isEmpty, run.isComplete else { return }
    if entries.last.map({ $0.key != run.key }) ?? false { entries = [] }
    var values: [Int: [Int: Float]] = [:]
    for column in columns where column < run.table.columns.count {
      let reading = CellReading(run.table.columns[column].kind, now: run.time.localSeconds)
      var numbers: [Int: Float] = [:]
      numbers.reserveCapacity(run.identifiers.count)
      for (row, identifier) in run.identifiers.enumerated() where row < run.table.rowCount {
        guard let number = run.table.withCell(row, column, { reading.value(of: $0).number }) else { continue }
        numbers[identifier] = Float(number)
      }
      values[column] = numbers
    }
    insert(Entry(number: run.number, key: run.key, values: values))
  }

  private mutating func insert(_ entry: Entry) {
    let position = entries.lastIndex { $0.number <= entry.number }
    if let position, entries[position].number == entry.number {
      entries[position] = entry
    } else {
      entries.insert(entry, at: position.map { $0 + 1 } ?? 0)
    }
    while entries.count > 2, entries.count > Self.mostRuns || valueCount > mostValues {
      entries.removeFirst()
    }
  }

  /// The number of values in all entries.
  private var valueCount: Int {
    entries.reduce(0) { $0 + $1.values.values.reduce(0) { $0 + $1.count } }
  }

  /// Adds the numbers that other courses have of the same columns.
  package mutating func fill(from others: ColumnCourses) {
    if let theirs = others.entries.last, let own = entries.last, theirs.key != own.key {
      // Rows that are identified by another key are different rows.
      guard theirs.number >= own.number else { return }
      entries = []
    }
    for entry in others.entries {
      var merged = entries.first { $0.number == entry.number } ?? entry
      for (column, values) in entry.values where columns.contains(column) { merged.values[column] = values }
      insert(merged)
    }
  }

  /// Returns the values of a row up to a run, from the row's first one to the newest; nil for runs in which
  /// it has none.
  package func values(of identifier: Int, _ column: Int, upTo number: Int) -> [Double?] {
    let runs = entries.prefix { $0.number <= number }.suffix(Self.most)
    return Array(runs.map { $0.values[column]?[identifier].map(Double.init) }.drop { $0 == nil })
  }

  /// Reads the last runs that are kept, up to a given run.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the kept runs.
  ///   - kept: returns a kept run; nil if there is none.
  /// - Complexity: O(bytes of those runs).
  @concurrent
  package static func make(
    _ columns: Set<Int>, upTo run: Run, _ reader: RunReader,
    numbers: ClosedRange<Int>?, kept: @Sendable (_ number: Int) async -> Run?
  ) async -> ColumnCourses {
    var courses = ColumnCourses()
    courses.columns = columns
    guard let numbers, case let last = min(numbers.upperBound, run.number),
      last >= numbers.lowerBound
    else { return courses }
    var reader = reader
    // From the newest to the oldest, the order in which the history reconstructs runs.
    for number in (max(numbers.lowerBound, last - most + 1)...last).reversed() {
      // Half of the values are for later runs.
      let isFull = courses.entries.count > 1 && courses.valueCount > courses.mostValues / 2
      guard !Task.isCancelled, !isFull, let kept = await kept(number) else { break }
      let read = reader.chosen(kept)
      if read.schema == run.schema, read.key == run.key { courses.note(read) }
    }
    return courses
  }
}
