extension UInt8 {
  /// Which of 48 classes a byte of folded text is in: each letter and digit of ASCII has its own, the others share some.
  @inline(__always)
  var letterClass: Int {
    let letter = self &- UInt8(ascii: "a")
    if letter < 26 { return Int(letter) }
    let digit = self &- UInt8(ascii: "0")
    if digit < 10 { return Int(26 &+ digit) }
    return Int(self < 0x80 ? 36 &+ self & 3 : 40 &+ self & 7)
  }

  /// Whether a byte of folded text belongs to a word: ASCII letters and digits, and all that is not ASCII.
  @inline(__always)
  var isPartOfWord: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
      || self >= 0x80 && self != SearchIndex.fieldEnd
  }
}

enum LetterClass {
  static let count = 48
  /// Below it, a class is that of one letter alone.
  static let exactCount = 36
}
