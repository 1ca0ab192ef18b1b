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
