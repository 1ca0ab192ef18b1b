import ListData
import Synchronization

/// What identifies rows, and the numbers rows have by it: the same in all runs.
///
/// ```text
///  run        1          2          3             4          5
///  columns    NAME AGE   NAME AGE   ID CITY POP   NAME AGE   NAME AGE
///  era        0          0          1             0          0
/// ```
///
/// The key is found, or taken as it was asked for, at the first run. A run whose columns are others has a key of its own, and
/// so have all with these columns: an *era*. Whoever goes back in time finds rows named as they were. Where the columns of
/// the key are there again, wherever they stand now, rows keep their identifiers.
///
/// The rows of the first run have their places as identifiers; who they are is looked at when a second one comes, for
/// most files are read once.
final class RowNaming: Sendable {
  /// What identifies the rows of all runs with some columns.
  private struct Era {
    var columns: [String?]
    var key: TableKey
    var alternatives: [TableKey]
    /// Where its identifiers are from: the number of one of `spaces`.
    var space: Int

    /// What the columns of its key are called; nil where not all have a name of their own.
    static func names(of key: TableKey, in columns: [String?]) -> [String]? {
      guard case .columns(let places) = key else { return nil }
      let names = places.compactMap { $0 < columns.count ? columns[$0] : nil }.filter { name in
        !name.isEmpty && columns.count { $0 == name } == 1
      }
      return names.count == places.count ? names : nil
    }
  }

  /// Waited for by nobody: the screen asks for it.
  private struct Eras {
    var all: [Era] = []
    var current = 0
    /// What identifies rows by identifiers of their own: a key, and what its columns are called.
    var spaces: [(names: [String]?, key: TableKey)] = []

    /// The identifiers of a key: those of one with the same names, or new ones.
    mutating func space(of key: TableKey, in columns: [String?]) -> Int {
      let names = Era.names(of: key, in: columns)
      if let names, let space = spaces.firstIndex(where: { $0.names == names }) { return space }
      spaces.append((names, key))
      return spaces.count - 1
    }

    /// The key of now in a table with other columns; nil where not all of its columns are there.
    func key(in columns: [String?]) -> TableKey? {
      guard current < all.count, let names = Era.names(of: all[current].key, in: all[current].columns) else {
        return nil
      }
      let places = names.compactMap { name in columns.firstIndex { $0 == name } }
      let key = TableKey.columns(places)
      return Era.names(of: key, in: columns) == names ? key : nil
    }
  }

  /// Held as long as it takes to look at a table.
  private struct Numbers {
    var spaces: [Int: RowKeys] = [:]
    /// The first run, not yet looked at, and by what it is identified.
    var first: (table: TextTable, key: TableKey)?
    var isFresh = true
  }

  private let choice: KeyOption?
  /// Whether a repeated key updates its row.
  private let areUpdates: Bool
  private let eras = Mutex(Eras())
  private let numbers = Mutex(Numbers())

  /// So many identifiers there are of each key.
  private static let spaceSize = 1 << 40

  init(choice: KeyOption?, areUpdates: Bool = false) {
    self.choice = choice
    self.areUpdates = areUpdates
  }

  /// Which columns the runs of now have.
  var era: Int { eras.withLock(\.current) }

  /// What identifies rows now; nil before the first run.
  var key: TableKey? { eras.withLock { $0.all.isEmpty ? nil : $0.all[$0.current].key } }

  /// What identifies the rows of an era; nil where there is none.
  func key(of era: Int) -> TableKey? { eras.withLock { era < $0.all.count ? $0.all[era].key : nil } }

  /// What could identify the rows of an era too, the best first.
  func alternatives(of era: Int) -> [TableKey] {
    eras.withLock { era < $0.all.count ? $0.all[era].alternatives : [] }
  }

  /// Finds the key of a table, if there is none yet.
  ///
  /// - Throws: which column there is not.
  func start(with table: TextTable) throws(ColumnReference.Refusal) {
    guard key == nil else { return }
    try restart(with: table)
  }

  /// Finds the key of a table with other columns than the runs before, or takes the one it had when there were such runs.
  ///
  /// - Throws: which column there is not, where there never was a key.
  func restart(with table: TextTable) throws(ColumnReference.Refusal) {
    let columns = table.columns.map(\.name)
    let isKnown = eras.withLock { eras in
      guard let era = eras.all.firstIndex(where: { $0.columns == columns }) else { return false }
      eras.current = era
      return true
    }
    if isKnown { return }
    let guess = areUpdates ? KeyGuess(ofUpdates: table) : KeyGuess(of: table)
    var key = eras.withLock { $0.key(in: columns) } ?? guess.key
    do throws(ColumnReference.Refusal) {
      key = try chosenKey(for: table) ?? key
    } catch {
      // What a command says once instead of its rows does not end the program.
      if self.key == nil { throw error }
    }
    let alternatives = ([guess.key] + guess.alternatives).filter { $0 != key }
    eras.withLock { eras in
      eras.current = eras.all.count
      let space = eras.space(of: key, in: columns)
      eras.all.append(Era(columns: columns, key: key, alternatives: alternatives, space: space))
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

  /// Identifies the rows of an era by another key from now on. All of them get other identifiers; those of runs that are kept
  /// are asked for again with ``identifiers(of:in:)``.
  func use(_ key: TableKey, in era: Int) {
    eras.withLock { eras in
      guard era < eras.all.count, case let old = eras.all[era].key, old != key else { return }
      eras.all[era].alternatives = [old] + eras.all[era].alternatives.filter { $0 != key }
      eras.all[era].key = key
      eras.all[era].space = eras.space(of: key, in: eras.all[era].columns)
    }
  }

  /// The identifiers of a table's rows. The key must have been found.
  ///
  /// - Parameter era: that of the table; nil for the one of now.
  /// - Complexity: O(bytes of the keys), but for the first table.
  func identifiers(of table: TextTable, in era: Int? = nil) -> RowIdentifiers {
    let era = era ?? self.era
    let known = eras.withLock { eras in
      era < eras.all.count
        ? (key: eras.all[era].key, space: eras.all[era].space, spaceKey: eras.spaces[eras.all[era].space].key)
        : nil
    }
    guard let (key, space, spaceKey) = known, key != .place || era > 0 else { return .places(table.rowCount) }
    return numbers.withLock { numbers in
      if numbers.isFresh {
        numbers.isFresh = false
        numbers.first = (table, key)
        return .places(table.rowCount)
      }
      if let first = numbers.first, space == 0 {
        if first.key == spaceKey {
          _ = numbers.spaces[0, default: RowKeys()].identifiers(of: first.table, key: spaceKey)
        }
        numbers.first = nil
      }
      let list = numbers.spaces[space, default: RowKeys()].identifiers(
        of: table, key: spaceKey, at: key == spaceKey ? nil : key.columns)
      return .list(space == 0 ? list : list.map { $0 + space * Self.spaceSize })
    }
  }

  /// Forgets all rows but those with identifiers in use.
  func forget(allBut used: [[Int]]) {
    numbers.withLock { numbers in
      guard numbers.first == nil else { return }
      for space in numbers.spaces.keys {
        let own = space * Self.spaceSize..<(space + 1) * Self.spaceSize
        numbers.spaces[space]?.forget(
          allBut: used.lazy.map { run in run.filter(own.contains).map { $0 - own.lowerBound } })
      }
    }
  }
}
