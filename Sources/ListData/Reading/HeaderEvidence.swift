/// The evidence for and against a line being the header of the rows below it.
///
/// A column supports the header if its values are numbers, dates or the like and its head is not (`PID` over
/// `812`), or if the head is in capitals, or capitalised, and most values are not (`DRIVER` over `local`). It
/// opposes the header if the head itself is such a value: `root 0 /root` over `daemon 1 /usr/sbin`.
struct HeaderEvidence {
  /// The number of columns that support the header.
  private(set) var support = 0
  /// The number of supporting columns that contain numbers, dates or the like.
  private(set) var literals = 0
  /// The number of columns that oppose the header.
  private(set) var opposition = 0
  private(set) var columns = 0
  /// The number of heads that do not look like names.
  private(set) var oddNames = 0

  /// Collects the evidence of all columns.
  ///
  /// - Parameters:
  ///   - heads: The cells of the line above the rows.
  ///   - rows: The cells of each row.
  init(_ heads: [Range<Int>], above rows: some Collection<[Range<Int>]>, of bytes: TextBytes) {
    for (column, head) in heads.enumerated() {
      add(head: head, values: rows.compactMap { column < $0.count ? $0[column] : nil }, of: bytes)
    }
  }

  /// Adds the evidence of a column.
  private mutating func add(head: Range<Int>, values: [Range<Int>], of bytes: TextBytes) {
    let isFull = values.count > 1 && values.allSatisfy { !$0.isEmpty }
    let values = values.filter { !$0.isEmpty && !bytes[$0].isPlaceholder }
    let isNumbered = isNumberedName(head, above: values, of: bytes)
    if !head.isEmpty, !isNumbered,
      !bytes.isName(head) || !bytes.hasPairedBrackets(head) || endsSentence(head, of: bytes)
    {
      oddNames += 1
    }
    // Commit hashes are values even if they begin with a letter.
    let isLiteral =
      bytes.isLiteral(head) && !isNumbered
      || (bytes.isHash(head) && !values.isEmpty
        && values.allSatisfy { bytes.isHash($0) || bytes.isLiteral($0) })
    if isLiteral, values.isEmpty { opposition += 1 }
    guard !values.isEmpty else { return }
    columns += 1
    // A column that is empty only in the header sets the header apart from the rows.
    if head.isEmpty, isFull { support += 1 }
    let literalValues = values.count { bytes.isLiteral($0) }
    if isLiteral {
      opposition += 1
    } else if literalValues * 5 >= values.count * 4 {
      if !head.isEmpty { (support, literals) = (support + 1, literals + 1) }
    } else if !head.isEmpty {
      let isAmongValues = values.contains { bytes[$0].elementsEqual(bytes[head]) }
      if isInOtherLetters(head, than: values, of: bytes) {
        support += 1
      } else if isAmongValues {
        if values.count > 2, !bytes.isCapitalsOrCapitalized(head) { opposition += 1 }
      } else if KeyCost.knows(bytes.string(bytes.words(head).last ?? head)) || recur(values, of: bytes) {
        support += 1
      }
    }
  }

  /// Whether a head ends with a word and no value has a letter: `5Sec` above `0.12%`.
  private func isNumberedName(_ head: Range<Int>, above values: [Range<Int>], of bytes: TextBytes) -> Bool {
    bytes[head].suffix(3).allSatisfy(\.isLetter) && !bytes.isUnit(head.suffix(3))
      && !values.isEmpty && !values.contains { bytes[$0].contains(where: \.isLetter) }
  }

  /// Whether a head ends with a full stop behind a word of small letters, which is no abbreviation such as `No.`.
  private func endsSentence(_ head: Range<Int>, of bytes: TextBytes) -> Bool {
    guard head.count > 4, bytes[head.upperBound - 1] == ASCII.dot else { return false }
    return bytes[head].dropLast().suffix(4).allSatisfy(\.isLowercase)
  }

  /// Whether the head is in capitals or capitalised, and most values are not.
  private func isInOtherLetters(_ head: Range<Int>, than values: [Range<Int>], of bytes: TextBytes) -> Bool {
    guard bytes.isCapitalsOrCapitalized(head) else { return false }
    let areCapitals = bytes.isCapitals(head)
    let alike = values.count { bytes.isCapitals($0) || (!areCapitals && bytes.isCapitalized($0)) }
    return alike * 2 < values.count
  }

  /// Whether there are at most half as many different values as rows: `no` and `NI` below `press`.
  private func recur(_ values: [Range<Int>], of bytes: TextBytes) -> Bool {
    values.count > 4 && Set(values.map { Array(bytes[$0]) }).count * 2 <= values.count
  }

  /// Whether a third of the columns support the header, over three times as many as oppose it, and at least
  /// three quarters of the heads look like names.
  var isConvincing: Bool {
    support > 0 && support * 3 >= columns && support > opposition * 3 && oddNames * 4 <= columns
  }

  /// Whether some columns support the header and none opposes it, and all heads look like names.
  var isUnopposed: Bool { support > 0 && opposition == 0 && oddNames == 0 }
}

/// Lines of one word, below a word that names them: a CSV file with one column.
///
/// ```text
/// email
/// ann@example.org
/// bob@example.org
/// ```
struct NamedLines: RowFormat {
  private let sample: Sample

  init(_ sample: Sample, _ options: ReaderOptions) { self.sample = sample }

  func candidates() -> [Candidate] { shape().map { [Candidate($0, .padded)] } ?? [] }

  /// Returns the shape; nil unless the first line is a plain word, and all others are values or contain the
  /// same one of the characters `@`, `:` and `-`.
  private func shape() -> TableShape? {
    let bytes = sample.bytes
    let lines = sample.lines.filter { !bytes.isBlank($0) }.map(bytes.trimmed)
    guard let first = lines.first, lines.count > 2,
      bytes[first].allSatisfy({ $0.isLetter || $0 == UInt8(ascii: "_") })
    else { return nil }
    let values = lines.dropFirst()
    guard values.allSatisfy({ !bytes[$0].contains { $0.isSpace } }) else { return nil }
    let signs: [UInt8] = [UInt8(ascii: "@"), UInt8(ascii: ":"), UInt8(ascii: "-")]
    guard
      values.allSatisfy({ bytes.isLiteral($0) })
        || signs.contains(where: { sign in values.allSatisfy { bytes[$0].contains(sign) } })
    else { return nil }
    return TableShape(
      .csv, columns: [Column(name: bytes.string(first))], headerLine: sample.number(at: first.lowerBound),
      body: first.upperBound, cut: LineCut())
  }
}
