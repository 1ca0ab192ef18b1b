/// Scores the letters of a word that occur in order but apart, like fzf and nucleo.
///
/// Each letter gets points, more at the start of a word (also inside `camelCase`), and the first letter there
/// most of all. Consecutive letters get the bonus of the first of them. Gaps cost points, their first letter
/// the most. Two rows of a table of letters by positions give the best alignment (Smith and Waterman, 1981;
/// Gotoh, 1982). Additional points favour letters close together, ends of words, and the last part of a path.
///
/// With ``isBare`` the order is that of fzf: no points are added, and letters without gaps are aligned like
/// others.
///
/// It owns a buffer, so only one thread may use it.
final class LetterScorer {
  enum Points {
    static let letter: Int32 = 16
    static let gapStart: Int32 = -3
    static let gapStep: Int32 = -1
    static let fieldStart: Int32 = 10
    static let partStart: Int32 = 9
    static let wordStart: Int32 = 8
    static let innerWordStart: Int32 = 7
    static let following: Int32 = 4
    /// Points for each letter by which the letters in the window outnumber the gaps.
    static let tightness = 3
    static let wordEnd = 8
    static let lastPart = 16
    /// The points of a field over the next one.
    static let fieldStep = 8
  }

  /// The maximum number of letters of a field that are aligned.
  static let room = 1024

  private let memory = UnsafeMutablePointer<Int32>.allocate(capacity: 7 * room)
  private let text: FoldedText
  /// Whether only the alignment counts, and the first letter may be inside a word.
  private let isBare: Bool

  init(_ text: FoldedText, isBare: Bool = false) {
    self.text = text
    self.isBare = isBare
  }

  deinit { memory.deallocate() }

  /// Returns the score of the best field of a row; nil if no field has the letters.
  func score(_ word: Needle, in range: Range<Int>, mayBePath: Bool) -> Int? {
    var best: Int?
    let letters = LettersInOrder(text: text, word: word)
    letters.forEachField(of: range) { field, number in
      if isBare {
        guard let start = letters.firstLetter(in: field),
          case let score = score(word, from: start, in: field, mayBePath), score > 0
        else { return }
        best = max(best ?? score, score)
        return
      }
      guard let window = letters.firstWindow(in: field) else { return }
      let score = score(word, from: window.lowerBound, in: field, mayBePath) + Self.worth(ofField: number)
      best = max(best ?? score, score)
    }
    return best
  }

  /// Returns an upper bound of the score of a row; nil if no field has the letters.
  func bound(_ word: Needle, in range: Range<Int>) -> Int? {
    var best: Int?
    let letters = LettersInOrder(text: text, word: word)
    let count = word.letterCount
    letters.forEachField(of: range) { field, number in
      guard let length = letters.leastLength(in: field) else { return }
      let perLetter = Int(Points.letter + Points.fieldStart)
      // Either one gap has all other letters, or a gap costs all points so far, including the first letter's.
      let gaps = length - count
      let cost = gaps > 0 ? Int(Points.gapStart) + (gaps - 1) * Int(Points.gapStep) : 0
      let aligned = max(perLetter * count + Int(Points.fieldStart) + cost, perLetter * (count - 1))
      let bound =
        aligned + max(0, 2 * count - length) * Points.tightness + Points.wordEnd + Points.lastPart
        + Self.worth(ofField: number)
      best = max(best ?? bound, bound)
    }
    return best
  }

  private static func worth(ofField number: Int) -> Int {
    max(0, Score.rankedFields - number) * Points.fieldStep
  }

  // MARK: One field

  private var letters: UnsafeMutablePointer<Int32> { memory }
  private var positions: UnsafeMutablePointer<Int32> { memory + Self.room }
  private var bonuses: UnsafeMutablePointer<Int32> { memory + 2 * Self.room }

  private func score(_ word: Needle, from start: Int, in field: Range<Int>, _ mayBePath: Bool) -> Int {
    let count = read(from: start, in: field)
    let (best, end) = align(word, count)
    if best <= 0 || isBare { return max(0, Int(best)) }
    var score = Int(best)
    score += max(0, 2 * word.letterCount - length(of: word, endingAt: end)) * Points.tightness
    var after = Int(positions[end]) + 1
    while after < field.upperBound, text.bytes[after].isContinuation { after += 1 }
    if !text.bytes[after].isPartOfWord { score += Points.wordEnd }
    if mayBePath, let name = PositionScorer(bytes: text.bytes).nameOfPath(in: field) {
      let first = end + 1 - length(of: word, endingAt: end)
      if Int(positions[first]) >= name {
        score += Points.lastPart
      } else if after > name {
        score += Points.lastPart / 4
      }
    }
    return score
  }

