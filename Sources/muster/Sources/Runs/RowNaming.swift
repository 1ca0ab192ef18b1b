import ListData
import Synchronization

/// What identifies rows, and the numbers rows have by it: the same in all runs.
///
/// The key is found, or taken as it was asked for, at the first run. The rows of the first run have their places as
/// identifiers; who they are is looked at when a second one comes, for most files are read once.
final class RowNaming: Sendable {
  private struct State {
    var key: TableKey?
    var alternatives: [TableKey] = []
    var keys = RowKeys()
    /// The first run, not yet looked at.
    var first: TextTable?
    var isFresh = true
  }

  private let choice: KeyOption?
  private let state = Mutex(State())

  init(choice: KeyOption?) { self.choice = choice }

  /// What identifies rows; nil before the first run.
  var key: TableKey? { state.withLock(\.key) }

  /// What could identify them too, the best first.
  var alternatives: [TableKey] { state.withLock(\.alternatives) }

  /// Finds the key of a table, if there is none yet.
  ///
  /// - Throws: which column there is not.
  func start(with table: TextTable) throws(ColumnReference.Refusal) {
    guard key == nil else { return }
    try restart(with: table)
  }

  /// Finds the key of a table.
  ///
  /// - Throws: which column there is not.
  func restart(with table: TextTable) throws(ColumnReference.Refusal) {
    let guess = KeyGuess(of: table)
    let key = try chosenKey(for: table) ?? guess.key
    state.withLock {
      $0.key = key
      $0.alternatives = ([guess.key] + guess.alternatives).filter { $0 != key }
    }
  }

  private func chosenKey(for table: TextTable) throws(ColumnReference.Refusal) -> TableKey? {
    switch choice {
    case nil: return nil
    case .line?: return .line
    case KeyOption.none?: return .place
    case .columns(let references)?:
      let names = ColumnNames(table.columns.map(\.name))
      var columns: [Int] = []
      for reference in references { columns.append(try reference.index(in: names)) }
      return .columns(columns)
    }
  }

  /// Identifies rows by another key from now on. All rows get other identifiers; those of runs that are kept are asked
  /// for again with ``identifiers(of:)``.
  func use(_ key: TableKey) {
    state.withLock {
      if let old = $0.key, old != key { $0.alternatives = [old] + $0.alternatives.filter { $0 != key } }
      $0.key = key
      $0.isFresh = false
      $0.first = nil
    }
  }

  /// The identifiers of a table's rows. The key must have been found.
  ///
  /// - Complexity: O(bytes of the keys), but for the first table.
  func identifiers(of table: TextTable) -> RowIdentifiers {
    state.withLock { state in
      guard let key = state.key, key != .place else { return .places(table.rowCount) }
      if state.isFresh {
        state.isFresh = false
        state.first = table
        return .places(table.rowCount)
      }
      if let first = state.first {
        _ = state.keys.identifiers(of: first, key: key)
        state.first = nil
      }
      return .list(state.keys.identifiers(of: table, key: key))
    }
  }

  /// Forgets all rows but those with identifiers in use.
  func forget(allBut used: [[Int]]) {
    state.withLock { state in
      guard state.first == nil else { return }
      state.keys.forget(allBut: used)
    }
  }
}
