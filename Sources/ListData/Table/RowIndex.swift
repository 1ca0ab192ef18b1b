/// Where rows begin: four bytes a row, in chunks, so that growing copies none of what a reader still holds but
/// the last chunk.
struct RowIndex: Sendable {
  private struct Chunk: Sendable {
    /// The number of its first row.
    var first: Int
    /// What its offsets count from.
    var base: Int
    var offsets: [UInt32]
  }

  private static let shift = 15
  private var chunks: [Chunk] = []

  /// How many rows there are.
  private(set) var count = 0

  /// Adds a row that begins at `start`, which is not before the others.
  @inline(__always)
  mutating func append(_ start: Int) {
    let last = chunks.count - 1
    if last >= 0, chunks[last].offsets.count < 1 << Self.shift,
      let offset = UInt32(exactly: start - chunks[last].base)
    {
      chunks[last].offsets.append(offset)
    } else {
      openChunk(start)
    }
    count += 1
  }

  private mutating func openChunk(_ start: Int) {
    var offsets: [UInt32] = []
    // The first chunk grows as it needs, for most tables are small.
    if !chunks.isEmpty { offsets.reserveCapacity(1 << Self.shift) }
    offsets.append(0)
    chunks.append(Chunk(first: count, base: start, offsets: offsets))
  }

  /// Where `row` begins.
  ///
  /// - Complexity: O(1), and O(log *n*) where rows are gigabytes long.
  subscript(row: Int) -> Int {
    // A chunk that rows of gigabytes ended early moves those behind it to the right.
    var low = min(row >> Self.shift, chunks.count - 1)
    var high = chunks.count
    if chunks[low].first <= row, low + 1 == high || row < chunks[low + 1].first { high = low + 1 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if chunks[middle].first <= row { low = middle } else { high = middle }
    }
    return chunks[low].base + Int(chunks[low].offsets[row - chunks[low].first])
  }
}
