package import ListData
import Synchronization

/// The requested key of rows.
package enum KeyOption: Hashable, Sendable {
  case columns([ColumnReference])
  case line
  /// The position of the row.
  case none

  package init?(argument: String) {
    switch argument {
    case "line": self = .line
    case "none": self = .none
    default:
      guard let list = ColumnList(argument: argument) else { return nil }
      self = .columns(list.columns)
    }
  }
}

/// Identifies rows by a key, and numbers them by it: a row has the same number in all runs.
///
/// ```text
///  run        1          2          3             4          5
///  columns    NAME AGE   NAME AGE   ID CITY POP   NAME AGE   NAME AGE
///  schema     0          0          1             0          0
/// ```
///
/// The key is guessed from the first run, unless the user chose it. A run with other columns has a key of its
/// own, and so have all runs with these columns: a *schema*. If the user goes back in time, rows are
/// identified as they were. If another schema has all columns of the key, at whatever positions, rows keep
/// their identifiers.
///
/// The identifiers of the first run are the positions of its rows. Their keys are read only when a second run
/// arrives, because most files are read once.
package final class RowIdentity: Sendable {
  /// The key of all runs with certain columns.
  private struct Schema {
    var columns: [String?]
    var key: TableKey
    var alternatives: [TableKey]
    /// Whether the user chose the key.
    var isChosen: Bool
    /// The source of its identifiers: an index into `spaces`.
    var space: Int

    /// Returns the names of the key's columns; nil if one of them has no unique name.
    static func names(of key: TableKey, in columns: [String?]) -> [String]? {
      guard case .columns(let indexes) = key else { return nil }
      let names = indexes.compactMap { $0 < columns.count ? columns[$0] : nil }.filter { name in
        !name.isEmpty && columns.count { $0 == name } == 1
      }
      return names.count == indexes.count ? names : nil
    }
  }

  /// The schemas. Their lock is held for moments only, because the screen reads them.
  private struct Schemas {
    var all: [Schema] = []
    var current = 0
    /// Whether a column of the chosen key does not exist so far.
    var isChoiceMissing = false
    /// The keys that have identifiers of their own, with the names of their columns.
    var spaces: [(names: [String]?, key: TableKey)] = []

    mutating func space(of key: TableKey, in columns: [String?]) -> Int {
      let names = Schema.names(of: key, in: columns)
      if let names, let space = spaces.firstIndex(where: { $0.names == names }) { return space }
      spaces.append((names, key))
      return spaces.count - 1
    }

    /// Returns the current key for a table with other columns; nil if the table lacks one of the key's
    /// columns.
    func key(in columns: [String?]) -> TableKey? {
      guard current < all.count, let names = Schema.names(of: all[current].key, in: all[current].columns)
      else {
        return nil
      }
      let indexes = names.compactMap { name in columns.firstIndex { $0 == name } }
      let key = TableKey.columns(indexes)
      return Schema.names(of: key, in: columns) == names ? key : nil
    }
  }

  /// The identifiers. Their lock is held while a table is examined.
  private struct Numbers {
    var spaces: [Int: RowKeys] = [:]
    /// The first run, if it has not been examined, and its key.
    var first: (table: TextTable, key: TableKey)?
    var isFresh = true
  }

  private let choice: KeyOption?
  /// Whether a row with a repeated key updates the earlier row with this key.
  private let areUpdates: Bool
  /// Whether the key is guessed until the columns of the chosen key exist.
  private let toleratesMissing: Bool
  private let schemas = Mutex(Schemas())
  private let numbers = Mutex(Numbers())

  /// The number of identifiers of each space.
  private static let spaceSize = 1 << 40

  package init(choice: KeyOption?, areUpdates: Bool = false, toleratesMissing: Bool = false) {
    self.toleratesMissing = toleratesMissing
    self.choice = choice
    self.areUpdates = areUpdates
  }

  package var schema: Int { schemas.withLock(\.current) }

  /// The current key; nil before the first run.
  package var key: TableKey? { schemas.withLock { $0.all.isEmpty ? nil : $0.all[$0.current].key } }

  /// Returns the key of a schema; nil if the schema does not exist.
  package func key(of schema: Int) -> TableKey? {
    schemas.withLock { schema < $0.all.count ? $0.all[schema].key : nil }
  }

  /// Returns other possible keys of a schema, the best first.
  package func alternatives(of schema: Int) -> [TableKey] {
    schemas.withLock { schema < $0.all.count ? $0.all[schema].alternatives : [] }
  }

  /// Finds the key of a table, if there is none yet, or if columns of the chosen key were missing so far.
  ///
  /// - Throws: an error that names a column that does not exist.
  package func start(with table: TextTable) throws(ColumnReference.Refusal) {
    if key == nil { return try restart(with: table) }
    guard schemas.withLock(\.isChoiceMissing), let chosen = try? chosenKey(for: table) else { return }
    schemas.withLock { $0.isChoiceMissing = false }
    use(chosen, in: schema)
  }

  /// Finds the key of a table with other columns than the runs before, or restores the key of these columns.
  ///
  /// - Throws: an error that names a column that does not exist, if there was no key before.
  package func restart(with table: TextTable) throws(ColumnReference.Refusal) {
    if let known = knownSchema(of: table) { return schemas.withLock { $0.current = known } }
    var chosen: TableKey?
    do throws(ColumnReference.Refusal) {
      chosen = try chosenKey(for: table)
    } catch {
      // A message that a command prints once instead of its rows does not end the program.
      if self.key == nil {
        if !toleratesMissing { throw error }
        schemas.withLock { $0.isChoiceMissing = true }
      }
    }
    let schema = addSchema(of: table, key: chosen)
    schemas.withLock { $0.current = schema }
  }

  /// Returns the schema of a table that the user reads with other options than the source. The current schema
  /// stays that of the source's runs.
  package func schema(of table: TextTable) -> Int {
    knownSchema(of: table) ?? addSchema(of: table, key: try? chosenKey(for: table))
  }

  private func knownSchema(of table: TextTable) -> Int? {
    let columns = table.columns.map(\.name)
    return schemas.withLock { $0.all.firstIndex { $0.columns == columns } }
  }

  /// Adds a schema for the columns of a table.
  ///
  /// - Parameter key: nil for the current key, if its columns exist, or else the guessed one.
  private func addSchema(of table: TextTable, key: TableKey?) -> Int {
    let columns = table.columns.map(\.name)
    let guess = areUpdates ? KeyGuess(ofUpdates: table) : KeyGuess(of: table)
    return schemas.withLock { schemas in
      let kept = schemas.key(in: columns)
      let isChosen = key != nil || kept != nil && schemas.all[schemas.current].isChosen
      let key = key ?? kept ?? guess.key
      let space = schemas.space(of: key, in: columns)
      let alternatives = ([guess.key] + guess.alternatives).filter { $0 != key }
      schemas.all.append(
        Schema(columns: columns, key: key, alternatives: alternatives, isChosen: isChosen, space: space))
      return schemas.all.count - 1
    }
  }

  private func chosenKey(for table: TextTable) throws(ColumnReference.Refusal) -> TableKey? {
    switch choice {
    case nil: return nil
    case .line?: return .line
    case KeyOption.none?: return .position
    case .columns(let references)?:
      let names = ColumnNames(of: table)
      var columns: [Int] = []
      for reference in references { columns.append(try reference.index(in: names)) }
      return .columns(columns)
    }
  }

  /// Guesses the key of the current schema again, unless the user chose it: from the rows of a table with
  /// its columns, of which only a part was known when it was guessed.
  package func guessAgain(for table: TextTable) {
    let guess = KeyGuess(of: table)
    guard !schemas.withLock({ $0.all[$0.current].isChosen }) else { return }
    use(guess.key, in: schema, isChosen: false)
  }

  /// Identifies the rows of a schema by another key from now on. All of them get other identifiers; call
  /// ``identifiers(of:in:)`` again for stored runs.
  ///
  /// - Parameter isChosen: Whether the user chose it.
  package func use(_ key: TableKey, in schema: Int, isChosen: Bool = true) {
    schemas.withLock { schemas in
      guard schema < schemas.all.count else { return }
      schemas.all[schema].isChosen = isChosen
      guard case let old = schemas.all[schema].key, old != key else { return }
      schemas.all[schema].alternatives = [old] + schemas.all[schema].alternatives.filter { $0 != key }
      schemas.all[schema].key = key
      schemas.all[schema].space = schemas.space(of: key, in: schemas.all[schema].columns)
    }
  }

  /// Returns the identifiers of a table's rows. The key must have been found.
  ///
  /// - Parameter schema: the schema of the table; nil for the current one.
  /// - Complexity: O(bytes of the keys), except for the first table.
  package func identifiers(of table: TextTable, in schema: Int? = nil) -> RowIdentifiers {
    let schema = schema ?? self.schema
    let known = schemas.withLock { schemas in
      schema < schemas.all.count
        ? (
          key: schemas.all[schema].key, space: schemas.all[schema].space,
          spaceKey: schemas.spaces[schemas.all[schema].space].key
        )
        : nil
    }
    guard let (key, space, spaceKey) = known, key != .position || schema > 0 else {
      return .positions(table.rowCount)
    }
    return numbers.withLock { numbers in
      if numbers.isFresh {
        numbers.isFresh = false
        numbers.first = (table, key)
        return .positions(table.rowCount)
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

  /// The number of rows that have identifiers, also of those that no stored run has any more.
  package var knownCount: Int { numbers.withLock { $0.spaces.values.reduce(0) { $0 + $1.count } } }

  /// Forgets all rows except those whose identifiers are in use.
  package func forget(allBut used: [[Int]]) {
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
