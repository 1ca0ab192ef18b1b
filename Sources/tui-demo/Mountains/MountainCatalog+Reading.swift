extension MountainCatalog {
  /// One line of the file, cut at its commas where a field is asked for.
  struct Line: Hashable, Sendable {
    let bytes: ArraySlice<UInt8>

    /// The bytes of a field; empty where the line is too short.
    ///
    /// - Complexity: O(length of the line).
    subscript(column: Column) -> ArraySlice<UInt8> {
      var rest = bytes
      // No other character of UTF-8 contains the byte of a comma, so cutting bytes is cutting text.
      for _ in 0..<column.rawValue {
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else { return [] }
        rest = rest[(comma + 1)...]
      }
      return rest[..<(rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex)]
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
