import LibC
import ListData
import ListSearch
import Synchronization

/// How rows are looked for.
enum RowSearch: Sendable {
  /// Rows that have all words: what is printed and waited for depends on nothing less.
  case words
  /// The same; where no row has them, rows that have the letters of the missing words in their order.
  case letters
  /// The same, the best match first: in a picker.
  case ranked(RowIndex)
}

/// The cells of all rows, folded once, to find and rank them at each key.
///
/// It follows a table that grows, and may be used by several tasks at once. A cancelled search leaves it as far as it has come.
final class RowIndex: Sendable {
  private struct State {
    var index = SearchIndex()
    /// The table whose first rows are in the index.
    var table: TextTable?
  }

  private let state = Mutex(State())

  /// A larger text is searched without an index, and not ranked: folded text takes up to three times its bytes, and an index
  /// holds 4 GB.
  private static let mostBytes = 1 << 28
  private static let rowsAtOnce = 4096

  /// The rows of a table that match, the best first, and the query as it was answered.
  ///
  /// - Returns: nil if the text is too large for an index. Without rows where the task is cancelled meanwhile.
  /// - Complexity: O(length of the texts that match), beside the rows that are new in the table.
  func search(_ query: Query, _ table: TextTable) -> (rows: [Int], query: Query)? {
    guard table.bytes.count <= Self.mostBytes else { return nil }
    guard let index = index(of: table),
      let result = withUnsafeCurrentTask(body: { task in index.search(query) { task?.isCancelled != true } })
    else { return ([], query) }
    return (index.matches(of: result, by: .alignment).ranked().map(\.row), result.query)
  }

  /// Folds the rows of a table before the first key of a query is pressed.
  func prepare(_ table: TextTable) {
    if table.bytes.count <= Self.mostBytes { _ = index(of: table) }
  }

  /// The index of a table; nil where the task is cancelled.
  private func index(of table: TextTable) -> SearchIndex? {
    state.withLock { state in
      if state.table?.isBeginning(of: table) != true { state.index = SearchIndex() }
      state.table = table
      while state.index.count < table.rowCount {
        if Task.isCancelled { return nil }
        for row in state.index.count..<min(state.index.count + Self.rowsAtOnce, table.rowCount) {
          state.index.append(table.texts(of: row))
        }
      }
      return state.index
    }
  }
}

extension TextTable {
  /// Whether another table has the same rows and may have more behind them.
  fileprivate func isBeginning(of other: TextTable) -> Bool {
    guard shape == other.shape, columns.map(\.name) == other.columns.map(\.name), rowCount <= other.rowCount,
      bytes.count <= other.bytes.count
    else { return false }
    // What was handed out is not written again.
    return bytes.base == other.bytes.base || memcmp(bytes.base, other.bytes.base, bytes.count) == 0
  }
}

/// A POSIX extended regular expression, without regard to case; regcomp(3) makes it.
///
/// Its letters are those of the locale's character set.
///
/// Threads may share it: regexec(3) does not change what regcomp(3) made.
final class RegularExpression: @unchecked Sendable {
  private let compiled: UnsafeMutablePointer<regex_t>

  /// - Returns: nil if the text is no regular expression.
  init?(_ text: String) {
    let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    guard regcomp(compiled, text, REG_EXTENDED | REG_ICASE) == 0 else {
      compiled.deallocate()
      return nil
    }
    self.compiled = compiled
  }

  deinit {
    regfree(compiled)
    compiled.deallocate()
  }

  /// Whether it matches somewhere in a text.
  func matches(_ text: String) -> Bool { regexec(compiled, text, 0, nil, 0) == 0 }

  /// Where it matches in a text, as offsets of characters, in order.
  func matches(in text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    text.withCString { bytes in
      var start = 0
      var match = regmatch_t()
      while regexec(compiled, bytes + start, 1, &match, start > 0 ? REG_NOTBOL : 0) == 0 {
        let low = start + Int(match.rm_so)
        let high = start + Int(match.rm_eo)
        if high > low { ranges.append(low..<high) }
        // After an empty match the next one begins behind the next byte.
        start = max(high, low + 1)
        guard start <= strlen(bytes) else { break }
      }
    }
    return ranges.map { Self.characters($0, in: text) }
  }

  private static func characters(_ range: Range<Int>, in text: String) -> Range<Int> {
    func offset(_ byte: Int) -> Int {
      let index = text.utf8.index(text.startIndex, offsetBy: byte)
      return text.distance(from: text.startIndex, to: index)
    }
    return offset(range.lowerBound)..<max(offset(range.upperBound), offset(range.lowerBound) + 1)
  }
}
