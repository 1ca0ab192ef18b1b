import ListData
import Synchronization

/// What identifies rows, and the numbers rows have by it: the same in all runs.
///
/// ```text
///  run        1          2          3             4          5
///  columns    NAME AGE   NAME AGE   ID CITY POP   NAME AGE   NAME AGE
///  schema     0          0          1             0          0
/// ```
///
/// The key is found, or taken as it was asked for, at the first run. A run whose columns are others has a key of its own, and
/// so have all with these columns: a *schema*: back in time, rows are identified as they were. Where the columns of
/// the key are there again, wherever they stand now, rows keep their identifiers.
///
/// The rows of the first run have their places as identifiers; their keys are read when a second run comes, for
/// most files are read once.
final class RowIdentity: Sendable {
  /// What identifies the rows of all runs with some columns.
  private struct Schema {
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

  /// Locked for moments only: the screen asks for it.
  private struct Schemas {
    var all: [Schema] = []
    var current = 0
    /// Whether a column of the chosen key does not exist so far.
    var isChoiceMissing = false
    /// What identifies rows by identifiers of their own: a key, and what its columns are called.
    var spaces: [(names: [String]?, key: TableKey)] = []

    /// The identifiers of a key: those of one with the same names, or new ones.
    mutating func space(of key: TableKey, in columns: [String?]) -> Int {
      let names = Schema.names(of: key, in: columns)
      if let names, let space = spaces.firstIndex(where: { $0.names == names }) { return space }
      spaces.append((names, key))
      return spaces.count - 1
    }

    /// The key of now in a table with other columns; nil where not all of its columns are there.
    func key(in columns: [String?]) -> TableKey? {
      guard current < all.count, let names = Schema.names(of: all[current].key, in: all[current].columns)
      else {
        return nil
      }
      let places = names.compactMap { name in columns.firstIndex { $0 == name } }
      let key = TableKey.columns(places)
      return Schema.names(of: key, in: columns) == names ? key : nil
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
  /// Whether the key is guessed until the columns of the chosen one exist.
  private let toleratesMissing: Bool
  private let schemas = Mutex(Schemas())
  private let numbers = Mutex(Numbers())

  /// So many identifiers there are of each key.
  private static let spaceSize = 1 << 40

  init(choice: KeyOption?, areUpdates: Bool = false, toleratesMissing: Bool = false) {
    self.toleratesMissing = toleratesMissing
    self.choice = choice
    self.areUpdates = areUpdates
  }

  /// Which columns the runs of now have.
  var schema: Int { schemas.withLock(\.current) }

  /// What identifies rows now; nil before the first run.
  var key: TableKey? { schemas.withLock { $0.all.isEmpty ? nil : $0.all[$0.current].key } }

  /// What identifies the rows of a schema; nil where there is none.
  func key(of schema: Int) -> TableKey? {
    schemas.withLock { schema < $0.all.count ? $0.all[schema].key : nil }
  }

  /// What could identify the rows of a schema too, the best first.
  func alternatives(of schema: Int) -> [TableKey] {
    schemas.withLock { schema < $0.all.count ? $0.all[schema].alternatives : [] }
  }

  /// Finds the key of a table, if there is none yet.
  ///
  /// - Throws: which column there is not.
  func start(with table: TextTable) throws(ColumnReference.Refusal) {
    if key == nil { return try restart(with: table) }
    guard schemas.withLock(\.isChoiceMissing), let chosen = try? chosenKey(for: table) else { return }
    schemas.withLock { $0.isChoiceMissing = false }
    use(chosen, in: schema)
  }

  /// Finds the key of a table with other columns than the runs before, or takes the one it had when there were such runs.
  ///
  /// - Throws: which column there is not, where there never was a key.
  func restart(with table: TextTable) throws(ColumnReference.Refusal) {
    if let known = knownSchema(of: table) { return schemas.withLock { $0.current = known } }
    var chosen: TableKey?
    do throws(ColumnReference.Refusal) {
      chosen = try chosenKey(for: table)
    } catch {
      // What a command says once instead of its rows does not end the program.
      if self.key == nil {
        if !toleratesMissing { throw error }
        schemas.withLock { $0.isChoiceMissing = true }
      }
    }
    let schema = addSchema(of: table, key: chosen)
    schemas.withLock { $0.current = schema }
  }

  /// The schema of a table that a person reads otherwise than the source does; that of the source's runs stays the one of
  /// now.
  func schema(of table: TextTable) -> Int {
    knownSchema(of: table) ?? addSchema(of: table, key: try? chosenKey(for: table))
  }

  private func knownSchema(of table: TextTable) -> Int? {
    let columns = table.columns.map(\.name)
    return schemas.withLock { $0.all.firstIndex { $0.columns == columns } }
  }

  /// Notes the columns of a table, and what identifies its rows.
  ///
  /// - Parameter key: nil for the key of now, if its columns are there, or else the guess.
  private func addSchema(of table: TextTable, key: TableKey?) -> Int {
    let columns = table.columns.map(\.name)
    let guess = areUpdates ? KeyGuess(ofUpdates: table) : KeyGuess(of: table)
    return schemas.withLock { schemas in
      let key = key ?? schemas.key(in: columns) ?? guess.key
      let space = schemas.space(of: key, in: columns)
      let alternatives = ([guess.key] + guess.alternatives).filter { $0 != key }
      schemas.all.append(Schema(columns: columns, key: key, alternatives: alternatives, space: space))
      return schemas.all.count - 1
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

  /// Identifies the rows of a schema by another key from now on. All of them get other identifiers; those of runs that are kept
  /// are asked for again with ``identifiers(of:in:)``.
  func use(_ key: TableKey, in schema: Int) {
    schemas.withLock { schemas in
      guard schema < schemas.all.count, case let old = schemas.all[schema].key, old != key else { return }
      schemas.all[schema].alternatives = [old] + schemas.all[schema].alternatives.filter { $0 != key }
      schemas.all[schema].key = key
      schemas.all[schema].space = schemas.space(of: key, in: schemas.all[schema].columns)
    }
  }

  /// The identifiers of a table's rows. The key must have been found.
  ///
  /// - Parameter schema: that of the table; nil for the one of now.
  /// - Complexity: O(bytes of the keys), but for the first table.
  func identifiers(of table: TextTable, in schema: Int? = nil) -> RowIdentifiers {
    let schema = schema ?? self.schema
    let known = schemas.withLock { schemas in
      schema < schemas.all.count
        ? (
          key: schemas.all[schema].key, space: schemas.all[schema].space,
          spaceKey: schemas.spaces[schemas.all[schema].space].key
        )
        : nil
    }
    guard let (key, space, spaceKey) = known, key != .place || schema > 0 else {
      return .places(table.rowCount)
    }
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
