/// Scores the letters of a word that stand in order but not together, after the fashion of fzf and nucleo.
///
/// Each letter counts, more at the start of a word (also of one within `camelCase`), and there most of all the first
/// letter; letters that follow one another count as the first of them; gaps cost, their beginning most. The best
/// alignment is found with two rows of a table of letters by positions (Smith and Waterman, 1981; Gotoh, 1982). What is
/// added then favours letters close together, ends of words, and the last part of a path.
///
/// With ``isBare`` it is fzf's order: nothing is added, and letters that stand together are aligned like others.
///
/// It has memory of its own, and is used by one thread.
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
    /// For each letter more than gaps in the window.
    static let tightness = 3
    static let wordEnd = 8
    static let lastPart = 16
    /// What a field is worth, beside those after it.
    static let fieldStep = 8
  }

  /// Letters of a field beyond these are not aligned.
  static let room = 1024

  private let memory = UnsafeMutablePointer<Int32>.allocate(capacity: 7 * room)
  private let text: FoldedText
  /// Whether the alignment alone counts, and the first letter may stand within a word.
  private let isBare: Bool

  init(_ text: FoldedText, isBare: Bool = false) {
    self.text = text
    self.isBare = isBare
  }

  deinit { memory.deallocate() }

  /// The score of the best field of a row; nil when the letters stand in none.
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

  /// An upper bound of the score of a row; nil when they stand in no field.
  func bound(_ word: Needle, in range: Range<Int>) -> Int? {
    var best: Int?
    let letters = LettersInOrder(text: text, word: word)
    let count = word.letterCount
    letters.forEachField(of: range) { field, number in
      guard let length = letters.leastLength(in: field) else { return }
      let perLetter = Int(Points.letter + Points.fieldStart)
      // With one gap of all letters between, or, if a gap costs all that was reached, without the first letter.
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

  /// Takes the letters of a field apart, from one of them on; returns how many there are.
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

  /// The score of the best alignment of a word with `count` letters of a field, and the index of its last letter.
  ///
  /// Row *i* of the table: the best score of the word's first *i* + 1 letters up to each position, and how many letters
  /// before that position follow one another.
  private func align(_ word: Needle, _ count: Int) -> (best: Int32, end: Int) {
    var (former, scores) = (memory + 3 * Self.room, memory + 4 * Self.room)
    var (formerRuns, runs) = (memory + 5 * Self.room, memory + 6 * Self.room)
    var low = 0  // The first position at which the letter can stand.
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
            // The first letter stands where a word begins.
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

  /// The length in letters of the shortest window that ends at a position.
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
