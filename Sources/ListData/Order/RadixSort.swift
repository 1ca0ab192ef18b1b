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
