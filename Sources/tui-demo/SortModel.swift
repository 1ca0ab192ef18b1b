import ListKit
import SeededRandom

/// Lines of swatches, each in a random order at first and sorted by insertion, all at once.
struct SortModel: Sendable {
  /// One line: sorted up to a place, random behind it.
  struct Line: Hashable, Sendable {
    private(set) var swatches: [Swatch]
    private var sortedCount: Int

    init(_ swatches: [Swatch]) {
      self.swatches = swatches
      sortedCount = min(1, swatches.count)
    }

    var isSorted: Bool { sortedCount == swatches.count }

    /// Inserts the first swatch behind the sorted ones where it belongs among them.
    ///
    /// - Complexity: O(swatches).
    mutating func sortNext() {
      guard !isSorted else { return }
      let next = swatches[sortedCount]
      let place = swatches[..<sortedCount].firstIndex { $0.rank > next.rank } ?? sortedCount
      swatches.remove(at: sortedCount)
      swatches.insert(next, at: place)
      sortedCount += 1
    }
  }

  private(set) var lines: [Line] = []
  /// Swatches on each line.
  private(set) var count = 0
  /// Steps since the lines were filled.
  private(set) var step = 0
  private(set) var size = SwatchSize.smallest
  /// The size of swatches from the next filling on; nil for one that suits the room.
  var chosenSize: SwatchSize?
  private var generator: SeededGenerator

  /// Creates a model without lines.
  ///
  /// - Parameter size: nil for one that suits the room.
  init(size: SwatchSize?, generator: SeededGenerator) {
    chosenSize = size
    self.generator = generator
  }

  var isSorted: Bool { lines.allSatisfy(\.isSorted) }

  /// Fills a room with as many swatches as fit, each line in a random order.
  mutating func fill(_ room: Size) {
    size = chosenSize ?? .standard(for: room)
    count = room.columns / size.columns
    step = 0
    lines = (0..<max(0, room.lines / size.lines)).map { line in
      Line((0..<count).map { Swatch(line: line, rank: $0) }.shuffled(using: &generator))
    }
  }

  /// Sorts one more swatch of each line.
  ///
  /// - Returns: the lines that were not sorted before.
  mutating func sortNext() -> [Int] {
    let unsorted = lines.indices.filter { !lines[$0].isSorted }
    for line in unsorted { lines[line].sortNext() }
    if !unsorted.isEmpty { step += 1 }
    return unsorted
  }

  /// The hue by the place in the line, fainter and lighter at the top, deeper towards the bottom.
  func color(of swatch: Swatch) -> SwatchColor {
    SwatchColor(
      hue: count > 1 ? Double(swatch.rank) / Double(count - 1) : 0,
      depth: lines.count > 1 ? Double(swatch.line) / Double(lines.count - 1) : 0.5)
  }

  /// Lines for a pipe: the swatches as they stand, with line, place in the hue, and colour.
  var plainLines: [String] {
    lines.flatMap(\.swatches).map { "\($0.line + 1)\t\($0.rank + 1)\t\(color(of: $0).hexadecimal)" }
  }
}
