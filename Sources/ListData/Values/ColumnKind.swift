/// What the cells of a column are, and so how they are sorted, aligned and compared.
public enum ColumnKind: Sendable, Hashable, CaseIterable {
  /// Whole numbers: `42`, `-3`, `1,234,567`, and with a remark `4 (30s ago)`.
  case integer
  /// Numbers with a fraction or an exponent: `0.5`, `2.5e-3`.
  case float
  /// Amounts of bytes, with units: `1.2G`, `512MiB`, `540 Mbit/s`.
  case size
  /// Numbers with a percent sign: `3.4%`.
  case percent
  /// Dates, times of day: `2026-11-22 12:45`, `Nov 22 2025`, `21:54`.
  case date
  /// Spans of time: `3d4h`, `2m30s`, `0:00`, `5 minutes ago`.
  case duration
  /// Anything else.
  case text

  /// Whether cells of the kind are numbers to a reader, aligned right.
  public var isNumeric: Bool {
    switch self {
    case .integer, .float, .size, .percent, .duration: true
    case .date, .text: false
    }
  }
}

/// The kinds a cell may be of: `0` is a whole number, and may be a size, a fraction and a duration too.
struct CellKinds: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  static let integer = CellKinds(rawValue: 1)
  static let float = CellKinds(rawValue: 2)
  static let size = CellKinds(rawValue: 4)
  static let percent = CellKinds(rawValue: 8)
  static let date = CellKinds(rawValue: 16)
  static let duration = CellKinds(rawValue: 32)

  /// The kinds that `cell` may be of; none for text.
  init(_ cell: UnsafeBufferPointer<UInt8>) {
    self = []
    guard cell.count <= 64 else { return }
    func fits(_ read: (inout ByteCursor) -> Bool) -> Bool {
      var cursor = ByteCursor(cell)
      return read(&cursor)
    }
    // Digits behind a zero are a code: `007`, `01234`, `00000000`.
    let isCode = cell.count > 1 && cell[0] == ASCII.zero && cell[1].isDigit
    if isCode && fits({ $0.scanDigits() != nil && $0.isAtEnd }) { return }
    if fits({ cursor in CellNumber(&cursor)?.isInteger == true && cursor.isAtEndButForRemark }) {
      insert([.integer, .float])
    } else if fits({ cursor in CellNumber(&cursor) != nil && cursor.isAtEnd }) {
      insert(.float)
    } else if fits({ cursor in CellNumber(&cursor) != nil && cursor.isAtEndOfPercent }) {
      insert(.percent)
    }
    if fits({ CellSize(&$0) != nil }) { insert(.size) }
    if fits({ CellDuration(&$0) != nil }) { insert(.duration) }
    if fits({ CellDate(&$0) != nil }) { insert(.date) }
  }
}

extension ByteCursor {
  /// Whether nothing follows, or blanks and a remark in parentheses: `4 (30s ago)`, restarts of kubectl.
  var isAtEndButForRemark: Bool {
    if isAtEnd { return true }
    var rest = self
    rest.skipBlanks()
    return rest.position > position && rest.next == ASCII.openParenthesis
      && bytes[bytes.count - 1] == ASCII.closeParenthesis
  }

  /// Whether only a percent sign follows.
  var isAtEndOfPercent: Bool {
    var rest = self
    rest.skipBlanks()
    return rest.skip(ASCII.percent) && rest.isAtEnd
  }
}
