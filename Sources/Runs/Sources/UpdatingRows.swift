import ListData
import Rows

/// The rows of a stream in which a repeated key updates its row.
///
/// ```text
///  arrived            shown
///  web-1  Pending     web-1  Running
///  web-2  Pending     web-2  Pending
///  web-1  Running
/// ```
///
/// A row is removed if its EVENT or TYPE is DELETED, as in `kubectl get --watch --output-watch-events`, or if
/// it matches the query of `--gone`.
///
/// Only the newest line of each key is kept. Once the shape of the lines is certain, the stream is read piece by
/// piece, and what was read is forgotten.
struct UpdatingRows: RunPipeline {
  private var reader: RunReader
  /// The shape of the lines once it is certain: the stream is then read without the bytes that were taken.
  private var settled: TableShape?
  /// The number of bytes at the start of the stream that are no longer needed.
  private var taken = 0
  /// The shape with which the rows were read; when it turns out to be wrong, all rows are read again.
  private var shape: TableShape?
  private var readRows = 0
  /// The bytes above the rows.
  private var head: [UInt8] = []
  /// The newest line of each key, in the order in which the keys arrived; nil for a removed row.
  private var lines: [[UInt8]?] = []
  private var indexes: [[UInt8]: Int] = [:]
  private var goneCount = 0
  /// The memory that the rows take, in bytes.
  private(set) var size = 0
  /// Whether a row was dropped because there was no memory for it.
  private var isCut = false
  private let bound: Int
  /// Lines that were replaced since the last run, or that removed their row.
  private var replaced: [[UInt8]] = []
  private let keepsReplaced: Bool
  /// The query for rows to remove; nil if there is none.
  private let gone: String?

  /// The number of removed rows above which they are dropped from ``lines``, if they are also the majority.
  private static let mostGone = 1024

  /// The memory of a row besides its bytes: in the lines and their keys, in a run, and on the screen.
  private static let sizeOfRow = 400

  /// - Parameters:
  ///   - keepsReplaced: Whether runs report the lines that were replaced.
  ///   - bound: The memory for the rows, in bytes. Where it is used up, rows with new keys are dropped.
  init(
    reader: RunReader, gone: String? = nil, keepsReplaced: Bool = true, bound: Int = ProcessMemory.limit / 8
  ) {
    self.reader = reader
    self.gone = gone
    self.keepsReplaced = keepsReplaced
    self.bound = bound
  }

  /// The lines of a stream of updates take more memory than their rows. The number grows with the rows, because
  /// each run copies all of them.
  var mostBytes: Int? { max(min(1 << 20, ProcessMemory.limit >> 9), size / 16) }

  mutating func grow(to bytes: TextBytes, at time: WallTime) throws -> [Run] {
    try takeNew(in: bytes, time) ? [reader.run(of: try table(), at: time, facts())] : []
  }

  /// Takes the rows that have arrived. Returns whether there were any.
  private mutating func takeNew(in bytes: TextBytes, _ time: WallTime) throws -> Bool {
    if let settled { return try takePiece(bytes, settled, isComplete: false, time) }
    let arrived = try reader.grow(to: bytes, progress: Run.Progress(bytes: bytes.count), at: time)
    guard arrived.table.rowCount > 0 else { return false }
    do {
      guard try take(arrived.table, time) else { return false }
    } catch let error as ColumnReference.Refusal {
      // A single line may turn out to be the header.
      if arrived.table.rowCount > 1 || arrived.table.columns.contains(where: { $0.name != nil }) {
        throw error
      }
      return false
    }
    if bytes.count > Run.sample, arrived.table.shape.count == 1,
      arrived.table.shape.convertedEncoding == nil, arrived.table.shape.brackets == nil
    {
      settled = arrived.table.shape
      reader.beginSeries()
      taken = end(of: arrived.table, in: bytes, from: 0)
    }
    return true
  }

  /// Takes the rows of the bytes that follow those that were taken. Returns whether there were any.
  private mutating func takePiece(
    _ bytes: TextBytes, _ shape: TableShape, isComplete: Bool, _ time: WallTime
  ) throws -> Bool {
    let piece = RunReader.piece(TextBytes(head + bytes[0..<bytes.count]), by: shape, isComplete: isComplete)
    readRows = 0
    guard piece.rowCount > 0, try take(piece, time) else { return false }
    taken = end(of: piece, in: bytes, from: head.count)
    return true
  }

  /// Returns the offset in the bytes of the stream where the last row of a table ends.
  ///
  /// - Parameter start: The number of bytes of the table that are not those of the stream.
  private func end(of table: TextTable, in bytes: TextBytes, from start: Int) -> Int {
    var end = table.line(table.rowCount - 1).upperBound
    // The end of its line: a blank line may end the table.
    while end < table.bytes.count, [0x0A, 0x0D].contains(table.bytes[end]) { end += 1 }
    guard table.shape.hasColors else { return end - start }
    // The table has no colours, but as many lines.
    var lines = table.bytes[start..<end].count { $0 == 0x0A } - 1
    guard lines >= 0 else { return 0 }
    return bytes[0..<bytes.count].firstIndex { byte in
      if byte == 0x0A { lines -= 1 }
      return lines < 0
    }.map { $0 + 1 } ?? bytes.count
  }

