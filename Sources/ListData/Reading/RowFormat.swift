/// A format of rows: it proposes shapes for a text.
///
/// ```text
/// text ─▶ Sample ─▶ each RowFormat ─▶ Candidates ─▶ the one whose table needs the fewest bits ─▶ TableShape
/// ```
///
/// The candidates of a format are the same whether other formats exist or not: a new format is a conformer
/// and an entry in ``TableReader/formats``.
protocol RowFormat: Sendable {
  init(_ sample: Sample, _ options: ReaderOptions)

  /// Returns the shapes by which the sample may be read; empty if it has no rows of this format.
  func candidates() -> [Candidate]
}

/// A shape that a format proposes for a text, with what speaks for it.
struct Candidate {
  let shape: TableShape
  /// What separates the cells.
  let separation: Separation

  /// What separates the cells of a row. The more rarely other text contains it by chance, the more bits a table
  /// may need.
  enum Separation: Int {
    /// Brackets and strings of JSON, or a comment with the names: such a text is nothing else.
    case brackets
    /// Rules and vertical lines: a bar is a cheap word, too, in a table of aligned columns.
    case rules
    /// Tabs: the cells of `blastn -outfmt 6` contain bars as well.
    case tabs
    /// A name in front of each value, in records that recur.
    case names
    /// A time at the beginning of each line.
    case time
    /// A delimiter between cells.
    case delimiter
    /// Names above columns, or a name before a value.
    case header
    /// A gap at the same place in all lines, or the same number of words: eleven words of sentences in quotes
    /// are no columns.
    case gaps
    /// A separator with any number of blanks: the names of `/proc/meminfo` end with a colon.
    case padded

    /// The factor by which the bits of a table are multiplied.
    var factor: Double { DescriptionLength.Costs.current.separations[rawValue] }
  }

  init(_ shape: TableShape, _ separation: Separation) {
    self.shape = shape
    self.separation = separation
  }

  /// Returns the bits of a sample with this shape, by which candidates are compared.
  func bits(of sample: Sample) -> Double {
    DescriptionLength(of: sample.table(shape), in: sample).bits * separation.factor
  }
}

/// The number of bits that a text needs if it is written as a table: the names, each cell after those above
/// it, and the other lines as plain text.
///
/// Columns of one kind and cells that recur are cheap, and what separates cells costs nothing. A number cut in
/// two, a title among values and a line outside the rows cost what they are worth. That measure compares
/// tables of any format; Datamaran and CleverCSV choose structures in this way.
struct DescriptionLength {
  /// The bits of the text.
  private(set) var bits = 0.0

  /// The maximum numbers of rows and of cells that are counted, and of bytes of a cell.
  private static let mostRows = 200
  private static let mostCells = 20_000
  private static let mostBytes = 256
  /// The maximum number of different texts of a column that are remembered.
  private static let mostTexts = 500

  /// The constants of the measure, in bits.
  ///
  /// They are those that read the most outputs correctly; `Scripts/fit-reading.sh` checks that.
  struct Costs: Sendable {
    /// A column and where it is.
    var column = 2.0
    /// A line that is no row, besides its text.
    var otherLine = 30.0
    /// A line of text above or below all rows, or a comment, besides its text.
    var edgeLine = 6.0
    /// A blank line between rows.
    var blankLine = 16.0
    /// A cell that the header has no column for, besides its text.
    var extraCell = 10.0
    /// A line end inside a quoted cell.
    var lineEnd = 24.0
    /// A row that a quote joined to another.
    var swallowedRow = 60.0
    /// A cell and its length.
    var cell = 3.0
    /// A word and its length.
    var word = 2.0
    /// Several blanks before a word of a cell.
    var gap = 5.0
    /// A change between letters, digits and other characters inside a word.
    var change = 2.0
    var digit = 3.3
    var letter = 4.2
    var sign = 5.0
    /// The factors in the order of ``Candidate/Separation``.
    var separations = [0.01, 0.75, 0.7, 0.69, 0.8, 0.95, 1, 1.08, 1.25]

    /// The constants in use.
    @TaskLocal static var current = Costs()
  }

  private let cost = Costs.current

  /// The texts in a column so far.
  private struct Cells {
    var texts: Set<[UInt8]> = []
    var words: Set<[UInt8]> = []
    /// The number of cells of each kind: values, hashes, words, nothing.
    var kinds = [0, 0, 0, 0]
  }

