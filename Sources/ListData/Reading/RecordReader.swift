/// Finds blocks of `name: value` that are alike, a block a row: `/proc/cpuinfo`, `dpkg --status`, `git log`'s trailers.
///
/// ```text
/// Package: zsh
/// Version: 5.9
///
/// Package: zutty
/// Version: 0.14
/// ```
struct RecordReader {
  private let sample: Sample
  private let bytes: TextBytes

  init(_ sample: Sample) {
    self.sample = sample
    bytes = sample.bytes
  }

  /// The shape of blocks; nil if there are not at least two that begin with the same name, or if more than one line in
  /// ten is neither a name with its value nor indented below one.
  func shape() -> TableShape? {
    var names: [String] = []
    var firsts: [String] = []
    var odd = 0
    var count = 0
    var isFirst = true
    for line in sample.lines {
      if bytes.isBlank(line) {
        isFirst = true
        continue
      }
      count += 1
      if let (name, _) = RecordCut.split(line, of: bytes) {
        let name = bytes.string(name)
        if isFirst { firsts.append(name) }
        if !names.contains(name) { names.append(name) }
        guard names.count <= 256 else { return nil }
      } else if isFirst || !bytes[line.lowerBound].isBlank {
        odd += 1
        if isFirst { firsts.append("") }
      }
      isFirst = false
    }
    guard firsts.count > 1, firsts[0] != "", names.count > 1, odd * 10 <= count, count > firsts.count,
      let first = firsts.first,
      firsts.count(where: { $0 == first }) * 10 >= firsts.count * 9
    else { return nil }
    return TableShape(
      .records, columns: names.map { Column(name: $0) }, body: sample.start,
      cut: .records(RecordCut(names: names)))
  }
}

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
