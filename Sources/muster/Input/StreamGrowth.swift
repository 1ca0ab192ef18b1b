import ListData

/// Makes runs of a stream while it goes on: longer and longer ones, or, where repeated keys update their rows, one
/// after the other.
enum StreamGrowth: Sendable {
  /// Rows are only added.
  case following(RunBuilder)
  case updating(UpdatingRows)

  /// What more has arrived.
  ///
  /// - Returns: nil where it brought no row.
  mutating func grow(to bytes: TextBytes, total: Int?) throws -> Run? {
    switch self {
    case .following(var builder):
      let run = try builder.grow(to: bytes, progress: Run.Progress(bytes: bytes.count, total: total))
      self = .following(builder)
      return run
    case .updating(var rows):
      let run = try rows.grow(to: bytes)
      self = .updating(rows)
      return run
    }
  }

  /// The end.
  mutating func finish(_ reading: RunBuilder.Reading) throws -> Run {
    switch self {
    case .following(var builder):
      let run = try builder.finish(reading)
      self = .following(builder)
      return run
    case .updating(var rows):
      let run = try rows.finish(reading)
      self = .updating(rows)
      return run
    }
  }
}

extension Source {
  /// How what arrives becomes runs.
  func growth() -> StreamGrowth {
    reading.update ? .updating(UpdatingRows(builder: builder(), identity: identity)) : .following(builder())
  }
}

/// The rows of a stream in which a repeated key updates its row.
///
/// ```text
///  arrived            shown
///  web-1  Pending     web-1  Running
///  web-2  Pending     web-2  Pending
///  web-1  Running
/// ```
struct UpdatingRows: Sendable {
  private var builder: RunBuilder
  private let identity: RowIdentity
  private var number = 0
  /// How the rows were read; where that is found to be wrong, all are read again.
  private var shape: TableShape?
  private var readRows = 0
  /// What stands above the rows.
  private var head: [UInt8] = []
  /// The newest line of each key, in the order in which the keys came.
  private var lines: [[UInt8]] = []
  private var places: [[UInt8]: Int] = [:]
  /// Lines that were others again since the last run.
  private var replaced: [[UInt8]] = []

  init(builder: RunBuilder, identity: RowIdentity) {
    self.builder = builder
    self.identity = identity
  }

  mutating func grow(to bytes: TextBytes) throws -> Run? {
    let arrived = try builder.grow(to: bytes, progress: Run.Progress(bytes: bytes.count, total: nil))
    guard arrived.table.rowCount > 0 else { return nil }
    do throws(ColumnReference.Refusal) {
      guard try take(arrived.table) else { return nil }
    } catch {
      // A line alone may be the names of columns.
      if arrived.table.rowCount > 1 || arrived.table.columns.contains(where: { $0.name != nil }) {
        throw error
      }
      return nil
    }
    return run()
  }

  mutating func finish(_ reading: RunBuilder.Reading) throws -> Run {
    let last = try builder.finish(reading)
    _ = try take(last.table)
    var run = run()
    (run.problem, run.notes, run.end) = (last.problem, last.notes, last.end)
    run.diagnostics = last.diagnostics
    return run
  }

  /// Takes in rows that are new.
  ///
  /// - Returns: whether there were any.
  private mutating func take(_ table: TextTable) throws(ColumnReference.Refusal) -> Bool {
    // Names that turn up are those of the key too; what repeats by now tells nothing against a key.
    let hasOtherNames = shape.map { $0.columns.map(\.name) != table.columns.map(\.name) } ?? false
    try hasOtherNames ? identity.restart(with: table) : identity.start(with: table)
    if shape != table.shape || table.rowCount < readRows { forget(table.shape) }
    guard table.rowCount > readRows else { return false }
    if readRows == 0 { head = Array(table.bytes[0..<table.line(0).lowerBound]) }
    for row in readRows..<table.rowCount {
      let line = Array(table.bytes[table.line(row)])
      let key = key(of: row, in: table, line: line)
      if let place = key.flatMap({ places[$0] }) {
        replaced.append(lines[place])
        lines[place] = line
      } else {
        if let key { places[key] = lines.count }
        lines.append(line)
      }
    }
    readRows = table.rowCount
    return true
  }

  private mutating func forget(_ shape: TableShape) {
    self.shape = shape
    (readRows, lines, places) = (0, [], [:])
  }

  /// What identifies a row; nil where only its place does.
  private func key(of row: Int, in table: TextTable, line: [UInt8]) -> [UInt8]? {
    switch identity.key {
    case .columns(let columns)?:
      var key: [UInt8] = []
      for column in columns {
        // No UTF-8 has this byte.
        table.withCell(row, column) { key += Array($0) + [0xFF] }
      }
      return key
    case .line?, .path?: return line
    case .place?, nil: return nil
    }
  }

  private mutating func run() -> Run {
    number += 1
    let bytes = TextBytes(lines.reduce(into: head) { $0 += $1 + [0x0A] })
    let table = TextTable(bytes, shape: shape?.ofConvertedText ?? TableReader.shape(of: bytes))
    defer { replaced = [] }
    var run = Run(
      number: number, time: .now, table: table, identifiers: identity.identifiers(of: table),
      key: identity.key,
      schema: identity.schema)
    run.replaced = replaced
    return run
  }
}
