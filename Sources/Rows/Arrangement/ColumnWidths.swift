import ListData
package import struct ListKit.ScreenTraits
package import struct ListKit.TextMetrics

/// What the user chose for columns, by their positions.
package struct ColumnAdjustments: Hashable, Sendable {
  /// The columns that stay in view besides those of the key.
  package var pinned: [Int] = []
  /// The widths of columns that do not depend on their cells.
  package private(set) var widths: [Int: Int] = [:]
  /// Columns whose texts wrap onto more lines.
  package private(set) var wrapped: Set<Int> = []

  package init(pinned: [Int] = []) { self.pinned = pinned }

  private static let least = 3
  private static let most = 500
  /// The maximum number of lines of a cell.
  package static let mostLines = 20

  /// - Parameter current: the current width of the column.
  package mutating func widen(_ column: Int, by count: Int, from current: Int) {
    widths[column] = min(max((widths[column] ?? current) + count, Self.least), Self.most)
  }

  package mutating func toggleWrapping(_ column: Int) {
    if wrapped.remove(column) == nil { wrapped.insert(column) }
  }
}

/// The widths of columns, which fit the texts of the current and recent runs, measured in a sample of rows.
/// A text that was wide a few runs ago still counts, so that columns do not jump at each run.
package struct ColumnWidths: Sendable {
  /// The columns of a run.
  private struct Measure: Sendable {
    var run: Int
    var rowCount: Int
    var columns: [MeasuredColumn]
  }

  /// What the sampled texts of a column say.
  private struct MeasuredColumn: Sendable {
    /// The width of the widest text, including the name.
    var width: Int
    var worth = ColumnWorth.plain
    /// The decimals of the numbers.
    var decimals = 0
  }

  /// The measurements of the last runs, the newest last.
  private var lately: [Measure] = []
  /// What was measured. If the format or the columns change, everything is measured again.
  private var format: TableFormat?
  private var names: [String?] = []
  private var metrics = TextMetrics(ScreenTraits { _ in 1 })
  private var firstWords = FirstWords()
  /// The columns in which old and new numbers are beside each other.
  package private(set) var changedNumbers: [Int: ChangedCells.Lengths] = [:]

  /// The maximum number of runs that count.
  private static let mostRuns = 10
  /// The approximate number of measured rows, spread evenly from the first one on.
  private static let sample = 400
  /// The approximate maximum number of measured cells: tables may have a thousand columns.
  private static let sampleOfCells = 40_000
  /// The width up to which texts widen a column at the expense of others: one text may be very long.
  package static let most = 60
  /// The width up to which texts widen a column where there is room.
  private static let mostMeasured = 200

  /// Measures the rows of a run.
  ///
  /// - Parameter metrics: measures texts in screen columns.
  /// - Complexity: O(1) in the number of rows, beyond some hundreds.
  package mutating func note(_ run: Run, _ metrics: TextMetrics) {
    let table = run.table
    let columns = table.columns.map(\.name)
    if format != table.shape.format || !columns.starts(with: names) { lately = [] }
    self.metrics = metrics
    format = table.shape.format
    names = columns
    changedNumbers = run.changedCells.numbers
    let isKnown = lately.last?.run == run.number
    if isKnown, lately.last?.rowCount == table.rowCount, lately.last?.columns.count == columns.count {
      return
    }
    var measured = measured(table)
    // The texts of a growing run seldom become narrower, but those of another sample may be.
    if isKnown, let last = lately.popLast() {
      for (column, known) in last.columns.enumerated() {
        measured[column].width = max(measured[column].width, known.width)
        measured[column].decimals = max(measured[column].decimals, known.decimals)
      }
    }
    firstWords = firstWords(table)
    lately.append(Measure(run: run.number, rowCount: table.rowCount, columns: measured))
    if lately.count > Self.mostRuns { lately.removeFirst() }
  }

  /// The measured rows of a table.
  private func sample(of table: TextTable) -> StrideTo<Int> {
    let rows = min(Self.sample, max(Self.sampleOfCells / max(table.columns.count, 1), 10))
    return stride(from: 0, to: table.rowCount, by: max(1, table.rowCount / rows))
  }

  /// The words with which the cells of a column begin; empty if they are many.
  package func firstWords(ofColumn column: Int) -> Set<[UInt8]> { firstWords.few(in: column) }

  private func firstWords(_ table: TextTable) -> FirstWords {
    var words = FirstWords()
    let columns = table.columns.indices.filter { table.columns[$0].kind == .text }
    for row in sample(of: table) {
      for column in columns { table.withCell(row, column) { words.note($0.trimmed, in: column) } }
    }
    return words
  }

  private func measured(_ table: TextTable) -> [MeasuredColumn] {
    var measured = table.columns.indices.map { MeasuredColumn(width: width(of: table.name(of: $0))) }
    var texts = Array(repeating: SampledTexts(), count: measured.count)
    let drawn = DrawnTree.column(of: table)
    // The last row is the widest where it has the sum of the others, as in the output of `du`.
    for row in Array(sample(of: table)) + (table.rowCount > 0 ? [table.rowCount - 1] : []) {
      let cells = table.shownCells(of: row)
      for column in measured.indices where column < cells.count && measured[column].width < Self.mostMeasured
      {
        let cell = column == drawn ? DrawnTree.drawing(of: row, in: column, of: table) : cells[column]
        let text = table.shownText(in: cell, limit: 1024)
        measured[column].width = min(Self.mostMeasured, max(measured[column].width, width(of: text)))
        texts[column].note(text)
      }
    }
    for (column, texts) in texts.enumerated() {
      measured[column].worth = texts.worth
      guard table.columns[column].kind == .float else { continue }
      measured[column].decimals = texts.decimals.most
      measured[column].width = max(measured[column].width, texts.decimals.width)
    }
    return measured
  }

  /// Returns the blanks after a number, so that the points of a column are below each other.
  package func blanks(after number: String, ofColumn column: Int) -> Int {
    DecimalPlaces.blanks(after: number, of: recent(column).reduce(0) { max($0, $1.decimals) })
  }

  /// What was measured of a column in the last runs.
  private func recent(_ column: Int) -> some Sequence<MeasuredColumn> {
    lately.lazy.filter { column < $0.columns.count }.map { $0.columns[column] }
  }

  /// What a column is worth by its texts alone: ``ColumnWorth/plain`` unless all recent runs had the same value,
  /// hashes or hardly anything in it.
  package func worth(ofColumn column: Int) -> ColumnWorth {
    recent(column).map(\.worth).max() ?? .plain
  }

  /// The width of the widest of some heads of groups or folders, with their numbers of rows.
  package private(set) var ofHeads = 0
  /// The widths of the widest name and the widest number among them.
  private var partsOfHeads = (name: 0, count: 0)

  /// Measures the first heads of groups or folders.
  mutating func note(heads: some Sequence<(name: String, count: Int)>) {
    let parts = heads.prefix(Self.sample).map { (name: width(of: $0.name), count: grouped($0.count).count) }
    ofHeads = min(parts.map { $0.name + 2 + $0.count }.max() ?? 0, Self.most)
    partsOfHeads = (min(parts.map(\.name).max() ?? 0, Self.most), parts.map(\.count).max() ?? 0)
  }

  /// Returns the blanks between a name and a number with which the numbers of all heads are aligned at the right.
  package func gap(name: String, count: String) -> Int {
    max(0, partsOfHeads.name - width(of: name)) + 2 + max(0, partsOfHeads.count - count.count)
  }

  /// Returns the width of a column in screen columns; nil if it was not measured.
  package func width(ofColumn column: Int) -> Int? {
    recent(column).map(\.width).max()
  }

  /// Returns the width of a text in screen columns.
  package func width(of text: String) -> Int {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text.utf8.count : metrics.width(of: text)
  }
}

