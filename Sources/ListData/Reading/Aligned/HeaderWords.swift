/// Finds the names of columns in a header, by joining the words of a name.
struct HeaderWords {
  private let header: ScreenLine
  private let profile: ColumnProfile
  private let bytes: TextBytes
  private var words: [Range<Int>]
  /// The words of each row, where a pair of values around a slash is one word.
  private let values: [[Range<Int>]]
  /// The minimum number of blanks between the widest value of a column and the next column; nil if unknown.
  private var margin: Int?
  /// The number of occurrences of each word in the header.
  private var repeats: [[UInt8]: Int] = [:]
  /// Whether two words with one blank between them are known to be two columns.
  private var hasProof = false
  /// Whether words form one name because rows have words across the blank between them.
  private(set) var isJoinedByRows = false

  /// The screen columns of the names.
  private(set) var names: [Range<Int>] = []

  init(_ header: ScreenLine, above profile: ColumnProfile, of bytes: TextBytes) {
    self.header = header
    self.profile = profile
    self.bytes = bytes
    words = Self.words(of: header, above: profile)
    values = profile.lines.indices.map { Self.values(of: profile.lines[$0], profile.words[$0], bytes) }
    splitTouching()
    for word in words { repeats[text(of: word), default: 0] += 1 }
    margin = commonMargin()
    let votes = words.indices.dropFirst().map { vote($0) }
    hasProof = margin == 1 || words.indices.dropFirst().contains { isSingleGap($0) && votes[$0 - 1] == .cut }
    isJoinedByRows = votes.contains(.join)
    for (number, word) in words.enumerated() {
      if number > 0, !isCut(votes[number - 1], before: number) {
        names[names.count - 1] = names[names.count - 1].lowerBound..<word.upperBound
      } else {
        names.append(word)
      }
    }
  }

  /// Returns the number of blanks between the widest value of a column and the next column, if left-aligned
  /// columns show that the program keeps it constant: one in `lvs`, three in `docker` and `kubectl`.
  private func commonMargin() -> Int? {
    var margins: [Int] = []
    var areAll = true
    var start = 0
    for number in words.indices.dropFirst() where !isSingleGap(number) {
      let next = words[number].lowerBound
      let values = profile.starts[min(next, profile.width)]
      // The values begin below the start of the name, and no text extends across it.
      let reach = (start..<next).last { profile[$0] > 0 || !header.isBlank($0) }
      start = next
      guard let reach, profile[next - 1] == 0, values * 10 >= profile.count(in: words[number]) * 9, values > 0
      else {
        areAll = false
        continue
      }
      margins.append(next - reach - 1)
    }
    guard let least = margins.min() else { return nil }
    if least == 1 { return 1 }
    return areAll && margins.count > 1 && margins.allSatisfy({ $0 == least }) ? least : nil
  }

  /// Returns the words of a header. Bars separate words as well, as in `/proc/net/dev`. A leading `#` that only
  /// marks the header is left out; it is a name if it is the word before numbers or before another sign: `#:`.
  ///
  /// ```text
  ///  face |bytes    packets errs|bytes    packets
  /// ```
  static func words(of header: ScreenLine, above profile: ColumnProfile) -> [Range<Int>] {
    var words: [Range<Int>] = []
    let all = header.words()
    for (number, word) in all.enumerated() {
      var start = word.lowerBound
      if number == 0, header[start] == UInt8(ascii: "#"),
        word.count > 1 ? header[start + 1].isLetter : !isNumber(word, profile, of: all)
      {
        start += 1
      }
      guard word.count > 3 else {
        let isBar = word.count == 1 && header[start] == UInt8(ascii: "|")
        if start < word.upperBound, !isBar || all.count < 3 { words.append(start..<word.upperBound) }
        continue
      }
      for column in word where header[column] == UInt8(ascii: "|") {
        if start < column { words.append(start..<column) }
        start = column + 1
      }
      if start < word.upperBound { words.append(start..<word.upperBound) }
    }
    return words
  }

  /// Whether most rows have a number below the first word of a header, and as many words as that.
  private static func isNumber(_ word: Range<Int>, _ profile: ColumnProfile, of head: [Range<Int>]) -> Bool {
    let next = head.count > 1 ? head[1].lowerBound : Int.max
    let numbered = zip(profile.lines, profile.words).count { line, words in
      words.count >= head.count && words[0].upperBound <= next && line.isLiteral(words[0])
    }
    return numbered * 2 > profile.lines.count
  }

