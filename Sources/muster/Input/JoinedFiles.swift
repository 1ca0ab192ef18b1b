import Files
import ListData

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
  static let options = ReaderOptions(format: .csv, header: .line(1))

  private var names: [String] = []
  private var places: [String: Int] = [:]
  private var rows: [UInt8] = []
  private let text = RowText(format: .csv, columns: nil)

  /// Adds the rows of a file. Columns with the same name become one column.
  ///
  /// - Complexity: O(bytes of the file).
  mutating func add(_ table: TextTable, of file: FilePathBytes) {
    let columns = ColumnNames(table.columns.map(\.name)).names.map { place(of: $0) }
    for row in 0..<table.rowCount {
      var cells = [[UInt8]](repeating: [], count: names.count + 1)
      cells[0] = file.bytes
      for (column, cell) in text.cells(row, of: table).enumerated() {
        // Cells beyond the last column get columns of their own.
        let place = column < columns.count ? columns[column] : self.place(of: "\(column + 1)")
        while cells.count < place + 2 { cells.append([]) }
        cells[place + 1] = cell
      }
      rows += text.line(cells)
    }
  }

  private mutating func place(of name: String) -> Int {
    if let place = places[name] { return place }
    places[name] = names.count
    names.append(name)
    return names.count - 1
  }

  /// The joined rows as CSV with a header.
  var bytes: [UInt8] { CSVText.line((["FILE"] + names).map { Array($0.utf8) }) + rows }
}

extension FileRuns {
  /// Reads several files, and reads them again when one of them changes.
  func watch(_ paths: [FilePathBytes]) throws {
    let watch = FileWatch(paths)
    var builder = source.builder()
    func statuses() -> [FileStatus?] { paths.map { FileStatus(path: $0) } }
    var read = statuses()
    guard let first = try join(paths) else { return }
    sendInTime([try builder.finish(first)])
    guard !source.isReadOnce else { return }
    var problem: SystemError?
    while watch.wait(signal, atMost: source.reading.interval.duration) {
      guard !source.pacer.isPaused, case let now = statuses(), problem != nil || now != read else { continue }
      guard signal.wait(for: -1, atMost: Self.gathering) != .stop else { return }
      do {
        read = statuses()
        guard let reading = try join(paths) else { return }
        problem = nil
        channel.send(try builder.finish(reading))
      } catch let error as SystemError {
        // The file may be back in a moment.
        if problem != error { channel.send(builder.repeatGood(.unreadable(error))) }
        problem = error
      }
    }
  }

  /// - Returns: The rows of all files; nil if no one reads the runs any more.
  private func join(_ paths: [FilePathBytes]) throws -> RunBuilder.Reading? {
    var joined = JoinedFiles()
    var all = RunBuilder.Reading(bytes: TextBytes([]))
    for path in paths {
      var reading = try FileReading(try FileReading.open(path), name: path.text, clock: source.clock)
      let end = try reading.read(signal) { _ in 0 }
      guard end != .stopped else { return nil }
      var whole = reading.reading(end)
      whole.bytes = RunSplitter.whole(whole.bytes)
      if whole.isCut { all.isCut = true }
      if let end = whole.end, !end.isSuccess {
        all.end = end
        all.diagnostics = Array("\(path.text): ".utf8) + whole.diagnostics
      }
      let shape = TableReader.shape(of: whole.bytes, options: source.reading.reader)
      joined.add(TextTable(whole.bytes, shape: shape), of: path)
    }
    all.bytes = TextBytes(joined.bytes)
    return all
  }
}