/// The decimals of a column's numbers, of those noted so far: blanks behind shorter ones put their points below each other.
package struct DecimalPlaces: Hashable, Sendable {
  /// The most decimals that a number has, at most three.
  package private(set) var most = 0
  /// The width of the widest number without its point and decimals.
  private var wholeColumns = 0

  /// More decimals are noise to the eye, and align nothing.
  private static let limit = 3

  package init() {}

  package mutating func note(_ text: String) {
    guard let parts = Self.parts(of: text) else { return }
    most = max(most, min(parts.decimals, Self.limit))
    wholeColumns = max(wholeColumns, parts.whole)
  }

  /// The width of the column whose points are below each other; 0 if no number has decimals.
  package var width: Int { most > 0 ? wholeColumns + 1 + most : 0 }

  /// Returns the blanks that put the point of a number below those of numbers with some decimals.
  package static func blanks(after number: String, of most: Int) -> Int {
    guard most > 0, let parts = parts(of: number) else { return 0 }
    return max(0, most - parts.decimals + (parts.decimals == 0 ? 1 : 0))
  }

  /// Returns the numbers of characters before and after the point of a number; nil if the text is none.
  private static func parts(of text: String) -> (whole: Int, decimals: Int)? {
    let bytes = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let whole = bytes.prefix { (0x30...0x39).contains($0) }
    guard !whole.isEmpty else { return nil }
    let signs = text.utf8.count - bytes.count
    if whole.endIndex == bytes.endIndex { return (signs + whole.count, 0) }
    let decimals = bytes[whole.endIndex...].dropFirst()
    guard bytes[whole.endIndex] == UInt8(ascii: "."), decimals.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return (signs + whole.count, decimals.count)
  }
}

