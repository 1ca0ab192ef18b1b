/// An index, lent for the time of a call, without the checks that a hot loop has no time for.
///
/// Invariants: rows are below `rowCount`, blocks (64 rows each) below the number of those that hold rows.
struct IndexReader: @unchecked Sendable {  // Several threads read; nobody writes while the index is lent.
  let text: FoldedText
  let rowCount: Int
  private let rowEnds: UnsafePointer<UInt32>
  private let directory: UnsafePointer<UInt32>
  private let columns: UnsafePointer<UInt64>

  /// Lends an index that has rows.
  static func lend<Result>(_ index: SearchIndex, _ body: (IndexReader) -> Result) -> Result {
    index.bytes.withUnsafeBufferPointer { bytes in
      index.humps.words.withUnsafeBufferPointer { humps in
        index.rowEnds.withUnsafeBufferPointer { rowEnds in
          index.directory.withUnsafeBufferPointer { directory in
            index.columns.words.withUnsafeBufferPointer { columns in
              body(
                IndexReader(
                  text: FoldedText(bytes: bytes, humps: humps, hasFields: index.hasFields),
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

  /// The row that a place lies in, not before another one.
  @inline(__always)
  func row(at place: Int, from row: Int) -> Int {
    var row = max(row, Int(directory[place &>> 6]))
    while Int(rowEnds[row]) <= place { row &+= 1 }
    return row
  }

  /// The bits of 64 rows in a column.
  @inline(__always)
  func column(_ column: Int, block: Int) -> UInt64 { columns[LetterColumns.place(column, block: block)] }

  @inline(__always)
  func has(_ column: Int, _ row: Int) -> Bool {
    self.column(column, block: row &>> 6) &>> UInt64(truncatingIfNeeded: row & 63) & 1 != 0
  }

  @inline(__always)
  func mayBePath(_ row: Int) -> Bool { has(LetterColumns.paths, row) }

  /// The length of the first field, as far as it matters for ranking.
  @inline(__always)
  func length(of row: Int) -> Int {
    let range = start(of: row)..<end(of: row)
    return hasFields ? SearchIndex.length(of: bytes, in: range) : max(0, range.count &- 1)
  }

  /// Walks once over the text of some rows, and tells where a word stands.
  ///
  /// - Parameter body: Gets the row, where its text begins and ends, and the place of the word, its marks left out;
  ///   returns whether more of this row is wanted.
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
    var place = rowStart &- leading
    var skipped = 0  // Places before it are not wanted.
    while place < stop {
      var hits = scan.nextCandidates(first, last, distance: distance, from: &place, below: stop)
      while hits != 0 {
        let hit = place &+ hits.trailingZeroBitCount
        hits &= hits &- 1
        let wordPlace = hit &+ leading
        if wordPlace < skipped || !scan.stands(word, at: hit) { continue }
        if wordPlace >= rowEnd {
          if wordPlace >= stop { return }
          row = self.row(at: wordPlace, from: row &+ 1)
          (rowStart, rowEnd) = (start(of: row), end(of: row))
        }
        if !body(row, rowStart..<rowEnd, wordPlace) { skipped = rowEnd }
      }
      place &+= 64
    }
  }
}
