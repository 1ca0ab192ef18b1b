internal import Parallel
import TextOrder

/// Sorts rows by texts: by keys of eight bytes each, then rows with equal keys by the bytes after their
/// common prefix.
struct TextSort {
  /// The bytes that contain the texts, apart from decoded texts.
  private let source: TextBytes
  private var decoded: [UInt8] = []
  /// The start of each text: its offset in `source`, or, counted down from -1, in `decoded`.
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

  /// Appends the rows of another sort with the same source.
  mutating func append(contentsOf other: TextSort) {
    let known = decoded.count
    decoded += other.decoded
    starts += known == 0 ? other.starts : other.starts.map { $0 < 0 ? $0 - known : $0 }
    lengths += other.lengths
    rows += other.rows
  }

  /// Returns the rows in the order of their texts; equal texts keep their order.
  ///
  /// - Complexity: O(n · length), on all processors if there are many rows; O(n log n) comparisons of texts
  ///   that differ only within a number.
  func sorted(descending: Bool) -> [UInt32] {
    var order = SortKeys(count: rows.count)
    decoded.withUnsafeBufferPointer { decoded in
      let texts = Texts(
        source: source, decoded: decoded, starts: starts, lengths: lengths, isDescending: descending)
      order.withSlots { if let start = texts.sharedLength($0, from: 0) { texts.sort($0, from: start) } }
    }
    return order.rows.map { rows[Int($0)] }
  }
}

/// The texts by which rows are sorted.
private struct Texts {
  let source: TextBytes
  let decoded: UnsafeBufferPointer<UInt8>
  let starts: [Int]
  let lengths: [UInt32]
  let isDescending: Bool

  private static let fewest = 16
  private static let rowsPerPart = 1 << 16

  private subscript(row: UInt32) -> UnsafeBufferPointer<UInt8> {
    let start = starts[Int(row)]
    let length = Int(lengths[Int(row)])
    return start >= 0
      ? source[start..<start + length]
      : UnsafeBufferPointer(rebasing: decoded[-1 - start..<length - 1 - start])
  }

  /// Sorts rows whose texts are equal up to `start`, which is not inside a number.
  func sort(_ slots: SortKeys.Slots, from start: Int) {
    Parallel.forEachPart(of: slots.count, size: Self.rowsPerPart) { part in
      for position in part {
        let key = NaturalOrder.prefix(of: self[slots.rows[position]], from: start)
        slots.keys[position] = isDescending ? ~key : key
      }
    }
    slots.sort { equal in
      guard let longer = sharedLength(equal, from: start) else { return }
      if longer > start, equal.count > Self.fewest {
        sort(equal, from: longer)
      } else {
        compare(equal, from: start)
      }
    }
  }

  private func compare(_ slots: SortKeys.Slots, from start: Int) {
    var rows = slots.rows
    rows.sort { one, other in
      let order = NaturalOrder.compare(self[one], self[other], from: start)
      if order == 0 { return one < other }
      return isDescending ? order > 0 : order < 0
    }
  }

  /// Returns the length of the common prefix of texts that are equal up to `start`, which ends before a
  /// number: paths have long prefixes. Nil if all texts are equal.
  func sharedLength(_ slots: SortKeys.Slots, from start: Int) -> Int? {
    let first = self[slots.rows[0]]
    var length = first.count
    var areSame = true
    for row in slots.rows.dropFirst() {
      let other = self[row]
      length = min(length, other.count)
      var same = start
      while same < length, first[same] == other[same] { same += 1 }
      areSame = areSame && first.count == other.count && same == length
      length = same
      if !areSame, length == start { break }
    }
    if areSame { return nil }
    while length > start, first[length - 1].isDigit { length -= 1 }
    return length
  }
}
