/// Sorts rows by texts: first by numbers made of what the texts begin with, then those that are equal by all of it.
struct TextSort {
  /// Where the texts stand, but for those that were decoded.
  private let source: TextBytes
  private var decoded: [UInt8] = []
  /// Where each text begins: in `source`, or, counted from -1 down, in `decoded`.
  private var starts: [Int] = []
  private var lengths: [UInt32] = []
  private var rows: [UInt32] = []

  init(_ source: TextBytes) { self.source = source }

  var isEmpty: Bool { rows.isEmpty }

  mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ row: Int) {
    let offset = Int(bitPattern: text.baseAddress) &- Int(bitPattern: source.base)
    if offset >= 0, offset + text.count <= source.count {
      starts.append(offset)
    } else {
      starts.append(-1 - decoded.count)
      decoded.append(contentsOf: text)
    }
    lengths.append(UInt32(clamping: text.count))
    rows.append(UInt32(truncatingIfNeeded: row))
  }

  /// The rows in the order of their texts, equal texts as they came.
  ///
  /// - Complexity: O(n) where texts differ in eight bytes behind what all share, O(n log n) else.
  func sorted(descending: Bool) -> [UInt32] {
    decoded.withUnsafeBufferPointer { decoded in
      let shared = sharedLength(decoded)
      var order = SortKeys()
      order.keys.reserveCapacity(rows.count)
      order.rows.reserveCapacity(rows.count)
      for index in rows.indices {
        let key = NaturalOrder.prefix(of: text(index, decoded), from: shared)
        order.append(descending ? ~key : key, index)
      }
      order.sort()
      var low = 0
      while low < order.rows.count {
        var high = low + 1
        while high < order.rows.count, order.keys[high] == order.keys[low] { high += 1 }
        if high - low > 1 {
          order.rows[low..<high].sort { one, other in
            let comparison = NaturalOrder.compare(
              text(Int(one), decoded), text(Int(other), decoded), from: shared)
            if comparison == 0 { return one < other }
            return descending ? comparison > 0 : comparison < 0
          }
        }
        low = high
      }
      return order.rows.map { rows[Int($0)] }
    }
  }

  private func text(_ index: Int, _ decoded: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let start = starts[index]
    let length = Int(lengths[index])
    return start >= 0
      ? source[start..<start + length]
      : UnsafeBufferPointer(rebasing: decoded[-1 - start..<length - 1 - start])
  }

  /// How many bytes all texts begin with, up to where a number begins: paths share much.
  private func sharedLength(_ decoded: UnsafeBufferPointer<UInt8>) -> Int {
    guard rows.count > 1 else { return 0 }
    let first = text(0, decoded)
    var length = first.count
    for index in rows.indices.dropFirst() where length > 0 {
      let other = text(index, decoded)
      length = min(length, other.count)
      var same = 0
      while same < length, first[same] == other[same] { same += 1 }
      length = same
    }
    while length > 0, first[length - 1].isDigit { length -= 1 }
    return length
  }
}

/// Rows with a number each, by which they are sorted.
struct SortKeys {
  var keys: [UInt64] = []
  var rows: [UInt32] = []

  mutating func append(_ key: UInt64, _ row: Int) {
    keys.append(key)
    rows.append(UInt32(truncatingIfNeeded: row))
  }

  /// Sorts by the keys; equal ones keep their order.
  ///
  /// - Complexity: O(n), a pass for each byte in which keys differ.
  mutating func sort() {
    guard keys.count > 64 else { return sortFew() }
    var histograms = [Int](repeating: 0, count: 8 * 256)
    for key in keys {
      for byte in 0..<8 {
        histograms[byte << 8 | Int(truncatingIfNeeded: key >> UInt64(8 * byte) & 0xFF)] += 1
      }
    }
    var otherKeys = [UInt64](repeating: 0, count: keys.count)
    var otherRows = [UInt32](repeating: 0, count: rows.count)
    for byte in 0..<8 where !histograms[byte << 8..<(byte + 1) << 8].contains(keys.count) {
      var sum = 0
      for bucket in byte << 8..<(byte + 1) << 8 {
        let count = histograms[bucket]
        histograms[bucket] = sum
        sum += count
      }
      distribute(into: &otherKeys, &otherRows, &histograms, byte)
      swap(&keys, &otherKeys)
      swap(&rows, &otherRows)
    }
  }

  private func distribute(
    into otherKeys: inout [UInt64], _ otherRows: inout [UInt32], _ places: inout [Int], _ byte: Int
  ) {
    let shift = UInt64(8 * byte)
    keys.withUnsafeBufferPointer { keys in
      rows.withUnsafeBufferPointer { rows in
        otherKeys.withUnsafeMutableBufferPointer { otherKeys in
          otherRows.withUnsafeMutableBufferPointer { otherRows in
            places.withUnsafeMutableBufferPointer { places in
              for index in 0..<keys.count {
                let bucket = byte << 8 | Int(truncatingIfNeeded: keys[index] >> shift & 0xFF)
                let place = places[bucket]
                places[bucket] = place + 1
                otherKeys[place] = keys[index]
                otherRows[place] = rows[index]
              }
            }
          }
        }
      }
    }
  }

  private mutating func sortFew() {
    // By insertion, so that equal keys keep their order.
    for index in keys.indices.dropFirst() {
      var place = index
      while place > 0, keys[place - 1] > keys[place] {
        keys.swapAt(place - 1, place)
        rows.swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}

extension Double {
  /// A whole number that is ordered as the numbers are, minus zero being zero.
  var orderedBits: UInt64 {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

/// The order of texts in which numbers inside count as numbers: `file-2` before `file-10`.
///
/// Beside numbers, bytes decide, and so Unicode's order of characters.
enum NaturalOrder {
  /// Whether one text comes before another: negative if it does, 0 if they are the same bytes. Looks only beyond
  /// `start`, up to where both are the same.
  ///
  /// - Complexity: O(n) in the length of what they share.
  static func compare(
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
    // Equal but for zeros before numbers: bytes decide.
    for (a, b) in zip(one, other) where a != b { return a < b ? -1 : 1 }
    return one.count - other.count
  }

  /// A number of which the order is that of the texts, or that is equal where they differ further back.
  ///
  /// Eight bytes of the text from `start` on, and for digits first how many they are: `7` is `1 7`, `10` is `2 10`.
  static func prefix(of text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> UInt64 {
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
      append(ASCII.zero + UInt8(min(run.count, 9)))
      // How many more than nine is not said, so nothing behind it may count.
      if run.count >= 9 { break }
      for digit in run.start..<run.end { append(text[digit]) }
      position = run.end
    }
    return room == 8 ? 0 : key << UInt64(8 * room)
  }
}

/// Digits in a text, without the zeros they begin with.
private struct DigitRun {
  var start: Int
  var end: Int

  var count: Int { end - start }

  init(_ text: UnsafeBufferPointer<UInt8>, at position: Int) {
    start = position
    while start < text.count, text[start] == ASCII.zero { start += 1 }
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
