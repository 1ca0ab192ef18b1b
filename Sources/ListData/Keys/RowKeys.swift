/// Assigns identifiers to rows by their keys: a row has the same identifier in every run that contains its
/// key.
///
/// If a key occurs several times in a run, the order of its rows distinguishes them: the second row with a
/// key is the second one in the next run as well. Identifiers are never reused, not even for a key that
/// recurs after it was forgotten.
package struct RowKeys: Sendable {
  private var key: TableKey?
  private var keys = ByteIndex()
  /// The identifiers of the keys, by their numbers in `keys`.
  private var identifiers: [Int] = []
  /// The number of occurrences of each key in the current run.
  private var occurrences: [Int32] = []
  /// The additional rows of repeated keys: the number of the key and of its row.
  private var repeated = ByteIndex()
  private var repeatedIdentifiers: [Int] = []
  /// The identifiers by position, for a table without a key.
  private var positions: [Int] = []
  private var next = 0
  private var touched: UInt64 = 0

  /// Creates an assignment without rows.
  package init() {}

  /// Returns the identifiers of a table's rows, in the order of the rows.
  ///
  /// If `key` differs from the previous one, all rows are new.
  ///
  /// - Parameter columns: The columns of the key in this table, if they differ from `key`: in a file with
  ///   columns in another order.
  /// - Complexity: O(n) in the bytes of the keys.
  package mutating func identifiers(
    of table: TextTable, key: TableKey, at columns: [Int]? = nil
  ) -> [Int] {
    if key != self.key {
      forgetAll()
      self.key = key
    }
    if key == .position { return identifiersByPosition(table.rowCount) }
    for number in occurrences.indices { occurrences[number] = 0 }
    keys.reserve(table.rowCount)
    var result: [Int] = []
    result.reserveCapacity(table.rowCount)
    var joined = JoinedKey(Self.key(key, at: columns), of: table)
    var block = KeyBlock()
    var guess = 0
    var row = 0
    while row < table.rowCount {
      // Rows in the order of the previous run are found by guessing, others in blocks.
      let known = joined.withBytes(of: row, in: table) { keys.number(of: $0, guess: guess) }
      if let known {
        result.append(identifier(of: known, isNew: false))
        guess = known + 1
        row += 1
        continue
      }
      block.fill(from: row, of: table, &joined, keys)
      touched &+= keys.touch(block.hashes)
      for index in block.hashes.indices {
        let (number, isNew) = block.withBytes(index) { keys.insert($0, hash: block.hashes[index]) }
        result.append(identifier(of: number, isNew: isNew))
        guess = number + 1
      }
      row += block.hashes.count
    }
    return result
  }

  private static func key(_ key: TableKey, at columns: [Int]?) -> TableKey {
    guard let columns else { return key }
    if case .path = key, columns.count == 1 { return .path(columns[0]) }
    return .columns(columns)
  }

  /// Forgets all keys whose identifiers are not in use.
  ///
  /// - Parameter used: The identifiers of all runs that are still needed.
  /// - Complexity: O(n) in the number of keys and identifiers.
  package mutating func forget(allBut used: some Sequence<[Int]>) {
    let used = used.reduce(into: Set<Int>()) { $0.formUnion($1) }
    // A key is also kept for its additional rows, which are found by its number.
    var keepsKey = identifiers.map(used.contains)
    for number in 0..<repeated.count where used.contains(repeatedIdentifiers[number]) {
      repeated.withBytes(number) { keepsKey[Self.keyNumber($0)] = true }
    }
    let old = self
    keys = ByteIndex()
    identifiers = []
    var newNumbers = [Int](repeating: -1, count: old.keys.count)
    for number in 0..<old.keys.count where keepsKey[number] {
      newNumbers[number] = old.keys.withBytes(number) { keys.insert($0).number }
      identifiers.append(old.identifiers[number])
    }
    occurrences = [Int32](repeating: 0, count: keys.count)
    repeated = ByteIndex()
    repeatedIdentifiers = []
    for number in 0..<old.repeated.count where used.contains(old.repeatedIdentifiers[number]) {
      let (key, occurrence) = old.repeated.withBytes(number) { (Self.keyNumber($0), Self.occurrence($0)) }
      insertRepeated(newNumbers[key], occurrence, old.repeatedIdentifiers[number])
    }
  }

  /// The number of known keys.
  package var count: Int { keys.count + repeated.count + positions.count }

  private mutating func forgetAll() {
    let next = next
    self = RowKeys()
    self.next = next
  }

  private mutating func newIdentifier() -> Int {
    next += 1
    return next - 1
  }

  private mutating func identifiersByPosition(_ count: Int) -> [Int] {
    while positions.count < count { positions.append(newIdentifier()) }
    return Array(positions[..<count])
  }

  /// Returns the identifier of a row from the number of its key.
  private mutating func identifier(of number: Int, isNew: Bool) -> Int {
    if isNew {
      identifiers.append(newIdentifier())
      occurrences.append(1)
      return identifiers[number]
    }
    occurrences[number] += 1
    if occurrences[number] == 1 { return identifiers[number] }
    return insertRepeated(number, Int(occurrences[number]), nil)
  }

  /// Returns the identifier of an additional row of a key; a new row gets `identifier`, or a new one if that
  /// is nil.
  @discardableResult
  private mutating func insertRepeated(_ key: Int, _ occurrence: Int, _ identifier: Int?) -> Int {
    let (number, isNew) = withUnsafeBytes(of: (UInt64(key), UInt64(occurrence))) {
      repeated.insert($0.bindMemory(to: UInt8.self))
    }
    if isNew { repeatedIdentifiers.append(identifier ?? newIdentifier()) }
    return repeatedIdentifiers[number]
  }

  private static func keyNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    Int(UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  private static func occurrence(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    Int(UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }
}

/// The keys of some consecutive rows, with their hashes.
private struct KeyBlock {
  /// The number of memory requests that are made at the same time.
  private static let size = 32
  private(set) var hashes: [UInt64] = []
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  mutating func fill(
    from first: Int, of table: TextTable, _ joined: inout JoinedKey, _ index: borrowing ByteIndex
  ) {
    hashes.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    for row in first..<min(first + Self.size, table.rowCount) {
      joined.withBytes(of: row, in: table) { key in
        hashes.append(index.hash(key))
        bytes.append(contentsOf: key)
      }
      ends.append(bytes.count)
    }
  }

  func withBytes<R>(_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    bytes.withUnsafeBufferPointer { bytes in
      body(UnsafeBufferPointer(rebasing: bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]))
    }
  }
}

/// The bytes of the keys of rows: the cell or the line itself, or several cells, each after its length.
package struct JoinedKey {
  private let columns: [Int]
  /// Whether lines are used as they are written.
  private let isRawLine: Bool
  private let isLine: Bool
  /// The tree whose paths are the keys.
  private var tree: DrawnTree?
  private var bytes: [UInt8] = []

  /// Creates the keys of a table's rows. With aligned columns, an entire row is all of its cells, because its
  /// blanks change with the widths of other rows.
  init(_ key: TableKey, of table: TextTable) {
    switch key {
    case .columns(let columns):
      self.columns = columns.filter(table.columns.indices.contains)
      isLine = false
      isRawLine = false
    case .path(let column):
      columns = [column]
      isLine = false
      isRawLine = false
      tree = DrawnTree(of: table)
      if tree?.column != column { tree = nil }
    case .line, .position:
      columns = Array(table.columns.indices)
      isLine = true
      isRawLine = table.shape.cut.keepsLines
    }
  }

  /// Creates the keys of rows that update those with equal keys; returns nil if the rows have no key.
  package init?(ofUpdates key: TableKey, in table: TextTable) {
    switch key {
    case .columns, .line: self.init(key, of: table)
    // The tree of a piece of a stream is another one.
    case .path: self.init(.line, of: table)
    case .position: return nil
    }
  }

  /// Returns the key of a row.
  package mutating func bytes(of row: Int, in table: TextTable) -> [UInt8] {
    withBytes(of: row, in: table) { Array($0) }
  }

  /// Calls `body` with the key of a row.
  mutating func withBytes<R>(of row: Int, in table: TextTable, _ body: (UnsafeBufferPointer<UInt8>) -> R) -> R
  {
    if let tree {
      bytes.removeAll(keepingCapacity: true)
      for text in tree.path(of: row) { append(table.bytes[text]) }
      return bytes.withUnsafeBufferPointer(body)
    }
    if isRawLine { return body(table.bytes[table.trimmed(table.line(row))]) }
    if !isLine, columns.count == 1 {
      return table.withCell(row, columns[0]) { cell in
        let isWhole = table.shape.keepsCarriageReturns && cell.last == ASCII.carriageReturn
        return body(isWhole ? cell : cell.trimmed)
      }
    }
    bytes.removeAll(keepingCapacity: true)
    if isLine, let values = table.memberValues(inLine: table.line(row)) {
      for value in values {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: value.column)) { bytes.append(contentsOf: $0) }
        append(value.range, table)
      }
      return bytes.withUnsafeBufferPointer(body)
    }
    table.withCells(of: row) { cells in
      for column in columns { append(column < cells.count ? cells[column] : 0..<0, table) }
      // Extra cells belong to the row.
      if isLine, cells.count > table.columns.count {
        for cell in cells[table.columns.count...] { append(table.bytes[table.trimmed(cell)]) }
      }
    }
    return bytes.withUnsafeBufferPointer(body)
  }

  private mutating func append(_ range: Range<Int>, _ table: TextTable) {
    let range = table.trimmed(range)
    if table.isEncoded(range) {
      table.withCell(in: range) { append($0.trimmed) }
    } else {
      append(table.bytes[range])
    }
  }

  private mutating func append(_ cell: UnsafeBufferPointer<UInt8>) {
    var length = UInt32(truncatingIfNeeded: cell.count)
    withUnsafeBytes(of: &length) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: cell)
  }
}
