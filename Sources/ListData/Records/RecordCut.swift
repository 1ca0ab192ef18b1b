/// How blocks of `name: value` are cut: a block is a row, its names are the columns.
struct RecordCut: Sendable, Equatable {
  /// The names, in order of their first appearance.
  var names: [String]

  /// Cuts a block: the value of each name, then lines without a name that is known.
  ///
  /// A line without a name of its own, as those of a long description, belongs to the value before it.
  func cut(_ block: Range<Int>, of bytes: TextBytes, into cells: inout [Range<Int>]) {
    let empty = block.upperBound..<block.upperBound
    cells.append(contentsOf: repeatElement(empty, count: names.count))
    var current: Int?
    var start = block.lowerBound
    while start < block.upperBound {
      let end = bytes.first(ASCII.newline, in: start..<block.upperBound) ?? block.upperBound
      if let (name, value) = Self.split(start..<end, of: bytes) {
        if let found = names.firstIndex(of: bytes.string(name)), cells[found].isEmpty {
          cells[found] = bytes.trimmed(value)
          if cells[found].isEmpty { cells[found] = value.upperBound..<value.upperBound }
          current = found
        } else {
          cells.append(bytes.trimmed(start..<end))
          current = nil
        }
      } else if let found = current {
        let value = cells[found]
        cells[found] = (value.isEmpty ? start : value.lowerBound)..<bytes.trimmed(start..<end).upperBound
      } else if !bytes.isBlank(start..<end) {
        cells.append(bytes.trimmed(start..<end))
      }
      start = end + 1
    }
  }

  /// The name and the value of a line such as `Package: zsh` or `cpu MHz<tab>: 2400`; nil if it has none.
  static func split(_ line: Range<Int>, of bytes: TextBytes) -> (name: Range<Int>, value: Range<Int>)? {
    guard let first = line.first, !bytes[first].isSpace,
      let colon = bytes.first(
        UInt8(ascii: ":"), in: line.lowerBound..<min(line.upperBound, line.lowerBound + 64)),
      colon + 1 == line.upperBound || bytes[colon + 1].isSpace
    else { return nil }
    let name = bytes.trimmed(line.lowerBound..<colon)
    guard !name.isEmpty, bytes[name.lowerBound].isLetter else { return nil }
    return (name, (colon + 1)..<line.upperBound)
  }
}

extension RowScanner {
  /// Takes blocks of lines between blank lines as rows.
  mutating func scanRecords(
    _ bytes: TextBytes, _ cut: RecordCut, isComplete: Bool, into index: inout RowIndex
  ) {
    // `position` is the block's begin, `rowsEnd` the end of what was taken; `isAfterBlank` means no block is open.
    while searched < bytes.count {
      guard let (end, next) = bytes.lineEnd(from: searched, isComplete: isComplete) else { return }
      if bytes.isBlank(searched..<end) {
        take(bytes, until: searched, into: &index)
        position = next
      }
      searched = next
    }
    if isComplete {
      take(bytes, until: bytes.count, into: &index)
      position = bytes.count
    }
  }

  private mutating func take(_ bytes: TextBytes, until end: Int, into index: inout RowIndex) {
    let block = bytes.trimmed(position..<end)
    guard !block.isEmpty else { return }
    index.append(block.lowerBound)
    rowsEnd = block.upperBound
  }
}
