/// The order of texts that compares numbers in them by value: `file-2` before `file-10`.
///
/// Other text is compared by bytes, which is the order of Unicode code points.
package enum NaturalOrder {
  /// Compares two texts whose first `start` bytes are equal.
  ///
  /// - Returns: A negative number if the first text comes first, 0 if both have the same bytes, else a
  ///   positive number.
  /// - Complexity: O(n) in the length of the common prefix.
  package static func compare(
    _ one: UnsafeBufferPointer<UInt8>, _ other: UnsafeBufferPointer<UInt8>, from start: Int = 0
  ) -> Int {
    var i = start
    var j = start
    while i < one.count, j < other.count {
      let a = one[i]
      let b = other[j]
      if a.isDigit, b.isDigit {
        let first = DigitRun(one, at: i)
        let second = DigitRun(other, at: j)
        let order = first.compare(second, one, other)
        if order != 0 { return order }
        i = first.end
        j = second.end
      } else if a != b {
        return a < b ? -1 : 1
      } else {
        i += 1
        j += 1
      }
    }
    if i < one.count { return 1 }
    if j < other.count { return -1 }
    // The texts are equal except for leading zeros: bytes decide.
    for (a, b) in zip(one, other) where a != b { return a < b ? -1 : 1 }
    return one.count - other.count
  }

  /// Returns a key with the same order as the texts; texts with equal keys need ``compare(_:_:from:)``.
  ///
  /// It has eight bytes of the text from `start` on, with each number after its digit count: `7` is `1 7`,
  /// `10` is `2 10`.
  package static func prefix(of text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> UInt64 {
    var key: UInt64 = 0
    var room = 8
    var position = start
    func append(_ byte: UInt8) {
      if room > 0 {
        key = key << 8 | UInt64(byte)
        room -= 1
      }
    }
    while room > 0, position < text.count {
      let byte = text[position]
      guard byte.isDigit else {
        append(byte)
        position += 1
        continue
      }
      let run = DigitRun(text, at: position)
      append(UInt8(ascii: "0") + UInt8(min(run.count, 9)))
      // A count of nine stands for more digits as well, so nothing after it may be compared.
      if run.count >= 9 { break }
      for digit in run.start..<run.end { append(text[digit]) }
      position = run.end
    }
    return room == 8 ? 0 : key << UInt64(8 * room)
  }
}

/// The digits of a number in a text, without leading zeros.
private struct DigitRun {
  var start: Int
  var end: Int

  var count: Int { end - start }

  init(_ text: UnsafeBufferPointer<UInt8>, at position: Int) {
    start = position
    while start < text.count, text[start] == UInt8(ascii: "0") { start += 1 }
    end = start
    while end < text.count, text[end].isDigit { end += 1 }
  }

  func compare(
    _ other: DigitRun, _ text: UnsafeBufferPointer<UInt8>, _ otherText: UnsafeBufferPointer<UInt8>
  ) -> Int {
    if count != other.count { return count - other.count }
    for offset in 0..<count where text[start + offset] != otherText[other.start + offset] {
      return text[start + offset] < otherText[other.start + offset] ? -1 : 1
    }
    return 0
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
