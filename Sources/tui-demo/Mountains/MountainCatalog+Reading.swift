extension MountainCatalog {
  /// One line of the file, and where its fields end.
  struct Line: Hashable, Sendable {
    let bytes: ArraySlice<UInt8>
    /// Where the fields end, counted from the first byte; a field that is missing ends where the line does.
    private let ends: SIMD16<UInt32>

    // No other character of UTF-8 contains the byte of a comma, so cutting bytes is cutting text.
    private static let comma = UInt8(ascii: ",")

    /// - Complexity: O(length of the line).
    init(bytes: ArraySlice<UInt8>) {
      self.bytes = bytes
      var ends = SIMD16<UInt32>(repeating: UInt32(bytes.count))
      for (column, index) in bytes.indices.lazy.filter({ bytes[$0] == Self.comma }).prefix(Column.count)
        .enumerated()
      {
        ends[column] = UInt32(index - bytes.startIndex)
      }
      self.ends = ends
    }

    /// Calls a function with all lines behind the first, each with all fields and a line feed: in one go, for it is on
    /// the way to the first frame.
    static func forEach(in csv: [UInt8], _ body: (Self) -> Void) {
      csv.withUnsafeBufferPointer { all in
        var start = -1
        var ends = SIMD16<UInt32>()
        var column = 0
        for index in all.indices {
          if all[index] > comma { continue }
          if all[index] == comma, start >= 0 {
            ends[column] = UInt32(index - start)
            column += 1
          } else if all[index] == UInt8(ascii: "\n") {
            if start >= 0 {
              for column in column..<ends.scalarCount { ends[column] = UInt32(index - start) }
              body(Self(bytes: csv[start..<index], ends: ends))
            }
            (start, column) = (index + 1, 0)
          }
        }
      }
    }

    private init(bytes: ArraySlice<UInt8>, ends: SIMD16<UInt32>) { (self.bytes, self.ends) = (bytes, ends) }

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
