import ListData
import ListSearch

/// Finds the rows of a table that have all words of a query, in any of their cells: for the screen and for print.
struct RowFilter: Sendable {
  private let query: Query
  /// The words in lower case where they can be looked for in the bytes of a line: plain ASCII, and no quote, which
  /// may be written twice.
  private let words: [[UInt8]]?
  /// Whether the words are letters and digits, which part no cells.
  private let isPlain: Bool

  init(_ text: String) {
    query = Query(text)
    let folded = query.normalizedText.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
    let isLiteral = folded.joined().allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "\"") }
    words = isLiteral ? folded : nil
    isPlain = folded.joined().allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
  }

  /// Whether every row matches.
  var isEmpty: Bool { query.isEmpty }

  /// Those of some rows that match, in their order.
  ///
  /// - Complexity: O(bytes of the rows · words).
  func rows(of table: TextTable, among rows: some Sequence<Int>) -> [Int] {
    if query.isEmpty { return Array(rows) }
    let accepts = accepts(table.shape.format)
    return rows.filter { row in
      let line = table.bytes[table.line(row)]
      guard let words else { return query.matches(table.texts(of: row)) }
      let hasAll = words.allSatisfy(line.contains)
      if hasAll, accepts { return true }
      // What is beyond ASCII may be another way to write a letter, and so may be what is escaped.
      guard line.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\\") }) else {
        return query.matches(table.texts(of: row))
      }
      return hasAll
        && table.withCells(of: row) { cells in
          words.allSatisfy { word in cells.contains { table.bytes[$0].contains(word) } }
        }
    }
  }

  /// Whether words in a line are words in its cells: lines of JSON and of records hold the names of columns too, and a
  /// word with a comma may stand in two cells.
  private func accepts(_ format: TableShape.Format) -> Bool {
    switch format {
    case .lines: true
    case .csv, .tsv, .aligned, .drawn: isPlain
    case .json, .records, .binary: false
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
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
