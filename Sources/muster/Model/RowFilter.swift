import ListData
import ListSearch

/// Finds the rows of a table that match a query, with words in any of their cells: for the screen and for print.
struct RowFilter: Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Whether every row matches, whatever its columns are.
  var isEmpty: Bool { Query(text).isEmpty }

  /// What is looked for in a table: columns are known by their names.
  func query(for table: TextTable) -> Query { Query(text, columns: table.columns.map { $0.name ?? "" }) }

  /// Those of some rows that match, in their order; not all of them where the task is cancelled meanwhile.
  ///
  /// - Complexity: O(bytes of the rows · words).
  func rows(of table: TextTable, among rows: some Sequence<Int>) -> [Int] {
    let table = table.opening(membersNamed: MemberPath.names(inQuery: text))
    let query = query(for: table)
    if query.isEmpty { return Array(rows) }
    guard let words = query.plainWords.flatMap(LineWords.init) else {
      let required = LineWords(query.requiredWords)
      return Self.matching(rows) { row in
        let line = table.bytes[table.line(row)]
        if let required, !required.folded.allSatisfy(line.contains), line.isPlain { return false }
        return query.matches(table.texts(of: row))
      }
    }
    let accepts = words.areInCells(of: table.shape.format)
    return Self.matching(rows) { row in
      let line = table.bytes[table.line(row)]
      let hasAll = words.folded.allSatisfy(line.contains)
      if hasAll, accepts { return true }
      // What is beyond ASCII may be another way to write a letter, and so may be what is escaped.
      guard line.isPlain else {
        return query.matches(table.texts(of: row))
      }
      return hasAll
        && table.withCells(of: row) { cells in
          words.folded.allSatisfy { word in cells.contains { table.bytes[$0].contains(word) } }
        }
    }
  }

  /// After how many rows it is asked whether anybody still waits for them.
  private static let rowsAtOnce = 4096

  private static func matching(_ rows: some Sequence<Int>, _ isMatching: (Int) -> Bool) -> [Int] {
    var matching: [Int] = []
    var left = rowsAtOnce
    for row in rows {
      if isMatching(row) { matching.append(row) }
      left -= 1
      guard left == 0 else { continue }
      if Task.isCancelled { break }
      left = rowsAtOnce
    }
    return matching
  }
}

/// Words that can be looked for in the bytes of a line: plain ASCII, without operators, and no quote, which may be
/// written twice.
private struct LineWords {
  let folded: [[UInt8]]
  /// Whether the words are letters and digits, which part no cells.
  private let isPlain: Bool

  init?(_ words: [String]) {
    folded = words.map { Array($0.utf8) }
    guard folded.joined().allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\"") }) else { return nil }
    isPlain = folded.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Whether words in a line are words in its cells: lines of JSON and of records hold the names of columns too, and a
  /// word with a comma may stand in two cells.
  func areInCells(of format: TableFormat) -> Bool {
    switch format {
    case .lines: true
    case .csv, .tsv, .aligned: isPlain
    case .json, .records, .drawn, .binary: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether what it says is written as it is.
  fileprivate var isPlain: Bool { allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\\") } }

  /// Whether a word in lower case occurs, letters of either case being the same.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    guard let first = word.first, count >= word.count else { return word.isEmpty }
    let upper = (0x61...0x7A).contains(first) ? first & 0xDF : first
    for start in 0...(count - word.count) where self[start] == first || self[start] == upper {
      if (1..<word.count).allSatisfy({ self[start + $0].lowercased == word[$0] }) { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
