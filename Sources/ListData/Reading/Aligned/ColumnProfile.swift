/// Counts of the text in each screen column of several lines.
struct ColumnProfile {
  let lines: [ScreenLine]
  let words: [[Range<Int>]]
  /// The width of the longest line in screen columns.
  let width: Int
  /// The number of lines with text in each screen column.
  private var counts: [Int]
  /// The number of lines with a word that continues in this column from the previous one.
  private(set) var crossings: [Int]
  /// The number of words that begin in each column.
  private(set) var starts: [Int]
  /// The number of words that end before each column.
  private(set) var ends: [Int]

  /// The maximum number of screen columns that are counted.
  private static let widest = 4096

  init(_ lines: [ScreenLine]) {
    self.lines = lines
    words = lines.map { $0.words() }
    width = min(lines.reduce(0) { max($0, $1.width) }, Self.widest)
    counts = [Int](repeating: 0, count: width + 2)
    crossings = counts
    starts = counts
    ends = counts
    for words in words {
      for word in words {
        if word.lowerBound <= width { starts[word.lowerBound] += 1 }
        if word.upperBound <= width { ends[word.upperBound] += 1 }
        for column in word.clamped(to: 0..<width) {
          counts[column] += 1
          if column > word.lowerBound { crossings[column] += 1 }
        }
      }
    }
  }

  /// The number of lines with text in `column`.
  subscript(column: Int) -> Int { column >= 0 && column < width ? counts[column] : 0 }

  /// Returns the number of lines with a word, or a part of one, in `columns`.
  func count(in columns: Range<Int>) -> Int {
    words.count { !$0.overlapping(columns).isEmpty }
  }
}

extension ColumnProfile {
  /// Returns the profile of the lines without a cell so long that it moves the cells behind it; nil if that
  /// is true of all lines, or of less than half of them.
  func inPlace(below head: ScreenLine) -> ColumnProfile? {
    let names = head.words()
    // Two blanks before a name show where its column begins.
    let starts = zip(names, names.dropFirst()).filter { $1.lowerBound - $0.upperBound > 1 }.map(
      \.1.lowerBound)
    let edges = Set(names.map(\.lowerBound) + [0])
    let found = lines.indices.filter { line in
      !words[line].contains { word in
        // A first cell without a name.
        if word.lowerBound == 0, let first = names.first, first.lowerBound > 1,
          word.upperBound > first.upperBound
        {
          return true
        }
        return edges.contains(word.lowerBound)
          && starts.contains { $0 > word.lowerBound && $0 < word.upperBound }
      }
    }
    return found.count < lines.count && found.count * 2 >= lines.count
      ? ColumnProfile(found.map { lines[$0] }) : nil
  }
}

/// Finds the boundaries of columns on the screen from the positions of their names and the rows.
struct ColumnCuts {
  let profile: ColumnProfile

  /// The number of cells in rows of equally many words from which the words are known to be the cells.
  private static let fewestCells = 16

  /// Returns the cut between two names, where the fewest words of the rows cross it.
  ///
  /// ```text
  /// NAME      SIZE        values of the right column begin below its name: cut before the name
  ///   a      102 K        values of the left column end below its name: cut after the name
  /// ```
  ///
  /// Otherwise the cut is where the fewest lines have text before it: the first name may have longer values, and
  /// several words of the second may extend to the left of its name, as below `STARTED` of `ps -o lstart`.
  func cut(between left: Range<Int>, and right: Range<Int>) -> Int {
    let zone = left.upperBound...max(right.lowerBound, left.upperBound)
    let below = profile.count(in: right)
    let beginning = right.lowerBound < profile.starts.count ? profile.starts[right.lowerBound] : 0
    let crossing = right.lowerBound < profile.crossings.count ? profile.crossings[right.lowerBound] : 0
    if beginning * 2 >= below && beginning > 0, crossing * 10 <= below { return right.lowerBound }
    let ending = left.upperBound < profile.ends.count ? profile.ends[left.upperBound] : 0
    if ending * 5 >= profile.count(in: left) * 4, ending > 0, profile[left.upperBound] == 0 {
      return left.upperBound
    }
    return zone.min { cost($0) < cost($1) } ?? right.lowerBound
  }

  /// Orders cuts by the number of words they cross, then by the number of lines with text before them, then
  /// from the right.
  private func cost(_ column: Int) -> (Int, Int, Int) {
    (column < profile.crossings.count ? profile.crossings[column] : 0, profile[column - 1], -column)
  }

