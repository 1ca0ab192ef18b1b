import LibC
package import ListData
package import ListSearch
import Synchronization

package enum RowSearch: Sendable {
  /// Finds rows that have all words. Printing and waiting accept nothing less.
  case words
  /// Also finds, if no row has all words, rows that have the letters of the missing words in order.
  case letters
  /// Finds the same rows as ``letters``, and sorts the best match first. Used by a picker.
  case ranked(RowIndex)
}

/// An index of the cells of all rows, folded once, that finds and ranks rows at each key press.
///
/// It follows a growing table, and several tasks may use it at once. A cancelled search keeps the rows that
/// it has indexed.
package final class RowIndex: Sendable {
  private struct State {
    var index = SearchIndex()
    /// The table whose first rows are in the index.
    var table: TextTable?
  }

  private let state = Mutex(State())
  /// Whether of equally good matches the shorter one comes first, not the earlier one.
  private let shorterFirst: Bool

  package init(shorterFirst: Bool = true) { self.shorterFirst = shorterFirst }

  /// The maximum size of an indexed text, in bytes. A larger one is searched without an index and not ranked:
  /// folded text takes up to three times its bytes, and an index holds 4 GB.
  private static let mostBytes = 1 << 28
  private static let rowsAtOnce = 4096

  /// Returns the rows of a table that match, the best first, and the query as it was answered.
  ///
  /// - Returns: nil if the text is too large for an index; no rows if the task is cancelled.
  /// - Complexity: O(length of the texts that match), apart from indexing rows that are new in the table.
  package func search(_ query: Query, _ table: TextTable) -> (rows: [Int], query: Query)? {
    guard table.bytes.count <= Self.mostBytes else { return nil }
    guard let index = index(of: table),
      let result = withUnsafeCurrentTask(body: { task in index.search(query) { task?.isCancelled != true } })
    else { return ([], query) }
    return (
      index.matches(of: result, by: .alignment).ranked(shorterFirst: shorterFirst).map(\.row), result.query
    )
  }

  /// Indexes the rows of a table before the first key of a query is pressed.
  package func prepare(_ table: TextTable) {
    if table.bytes.count <= Self.mostBytes { _ = index(of: table) }
  }

  /// Returns the index of a table; nil if the task is cancelled.
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
  /// Whether another table starts with the same rows.
  fileprivate func isBeginning(of other: TextTable) -> Bool {
    guard shape == other.shape, columns.map(\.name) == other.columns.map(\.name), rowCount <= other.rowCount,
      bytes.count <= other.bytes.count
    else { return false }
    // A text never changes bytes that it has handed out.
    return bytes.base == other.bytes.base || memcmp(bytes.base, other.bytes.base, bytes.count) == 0
  }
}

/// A case-insensitive POSIX extended regular expression, which regcomp(3) compiles.
///
/// The locale's character set determines its characters.
///
/// Threads may share it: regexec(3) does not change the compiled expression.
final class RegularExpression: @unchecked Sendable {
  private let compiled: UnsafeMutablePointer<regex_t>

  /// - Returns: nil if the text is not a regular expression.
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

  /// Whether the expression matches anywhere in a text.
  package func matches(_ text: String) -> Bool { regexec(compiled, text, 0, nil, 0) == 0 }

  /// Returns the ranges of the matches in a text, as character offsets, in order; those that touch are one.
  package func matches(in text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    text.withCString { bytes in
      let end = strlen(bytes)
      var start = 0
      var match = regmatch_t()
      while regexec(compiled, bytes + start, 1, &match, start > 0 ? REG_NOTBOL : 0) == 0 {
        let low = start + Int(match.rm_so)
        let high = start + Int(match.rm_eo)
        if let last = ranges.last, low < high, last.upperBound == low {
          ranges[ranges.count - 1] = last.lowerBound..<high
        } else if high > low {
          ranges.append(low..<high)
        }
        // After an empty match, the search continues one byte later.
        start = max(high, low + 1)
        guard start <= end else { break }
      }
    }
    return Self.characters(ranges, in: text)
  }

  /// Returns the ranges of bytes, which are in order, as ranges of characters. The text is walked once.
  private static func characters(_ ranges: [Range<Int>], in text: String) -> [Range<Int>] {
    var rest = text[...]
    var (bytes, characters) = (0, 0)
    /// Returns the number of characters that end up to a byte.
    func offset(_ byte: Int) -> Int {
      while let first = rest.first, case let end = bytes + first.utf8.count, end <= byte {
        rest.removeFirst()
        bytes = end
        characters += 1
      }
      return characters
    }
    return ranges.map { range in
      let start = offset(range.lowerBound)
      return start..<max(offset(range.upperBound), start + 1)
    }
  }
}
