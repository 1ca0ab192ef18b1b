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
