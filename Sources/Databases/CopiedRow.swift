/// A line of `COPY … TO STDOUT`: cells separated by tabs, with tabs, newlines and backslashes escaped by a
/// backslash.
struct CopiedRow {
  private let areNumbers: [Bool]
  /// The range of each cell in ``bytes``; nil for NULL.
  private var cells: [Range<Int>?] = []
  private var bytes: [UInt8] = []

  private static let (tab, backslash) = (UInt8(ascii: "\t"), UInt8(ascii: "\\"))

  /// - Parameter areNumbers: Whether each column contains numbers.
  init(areNumbers: [Bool]) { self.areNumbers = areNumbers }

  /// Calls `body` with the cells of a line.
  ///
  /// - Parameter line: The line without its newline.
  mutating func withCells<Result>(
    _ line: UnsafeBufferPointer<UInt8>, _ body: (SQLCells) throws -> Result
  ) rethrows -> Result {
    let isPlain = line.allSatisfy { (0x20..<0x7F).contains($0) && $0 != Self.backslash || $0 == Self.tab }
    if isPlain {
      return try body(
        SQLCells(count: areNumbers.count, line: line) { [areNumbers] column in
          SQLCell(kind: areNumbers[column] ? .number : .text, bytes: Self.cell(column, of: line))
        })
    }
    part(line)
    return try bytes.withUnsafeBufferPointer { bytes in
      try body(
        SQLCells(count: cells.count) { [cells, areNumbers] column in
          guard let range = cells[column] else {
            return SQLCell(kind: .null, bytes: UnsafeBufferPointer(start: nil, count: 0))
          }
          return SQLCell(
            kind: areNumbers[column] ? .number : .text, bytes: UnsafeBufferPointer(rebasing: bytes[range]))
        })
    }
  }

  /// Returns the bytes of a cell of a line without escapes.
  private static func cell(_ column: Int, of line: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = line.startIndex
    for _ in 0..<column { start = (line[start...].firstIndex(of: tab) ?? line.endIndex - 1) + 1 }
    return UnsafeBufferPointer(rebasing: line[start..<(line[start...].firstIndex(of: tab) ?? line.endIndex)])
  }

  /// Splits a line into cells, and replaces escapes.
  private mutating func part(_ line: UnsafeBufferPointer<UInt8>) {
    cells.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    if areNumbers.isEmpty { return }
    var (start, index, isNull) = (0, line.startIndex, false)
    func end() -> Range<Int>? { isNull ? nil : start..<bytes.count }
    while index < line.endIndex {
      let byte = line[index]
      index += 1
      if byte == Self.tab {
        cells.append(end())
        (start, isNull) = (bytes.count, false)
      } else if byte == Self.backslash, index < line.endIndex {
        let escaped = line[index]
        index += 1
        // `\N` is NULL. A text that contains a backslash and an N is written with two backslashes.
        if escaped == UInt8(ascii: "N") { isNull = true } else { bytes.append(Self.meaning(of: escaped)) }
      } else {
        bytes.append(byte)
      }
    }
    cells.append(end())
  }

  private static func meaning(of escaped: UInt8) -> UInt8 {
    switch escaped {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "v"): 0x0B
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    default: escaped
    }
  }
}
