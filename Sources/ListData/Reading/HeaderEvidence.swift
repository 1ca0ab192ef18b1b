/// What speaks for a line being the header of the rows below it, and what against.
///
/// A column speaks for it where its values are numbers, dates or the like and its head is none (`PID` over `812`), or
/// where the head is written in capitals, or with a capital, and its values are not (`DRIVER` over `local`). It speaks
/// against it where the head itself is such a value: `root 0 /root` over `daemon 1 /usr/sbin`.
struct HeaderEvidence {
  /// Columns that speak for it.
  private(set) var support = 0
  /// Columns of numbers, dates or the like that speak for it.
  private(set) var literals = 0
  /// Columns that speak against it.
  private(set) var opposition = 0
  /// Columns with values.
  private(set) var columns = 0
  /// Heads that do not look like names.
  private(set) var oddNames = 0

  /// Counts a column.
  mutating func add(head: Range<Int>, values: [Range<Int>], of bytes: TextBytes) {
    let isFull = values.count > 1 && values.allSatisfy { !$0.isEmpty }
    let values = values.filter { !$0.isEmpty && !bytes[$0].isPlaceholder }
    if !head.isEmpty, !bytes.isName(head) || !bytes.hasPairedBrackets(head) { oddNames += 1 }
    // Numbers of commits are values though some begin with a letter.
    let isLiteral =
      bytes.isLiteral(head)
      || (bytes.isHash(head) && !values.isEmpty
        && values.allSatisfy { bytes.isHash($0) || bytes.isLiteral($0) })
    if isLiteral, values.isEmpty { opposition += 1 }
    guard !values.isEmpty else { return }
    columns += 1
    // Rows that have something where the header has nothing are unlike it.
    if head.isEmpty, isFull { support += 1 }
    let literalValues = values.count { bytes.isLiteral($0) }
    if isLiteral {
      opposition += 1
    } else if literalValues * 5 >= values.count * 4 {
      if !head.isEmpty { (support, literals) = (support + 1, literals + 1) }
    } else if bytes.isCapitals(head) {
      if values.count(where: { bytes.isCapitals($0) }) * 2 < values.count { support += 1 }
    } else if bytes.isCapitalized(head) {
      if values.count(where: { bytes.isCapitalized($0) || bytes.isCapitals($0) }) * 2 < values.count {
        support += 1
      }
    }
  }

  /// Whether a third of the columns speaks for it, clearly more than against it, and nearly all heads look like names.
  var isConvincing: Bool {
    support > 0 && support * 3 >= columns && support > opposition * 3 && oddNames * 4 <= columns
  }

  /// Whether something speaks for it and nothing against it, and all heads look like names.
  var isUnopposed: Bool { support > 0 && opposition == 0 && oddNames == 0 }
}

/// Lines of one word each below a word that names them: a CSV of one column.
///
/// ```text
/// email
/// ann@example.org
/// bob@example.org
/// ```
enum NamedLines {
  /// The shape; nil unless the first line is a plain word and all others are values, or have a sign in common that it
  /// has not.
  static func shape(_ sample: Sample) -> TableShape? {
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
      body: first.upperBound, cut: .line)
  }
}
