/// The lines of a sample in which a table is searched: all, or those without a title above them and a remark below.
///
/// What stands beside a table must not change how it is read, so the formats propose shapes for the lines without it,
/// too. The bits decide, in which the lines outside cost what they are worth as text.
///
/// ```text
/// Report of the last week         the first line or paragraph
/// NAME   SIZE
/// a       102
///
/// Legend: (a) added               the last line or paragraph
/// ```
struct Frame {
  private let whole: Sample
  /// The lines inside.
  let sample: Sample
  /// The numbers of its lines.
  private let lines: Range<Int>

  /// The maximum number of lines of a paragraph that may be outside a table.
  private static let mostLines = 8
  /// The maximum number of lines of text in a row that may be above a table without a blank line.
  private static let mostTexts = 32
  /// The maximum number of bytes of a text in which tables are searched so.
  private static let mostBytes = 64 << 10

  private init(_ whole: Sample, _ lines: Range<Int>) {
    self.whole = whole
    self.lines = lines
    sample = Sample(whole, lines: lines)
  }

  /// Returns the frames of a sample, without all of its lines.
  static func frames(of sample: Sample) -> [Frame] {
    let (lines, bytes) = (sample.lines, sample.bytes)
    guard lines.count > 2, bytes.count - sample.start < mostBytes,
      let first = lines.firstIndex(where: { !bytes.isBlank($0) }),
      let last = lines.lastIndex(where: { !bytes.isBlank($0) }), last > first + 1
    else { return [] }
    func isText(_ line: Range<Int>) -> Bool {
      bytes.hasText(line) && bytes.words(line).count > 1
        && (bytes[line.lowerBound] == UInt8(ascii: "#")
          || bytes.hasSingleBlanks(line) && bytes.first(ASCII.tab, in: line) == nil)
    }
    var starts = [first]
    var ends = [last + 1]
    func isFlushText(_ line: Range<Int>) -> Bool { !bytes[line.lowerBound].isBlank && isText(line) }
    if isFlushText(lines[first]) {
      starts.append(first + 1)
      let texts = lines[first...last].prefix { !bytes.isBlank($0) && isText($0) }.count
      if texts > 1, texts <= mostTexts { starts.append(first + texts) }
    }
    // A title of one word.
    if !bytes[lines[first].lowerBound].isBlank, !bytes.isRule(lines[first]),
      bytes.words(lines[first]).count == 1, !bytes.hasSingleBlanks(lines[first + 1])
    {
      starts.append(first + 1)
    }
    if isFlushText(lines[last]) {
      ends.append(last)
      let texts = lines[first...last].reversed().prefix { !bytes.isBlank($0) && isText($0) }.count
      if texts > 1, texts <= mostLines { ends.append(last + 1 - texts) }
    }
    if let blank = lines[first...last].firstIndex(where: { bytes.isBlank($0) }), blank - first <= mostLines,
      lines[first..<blank].allSatisfy(isText)
    {
      starts.append(blank + 1)
    }
    if let blank = lines[first...last].lastIndex(where: { bytes.isBlank($0) }), last - blank <= mostLines,
      lines[(blank + 1)...last].allSatisfy(isText)
    {
      ends.append(blank)
    }
    // A legend, all of it deeper than the other lines.
    let depths = lines[first...last].map(bytes.indentation)
    let legend = depths.reversed().prefix { $0 == depths[depths.count - 1] }.count
    if legend <= mostLines, legend + 2 < depths.count,
      depths.dropLast(legend).allSatisfy({ $0 < depths[depths.count - 1] })
    {
      ends.append(last + 1 - legend)
    }
    // Each costs as much time as the whole.
    if bytes.count - sample.start > mostBytes / 16 {
      starts = [first, starts.max() ?? first]
      ends = [last + 1, ends.min() ?? last + 1]
    }
    return Set(starts).sorted().flatMap { start in
      Set(ends).sorted().compactMap { end in
        end > start + 1 && (start > first || end <= last) ? Frame(sample, start..<end) : nil
      }
    }
  }

  /// Returns a shape of the lines inside for the whole sample; nil if a line outside may be a row.
  func shape(_ found: TableShape) -> TableShape? {
    var shape = found
    let (bytes, all) = (whole.bytes, whole.lines)
    let below = all[lines.upperBound...].filter { !bytes.isBlank($0) }
    let table = sample.table(shape)
    // What is left has to be regular.
    if shape.delimiter != nil,
      (0..<table.rowCount).contains(where: { table.cells(of: $0).count != table.columns.count })
    {
      return nil
    }
    guard table.rowCount > 0,
      !(all[..<lines.lowerBound].filter { !bytes.isBlank($0) } + below).contains(where: table.mayHaveRow)
    else { return nil }
    shape.remarks = below.map { Array(bytes[$0]) }
    return shape
  }
}

extension TextTable {
  /// Whether a line that is not in the table looks like a row of it: it has as many cells, or half of them, and
  /// values where all rows have some.
  func mayHaveRow(_ line: Range<Int>) -> Bool {
    if let isRow = shape.cut.mayBeRow(line, of: self) { return isRow }
    let cells = self.cells(inLine: line).map(bytes.trimmed)
    guard cells.count == columns.count || shape.delimiter == nil,
      cells.count(where: { !$0.isEmpty }) * 2 >= columns.count
    else { return false }
    let rows = (0..<min(rowCount, 20)).map { self.cells(of: $0).map(bytes.trimmed) }
    return !cells.indices.contains { column in
      !cells[column].isEmpty && !bytes.isValue(cells[column])
        && rows.allSatisfy { column < $0.count && bytes.isValue($0[column]) }
    }
  }

  /// Whether a line has words of the same kinds as a row, or begins with a value as all rows do.
  func hasWordsOfRow(_ line: Range<Int>) -> Bool {
    func kinds(_ line: Range<Int>) -> [Bool] {
      bytes.words(line).map { bytes.isLiteral($0) || bytes.isHash($0) }
    }
    let rows = (0..<min(rowCount, 20)).map { kinds(self.line($0)) }
    let found = kinds(line)
    return found.first == true && rows.allSatisfy { $0.first == true }
      || found.contains(true) && rows.contains(found)
  }
}
