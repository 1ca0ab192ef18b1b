/// An index of folded candidates, for a search at each key press.
///
/// ```swift
/// var index = SearchIndex()
/// index.append(["Mönch", "Bernese Alps", "Switzerland"])
/// index.append(["Mount Kenya", "East Africa", "Kenya"])
/// Array(index.search(Query("bern monch")).rows)   // [0]
/// ```
///
/// The fields of all rows are stored one after the other, so that a query is one scan of memory:
///
/// ```text
///  ¦ m o n c h ¦ b e r n e s e   a l p s ¦ s w i t z e r l a n d ¦ m o u n t   k e n y a ¦ …
///    row 0                                                         row 1
/// ```
///
/// where `¦` is the byte 0xFF, which no UTF-8 text contains, so that no word matches across two fields.
///
/// An index needs memory for the folded text and about 20 bytes per row.
public struct SearchIndex: Sendable {
  /// The byte before the first field and after each field.
  static let fieldEnd: UInt8 = 0xFF

  var bytes: [UInt8] = [fieldEnd]
  /// For each row, the position in `bytes` after its last field.
  var rowEnds: [UInt32] = []
  /// For each 64 bytes, the row of the first of them.
  var directory: [UInt32] = [0]
  var columns = LetterColumns()
  /// The positions at which a capital follows a small letter, or a digit follows a letter.
  var wordStarts = WordStarts()
  /// Whether there is a row with more than one field.
  var hasFields = false

  /// Creates an index without rows.
  public init() {}

  /// Creates an index with one row for each element.
  ///
  /// - Parameters:
  ///   - elements: The candidates; their order is the order of rows.
  ///   - fields: Returns the texts of one candidate, the most important first, because earlier fields rank
  ///     higher.
  /// - Complexity: O(length of all texts).
  public init<Element>(_ elements: some Sequence<Element>, fields: (Element) -> [String]) {
    rowEnds.reserveCapacity(elements.underestimatedCount)
    for element in elements { append(fields(element)) }
  }

  /// The number of rows.
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
      bytes.append(folding: field, wordStarts: &wordStarts)
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
      columns.append(row: row, bytes, start..<bytes.count, wordStarts)
    }
  }

  /// Returns the length of the first field in a range, up to `Match.lengthLimit`.
  @inline(__always)
  static func length(of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> Int {
    var end = range.lowerBound
    let limit = min(range.upperBound, end &+ Match.lengthLimit)
    while end < limit, bytes[end] != fieldEnd { end &+= 1 }
    return end &- range.lowerBound
  }
}

/// A view of an index for the duration of a call, without checks, for hot loops.
///
/// Invariants: rows are less than `rowCount`, blocks (64 rows each) less than `blockCount`.
struct IndexReader: @unchecked Sendable {  // Several threads read; none writes during the call.
  let text: FoldedText
  let rowCount: Int
  private let rowEnds: UnsafePointer<UInt32>
  private let directory: UnsafePointer<UInt32>
  private let columns: UnsafePointer<UInt64>

  /// Calls `body` with a view of an index, which must have rows.
  static func lend<Result>(_ index: SearchIndex, _ body: (IndexReader) -> Result) -> Result {
    index.bytes.withUnsafeBufferPointer { bytes in
      index.wordStarts.words.withUnsafeBufferPointer { wordStarts in
        index.rowEnds.withUnsafeBufferPointer { rowEnds in
          index.directory.withUnsafeBufferPointer { directory in
            index.columns.words.withUnsafeBufferPointer { columns in
              body(
                IndexReader(
                  text: FoldedText(bytes: bytes, wordStarts: wordStarts, hasFields: index.hasFields),
                  rowCount: index.count,
                  rowEnds: rowEnds.baseAddress.unsafelyUnwrapped,
                  directory: directory.baseAddress.unsafelyUnwrapped,
                  columns: columns.baseAddress.unsafelyUnwrapped))
            }
          }
        }
      }
    }
  }

  var bytes: UnsafeBufferPointer<UInt8> { text.bytes }
  var hasFields: Bool { text.hasFields }

  var blockCount: Int { (rowCount &+ 63) &>> 6 }

  @inline(__always)
  func start(of row: Int) -> Int { row == 0 ? 1 : Int(rowEnds[row &- 1]) }

  @inline(__always)
  func end(of row: Int) -> Int { Int(rowEnds[row]) }

  /// Returns the row that contains a position, which is not before `row`.
  @inline(__always)
  func row(at position: Int, from row: Int) -> Int {
    var row = max(row, Int(directory[position &>> 6]))
    while Int(rowEnds[row]) <= position { row &+= 1 }
    return row
  }

  /// Returns the bits of 64 rows in a column.
  @inline(__always)
  func column(_ column: Int, block: Int) -> UInt64 { columns[LetterColumns.position(column, block: block)] }

  @inline(__always)
  func has(_ column: Int, _ row: Int) -> Bool {
    self.column(column, block: row &>> 6) &>> UInt64(truncatingIfNeeded: row & 63) & 1 != 0
  }

  @inline(__always)
  func mayBePath(_ row: Int) -> Bool { has(LetterColumns.paths, row) }

  /// Returns the length of the first field; up to `Match.lengthLimit` if rows have several fields.
  @inline(__always)
  func length(of row: Int) -> Int {
    let range = start(of: row)..<end(of: row)
    return hasFields ? SearchIndex.length(of: bytes, in: range) : max(0, range.count &- 1)
  }

  /// Scans the text of a range of rows once, and reports the positions of a word.
  ///
  /// - Parameter body: Called with the row, the range of its text, and the position of the word without its
  ///   marks; returns whether to continue in this row.
  @inline(__always)
  func sweep(_ rows: Range<Int>, for needle: Needle, _ body: (Int, Range<Int>, Int) -> Bool) {
    if rows.isEmpty { return }
    let scan = ByteScan(bytes)
    let word = needle.bytes
    let distance = word.count &- 1
    let (first, last, leading) = (word[0], word[distance], needle.leading)
    let stop = end(of: rows.upperBound &- 1)
    var row = rows.lowerBound
    var (rowStart, rowEnd) = (start(of: row), end(of: row))
    var position = rowStart &- leading
    var skipped = 0  // Positions before this are ignored.
    while position < stop {
      var hits = scan.nextCandidates(first, last, distance: distance, from: &position, below: stop)
      while hits != 0 {
        let hit = position &+ hits.trailingZeroBitCount
        hits &= hits &- 1
        let wordPlace = hit &+ leading
        if wordPlace < skipped || !scan.stands(word, at: hit) { continue }
        if wordPlace >= rowEnd {
          if wordPlace >= stop { return }
          row = self.row(at: wordPlace, from: row &+ 1)
          rowStart = start(of: row)
          rowEnd = end(of: row)
        }
        if !body(row, rowStart..<rowEnd, wordPlace) { skipped = rowEnd }
      }
      position &+= 64
    }
  }
}

extension IndexReader {
  func rows(with letter: Int) -> PositionSet {
    PositionSet(bound: rowCount) { bits in
      for block in 0..<blockCount { bits[block] = column(letter, block: block) }
    }
  }

  /// Whether one of the given rows has a word.
  func has(_ word: Needle, in rows: Range<Int>) -> Bool {
    let positions = PositionScorer(bytes: bytes)
    var isFound = false
    sweep(rows, for: word) { _, range, position in
      if !isFound,
        word.column == nil || word.accepts(field: positions.field(of: position, rowStart: range.lowerBound))
      {
        isFound = true
      }
      return false
    }
    return isFound
  }
}