  /// Returns the words of a row; a value with its unit is one word, and so are two values with a slash between
  /// them: `916B / 0B`, `2.3 kB / 0 B` below `NET I/O`.
  private static func values(
    of line: ScreenLine, _ words: [Range<Int>], _ bytes: TextBytes
  ) -> [Range<Int>] {
    func isValue(_ word: Int) -> Bool {
      bytes.isLiteral(line.range(words[word])) || (word > 0 && bytes.isUnit(line.range(words[word])))
    }
    var values: [Range<Int>] = []
    var isOpen = false
    for (number, word) in words.enumerated() {
      let isStroke =
        word.count == 1 && line[word.lowerBound] == ASCII.slash && number > 0 && number + 1 < words.count
        && isValue(number - 1) && isValue(number + 1)
      let isUnit =
        number > 0 && words[number - 1].upperBound + 1 == word.lowerBound
        && bytes.isUnit(line.range(word)) && bytes.isLiteral(line.range(words[number - 1]))
      if isOpen || isStroke || isUnit, let last = values.popLast() {
        values.append(last.lowerBound..<word.upperBound)
      } else {
        values.append(word)
      }
      isOpen = isStroke
    }
    return values
  }

  /// Splits touching names before a capital that follows a lower-case letter, if the rows have two columns there:
  /// values begin below the capital, or most rows have two words below the name and the first part occurs in the
  /// header as a word: `Local Address:Port Peer Address:PortProcess` of `ss`.
  private mutating func splitTouching() {
    let twins = Set(words.map(text))
    let starts = words.map(\.lowerBound)
    words = words.enumerated().flatMap { number, word -> [Range<Int>] in
      // Words that begin below the name or directly behind it, besides the first.
      let next = number + 1 < starts.count ? starts[number + 1] : Int.max
      let near = word.lowerBound..<min(word.upperBound + 8, next)
      let pairs = values.count { $0.overlapping(near).count { $0.upperBound <= next } > 1 }
      // `kB_read` is one name.
      for column in word.dropFirst(3)
      where header[column].isUppercase && header[column - 1].isLowercase {
        let below =
          profile.starts[min(column, profile.width)] + profile.starts[min(column + 1, profile.width)]
        // The last column may be empty.
        // Names do not touch where several blanks are between others: `_count   _countDistinct`.
        let isEmpty =
          next == Int.max && profile.count(in: column..<next) == 0
          && !(number > 0 && word.lowerBound - words[number - 1].upperBound > 1)
        let hasTwin =
          (pairs * 2 > values.count || isEmpty) && twins.contains(text(of: word.lowerBound..<column))
        if hasTwin
          || profile[column - 1] == 0 && below > 0 && profile.count(in: word.lowerBound..<column) > 0
            && below * 2 >= profile.count(in: column..<word.upperBound)
        {
          return [word.lowerBound..<column, column..<word.upperBound]
        }
      }
      return [word]
    }
  }

  private enum Vote {
    /// The rows show that there are two columns, or that a name continues.
    case cut, join
    /// The header itself shows that a name continues.
    case joinByName
    case none
  }

  /// Returns what the rows show about the gap before a word.
  ///
  /// Two blanks are always a cut. One blank is not a cut if rows often have a single word across it, such as
  /// the paths below `Mounted on`; it is one if they have words on both sides, aligned with the right word.
  private func vote(_ number: Int) -> Vote {
    let (left, right) = (words[number - 1], words[number])
    guard isSingleGap(number) else { return .cut }
    // `08:15:01 PM` is the name of a column with times of day.
    if right.count == 2, header[right.lowerBound + 1] == UInt8(ascii: "M"), header[left.lowerBound].isDigit {
      return .joinByName
    }
    if haveValues(left, right) { return .cut }
    // `CREATED BY` beside `CREATED` are two names.
    if isAlone(number - 1, before: 1), repeats[text(of: left), default: 0] > 1,
      words.indices.contains(where: {
        $0 != number - 1 && isAlone($0, before: 0) && text(of: words[$0]) == text(of: left)
      })
    {
      return .joinByName
    }
    // If columns are separated by at least two blanks, one blank belongs to a name.
    if let margin, margin > 1 { return .joinByName }
    let gap = left.upperBound
    let end = number + 1 < words.count ? words[number + 1].lowerBound : Int.max
    var joins = 0
    var cuts = 0
    var overflows = 0
    for (line, words) in zip(profile.lines, values) {
      let near = Array(
        words.overlapping(left.lowerBound..<max(left.lowerBound, min(end, right.upperBound + 1))))
      if let crossing = near.first(where: { $0.contains(gap) }) {
        let isOfRight = crossing.upperBound == right.upperBound && near[0].lowerBound < crossing.lowerBound
        let last = near[near.count - 1]
        let isOfLeft = crossing.lowerBound == left.lowerBound && last.lowerBound > crossing.lowerBound
        // A word that begins or ends in the gap does not touch the text below the other name.
        if crossing.lowerBound == gap, near[0].upperBound + 1 < gap, line.isLiteral(near[0]) {
          cuts += 1
        } else if isOfLeft, crossing.upperBound == gap + 1 {
          cuts += 1
        } else if isOfRight || isOfLeft {
          overflows += 1
        } else if crossing.upperBound > gap + 1 {
          joins += 1
        }
      } else if let former = near.last(where: { $0.lowerBound < gap }) {
        let below = near.filter { $0.lowerBound > gap }
        if below.contains(where: { $0.lowerBound == right.lowerBound || $0.upperBound == right.upperBound })
          || (below.first?.lowerBound ?? 0) > former.upperBound + 1
        {
          cuts += 1
        }
      }
    }
    // Overlong words of one side count as joins only if no row has words on both sides.
    if (joins * 20 > profile.lines.count && joins * 3 > cuts) || (overflows > 0 && cuts == 0) { return .join }
    return cuts > joins ? .cut : .none
  }

