/// Where there is something to see in lines that stand below each other.
struct Ink {
  let lines: [ScreenLine]
  /// For each line its words.
  let words: [[Range<Int>]]
  /// How many columns of the screen the longest line has.
  let width: Int
  /// For each column of the screen how many lines show something there.
  private(set) var ink: [Int]
  /// For each column how many lines have a word that goes on there from the column before.
  private(set) var crossings: [Int]
  /// For each column how many words begin there.
  private(set) var starts: [Int]
  /// For each column how many words end before it.
  private(set) var ends: [Int]

  /// Further right nothing is looked at.
  private static let widest = 4096

  init(_ lines: [ScreenLine]) {
    self.lines = lines
    words = lines.map { $0.words() }
    width = min(lines.reduce(0) { max($0, $1.width) }, Self.widest)
    ink = [Int](repeating: 0, count: width + 2)
    crossings = ink
    starts = ink
    ends = ink
    for words in words {
      for word in words {
        if word.lowerBound <= width { starts[word.lowerBound] += 1 }
        if word.upperBound <= width { ends[word.upperBound] += 1 }
        for column in word.clamped(to: 0..<width) {
          ink[column] += 1
          if column > word.lowerBound { crossings[column] += 1 }
        }
      }
    }
  }

  /// How many lines show something in `column`.
  subscript(column: Int) -> Int { column >= 0 && column < width ? ink[column] : 0 }

  /// How many lines have a word in `columns`, or a part of one.
  func count(in columns: Range<Int>) -> Int {
    words.count { $0.contains { $0.overlaps(columns) } }
  }
}
