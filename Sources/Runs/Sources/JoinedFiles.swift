import Files
import ListData
import Rows

/// A file among several.
private struct JoinedFile {
  let path: FilePathBytes
  /// Its rows, which stay while it is empty or cannot be read.
  var part: ListPart
  /// Its status when it was read last; nil if it was not there.
  var status: FileStatus?
  var isCut = false
  /// The output of the program that could not decompress it; nil if that did not fail.
  var failure: (end: CommandEnd, diagnostics: [UInt8])?
  /// Whether the last line may still grow.
  var hasOpenLine = false

  init(_ path: FilePathBytes) { (self.path, part) = (path, ListPart(name: path.bytes)) }

  var hasChanged: Bool { FileStatus(path: path) != status }
}

extension FileRuns {
  /// Reads several files, and each of them again when it changes.
  package func watch(_ paths: [FilePathBytes]) throws {
    let watch = FileWatch(paths)
    var reader = source.reader()
    var files = paths.map { JoinedFile($0) }
    for index in files.indices { guard try read(&files[index]) else { return } }
    func run(of bytes: TextBytes) throws -> Run {
      var reading = RunReader.Reading(bytes: bytes, isCut: files.contains(where: \.isCut))
      if let failure = files.last(where: { $0.failure != nil })?.failure {
        (reading.end, reading.diagnostics) = failure
      }
      var run = try reader.finish(reading, at: .now)
      run.staleFiles = files.compactMap(\.part.stale)
      return run
    }
    func joined() -> TextBytes { TextBytes(JoinedRows(column: "FILE", files.map(\.part)).bytes) }
    var (last, stale) = (joined(), files.map(\.part.stale))
    sendInTime([try run(of: last)])
    guard !source.isReadOnce else { return }
    var sinceRead = Stopwatch(source.clock)
    while watch.wait(signal, atMost: source.reading.interval.duration) {
      guard !source.stream.isPaused else { continue }
      // A last line without a line end is a row once its file no longer grows.
      let isDue = sinceRead.elapsed >= source.reading.interval.duration
      func needsReading(_ file: JoinedFile) -> Bool { file.hasChanged || isDue && file.hasOpenLine }
      guard files.contains(where: needsReading) else { continue }
      guard signal.wait(for: -1, atMost: Self.gathering) != .woken else { return }
      for index in files.indices where needsReading(files[index]) {
        guard try read(&files[index]) else { return }
      }
      let (rows, notes) = (joined(), files.map(\.part.stale))
      if !rows.isSame(as: last) || notes != stale { stream.send(try run(of: rows)) }
      (last, stale) = (rows, notes)
      sinceRead = Stopwatch(source.clock)
    }
  }

  /// Reads a file. Its earlier rows stay if it is empty or cannot be read.
  ///
  /// - Returns: Whether to go on: false if no one reads the runs any more.
  /// - Throws: The error of a file that cannot be read and never was.
  private func read(_ file: inout JoinedFile) throws -> Bool {
    let status = FileStatus(path: file.path)
    let hasGrown = (status?.size ?? 0) > file.status?.size ?? .max
    (file.status, file.isCut, file.failure, file.hasOpenLine) = (status, false, nil, false)
    do {
      var reading = try FileReading(
        try FileReading.open(file.path), name: file.path.text, clock: source.clock)
      let end = try reading.read(signal) { _ in 0 }
      guard end != .stopped else { return false }
      var whole = reading.reading(end)
      whole.bytes = RunSplitter.whole(whole.bytes)
      file.isCut = whole.isCut
      if let end = whole.end, !end.isSuccess {
        file.failure = (end, Array("\(file.path.text): ".utf8) + whole.diagnostics)
      } else if hasGrown, whole.bytes.wholeLines.count < whole.bytes.count {
        whole.bytes = whole.bytes.wholeLines
        file.hasOpenLine = true
      }
      if whole.bytes.isBlank {
        file.part.reason = file.part.hasRows ? "\(file.path.text): empty" : nil
        file.part.time = file.part.time ?? .now
      } else {
        // What is kept is a copy, because a reading reserves much more address space than it uses.
        file.part.table = RunReader.table(
          TextBytes(Array(whole.bytes[0..<whole.bytes.count])), source.reading.readerOfParts)
        (file.part.time, file.part.reason) = (.now, nil)
      }
    } catch let error as SystemError where file.part.time != nil {
      // The file may be back in a moment.
      file.part.reason = error.description
    }
    return true
  }
}
