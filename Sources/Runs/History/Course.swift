import ListData
package import Rows

/// The course of a column over the runs of a recording: `cpu by PID`.
package struct CourseOption: Hashable, Sendable {
  package var column: ColumnReference
  /// The columns that identify rows; nil for the key of the recorded list.
  package var key: [ColumnReference]?
  /// Whether each run has a column of its own, for other programs; otherwise one column draws all values.
  package var spreadsRuns = false

  /// Accepts `COLUMN` and `COLUMN by KEY,…`.
  package init?(argument: String) {
    let words = argument.split(separator: " ")
    guard let index = words.lastIndex(of: "by"), index > 0, index + 1 < words.count else {
      guard let column = ColumnReference(argument: argument) else { return nil }
      self.column = column
      return
    }
    column = ColumnReference(words[..<index].joined(separator: " "))
    guard let list = ColumnList(argument: words[(index + 1)...].joined(separator: " ")) else { return nil }
    key = list.columns
  }
}

/// The values that a column had in the runs of a recording, as a list with a row for each key.
///
/// ```text
///  run 1      run 2            PID  least  most  last  course
///  PID  CPU   PID  CPU         1    3      9     9     ▁█
///  1    3     1    9           2    5      5           ▁
///  2    5
/// ```
struct Course {
  private struct Row {
    /// The cells of the key.
    var key: [[UInt8]]
    /// The cell of the column in each run from the first in which the row exists; nil where it does not.
    var cells: [[UInt8]?]
    /// Their numbers.
    var numbers: [Double?]
  }

  private let option: CourseOption
  private let identity: RowIdentity
  private var keyNames: [String] = []
  private var rows: [Row] = []
  private var indexes: [Int: Int] = [:]
  private var times: [WallTime] = []

  /// The number of values that a course on the screen has; more of them share a screen column.
  private static let width = 40
  private static let levels = Array("▁▂▃▄▅▆▇█")

  init(_ option: CourseOption) {
    self.option = option
    identity = RowIdentity(choice: option.key.map { .columns($0) })
  }

  /// Takes the next run.
  ///
  /// - Throws: An error that names a column that the run does not have.
  mutating func add(_ table: TextTable, at time: WallTime) throws {
    try identity.start(with: table)
    let names = ColumnNames(of: table)
    let column = try option.column.index(in: names)
    // A list without a key is one of lines.
    let key = identity.key?.columns ?? Array(table.columns.indices.filter { $0 != column })
    if times.isEmpty { keyNames = key.map { names.names[$0] } }
    let reading = CellReading(table.columns[column].kind, of: column, in: table, now: time.localSeconds)
    for (row, identifier) in identity.identifiers(of: table).enumerated() where row < table.rowCount {
      let index = indexes[identifier] ?? rows.count
      if index == rows.count {
        indexes[identifier] = index
        rows.append(Row(key: key.map { table.exactBytes(row, $0) }, cells: [], numbers: []))
      }
      let missing = times.count - rows[index].cells.count
      rows[index].cells += Array(repeating: nil, count: missing) + [table.exactBytes(row, column)]
      let number = table.withCell(row, column) { reading.value(of: $0).number }
      rows[index].numbers += Array(repeating: nil, count: missing) + [number]
    }
    times.append(time)
  }

  /// The list as CSV with a header.
  var bytes: [UInt8] {
    let head = keyNames + (option.spreadsRuns ? times.map(name) : ["least", "most", "last", "course"])
    return CSVText.line(head.map { Array($0.utf8) }) + rows.flatMap { CSVText.line($0.key + cells(of: $0)) }
  }

  private func name(_ time: WallTime) -> String {
    times.first?.day == times.last?.day ? time.timeOfDay : "\(time.day) \(time.timeOfDay)"
  }

  private func cells(of row: Row) -> [[UInt8]] {
    if option.spreadsRuns {
      return row.cells.map { $0 ?? [] } + Array(repeating: [], count: times.count - row.cells.count)
    }
    let known = zip(row.numbers, row.cells).compactMap { number, cell in number.map { ($0, cell ?? []) } }
    let last = row.cells.count == times.count ? row.cells.last ?? nil : nil
    return [
      known.min { $0.0 < $1.0 }?.1 ?? [], known.max { $0.0 < $1.0 }?.1 ?? [], last ?? [],
      Array(drawing(row).utf8),
    ]
  }

  /// Returns the numbers as bars, the greatest of those that share a screen column.
  private func drawing(_ row: Row) -> String {
    let width = min(Self.width, times.count)
    var greatest = [Double?](repeating: nil, count: width)
    for (run, number) in row.numbers.enumerated() {
      let index = run * width / times.count
      if let number { greatest[index] = max(greatest[index] ?? number, number) }
    }
    let known = greatest.compactMap(\.self)
    guard let least = known.min(), let most = known.max() else { return "" }
    let last = greatest.lastIndex { $0 != nil } ?? 0
    return String(
      greatest[...last].map { number in
        guard let number else { return "·" }
        // Equal values are low, as in the charts of the screen.
        let part = most > least ? (number - least) / (most - least) : 0
        return Self.levels[Int((part * Double(Self.levels.count - 1)).rounded())]
      })
  }
}
