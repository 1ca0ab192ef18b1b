/// Korean and Japanese letters that Unicode also writes in parts.
extension [UInt8] {
  /// Appends the two or three letters of a syllable, which Unicode computes (The Unicode Standard, 3.12).
  mutating func append(hangulSyllable value: UInt32) {
    let index = value - 0xAC00
    let tail = index % 28
    append(jamo: 0x1100 + index / 588)
    append(jamo: 0x1161 + index % 588 / 28)
    if tail > 0 { append(jamo: 0x11A7 + tail) }
  }

  private mutating func append(jamo value: UInt32) {
    if let scalar = Unicode.Scalar(value) { append(utf8: scalar) }
  }

  /// Appends a kana, with the sign of a voiced or half-voiced one behind it.
  mutating func append(kana scalar: Unicode.Scalar) {
    let hiragana = scalar.value >= 0x30A1 ? scalar.value - 0x60 : scalar.value
    let distance: UInt32
    switch hiragana {
    case 0x304C...0x3062 where hiragana % 2 == 0: distance = 1  // が to ぢ
    case 0x3065, 0x3067, 0x3069: distance = 1  // づ で ど
    case 0x3070...0x307D where hiragana % 3 == 1: distance = 1  // ば to ぼ
    case 0x3070...0x307D where hiragana % 3 == 2: distance = 2  // ぱ to ぽ
    case 0x3094: distance = 0x4E  // ゔ from う
    case 0x309E: distance = 1  // ゞ
    case 0x3097...0x309A where scalar.value >= 0x30A1: distance = 8  // ヷ to ヺ
    default: return append(utf8: scalar)
    }
    if let plain = Unicode.Scalar(scalar.value - distance) { append(utf8: plain) }
    append(utf8: distance == 2 ? "\u{309A}" : "\u{3099}")
  }
}
