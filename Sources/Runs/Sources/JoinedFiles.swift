import Files
import ListData
import Rows

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
    TextTable(reading.bytes, shape: TableReader.shape(of: reading.bytes, options: JoinedRows.options))
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
    var joined = JoinedRows(column: "FILE")
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
          joined.add(TextTable(whole.bytes, shape: shape), of: path.bytes)
        }
      } catch let error as SystemError where last?.parts[path] != nil {
        // The file may be back in a moment.
        (reason, isUnreadable) = (error.description, true)
      }
      var columns = joined.lastColumns
      if let reason, let last, let part = last.parts[path] {
        table = table ?? last.table
        if let table { joined.add(part.rows, of: table, names: last.columns, wanted: part.columns) }
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
