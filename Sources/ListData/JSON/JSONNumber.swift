extension UnsafeBufferPointer<UInt8> {
  /// Whether this is a number as JSON writes it: `-12`, `0.5`, `1e-7`, and neither `01` nor `1.`.
  package var isJSONNumber: Bool {
    var place = startIndex
    func digits() -> Int {
      let start = place
      while place < endIndex, self[place].isDigit { place += 1 }
      return place - start
    }
    func take(_ signs: UInt8...) -> Bool {
      guard place < endIndex, signs.contains(self[place]) else { return false }
      place += 1
      return true
    }
    _ = take(ASCII.minus)
    let startsWithZero = place < endIndex && self[place] == ASCII.zero
    let whole = digits()
    guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
    if take(ASCII.dot), digits() == 0 { return false }
    if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      _ = take(ASCII.plus, ASCII.minus)
      if digits() == 0 { return false }
    }
    return place == endIndex
  }
}
