/// A paste that is arriving: its text as far as it will be kept, and where its end mark has got to.
struct Paste {
  /// The bytes of text that are kept; what is longer is counted. A query needs no megabyte.
  static let limit = 1 << 20
  private static let end = Array("\u{1B}[201~".utf8)

  private(set) var text = String.UnicodeScalarView()
  /// The bytes that were not kept.
  private(set) var omitted = 0
  private var kept = 0
  private var utf8 = UTF8Decoder()
  private var previous: Unicode.Scalar?
  /// How much of the end mark has arrived.
  private var matched = 0

  /// Takes bytes up to the end mark.
  ///
  /// - Returns: the index behind the mark; nil while it has not come.
  /// - Complexity: O(bytes).
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Int? {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if matched == 0, kept >= Self.limit {
        let next = bytes[index...].firstIndex(of: Self.end[0]) ?? bytes.endIndex
        omitted += next - index
        index = next
        if index == bytes.endIndex { break }
      }
      index += 1
      if take(bytes[index - 1]) { return index }
    }
    return nil
  }

  /// Takes the beginning of an end mark that will not be completed for text, which it is.
  mutating func finish() {
    for byte in Self.end.prefix(matched) { append(byte) }
    matched = 0
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.end[matched] {
      matched = (matched + 1) % Self.end.count
      return matched == 0
    }
    if matched > 0 {
      finish()
      return take(byte)
    }
    append(byte)
    return false
  }

  /// Terminals send the ends of pasted lines as the return key does. Of the control characters only tab
  /// and newline are text.
  private mutating func append(_ byte: UInt8) {
    guard kept < Self.limit else { return omitted += 1 }
    kept += 1
    guard let scalar = utf8.decode(byte) else { return }
    defer { previous = scalar }
    switch scalar {
    case "\r": text.append("\n")
    case "\n" where previous == "\r": break
    case "\n", "\t": text.append(scalar)
    case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value): break
    default: text.append(scalar)
    }
  }
}