/// What the texts of a column have in common, of those noted so far.
private struct SampledTexts {
  private var first: String?
  private var count = 0
  private var emptyCount = 0
  private(set) var decimals = DecimalPlaces()
  private var areEqual = true
  private var areHashes = true

  /// The number of rows from which equal texts say that a column is constant.
  private static let few = 3
  /// A column is sparse if more than three of four rows have no value.
  private static let sparse = (rows: 3, of: 4)

  mutating func note(_ text: String) {
    count += 1
    if text.isEmpty { emptyCount += 1 }
    if let first { areEqual = areEqual && first == text } else { first = text }
    areHashes = areHashes && Self.isHash(text)
    decimals.note(text)
  }

  var worth: ColumnWorth {
    if count == 0 { return .plain }
    if areEqual, count >= Self.few { return first?.isEmpty ?? true ? .empty : .constant }
    if areHashes { return .hash }
    return emptyCount >= Self.few && emptyCount * Self.sparse.of > count * Self.sparse.rows ? .sparse : .plain
  }

  /// Whether a text is at least seven hexadecimal digits, among them 0 to 9 and letters.
  private static func isHash(_ text: String) -> Bool {
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    return text.utf8.count >= 7 && digits > 0 && digits < text.utf8.count
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

/// The words with which the cells of columns begin, of the cells noted so far. Few words are states or levels, many are
/// names.
package struct FirstWords: Sendable {
  private var words: [Int: Set<[UInt8]>] = [:]
  private var manyWorded: Set<Int> = []

  /// The maximum number of words that are few.
  private static let few = 12

  package init() {}

  /// - Parameter cell: without blanks at its beginning.
  package mutating func note(_ cell: some Sequence<UInt8>, in column: Int) {
    guard !manyWorded.contains(column) else { return }
    words[column, default: []].insert(Array(cell.prefix { $0 > 0x20 && $0 != UInt8(ascii: "(") }))
    if words[column]?.count ?? 0 > Self.few { manyWorded.insert(column) }
  }

  /// The words with which the cells of a column begin; empty if they are many.
  package func few(in column: Int) -> Set<[UInt8]> {
    manyWorded.contains(column) ? [] : words[column] ?? []
  }
}
