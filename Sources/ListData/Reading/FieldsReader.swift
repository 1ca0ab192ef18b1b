/// Finds tables whose names are in a comment: the extended log format of the W3C, and logs of Zeek.
///
/// ```text
/// #Version: 1.0                        #fields  ts        uid    proto
/// #Fields: time c-ip cs-method         #types   time      string enum
/// 16:44:49 192.0.2.1 GET               1700000  CHhAvVGS  tcp
/// ```
///
/// Tabs separate the cells if they separate the names, and blanks otherwise. Lines that begin with `#` are no
/// rows, wherever they are.
struct FieldsReader: RowFormat {
  private let sample: Sample

  init(_ sample: Sample, _ options: ReaderOptions) { self.sample = sample }

  func candidates() -> [Candidate] {
    let bytes = sample.bytes
    func isFields(_ line: Range<Int>) -> Bool {
      bytes.has("#Fields:", at: line.lowerBound) || bytes.has("#fields", at: line.lowerBound)
    }
    // Only comments are above the names.
    let head = sample.lines.prefix { bytes.isBlank($0) || bytes[$0.lowerBound] == UInt8(ascii: "#") }
    guard let number = head.firstIndex(where: isFields) else { return [] }
    let line = sample.lines[number]
    let isTabbed = bytes.first(ASCII.tab, in: line) != nil
    let names =
      isTabbed
      ? bytes[line].split(separator: ASCII.tab).map { String(decoding: $0, as: UTF8.self) }
      : bytes.words(line).map(bytes.string)
    guard names.count > 2 else { return [] }
    var delimiter = Delimiter(byte: ASCII.tab, hasQuotes: false)
    delimiter.hasComments = true
    var words = AlignedCut(places: names.dropFirst().indices.map { AlignedCut.Place(start: $0) })
    words.isByWords = true
    words.hasComments = true
    let shape = TableShape(
      isTabbed ? .tsv : .aligned, columns: names.dropFirst().map { Column(name: $0) },
      headerLine: sample.firstNumber + number + 1, body: sample.end(of: number),
      cut: isTabbed ? delimiter as any RowGrammar : words)
    return [Candidate(shape, .brackets)]
  }
}
