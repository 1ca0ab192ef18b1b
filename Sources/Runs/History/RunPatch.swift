/// A patch that turns a newer text into an older one: ranges to copy, and lines that only the older text has.
///
/// ```text
///  newer  a b c d e        older  a b X d e        patch  copy 0..<4, "X\n", copy 6..<10
/// ```
struct RunPatch: Hashable, Sendable {
  /// A range of the newer text, or of ``lines``.
  struct Piece: Hashable, Sendable {
    package var start: UInt32
    package var count: UInt32
    package var isCopy: Bool
  }

  private(set) var pieces: [Piece] = []
  /// Lines that the newer text does not have.
  package private(set) var lines: [UInt8] = []

  /// The memory that an array takes besides its elements, in bytes.
  static let arraySize = 48

  /// The memory that the patch takes besides its stored properties, in bytes.
  package var size: Int {
    (pieces.isEmpty ? 0 : Self.arraySize + pieces.capacity * MemoryLayout<Piece>.stride)
      + (lines.isEmpty ? 0 : Self.arraySize + lines.capacity)
  }

  init(pieces: [Piece], lines: [UInt8]) {
    self.pieces = pieces
    self.lines = lines
  }

  /// - Complexity: O(*n* + *m*) in the lengths of the texts.
  init(from newer: UnsafeBufferPointer<UInt8>, to older: UnsafeBufferPointer<UInt8>) {
    let start = newer.commonPrefix(with: older)
    let limit = min(newer.count, older.count) - start
    let end = newer.commonSuffix(with: older, atMost: limit)
    if start > 0 { add(0, start, isCopy: true) }
    addMiddle(
      newer, start..<(newer.count - end), older, start..<(older.count - end))
    if end > 0 { add(newer.count - end, end, isCopy: true) }
    // Many patches are kept for a long time, so this trims the spare capacity.
    pieces = pieces.withUnsafeBufferPointer { Array($0) }
    lines = lines.withUnsafeBufferPointer { Array($0) }
  }

  /// Finds the lines of the older text in the newer one.
  private mutating func addMiddle(
    _ newer: UnsafeBufferPointer<UInt8>, _ newRange: Range<Int>, _ older: UnsafeBufferPointer<UInt8>,
    _ oldRange: Range<Int>
  ) {
    guard !oldRange.isEmpty else { return }
    var known: [Int: Int] = [:]
    newer.forEachLine(newRange) { line in
      let hash = UnsafeBufferPointer(rebasing: newer[line]).lineHash
      if known[hash] == nil { known[hash] = line.lowerBound }
    }
    // The end of the last copy in the newer text: lines mostly keep their order.
    var next = newRange.lowerBound
    older.forEachLine(oldRange) { line in
      let text = UnsafeBufferPointer(rebasing: older[line])
      for offset in [next, known[text.lineHash] ?? -1]
      where offset >= 0 && offset + text.count <= newRange.upperBound {
        guard UnsafeBufferPointer(rebasing: newer[offset..<(offset + text.count)]).isSame(as: text) else {
          continue
        }
        add(offset, text.count, isCopy: true)
        next = offset + text.count
        return
      }
      add(lines.count, text.count, isCopy: false)
      lines += text
    }
  }

  private mutating func add(_ start: Int, _ count: Int, isCopy: Bool) {
    if let last = pieces.last, last.isCopy == isCopy, Int(last.start) + Int(last.count) == start {
      pieces[pieces.count - 1].count += UInt32(count)
    } else {
      pieces.append(Piece(start: UInt32(start), count: UInt32(count), isCopy: isCopy))
    }
  }

  /// Returns the older text.
  func applied(to newer: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(pieces.reduce(0) { $0 + Int($1.count) })
    for piece in pieces {
      let range = Int(piece.start)..<(Int(piece.start) + Int(piece.count))
      if piece.isCopy { text += newer[range] } else { text += lines[range] }
    }
    return text
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func isSame(as other: Self) -> Bool { count == other.count && elementsEqual(other) }

  fileprivate var lineHash: Int {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(self))
    return hasher.finalize()
  }

  /// Returns the number of bytes with which both start, up to the end of a line.
  fileprivate func commonPrefix(with other: Self) -> Int {
    let limit = Swift.min(count, other.count)
    var offset = 0
    while offset < limit, self[offset] == other[offset] { offset += 1 }
    if offset == count, offset == other.count { return offset }
    while offset > 0, self[offset - 1] != 0x0A { offset -= 1 }
    return offset
  }

  private func isLineStart(_ offset: Int) -> Bool { offset == 0 || self[offset - 1] == 0x0A }

  /// Returns the number of bytes with which both end, from the start of a line.
  fileprivate func commonSuffix(with other: Self, atMost limit: Int) -> Int {
    var length = 0
    while length < limit, self[count - length - 1] == other[other.count - length - 1] { length += 1 }
    // The line that contains the last difference does not count.
    while length > 0, !isLineStart(count - length) || !other.isLineStart(other.count - length) { length -= 1 }
    return length
  }

  /// Calls a closure with the range of each line, including its line end.
  fileprivate func forEachLine(_ range: Range<Int>, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = self[start..<range.upperBound].firstIndex(of: 0x0A).map { $0 + 1 } ?? range.upperBound
      body(start..<end)
      start = end
    }
  }
}
