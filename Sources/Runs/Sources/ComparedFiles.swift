import Files
import ListData
import Rows

extension ComparedTables {
  /// Reads two files; `-` is standard input.
  ///
  /// - Throws: an error if a file cannot be read, or if a column of the key does not exist.
  package init(from old: FilePathBytes, to new: FilePathBytes, _ options: ReadingOptions) throws {
    try self.init(
      from: Self.bytes(old), to: Self.bytes(new), options.reader, key: options.key)
  }

  private static func bytes(_ path: FilePathBytes) throws -> TextBytes {
    let isInput = path.text == "-"
    let descriptor = isInput ? 0 : try FileReading.open(path)
    var reading = try FileReading(descriptor, name: isInput ? "standard input" : path.text)
    let end = try reading.read(WakePipe()) { _ in 0 }
    guard end == .end else { throw ByteStore.Full(capacity: reading.store.capacity) }
    let whole = reading.reading(end)
    if let end = whole.end, !end.isSuccess {
      throw DamagedInput(name: reading.name, diagnostics: whole.diagnostics, end: end)
    }
    return RunSplitter.whole(whole.bytes)
  }
}
