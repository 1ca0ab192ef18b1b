/// What a cell means in a column of a kind.
public enum CellValue: Sendable, Equatable {
  /// A number: as written, a size in bytes, a percentage in percent, a duration in seconds, a date in seconds since
  /// 1970 began.
  case number(Double)
  /// Something that is not of the column's kind, and every cell of a column of text.
  case text
  /// Nothing but blanks.
  case empty

  /// The number, if it is one.
  public var number: Double? {
    if case .number(let value) = self { value } else { nil }
  }
}

/// Reads the cells of a column as values.
public struct CellReading: Sendable {
  /// What the cells are.
  let kind: ColumnKind
  private let now: Double
  /// Whether `3/4/2026` is in April.
  var dayFirst = false

  /// How cells of a kind are read.
  ///
  /// - Parameter now: the present, in seconds since 1970 began: what `Nov 22 12:45` and `20:06` are told from. Zones are
  ///   not known here, so it is best the local time, written as if it were UTC.
  public init(_ kind: ColumnKind, now: Double) {
    self.kind = kind
    self.now = now
  }

  /// The value of a cell. Nothing is copied, and no string is made.
  public func value(of cell: UnsafeBufferPointer<UInt8>) -> CellValue {
    let cell = cell.trimmed
    guard !cell.isEmpty else { return .empty }
    guard kind != .text, let number = number(in: cell) else { return .text }
    return .number(number)
  }

  private func number(in cell: UnsafeBufferPointer<UInt8>) -> Double? {
    var cursor = ByteCursor(cell)
    switch kind {
    case .integer, .float:
      guard let number = CellNumber(&cursor), cursor.isAtEndButForRemark else { return nil }
      return number.value
    case .percent:
      guard let number = CellNumber(&cursor), cursor.isAtEnd || cursor.isAtEndOfPercent else { return nil }
      return number.value
    case .size: return CellSize(&cursor)?.bytes
    case .duration: return CellDuration(&cursor)?.seconds
    case .date: return CellDate(&cursor, dayFirst: dayFirst)?.seconds(now: now)
    case .text: return nil
    }
  }
}