  /// Returns the properties of the columns that begin at `starts`: the side on which their values are
  /// aligned, and whether these have more than one word.
  func places(_ starts: [Int]) -> [AlignedCut.Place] {
    let isOrdered = haveWordPerColumn(starts.count)
    let rows = zip(profile.lines, profile.words).filter { line, _ in isOrdered || !isMoved(line, starts) }
    return starts.indices.map { number in
      let columns = starts[number]..<(number + 1 < starts.count ? starts[number + 1] : Int.max)
      var leading: [Int: Int] = [:]
      var trailing: [Int: Int] = [:]
      var filled = 0
      var gaps = 0
      var isSingle = true
      var areValues = true
      for (line, words) in rows {
        let inside = isOrdered ? words[number...number] : words.overlapping(columns)
        guard let first = inside.first, let last = inside.last else { continue }
        filled += 1
        leading[first.lowerBound, default: 0] += 1
        trailing[last.upperBound, default: 0] += 1
        if inside.count > 1 { isSingle = false }
        if zip(inside, inside.dropFirst()).contains(where: { $1.lowerBound - $0.upperBound > 1 }) {
          gaps += 1
        }
        if !line.isLiteral(first) { areValues = false }
      }
      func common(_ edges: [Int: Int]) -> Int? {
        edges.first { $0.value * 10 >= filled * 7 }?.key
      }
      var place = AlignedCut.Place(
        start: columns.lowerBound, leading: common(leading), trailing: common(trailing),
        isSingle: isSingle, isKnown: filled > 0, isFull: filled == rows.count,
        areValues: areValues && filled > 0,
        hasGaps: gaps * 2 > filled)
      // Values of the last column that begin at different columns and are not right-aligned are indented.
      if number == starts.count - 1, place.trailing == nil, leading.count > 1 {
        place.indentedFrom = leading.keys.min()
      }
      return place
    }
  }

  /// Whether a word crosses a cut.
  private func isMoved(_ line: ScreenLine, _ starts: [Int]) -> Bool {
    starts.contains { !line.isBlank($0 - 1) && !line.isBlank($0) }
  }

  /// Returns the minimum number of columns that a row fills.
  func fewest(_ cut: AlignedCut) -> Int {
    profile.lines.reduce(cut.places.count) { min($0, cut.filled($1)) }
  }

  /// Whether each row has one word in each column but the last, which may have several, or none in some rows. For
  /// rows with moved words only the number of words counts.
  func haveWordPerColumn(_ cut: AlignedCut) -> Bool {
    let columns = cut.places.count
    if haveWordPerColumn(columns) { return true }
    // Two columns of which the second is empty may be one.
    let fewest = profile.words.reduce(columns) { min($0, $1.count) }
    guard columns > 1, cut.places.dropLast().allSatisfy(\.isSingle),
      fewest == columns || fewest + 1 == columns && columns > 3
    else { return false }
    var unfilled = 0
    for (line, words) in zip(profile.lines, profile.words) {
      let bounds = cut.bounds(line)
      guard !bounds.isMisfit else { continue }
      let isFilled = zip(bounds.starts, bounds.starts.dropFirst() + [Int.max]).prefix(fewest).allSatisfy {
        !words.overlapping($0..<$1).isEmpty
      }
      guard !isFilled else { continue }
      // An overlong number may move the words behind it exactly to other columns.
      guard words.count == columns else { return false }
      unfilled += 1
    }
    return unfilled * 2 < profile.lines.count
  }

  /// Whether all rows have as many words as there are columns, with values among them, and there are so many of both
  /// that it is no coincidence.
  private func haveWordPerColumn(_ columns: Int) -> Bool {
    guard columns > 2, profile.lines.count > 1, profile.lines.count * columns >= Self.fewestCells,
      profile.words.allSatisfy({ $0.count == columns })
    else { return false }
    var full = 0
    for column in 0..<columns {
      var edges = [true: [Int](), false: [Int]()]
      for (line, words) in zip(profile.lines, profile.words) {
        edges[line.isLiteral(words[column])]? += [words[column].lowerBound, words[column].upperBound]
      }
      guard let one = edges[true], let other = edges[false], let left = one.min(), let right = one.max()
      else { continue }
      if other.isEmpty { full += 1 }
      // `/dev/sda1 *` above `/dev/sda2  2048`: a cell is empty, and another one has two words.
      if let first = other.min(), let last = other.max(), last < left || right < first { return false }
    }
    return full > 1
  }
}

/// The words of a line, from left to right.
extension Array<Range<Int>> {
  /// Returns the words that overlap `columns`.
  ///
  /// - Complexity: O(log *n*), plus O(1) for each result.
  func overlapping(_ columns: Range<Int>) -> ArraySlice<Range<Int>> {
    let first = firstIndex(endingBehind: columns.lowerBound)
    var end = first
    while end < count, self[end].lowerBound < columns.upperBound { end += 1 }
    return self[first..<end]
  }

  /// Returns the index of the first word that ends after `column`; the number of words if none does.
  func firstIndex(endingBehind column: Int) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle].upperBound > column { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
