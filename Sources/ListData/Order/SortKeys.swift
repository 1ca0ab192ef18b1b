internal import Parallel

/// Rows with the numbers by which they are sorted.
struct SortKeys {
  private var keys: [UInt64] = []
  /// The rows of the numbers.
  private(set) var rows: [UInt32] = []

  init() {}

  /// Creates keys for the rows `0..<count`, all with the same number.
  init(count: Int) {
    keys = [UInt64](repeating: 0, count: count)
    rows = (0..<UInt32(count)).map(\.self)
  }

  mutating func append(_ key: UInt64, _ row: Int) {
    keys.append(key)
    rows.append(UInt32(truncatingIfNeeded: row))
  }

  mutating func append(contentsOf other: SortKeys) {
    keys += other.keys
    rows += other.rows
  }

  /// Calls `body` with all rows, to sort them in place, if there are any.
  mutating func withSlots(_ body: (Slots) -> Void) {
    if keys.isEmpty { return }
    var otherKeys = [UInt64](repeating: 0, count: keys.count)
    var otherRows = [UInt32](repeating: 0, count: keys.count)
    keys.withUnsafeMutableBufferPointer { keys in
      rows.withUnsafeMutableBufferPointer { rows in
        otherKeys.withUnsafeMutableBufferPointer { otherKeys in
          otherRows.withUnsafeMutableBufferPointer { otherRows in
            body(Slots(keys: keys, rows: rows, otherKeys: otherKeys, otherRows: otherRows))
          }
        }
      }
    }
  }

  /// Adjacent rows with their numbers, and scratch space of the same size. Only one thread at a time uses a
  /// slot.
  struct Slots {
    let keys: UnsafeMutableBufferPointer<UInt64>
    let rows: UnsafeMutableBufferPointer<UInt32>
    fileprivate let otherKeys: UnsafeMutableBufferPointer<UInt64>
    fileprivate let otherRows: UnsafeMutableBufferPointer<UInt32>

    var count: Int { keys.count }

    subscript(range: Range<Int>) -> Slots {
      Slots(
        keys: .init(rebasing: keys[range]), rows: .init(rebasing: rows[range]),
        otherKeys: .init(rebasing: otherKeys[range]), otherRows: .init(rebasing: otherRows[range]))
    }
  }
}

extension SortKeys.Slots {
  /// The number of keys and rows that fit twice into the cache of a processor.
  private static let mostAtOnce = 1 << 14
  private static let bucketBits = 11

  /// Sorts by the keys; equal keys keep their order, unless `refine` sorts them further.
  ///
  /// - Parameter refine: Called with each range of two or more equal keys, on any thread.
  /// - Complexity: O(n), on all processors if there are many rows.
  func sort(refine: (Self) -> Void) {
    guard count <= Self.mostAtOnce else { return sortBuckets(refine: refine) }
    sortBytes()
    forEachStretch(refine)
  }

  private func forEachStretch(_ body: (Self) -> Void) {
    var low = 0
    while low < count {
      var high = low + 1
      while high < count, keys[high] == keys[low] { high += 1 }
      if high - low > 1 { body(self[low..<high]) }
      low = high
    }
  }

  /// Distributes rows to buckets by the first bits in which keys differ, then sorts the buckets in parallel.
  private func sortBuckets(refine: (Self) -> Void) {
    var (least, most) = (keys[0], keys[0])
    for key in keys {
      least = min(least, key)
      most = max(most, key)
    }
    guard least < most else { return refine(self) }
    let shift = UInt64(max(0, UInt64.bitWidth - (most - least).leadingZeroBitCount - Self.bucketBits))
    func bucket(_ key: UInt64) -> Int { Int(truncatingIfNeeded: (key - least) >> shift) }
    var ends = [Int](repeating: 0, count: bucket(most) + 1)
    for key in keys { ends[bucket(key)] += 1 }
    distribute(&ends, bucket)
    takeOthers()
    Parallel.forEachPart(of: ends.count, size: 1) { part in
      let start = part.lowerBound == 0 ? 0 : ends[part.lowerBound - 1]
      let end = ends[part.lowerBound]
      if end - start > 1 { self[start..<end].sort(refine: refine) }
    }
  }

  /// Sorts byte by byte from the last one, with a pass for each byte in which keys differ.
  private func sortBytes() {
    guard count > 64 else { return sortFew() }
    let differing = keys.reduce(0) { $0 | ($1 ^ keys[0]) }
    for shift in stride(from: UInt64(0), to: 64, by: 8) where differing >> shift & 0xFF != 0 {
      func byte(_ key: UInt64) -> Int { Int(truncatingIfNeeded: key >> shift & 0xFF) }
      var counts = [Int](repeating: 0, count: 256)
      for key in keys { counts[byte(key)] += 1 }
      distribute(&counts, byte)
      takeOthers()
    }
  }

  /// Copies rows to the positions of their buckets in the scratch space.
  ///
  /// - Parameter ends: The number of rows in each bucket; on return, the end of each bucket.
  @inline(__always)
  private func distribute(_ ends: inout [Int], _ bucket: (UInt64) -> Int) {
    var sum = 0
    for index in ends.indices {
      let count = ends[index]
      ends[index] = sum
      sum += count
    }
    ends.withUnsafeMutableBufferPointer { places in
      for index in 0..<count {
        let bucket = bucket(keys[index])
        let position = places[bucket]
        places[bucket] = position + 1
        otherKeys[position] = keys[index]
        otherRows[position] = rows[index]
      }
    }
  }

  private func takeOthers() {
    _ = keys.update(fromContentsOf: otherKeys)
    _ = rows.update(fromContentsOf: otherRows)
  }

  private func sortFew() {
    // An insertion sort keeps the order of equal keys.
    for index in keys.indices.dropFirst() {
      var position = index
      while position > 0, keys[position - 1] > keys[position] {
        keys.swapAt(position - 1, position)
        rows.swapAt(position - 1, position)
        position -= 1
      }
    }
  }
}

extension Double {
  /// An integer with the same order as the numbers; minus zero equals zero.
  var orderedBits: UInt64 {
    let bits = (self == 0 ? 0 : self).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}
