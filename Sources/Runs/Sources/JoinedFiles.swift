import Files
import ListData
import Rows

/// The rows of several files as one list, for `--all`: first a column for the file, then all columns of all
/// files.
///
/// ```text
///  a.csv  id,name     b.csv  name,size        FILE   id  name  size
///         1,ann              bob,3            a.csv  1   ann
///                                             b.csv      bob   3
/// ```
struct JoinedFiles: Sendable {
  /// How the joined text is read.
  package static let options = ReaderOptions(format: .csv, header: .line(1))

  /// The columns of all files.
  package private(set) var names: [String] = []
  private var places: [String: Int] = [:]
  fileprivate var rows: [UInt8] = []
  fileprivate let text = RowText(format: .csv, columns: nil)
  /// The number of rows.
  package fileprivate(set) var rowCount = 0
  /// The columns of the file that was added last.
  private(set) var lastColumns: [String] = []

  /// Adds the rows of a file. Columns with the same name become one column.
  ///
  /// - Complexity: O(bytes of the file).
  package mutating func add(_ table: TextTable, of file: FilePathBytes) {
    lastColumns = ColumnNames(of: table).names
    let columns = lastColumns.map { place(of: $0) }
    for row in 0..<table.rowCount {
      var cells = [[UInt8]](repeating: [], count: names.count + 1)
      cells[0] = file.bytes
      for (column, cell) in text.cells(row, of: table).enumerated() {
        // Cells beyond the last column get columns of their own.
        let name = "\(column + 1)"
        if column >= columns.count, !lastColumns.contains(name) { lastColumns.append(name) }
        let place = column < columns.count ? columns[column] : self.place(of: name)
        while cells.count < place + 2 { cells.append([]) }
        cells[place + 1] = cell
      }
      rows += text.line(cells)
      rowCount += 1
    }
  }

  fileprivate mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The joined rows as CSV with a header.
  package var bytes: [UInt8] { CSVText.line((["FILE"] + names).map { Array($0.utf8) }) + rows }
}

/// The rows of one file among those of several.
private struct FilePart {
  var rows: Range<Int>
  /// The columns of the file.
  var columns: [String]
  var time: WallTime
}

/// Several files as they were read last.
private struct JoinedReading {
  var reading = RunBuilder.Reading(bytes: TextBytes([]))
  /// The columns of all files.
  var columns: [String] = []
  var parts: [FilePathBytes: FilePart] = [:]
  var staleFiles: [Run.StaleFile] = []
  /// Whether the last line of a file may still grow.
  var hasOpenLine = false

  /// The joined rows.
  var table: TextTable {
    TextTable(reading.bytes, shape: TableReader.shape(of: reading.bytes, options: JoinedFiles.options))
  }
}

extension JoinedFiles {
  /// Adds rows of an earlier reading: the last ones of a file that is empty or cannot be read now.
  fileprivate mutating func add(_ part: FilePart, of former: JoinedReading, _ table: TextTable) {
    let columns = former.columns.enumerated().filter { part.columns.contains($0.element) }.map { column in
      (column.offset + 1, place(of: column.element) + 1)
    }
    for row in part.rows {
      var cells = [[UInt8]](repeating: [], count: names.count + 1)
      cells[0] = table.exactBytes(row, 0)
      for (column, place) in columns { cells[place] = table.exactBytes(row, column) }
      rows += text.line(cells)
      rowCount += 1
    }
  }
}

extension FileRuns {
  /// Reads several files, and reads them again when one of them changes.
  package func watch(_ paths: [FilePathBytes]) throws {
    let watch = FileWatch(paths)
    var builder = source.builder()
    func statuses() -> [FileStatus?] { paths.map { FileStatus(path: $0) } }
    func run(of joined: JoinedReading) throws -> Run {
      var run = try builder.finish(joined.reading)
      run.staleFiles = joined.staleFiles
      return run
    }
    var read = statuses()
    guard var last = try join(paths) else { return }
    sendInTime([try run(of: last)])
    guard !source.isReadOnce else { return }
    var sinceRead = Stopwatch(source.clock)
    while watch.wait(signal, atMost: source.reading.interval.duration) {
      guard !source.pacer.isPaused, case let now = statuses() else { continue }
      let hasChanged = now != read
      // A last line without a line end is a row once its file no longer grows.
      guard hasChanged || last.hasOpenLine && sinceRead.elapsed >= source.reading.interval.duration
      else { continue }
      guard signal.wait(for: -1, atMost: Self.gathering) != .woken else { return }
      let grown = hasChanged ? zip(now, read).map { ($0?.size ?? 0) > ($1?.size ?? .max) } : []
      read = statuses()
      guard let joined = try join(paths, grown: grown, after: last) else { return }
      let isSame = joined.reading.bytes.isSame(as: last.reading.bytes)
      if !isSame || joined.staleFiles != last.staleFiles { channel.send(try run(of: joined)) }
      last = joined
      sinceRead = Stopwatch(source.clock)
    }
  }

  /// - Parameters:
  ///   - grown: Whether each file has grown since it was read last, so that a last line without a line end is
  ///     not a row yet; empty if none has.
  ///   - last: The last reading, whose rows stay for a file that is empty or cannot be read now.
  /// - Returns: The rows of all files; nil if no one reads the runs any more.
  /// - Throws: The error of a file that cannot be read and has no earlier rows.
  private func join(_ paths: [FilePathBytes], grown: [Bool] = [], after last: JoinedReading? = nil) throws
    -> JoinedReading?
  {
    var joined = JoinedFiles()
    var all = JoinedReading()
    var table: TextTable?
    for (place, path) in paths.enumerated() {
      let start = joined.rowCount
      var time = WallTime.now
      var reason: String?
      var isUnreadable = false
      do {
        var reading = try FileReading(try FileReading.open(path), name: path.text, clock: source.clock)
        let end = try reading.read(signal) { _ in 0 }
        guard end != .stopped else { return nil }
        var whole = reading.reading(end)
        whole.bytes = RunSplitter.whole(whole.bytes)
        if whole.isCut { all.reading.isCut = true }
        if let end = whole.end, !end.isSuccess {
          all.reading.end = end
          all.reading.diagnostics = Array("\(path.text): ".utf8) + whole.diagnostics
        } else if place < grown.count, grown[place], whole.bytes.wholeLines.count < whole.bytes.count {
          whole.bytes = whole.bytes.wholeLines
          all.hasOpenLine = true
        }
        if whole.bytes.isBlank {
          reason = "\(path.text): empty"
        } else {
          let shape = TableReader.shape(of: whole.bytes, options: source.reading.reader)
          joined.add(TextTable(whole.bytes, shape: shape), of: path)
        }
      } catch let error as SystemError where last?.parts[path] != nil {
        // The file may be back in a moment.
        (reason, isUnreadable) = (error.description, true)
      }
      var columns = joined.lastColumns
      if let reason, let last, let part = last.parts[path] {
        table = table ?? last.table
        if let table { joined.add(part, of: last, table) }
        if !part.rows.isEmpty || isUnreadable {
          all.staleFiles.append(Run.StaleFile(reason: reason, time: part.rows.isEmpty ? nil : part.time))
        }
        (columns, time) = (part.columns, part.time)
      }
      all.parts[path] = FilePart(rows: start..<joined.rowCount, columns: columns, time: time)
    }
    all.columns = joined.names
    all.reading.bytes = TextBytes(joined.bytes)
    return all
  }
}