  /// Measures a sample, read as a table.
  init(of table: TextTable, in sample: Sample) {
    let bytes = sample.bytes
    var columns: [Cells] = []
    for column in table.columns {
      let name = TextBytes(column.name ?? "")
      bits += cost.column + text(0..<name.count, of: name)
      // The time above the times of `mpstat` recurs below.
      columns.append(Cells(words: Set(name.words(0..<name.count).map { Array(name[$0]) })))
    }
    let rows = min(table.rowCount, Self.mostRows, max(Self.mostCells / max(columns.count, 1), 3))
    var cells = 0.0
    let delimiter = table.shape.cut as? Delimiter
    for row in 0..<rows {
      if let delimiter, delimiter.hasQuotes {
        cells += swallowed(table.line(row), delimiter, columns.count, of: bytes)
      }
      let row = table.cells(of: row)
      for (column, cell) in row.enumerated() {
        let cell = table.bare(bytes.trimmed(cell))
        if column < columns.count {
          cells += self.cell(cell, of: bytes, in: &columns[column])
        } else {
          cells += text(cell, of: bytes) + cost.extraCell
        }
      }
    }
    if rows > 0 { bits += cells * Double(table.rowCount) / Double(rows) }
    if table.shape.cut.isByLines { bits += Double(table.blankLines) * cost.blankLine }
    for line in table.otherLines where line.range.lowerBound >= sample.start {
      let isEdge = (line.row == 0 || line.row == table.rowCount) && bytes.hasSingleBlanks(line.range)
      let isBeside = isEdge || bytes.isComment(line.range)
      bits += text(line.range, of: bytes) + (isBeside ? cost.edgeLine : cost.otherLine)
    }
  }

  /// Measures a sample as plain text.
  init(plain sample: Sample) {
    bits = sample.lines.reduce(0) {
      $0 + (sample.bytes.hasText($1) ? text($1, of: sample.bytes) + cost.otherLine : 0)
    }
  }

  /// Returns the bits of the line ends in a row, and of the rows that a quote joined although each alone has as
  /// many cells as there are columns.
  private func swallowed(
    _ row: Range<Int>, _ delimiter: Delimiter, _ columns: Int, of bytes: TextBytes
  ) -> Double {
    guard bytes.first(ASCII.newline, in: row) != nil else { return 0 }
    let lines = bytes[row].split(separator: ASCII.newline, omittingEmptySubsequences: false)
    let rows = lines.count { line in line.count { $0 == delimiter.byte } + 1 == columns }
    return Double(lines.count - 1) * cost.lineEnd + Double(max(rows - 1, 0)) * cost.swallowedRow
  }

  /// Returns the bits of a cell below others.
  private func cell(_ cell: Range<Int>, of bytes: TextBytes, in column: inout Cells) -> Double {
    let kind = cell.isEmpty ? 3 : bytes.isLiteral(cell) ? 0 : bytes.isHash(cell) ? 1 : 2
    column.kinds[kind] += 1
    let cells = column.kinds.reduce(2, +)
    let rarity = Self.binaryLogarithm(Double(cells) / Double(column.kinds[kind]))
    guard !cell.isEmpty else { return rarity }
    let start = cell.prefix(Self.mostBytes)
    let text = Array(bytes[start])
    let again = Self.binaryLogarithm(Double(column.texts.count + 1)) + 1
    var bits = cost.cell
    var end = start.lowerBound
    for (number, word) in bytes.words(start).enumerated() {
      let text = Array(bytes[word])
      let fresh = self.text(word, of: bytes)
      if number > 0 { bits += word.lowerBound - end > 1 ? cost.gap : cost.word }
      end = word.upperBound
      if column.words.contains(text) {
        bits += min(fresh, Self.binaryLogarithm(Double(column.words.count + 1)) + 1)
      } else {
        if column.words.count < Self.mostTexts { column.words.insert(text) }
        bits += fresh
      }
    }
    bits += Double(cell.count - start.count) * cost.letter
    if column.texts.contains(text) { return min(bits, again) + rarity }
    if column.texts.count < Self.mostTexts { column.texts.insert(text) }
    return bits + rarity
  }

  /// Returns the bits of a text that nothing else explains.
  private func text(_ range: Range<Int>, of bytes: TextBytes) -> Double {
    enum Kind { case start, digit, letter, blank, sign }
    var bits = cost.word
    var former = Kind.start
    for offset in range.prefix(Self.mostBytes) {
      let byte = bytes[offset]
      let kind: Kind =
        byte.isDigit ? .digit : byte.isLetter || byte >= 0x80 ? .letter : byte.isBlank ? .blank : .sign
      if kind == .blank {
        bits += former == .blank ? 0.5 : cost.word
      } else {
        if kind != former { bits += former == .start || former == .blank ? 1 : cost.change }
        bits += kind == .digit ? cost.digit : kind == .letter ? cost.letter : cost.sign
      }
      former = kind
    }
    return bits + Double(max(range.count - Self.mostBytes, 0)) * cost.letter
  }

  /// Returns the logarithm to base 2 of a number of at least 1, linear between powers of two.
  private static func binaryLogarithm(_ number: Double) -> Double {
    Double(number.exponent) + number.significand - 1
  }
}