  /// Forgets the bytes whose rows were taken.
  mutating func forget() -> Int {
    defer { taken = 0 }
    return taken
  }

  mutating func finish(_ reading: RunReader.Reading, at time: WallTime) throws -> [Run] {
    var run: Run
    if let settled {
      _ = try takePiece(reading.bytes, settled, isComplete: true, time)
      run = reader.run(of: try table(), at: time, reading.facts)
    } else {
      run = try reader.finish(reading, at: time)
      _ = try take(run.table, time)
      run.table = try table()
      run.identifiers = reader.identity.identifiers(of: run.table)
      (run.key, run.schema, run.rowsTime) = (reader.identity.key, reader.identity.schema, nil)
    }
    let own = facts()
    run.notes.formUnion(own.notes)
    run.replaced = own.replaced
    return [run]
  }

  /// Takes the new rows of a table. Returns whether there were any.
  private mutating func take(_ table: TextTable, _ time: WallTime) throws -> Bool {
    // When the columns get other names, such as by a late header, the key is found again. Values that repeat
    // by now do not rule out a key.
    let hasOtherNames = shape.map { $0.columns.map(\.name) != table.shape.columns.map(\.name) } ?? false
    try hasOtherNames ? reader.identity.restart(with: table) : reader.identity.start(with: table)
    if shape != table.shape || table.rowCount < readRows { forget(table.shape) }
    guard table.rowCount > readRows else { return false }
    if readRows == 0, settled == nil { head = Array(table.bytes[0..<table.line(0).lowerBound]) }
    let gone = try goneRows(readRows..<table.rowCount, of: table, time)
    var keys = reader.identity.key.flatMap { JoinedKey(ofUpdates: $0, in: table) }
    for row in readRows..<table.rowCount {
      let line = Array(table.bytes[table.line(row)])
      let key = keys?.bytes(of: row, in: table)
      let index = key.flatMap { indexes[$0] }
      if let former = index.flatMap({ lines[$0] }) {
        size -= former.count
        if keepsReplaced { replaced.append(former) }
      }
      if gone.contains(row) {
        if keepsReplaced { replaced.append(line) }
        if let index { lines[index] = nil }
        if let key, index != nil {
          indexes[key] = nil
          goneCount += 1
          size -= Self.sizeOfRow
        }
      } else if let index {
        lines[index] = line
        size += line.count
      } else if size >= bound {
        isCut = true
        if keepsReplaced { replaced.append(line) }
      } else {
        if let key { indexes[key] = lines.count }
        lines.append(line)
        size += line.count + Self.sizeOfRow
      }
    }
    if goneCount > max(Self.mostGone, lines.count / 2) { forgetGone() }
    readRows = table.rowCount
    return true
  }

  private mutating func forget(_ shape: TableShape) {
    self.shape = shape
    (readRows, lines, indexes, goneCount, size) = (0, [], [:], 0, 0)
  }

  private mutating func forgetGone() {
    var count = 0
    let moved = lines.map { line in
      defer { if line != nil { count += 1 } }
      return count
    }
    indexes = indexes.mapValues { moved[$0] }
    lines = lines.filter { $0 != nil }
    goneCount = 0
  }

  /// The names of columns that report events, and the word for a deletion.
  private static let eventColumns: Set = ["EVENT", "TYPE"]
  private static let deleted = Array("DELETED".utf8)

  /// Returns the rows that report their removal.
  private func goneRows(
    _ rows: Range<Int>, of table: TextTable, _ time: WallTime
  ) throws(Refusal) -> Set<Int> {
    let columns = table.columns.indices.filter { column in
      table.columns[column].name.map { Self.eventColumns.contains($0.uppercased()) } ?? false
    }
    var gone = Set(
      rows.filter { row in
        columns.contains { table.withCell(row, $0) { $0.trimmed.elementsEqual(Self.deleted) } }
      })
    if let query = self.gone {
      let query = RowQuery(query, for: table, now: time.localSeconds)
      if let problem = query.problem { throw problem }
      if query.missing == nil { gone.formUnion(query.rows(among: rows)) }
    }
    return gone
  }

  /// Returns the facts about the rows, and forgets what was replaced.
  private mutating func facts() -> Run.Facts {
    defer { replaced = [] }
    return Run.Facts(notes: isCut ? [.cut] : [], replaced: replaced)
  }

  private func table() throws -> TextTable {
    // The rows may take much memory, so they are copied once.
    let store = try ByteStore(capacity: head.count + lines.reduce(1) { $0 + ($1?.count ?? 0) + 2 })
    try store.append(head)
    var separator: [UInt8] = []
    for line in lines {
      guard let line else { continue }
      try store.append(separator + line + [0x0A])
      separator = (shape?.brackets?.separator).map { [$0] } ?? []
    }
    if let brackets = shape?.brackets { try store.append([brackets.close]) }
    return shape.map { RunReader.table(store.text, by: $0) } ?? RunReader.table(store.text)
  }
}