  /// Reads the letters of a field into the buffer, starting at a position; returns their number.
  private func read(from start: Int, in field: Range<Int>) -> Int {
    var count = 0
    var position = start
    while position < field.upperBound, count < Self.room {
      var letter = UInt32(text.bytes[position])
      positions[count] = Int32(truncatingIfNeeded: position)
      bonuses[count] = bonus(at: position)
      position &+= 1
      while text.bytes[position].isContinuation {
        letter = letter &<< 8 | UInt32(text.bytes[position])
        position &+= 1
      }
      letters[count] = Int32(bitPattern: letter)
      count &+= 1
    }
    return count
  }

  @inline(__always)
  private func bonus(at position: Int) -> Int32 {
    let before = text.bytes[position &- 1]
    switch before {
    case SearchIndex.fieldEnd, UInt8(ascii: " "): return Points.fieldStart
    case UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "|"):
      return Points.partStart
    default:
      if !before.isPartOfWord || !text.bytes[position].isPartOfWord { return Points.wordStart }
      return text.isInnerWordStart(position) ? Points.innerWordStart : 0
    }
  }

  /// Returns the best score of an alignment with `count` letters, and the index of its last letter.
  ///
  /// Row *i* of the table has, for each position, the best score of the word's first *i* + 1 letters up to
  /// there, and the number of consecutive letters that end there.
  private func align(_ word: Needle, _ count: Int) -> (best: Int32, end: Int) {
    var (former, scores) = (memory + 3 * Self.room, memory + 4 * Self.room)
    var (formerRuns, runs) = (memory + 5 * Self.room, memory + 6 * Self.room)
    var low = 0  // The first possible position of the letter.
    var best: Int32 = 0
    var end = 0
    var byte = 0
    var isFirst = true
    while byte < word.bytes.count {
      var letter = UInt32(word.bytes[byte])
      byte &+= 1
      while byte < word.bytes.count, word.bytes[byte].isContinuation {
        letter = letter &<< 8 | UInt32(word.bytes[byte])
        byte &+= 1
      }
      let sought = Int32(bitPattern: letter)
      while low < count, letters[low] != sought { low &+= 1 }
      guard low < count else { return (0, 0) }
      let isLast = byte == word.bytes.count
      var isInGap = false
      for position in low..<count {
        var apart: Int32 = 0
        if position > low {
          apart = max(0, scores[position &- 1] &+ (isInGap ? Points.gapStep : Points.gapStart))
        }
        var together: Int32 = 0
        var run: Int32 = 0
        if letters[position] == sought {
          let bonus = bonuses[position]
          if isFirst {
            // The first letter must start a word.
            if bonus > 0 || isBare { (together, run) = (Points.letter &+ 2 &* bonus, 1) }
          } else {
            together = former[position &- 1] &+ Points.letter
            run = formerRuns[position &- 1] &+ 1
            var worth = bonus
            if run > 1 {
              let ofRun = bonuses[position &- Int(run) &+ 1]
              if bonus >= Points.wordStart, bonus > ofRun {
                run = 1
              } else {
                worth = max(bonus, Points.following, ofRun)
              }
            }
            if together &+ worth < apart {
              together &+= bonus
              run = 0
            } else {
              together &+= worth
            }
          }
        }
        isInGap = together < apart
        runs[position] = run
        scores[position] = max(together, apart)
        if isLast, scores[position] > best { (best, end) = (scores[position], position) }
      }
      swap(&former, &scores)
      swap(&formerRuns, &runs)
      isFirst = false
      low &+= 1
    }
    return (best, end)
  }

  /// Returns the length in letters of the shortest window that ends at a position.
  private func length(of word: Needle, endingAt end: Int) -> Int {
    var byte = word.bytes.count
    var position = end + 1
    while byte > 0 {
      byte -= 1
      var letter = UInt32(word.bytes[byte])
      var shift: UInt32 = 8
      while word.bytes[byte].isContinuation {
        byte -= 1
        letter |= UInt32(word.bytes[byte]) << shift
        shift += 8
      }
      position -= 1
      while position > 0, letters[position] != Int32(bitPattern: letter) { position -= 1 }
    }
    return end + 1 - position
  }
}
