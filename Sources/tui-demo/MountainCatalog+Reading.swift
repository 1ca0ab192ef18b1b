extension MountainCatalog {
  /// One line of the file, and where its fields end.
  struct Line: Hashable, Sendable {
    let bytes: ArraySlice<UInt8>
    /// Where the fields end, counted from the first byte; a field that is missing ends where the line does.
    private let ends: SIMD16<UInt32>

    /// - Complexity: O(length of the line).
    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      var ends = SIMD16<UInt32>(repeating: UInt32(bytes.count))
      var column = 0
      // No other character of UTF-8 contains the byte of a comma, so cutting bytes is cutting text.
      for index in bytes.indices where bytes[index] == UInt8(ascii: ",") && column < Column.count {
        ends[column] = UInt32(index - bytes.startIndex)
        column += 1
      }
      self.ends = ends
    }

    /// The bytes of a field; empty where the line is too short.
    subscript(column: Column) -> ArraySlice<UInt8> {
      let end = bytes.startIndex + Int(ends[column.rawValue])
      guard column != .name else { return bytes[..<end] }
      let previous = bytes.startIndex + Int(ends[column.rawValue - 1])
      return bytes[min(previous + 1, end)..<end]
    }

    func text(_ column: Column) -> String { String(decoding: self[column], as: UTF8.self) }
  }
}

/// What makes a line a mountain.
extension MountainCatalog.Line {
  typealias Column = MountainCatalog.Column
  typealias Reason = MountainCatalogError.Reason

  /// Finds out whether every field is as it should be.
  func check() throws(Reason) {
    let count = bytes.count { $0 == UInt8(ascii: ",") } + 1
    guard count == Column.count else { throw .wrongNumberOfFields(count) }
    try check(.name)
    try check(.localName, isRequired: false)
    try check(.height, in: 500...8849)
    try check(.range)
    try check(.countries)
    guard !text(.countries).split(separator: ";", omittingEmptySubsequences: false).contains(where: \.isEmpty)
    else { throw .emptyCountry }
    try check(.continent)
    guard Mountain.Continent(rawValue: text(.continent)) != nil else {
      throw .unknownContinent(text(.continent))
    }
    if !self[.firstAscent].isEmpty { try check(.firstAscent, in: 1000...2100) }
    try check(.latitude, inDegrees: -90...90)
    try check(.longitude, inDegrees: -180...180)
  }

  private func check(_ column: Column, isRequired: Bool = true) throws(Reason) {
    let field = self[column]
    guard !isRequired || !field.isEmpty else { throw .missing(column) }
    // What is not UTF-8 is replaced, so the text differs.
    guard text(column).utf8.elementsEqual(field) else { throw .notUTF8 }
  }

  private func check(_ column: Column, in range: ClosedRange<Int>) throws(Reason) {
    try check(column)
    guard let number = Int(text(column)) else { throw .notANumber(column, text(column)) }
    guard range.contains(number) else { throw .outOfRange(column, text(column)) }
  }

  private func check(_ column: Column, inDegrees range: ClosedRange<Double>) throws(Reason) {
    try check(column)
    guard let number = Double(text(column)) else { throw .notANumber(column, text(column)) }
    guard range.contains(number) else { throw .outOfRange(column, text(column)) }
  }
}
