import TextOrder

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
