import LibC

/// What names are compared by: `file9` comes before `file10`, and `Readme` beside `readme`.
///
/// Letters are small ones. A number is preceded by how many digits it has, so that comparing bytes compares
/// numbers; it still begins like a digit, so that it stands where digits stand among other characters.
///
/// ```text
///   img9.png    i m g  0 ¹ 9    . p n g
///   img10.png   i m g  0 ² 1 0  . p n g
/// ```
struct NaturalOrder: Comparable, Sendable {
  private var bytes: [UInt8] = []

  /// - Complexity: O(bytes).
  init(_ name: FileName) {
    bytes.reserveCapacity(name.bytes.count + 4)
    var rest = Self.folded(name)[...]
    while let byte = rest.first {
      guard Self.isDigit(byte) else {
        bytes.append(byte)
        rest.removeFirst()
        continue
      }
      let digits = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(digits.count)
      let number = digits.drop { $0 == UInt8(ascii: "0") }
      bytes += [UInt8(ascii: "0"), UInt8(clamping: number.count)]
      bytes += number
    }
  }

  static func < (first: Self, second: Self) -> Bool { first.compare(second) < 0 }

  static func == (first: Self, second: Self) -> Bool { first.bytes == second.bytes }

  private func compare(_ other: Self) -> Int {
    let common = min(bytes.count, other.bytes.count)
    let order = bytes.withUnsafeBytes { mine in
      other.bytes.withUnsafeBytes { theirs in
        if let mine = mine.baseAddress, let theirs = theirs.baseAddress {
          Int(memcmp(mine, theirs, common))
        } else {
          0
        }
      }
    }
    return order == 0 ? bytes.count - other.bytes.count : order
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private static func folded(_ name: FileName) -> [UInt8] {
    if name.bytes.allSatisfy({ $0 < 0x80 }) {
      return name.bytes.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
    }
    return Array(String(decoding: name.bytes, as: UTF8.self).lowercased().utf8)
  }
}
