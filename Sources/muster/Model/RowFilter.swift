import ListData
import ListSearch

/// Finds the rows of a table that have all words of a query, in any of their cells.
struct RowFilter: Sendable {
  private let query: Query
  /// The words in lower case, where all are plain ASCII: such are looked for in the bytes.
  private let words: [[UInt8]]?

  init(_ text: String) {
    query = Query(text)
    let folded = query.normalizedText.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
    words = folded.allSatisfy { $0.allSatisfy { $0 < 0x80 } } ? folded : nil
  }

  /// Those of some rows that match, in their order.
  ///
  /// - Complexity: O(bytes of the rows · words).
  func rows(of table: TextTable, among rows: some Sequence<Int>) -> [Int] {
    query.isEmpty ? Array(rows) : rows.filter { matches($0, of: table) }
  }

  private func matches(_ row: Int, of table: TextTable) -> Bool {
    let line = table.bytes[table.line(row)]
    // What is beyond ASCII may be another way to write a letter.
    if let words, let isMatch = line.containsAll(words) { return isMatch }
    return query.matches(table.columns.indices.map { table.text(row, $0) } + table.extraCells(row))
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all words occur, letters of either case being the same; nil where the text is not plain ASCII and not all
  /// were found.
  fileprivate func containsAll(_ words: [[UInt8]]) -> Bool? {
    if words.allSatisfy(contains) { return true }
    return allSatisfy { $0 < 0x80 } ? false : nil
  }

  private func contains(_ word: [UInt8]) -> Bool {
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
