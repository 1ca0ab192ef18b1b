/// An amount of bytes, or of bits in a time, in bytes: `1.2G`, `512MiB`, `4.0K`, `0B`, `540 Mbit/s`.
struct CellSize {
  var bytes: Double
  /// Whether a unit was written; `0` and `28` of `ls -lh` have none.
  var hasUnit: Bool

  /// Reads a whole cell; of two sizes (`34.6MiB / 1.952GiB`, docker's used and most) the first counts.
  init?(_ cursor: inout ByteCursor) {
    guard let (bytes, hasUnit) = Self.scan(&cursor) else { return nil }
    self.bytes = bytes
    self.hasUnit = hasUnit
    cursor.skipBlanks()
    if hasUnit, cursor.skip(ASCII.slash) {
      cursor.skipBlanks()
      guard Self.scan(&cursor) != nil else { return nil }
      cursor.skipBlanks()
    }
    guard cursor.isAtEnd else { return nil }
  }

  private static func scan(_ cursor: inout ByteCursor) -> (Double, Bool)? {
    guard let number = CellNumber(&cursor) else { return nil }
    let end = cursor.position
    cursor.skipBlanks()
    guard let word = cursor.scanWord() else {
      cursor.position = end
      return (number.value, false)
    }
    guard let factor = factors[word] else { return nil }
    if cursor.next == ASCII.slash, cursor.byte(ahead: 1) | 0x20 == 0x73, cursor.byte(ahead: 2) <= ASCII.space
    {
      cursor.position += 2
    }
    return (number.value * factor, true)
  }

  private static let factors: [Word: Double] = {
    var factors: [Word: Double] = ["b": 1, "byte": 1, "bytes": 1, "bit": 0.125, "bits": 0.125, "bps": 0.125]
    let prefixes: [UInt8] = Array("kmgtpezy".utf8)
    for (power, prefix) in prefixes.enumerated() {
      var binary = 1.0
      var decimal = 1.0
      for _ in 0...power {
        binary *= 1024
        decimal *= 1000
      }
      func word(_ rest: String) -> Word {
        var word = Word()
        word.append(prefix)
        for byte in rest.utf8 { word.append(byte) }
        return word
      }
      for rest in ["", "i", "ib"] { factors[word(rest)] = binary }
      factors[word("b")] = decimal
      for rest in ["bit", "bits", "bps"] { factors[word(rest)] = decimal / 8 }
    }
    return factors
  }()
}
