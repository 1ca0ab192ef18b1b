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
