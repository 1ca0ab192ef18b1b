/// Where there is something to see in lines that stand below each other.
struct ColumnProfile {
  let lines: [ScreenLine]
  /// For each line its words.
  let words: [[Range<Int>]]
  /// How many columns of the screen the longest line has.
  let width: Int
  /// For each column of the screen how many lines show something there.
  private var counts: [Int]
  /// For each column how many lines have a word that goes on there from the column before.
  private(set) var crossings: [Int]
  /// For each column how many words begin there.
  private(set) var starts: [Int]
  /// For each column how many words end before it.
  private(set) var ends: [Int]

  /// Columns of the screen further right are not counted.
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

  /// How many lines show something in `column`.
  subscript(column: Int) -> Int { column >= 0 && column < width ? counts[column] : 0 }

  /// How many lines have a word in `columns`, or a part of one.
  func count(in columns: Range<Int>) -> Int {
    words.count { !$0.overlapping(columns).isEmpty }
  }
}

/// Finds where on the screen one column ends and the next begins, from the places of their names and the rows.
struct ColumnCuts {
  let profile: ColumnProfile

  /// The cut between two names: where the fewest words of the rows would be cut through.
  ///
  /// ```text
  /// NAME      SIZE        values of the right begin below its name: the cut is there
  ///   a      102 K        values of the left end below its name: the cut is behind
  /// ```
  ///
  /// Otherwise it is at the right end of the widest gap that all rows leave between them: the first name may have longer
  /// values, and several words of the second may reach to the left of its name, as below `STARTED` of `ps -o lstart`.
  func cut(between left: Range<Int>, and right: Range<Int>) -> Int {
    let zone = left.upperBound...max(right.lowerBound, left.upperBound)
    let below = profile.count(in: right)
    let beginning = right.lowerBound < profile.starts.count ? profile.starts[right.lowerBound] : 0
    if below == 0 && profile[right.lowerBound - 1] == 0 { return right.lowerBound }
    let crossing = right.lowerBound < profile.crossings.count ? profile.crossings[right.lowerBound] : 0
    if beginning * 2 >= below && beginning > 0, crossing * 10 <= below { return right.lowerBound }
    let ending = left.upperBound < profile.ends.count ? profile.ends[left.upperBound] : 0
    if ending * 5 >= profile.count(in: left) * 4, ending > 0, profile[left.upperBound] == 0 {
      return left.upperBound
    }
    if let gap = widestGap(in: zone.lowerBound..<zone.upperBound) { return gap.upperBound }
    return zone.min { cost($0) < cost($1) } ?? right.lowerBound
  }

  /// Fewest words cut through, then the least before it, then furthest to the right.
  private func cost(_ column: Int) -> (Int, Int, Int) {
    (column < profile.crossings.count ? profile.crossings[column] : 0, profile[column - 1], -column)
  }

  /// The widest run of columns in which no row shows anything; of equally wide ones the last.
  private func widestGap(in zone: Range<Int>) -> Range<Int>? {
    var best: Range<Int>?
    var start: Int?
    for column in zone.lowerBound...zone.upperBound {
      if column < zone.upperBound, profile[column] == 0 {
        if start == nil { start = column }
      } else if let begin = start {
        if column - begin >= best?.count ?? 1 { best = begin..<column }
        start = nil
      }
    }
    return best
  }

  /// What the rows show about the columns that begin at `starts`: on which side values are aligned, and whether they
  /// have more than one word.
  func places(_ starts: [Int]) -> [AlignedCut.Place] {
    let words = zip(profile.lines, profile.words).filter { line, _ in !isMoved(line, starts) }.map(\.1)
    return starts.indices.map { number in
      let columns = starts[number]..<(number + 1 < starts.count ? starts[number + 1] : Int.max)
      var leading: [Int: Int] = [:]
      var trailing: [Int: Int] = [:]
      var filled = 0
      var isSingle = true
      for words in words {
        let inside = words.overlapping(columns)
        guard let first = inside.first, let last = inside.last else { continue }
        filled += 1
        leading[first.lowerBound, default: 0] += 1
        trailing[last.upperBound, default: 0] += 1
        if inside.count > 1 { isSingle = false }
      }
      func common(_ edges: [Int: Int]) -> Int? {
        edges.first { $0.value * 10 >= filled * 7 }?.key
      }
      var place = AlignedCut.Place(
        start: columns.lowerBound, leading: common(leading), trailing: common(trailing), isSingle: isSingle)
      // Values of other lengths whose ends are not below each other, some further in than the first.
      if number == starts.count - 1, place.trailing == nil, leading.count > 1 {
        place.indentedFrom = leading.keys.min()
      }
      return place
    }
  }

  /// Whether a word stands across a cut.
  private func isMoved(_ line: ScreenLine, _ starts: [Int]) -> Bool {
    starts.contains { !line.isBlank($0 - 1) && !line.isBlank($0) }
  }

  /// How many columns every row fills.
  func fewest(_ cut: AlignedCut) -> Int {
    profile.lines.reduce(cut.places.count) { min($0, cut.filled($1)) }
  }

  /// Whether each row has exactly one word in each of the columns, but for the last; rows in which words moved have as
  /// many of them.
  func isSolid(_ cut: AlignedCut) -> Bool {
    cut.places.count > 1 && cut.places.dropLast().allSatisfy(\.isSingle)
      && profile.lines.indices.allSatisfy { line in
        let bounds = cut.bounds(profile.lines[line])
        guard profile.words[line].count >= cut.places.count else { return false }
        return bounds.isMisfit
          || bounds.starts.indices.allSatisfy { number in
            let end = number + 1 < bounds.starts.count ? bounds.starts[number + 1] : Int.max
            return !profile.words[line].overlapping(bounds.starts[number]..<end).isEmpty
          }
      }
  }
}

/// Words of a line, from left to right.
extension Array<Range<Int>> {
  /// Those that have a part in `columns`.
  ///
  /// - Complexity: O(log *n*), and O(1) for each that is found.
  func overlapping(_ columns: Range<Int>) -> ArraySlice<Range<Int>> {
    let first = firstIndex(endingBehind: columns.lowerBound)
    var end = first
    while end < count, self[end].lowerBound < columns.upperBound { end += 1 }
    return self[first..<end]
  }

  /// The first that ends behind `column`; the number of words if none does.
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
