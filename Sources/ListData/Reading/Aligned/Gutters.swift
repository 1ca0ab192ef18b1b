/// Finds columns of lines without a header by the gutters between them.
///
/// A screen column that is empty in all lines may be a coincidence: words of the same length in a few lines
/// of text. It is a gutter if one of the criteria below applies.
struct Gutters {
  private let profile: ColumnProfile
  private let bytes: TextBytes
  /// The screen columns at which columns begin; only 0 if there is one column.
  private(set) var starts: [Int] = [0]

  init(_ profile: ColumnProfile, of bytes: TextBytes) {
    self.profile = profile
    self.bytes = bytes
    // Overlong cells may cross: one line in 15, and in lists of ten lines or more one.
    let allowed = max(profile.lines.count / 15, profile.lines.count < 10 ? 0 : 1)
    var gaps: [Range<Int>] = []
    var column = 0
    while column < profile.width {
      let start = column
      while column < profile.width, profile[column] <= allowed { column += 1 }
      if start > 0, column > start, column < profile.width { gaps.append(start..<column) }
      column = max(column, start + 1)
    }
    var fixed: [Int] = []
    for (number, gap) in gaps.enumerated() {
      let end = number + 1 < gaps.count ? gaps[number + 1].lowerBound : Int.max
      switch kind(of: gap, after: starts[starts.count - 1], until: end) {
      case .gutter:
        starts += fixed + [gap.upperBound]
        fixed = []
      case .fixed: fixed.append(gap.upperBound)
      case .chance: break
      }
    }
  }

  /// What a gap is.
  private enum Gap {
    /// The gap separates columns.
    case gutter
    /// The gap separates columns if a gutter follows: the words before it have the same length in all lines,
    /// as `root root` may.
    case fixed
    /// The gap is a coincidence.
    case chance
  }

  /// Counts of the text around a gap.
  private struct Sides {
    /// The number of lines with words on both sides, and of those with several blanks between.
    var both = 0
    var padded = 0
    /// The number of words that begin where the right side begins, of words that end where the next gap
    /// begins, and of words that end before the gap.
    var leading = 0
    var trailing = 0
    var ending = 0
    var literalLeft = 0
    var literalRight = 0
    var isLeftSingle = true
    /// The number of words before the gap that contain a digit.
    var codes = 0
    /// The number of words before the gap without small letters and digits.
    var marks = 0
    /// The number of words before the gap that are only a dash: `10:02 - 11:15`.
    var dashes = 0
    /// The number of words before the gap that look like commit hashes.
    var hashes = 0
    var lefts: Set<Range<Int>> = []
    /// The number of lines with words on the left side, and of those with a bracket open there.
    var left = 0
    var open = 0
  }

  private func kind(of gap: Range<Int>, after start: Int, until end: Int) -> Gap {
    let sides = sides(of: gap, after: start, until: end)
    let lines = profile.lines.count
    // A mark in some lines, such as `*` before the current branch.
    // Or one or two signs or capitals in every line: ` M` and `??` of `git status -s`.
    if sides.left > 0, sides.left < lines || sides.marks == lines, gap.lowerBound - start <= 2,
      start == 0 || sides.left < lines && sides.marks == sides.left && sides.dashes == 0,
      profile.starts[gap.upperBound] == lines
    {
      return .gutter
    }
    guard sides.both > 1, sides.open < sides.both, sides.dashes < sides.left || sides.left == lines else {
      return .chance
    }
    // A sparsely filled column.
    if sides.padded == sides.both, sides.leading == sides.both { return .gutter }
    guard sides.both * 2 >= lines else { return .chance }
    // At least two blanks in all lines with words on both sides: `md5sum`, `column -t`.
    if sides.padded == sides.both { return .gutter }
    // Values are padded to the width of the longest: words are aligned left or right, with several blanks
    // before some of them.
    let isAligned = sides.leading * 5 >= sides.both * 3 || sides.trailing * 5 >= sides.both * 3
    if isAligned, sides.padded * 10 >= sides.both { return .gutter }
    // Values that are not words of a text are columns: `97 390 3040 /etc/adduser.conf`, `d3a4f3e Add file 6`.
    let areFew = lines < 3 && !isRegular
    if sides.isLeftSingle, sides.hashes == sides.both { return .gutter }
    if !areFew, sides.isLeftSingle, sides.literalLeft * 20 >= sides.both * 19 { return .gutter }
    if !areFew, sides.literalRight * 20 >= sides.both * 19 { return .gutter }
    // The left side is right-aligned, the right side left-aligned: `(blocks, -c) 0`.
    if lines > 3, sides.ending == sides.both, sides.leading == sides.both, sides.lefts.count > 2 {
      return .gutter
    }
    guard !areFew, sides.lefts.count == 1, sides.isLeftSingle, sides.leading == sides.both else {
      return .chance
    }
    // Words of equal length that contain digits are codes: `d6:44:c5:eb:f8:0c <BROADCAST>`.
    return sides.codes == sides.both ? .gutter : .fixed
  }