  /// Whether nine of ten rows with text below two words of the header have two words there, of which the second is a
  /// value, or the first is one and both are at the edges of the names: the rows decide where columns are.
  ///
  /// ```text
  /// Used Capacity      Proto Recv-Q Send-Q Local Address
  ///  123       4%      tcp        0      0 127.0.0.1:18081
  /// ```
  private func haveValues(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    var filled = 0
    let pairs = values.indices.count { row in
      let near = values[row].overlapping(left.lowerBound..<right.upperBound)
      if !near.isEmpty { filled += 1 }
      // `Fas 0/5` below `Local Intrfce` is one cell: its second word is not below the second one of the name.
      if near.count == 2, near[near.startIndex].lowerBound == left.lowerBound,
        case let second = near[near.startIndex + 1],
        second.lowerBound == near[near.startIndex].upperBound + 1,
        second.lowerBound != right.lowerBound, second.upperBound != right.upperBound
      {
        return false
      }
      guard near.count == 2, let one = near.first, let other = near.last, other.lowerBound > left.lowerBound,
        isValue(other, in: row) && (values.count > 1 || isValue(one, in: row))
          || isValue(one, in: row) && values[row].count == words.count
          || isValue(one, in: row) && other.lowerBound == right.lowerBound
            && one.upperBound <= left.upperBound
            && (one.upperBound == left.upperBound || other.lowerBound - one.upperBound > 1)
      else { return false }
      // A date and its time are one value.
      let line = profile.lines[row]
      return !other.contains { line[$0] == ASCII.colon }
        || !one.contains { line[$0] == ASCII.minus || line[$0] == ASCII.slash }
    }
    return filled > 0 && pairs * 10 >= filled * 9
  }

  /// If the rows show nothing, because one of both words has no values, a single blank is a cut only if
  /// another one is known to be one: `SIZE TYPE` are two columns, `NOMINATED NODE` is one. A lower-case word
  /// after a capitalised one continues its name (`Mounted on`), and a word that occurs twice belongs to the
  /// word before it (`Local Address`, `Peer Address`).
  private func isCut(_ vote: Vote, before number: Int) -> Bool {
    guard vote == .none else { return vote == .cut }
    let (left, right) = (words[number - 1], words[number])
    if header[left.lowerBound].isUppercase, left.contains(where: { header[$0].isLowercase }),
      header[right.lowerBound].isLowercase
    {
      return false
    }
    let isRepeated = repeats[text(of: right), default: 0] > 1
    if margin == 1, !isRepeated { return true }
    // `Local` without values of its own belongs to the word after it.
    if left.contains(where: { header[$0].isLowercase }), profile.count(in: left) == 0,
      profile.count(in: right) > 0
    {
      return false
    }
    return hasProof && !isRepeated
  }

  private func isValue(_ word: Range<Int>, in row: Int) -> Bool {
    bytes.isLiteral(profile.lines[row].range(word))
  }

  private func isSingleGap(_ number: Int) -> Bool {
    words[number].lowerBound - words[number - 1].upperBound == 1
      && header.isBlank(words[number].lowerBound - 1)
  }

  /// Whether several blanks are before a word, and behind the `more` words after it.
  private func isAlone(_ number: Int, before more: Int) -> Bool {
    (number == 0 || !isSingleGap(number))
      && (number + more + 1 >= words.count || !isSingleGap(number + more + 1))
  }

  private func text(of word: Range<Int>) -> [UInt8] { word.map { header[$0] } }
}
