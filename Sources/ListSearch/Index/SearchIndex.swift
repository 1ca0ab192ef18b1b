/// Candidates, folded once, in which queries are looked up at each key press.
///
/// ```swift
/// var index = SearchIndex()
/// index.append(["Mönch", "Bernese Alps", "Switzerland"])
/// index.append(["Mount Kenya", "East Africa", "Kenya"])
/// Array(index.search(Query("bern monch")).rows)   // [0]
/// ```
///
/// All fields of all rows lie one after the other, so that a query is one walk over memory:
///
/// ```text
///  ¦ m o n c h ¦ b e r n e s e   a l p s ¦ s w i t z e r l a n d ¦ m o u n t   k e n y a ¦ …
///    row 0                                                         row 1
/// ```
///
/// where `¦` is the byte 0xFF, which no UTF-8 text contains, so no word is found across two fields.
///
/// An index takes the folded text and about 20 bytes a row.
public struct SearchIndex: Sendable {
  /// The byte before the first field and after each field.
  static let fieldEnd: UInt8 = 0xFF

  var bytes: [UInt8] = [fieldEnd]
  /// For each row, the place in `bytes` after its last field.
  var rowEnds: [UInt32] = []
  /// For each 64 bytes, the row that the first of them belongs to.
  var directory: [UInt32] = [0]
  var columns = LetterColumns()
  /// Where a capital follows a small letter, or a digit a letter.
  var humps = Humps()
  /// Whether there is a row with more than one field.
  var hasFields = false

  /// Creates an index without rows.
  public init() {}

  /// Creates an index with one row for each element.
  ///
  /// - Parameters:
  ///   - elements: The candidates; their order is the order of rows.
  ///   - fields: The texts of one candidate; those that people look for most come first, for they rank higher.
  /// - Complexity: O(length of all texts).
  public init<Element>(_ elements: some Sequence<Element>, fields: (Element) -> [String]) {
    rowEnds.reserveCapacity(elements.underestimatedCount)
    for element in elements { append(fields(element)) }
  }

  /// The number of rows, each with all of its fields.
  public var count: Int { rowEnds.count }

  /// Whether there are no rows.
  public var isEmpty: Bool { rowEnds.isEmpty }

  /// Adds a row after the last one.
  ///
  /// - Complexity: O(length of `fields`), amortised.
  public mutating func append(_ fields: some Sequence<String>) {
    let start = bytes.count
    var fieldCount = 0
    for field in fields {
      bytes.append(folding: field, humps: &humps)
      bytes.append(Self.fieldEnd)
      fieldCount += 1
    }
    if fieldCount > 1 { hasFields = true }
    if bytes.count > Int(UInt32.max) {
      fatalError("SearchIndex.append(_:): more than 4 GB of text with row \(count)")
    }
    let row = rowEnds.count
    rowEnds.append(UInt32(bytes.count))
    while directory.count * 64 < bytes.count { directory.append(UInt32(row)) }
    bytes.withUnsafeBufferPointer { bytes in
      columns.append(row: row, bytes, start..<bytes.count, humps)
    }
  }

  /// The length of the first of the fields that lie in a range, as far as it matters for ranking.
  @inline(__always)
  static func length(of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Int {
    var end = range.lowerBound
    let limit = min(range.upperBound, end &+ Match.lengthLimit)
    while end < limit, bytes[end] != fieldEnd { end &+= 1 }
    return end &- range.lowerBound
  }
}