  /// Whether all lines have equally many words, at least four, where at least two columns contain only values
  /// and at most one contains values and other words.
  private var isRegular: Bool {
    let looks = profile.lines.indices.map { line in profile.words[line].map { isLiteral($0, line) } }
    guard let first = looks.first, looks.count > 1 else { return false }
    guard first.count > 3, looks.allSatisfy({ $0.count == first.count }) else { return false }
    let values = first.indices.count { column in looks.allSatisfy { $0[column] } }
    let mixed = first.indices.count { column in looks.contains { $0[column] != first[column] } }
    return values > 1 && mixed < 2
  }

  private func sides(of gap: Range<Int>, after start: Int, until end: Int) -> Sides {
    var sides = Sides()
    for (number, words) in profile.words.enumerated() {
      let next = words.firstIndex(endingBehind: gap.lowerBound - 1)
      // A line with a word across the gap has no sides.
      if words.overlapping(gap).contains(where: {
        $0.lowerBound < gap.lowerBound && $0.upperBound > gap.upperBound
      }) {
        continue
      }
      let from = words.firstIndex(endingBehind: start)
      var to = max(next, from)
      while to < words.count, words[to].lowerBound < gap.lowerBound { to += 1 }
      let left = words[from..<to].drop { $0.lowerBound < start }
      if !left.isEmpty { sides.left += 1 }
      var right = to
      while right < words.count, words[right].lowerBound < gap.upperBound { right += 1 }
      guard let leftmost = left.first, let last = left.last, right < words.count,
        case let first = words[right]
      else {
        continue
      }
      sides.both += 1
      if !bytes.hasPairedBrackets(profile.lines[number].range(leftmost.lowerBound..<last.upperBound)) {
        sides.open += 1
      }
      if first.lowerBound - last.upperBound > 1 { sides.padded += 1 }
      if first.lowerBound == gap.upperBound { sides.leading += 1 }
      if first.upperBound == end { sides.trailing += 1 }
      if last.upperBound == gap.lowerBound { sides.ending += 1 }
      if left.count > 1 { sides.isLeftSingle = false }
      if left.count == 1, last.count == 1, profile.lines[number][last.lowerBound] == ASCII.minus {
        sides.dashes += 1
      }
      if !bytes[profile.lines[number].range(last)].contains(where: {
        $0.isLowercase || $0.isDigit || $0 >= 0x80
      }) {
        sides.marks += 1
      }
      if bytes.isHash(profile.lines[number].range(last)) { sides.hashes += 1 }
      if isCode(bytes[profile.lines[number].range(last)]) { sides.codes += 1 }
      if isLiteral(last, number) { sides.literalLeft += 1 }
      if isLiteral(first, number), first.upperBound <= end { sides.literalRight += 1 }
      sides.lefts.insert(leftmost.lowerBound..<last.upperBound)
    }
    return sides
  }

  private func isLiteral(_ word: Range<Int>, _ line: Int) -> Bool {
    let range = profile.lines[line].range(word)
    return bytes.isLiteral(range) || bytes.isHash(range)
  }

  private func isCode(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    word.contains { $0.isDigit } && !word.contains(UInt8(ascii: "="))
  }

  /// Merges columns that are one date in every line: `Nov 22 12:45`, `Thu 06 Jun 2024 10:00:01 AM UTC`.
  mutating func joinDates() {
    var number = 0
    while number < starts.count {
      if let last = (number + 1..<min(number + 8, starts.count)).last(where: { areDates(number...$0) }) {
        starts.removeSubrange(number + 1...last)
      }
      number += 1
    }
  }

  /// Whether the cells of some columns are together a date with its year or time. A number of four digits before a
  /// date is a size, and a level is no time zone.
  private func areDates(_ columns: ClosedRange<Int>) -> Bool {
    let end = columns.upperBound + 1 < starts.count ? starts[columns.upperBound + 1] : Int.max
    return profile.words.indices.allSatisfy { number in
      let words = profile.words[number].overlapping(starts[columns.lowerBound]..<end)
      guard let first = words.first, let last = words.last, first.lowerBound >= starts[columns.lowerBound],
        case let line = profile.lines[number], !bytes.isLevel(line.range(last)),
        !(first.count == 4 && bytes[line.range(first)].allSatisfy(\.isDigit))
      else { return false }
      var cursor = ByteCursor(bytes[line.range(first.lowerBound..<last.upperBound)])
      return CellDate(&cursor).map { $0.time != nil || $0.year != nil } ?? false
    }
  }
}
