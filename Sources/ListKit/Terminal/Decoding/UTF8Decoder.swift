/// Makes characters of bytes that arrive one by one.
///
/// A sequence may be split anywhere between reads. Bytes that are not UTF-8 (overlong forms and
/// surrogates included) are dropped; the character after them is not.
struct UTF8Decoder {
  private var value: UInt32 = 0
  private var missing = 0
  private var smallest: UInt32 = 0

  /// Takes the next byte; answers the character it completes.
  mutating func decode(_ byte: UInt8) -> Unicode.Scalar? {
    if missing > 0, byte & 0xC0 == 0x80 {
      value = value << 6 | UInt32(byte & 0x3F)
      missing -= 1
      guard missing == 0, value >= smallest else { return nil }
      return Unicode.Scalar(value)
    }
    missing = 0
    switch byte {
    case 0x00...0x7F: return Unicode.Scalar(byte)
    case 0xC2...0xDF: begin(byte & 0x1F, missing: 1, smallest: 0x80)
    case 0xE0...0xEF: begin(byte & 0x0F, missing: 2, smallest: 0x800)
    case 0xF0...0xF4: begin(byte & 0x07, missing: 3, smallest: 0x10000)
    default: break
    }
    return nil
  }

  private mutating func begin(_ bits: UInt8, missing: Int, smallest: UInt32) {
    value = UInt32(bits)
    self.missing = missing
    self.smallest = smallest
  }
}
