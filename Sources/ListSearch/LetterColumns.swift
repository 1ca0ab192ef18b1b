/// For each class of letters, in which rows it occurs, and in which of them it begins a word: a bit a row.
///
/// The answer to a query of one letter *is* a column. For longer words columns tell which rows are worth a look, where
/// these are few.
///
/// ```text
///  group of 4,096 rows   column 0   64 words: bit i of word j is row 64·j + i of the group
///                        column 1   64 words
///                        …          48 columns of what occurs, 48 of what begins words, one of rows with paths
/// ```
struct LetterColumns: Sendable {
  static let count = 2 * LetterClass.count + 1
  /// The columns of letters that begin words come after those of letters that occur.
  static let beginnings = LetterClass.count
  /// The rows with a field that looks like a path.
  static let paths = 2 * LetterClass.count

  private static let wordsPerGroup = 64
  private static let stride = count * wordsPerGroup

  private(set) var words: [UInt64] = []
  private(set) var best = BestRowsByLetter()

  /// The position in `words` of 64 rows of a column; `block` is the number of the first of them, divided by 64.
  @inline(__always)
  static func position(_ column: Int, block: Int) -> Int {
    (block &>> 6) &* stride &+ column &* wordsPerGroup &+ block & 63
  }

  /// Takes in the next row.
  ///
  /// - Parameters:
  ///   - row: Its number.
  ///   - text: All text up to and with it.
  ///   - range: Where its fields lie; before them is a mark, and after each of them.
  ///   - wordStarts: Those of all text.
  mutating func append(
    row: Int, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ wordStarts: WordStarts
  ) {
    if row % (64 * Self.wordsPerGroup) == 0 {
      words.append(contentsOf: repeatElement(0, count: Self.stride))
    }
    var letters = RowLetters(UnsafeBufferPointer(rebasing: text[range]))
    best.note(row: row, letters, text, range)
    wordStarts.forEach(in: range) { letters.beginning |= 1 &<< UInt64(text[$0].letterClass) }
    let bit: UInt64 = 1 &<< UInt64(row & 63)
    let block = row &>> 6
    letters.occurring.forEachBit { words[Self.position($0, block: block)] |= bit }
    letters.beginning.forEachBit { words[Self.position(Self.beginnings &+ $0, block: block)] |= bit }
    if letters.hasSlash { words[Self.position(Self.paths, block: block)] |= bit }
  }
}

/// The classes of the letters of a row, a bit for each class.
struct RowLetters {
  /// Those that occur.
  var occurring: UInt64 = 0
  /// Those that begin a word.
  var beginning: UInt64 = 0
  /// Those that are a word.
  var alone: UInt64 = 0
  /// Those that begin a field or follow a slash.
  var leading: UInt64 = 0
  var hasSlash = false

  @inline(__always)
  init(_ fields: UnsafeBufferPointer<UInt8>) {
    var wasPartOfWord: UInt64 = 0
    var isLeading: UInt64 = 1
    var begun: UInt64 = 0  // The letter before, if it begins a word.
    for byte in fields {
      if byte == SearchIndex.fieldEnd {
        alone |= begun
        wasPartOfWord = 0
        begun = 0
        isLeading = 1
        continue
      }
      let letter: UInt64 = 1 &<< UInt64(truncatingIfNeeded: byte.letterClass)
      let isPartOfWord: UInt64 = byte.isPartOfWord ? 1 : 0
      occurring |= letter
      alone |= begun & (isPartOfWord &- 1)
      begun = letter & (wasPartOfWord &- 1)
      beginning |= begun
      leading |= letter & (0 &- isLeading)
      let isSlash = byte == UInt8(ascii: "/")
      isLeading = isSlash ? 1 : 0
      if isSlash { hasSlash = true }
      wasPartOfWord = isPartOfWord
    }
  }
}

extension UInt64 {
  @inline(__always)
  func forEachBit(_ body: (Int) -> Void) {
    var bits = self
    while bits != 0 {
      body(bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }
}

extension UInt8 {
  /// Which of 48 classes a byte of folded text is in: each letter and digit of ASCII has its own, the others share some.
  @inline(__always)
  var letterClass: Int {
    let letter = self &- UInt8(ascii: "a")
    if letter < 26 { return Int(letter) }
    let digit = self &- UInt8(ascii: "0")
    if digit < 10 { return Int(26 &+ digit) }
    return Int(self < 0x80 ? 36 &+ self & 3 : 40 &+ self & 7)
  }

  /// Whether a byte of folded text belongs to a word: ASCII letters and digits, and all that is not ASCII.
  @inline(__always)
  var isPartOfWord: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
      || self >= 0x80 && self != SearchIndex.fieldEnd
  }
}

enum LetterClass {
  static let count = 48
  /// Below it, a class is that of one letter alone.
  static let exactCount = 36
}

/// For each letter and digit, the row that matches it best, kept up to date while rows are appended.
///
/// A row is scored only for letters that it may have at a better position than all rows before, which soon happens seldom:
/// once a field begins with a letter, only such a row can be as good.
struct BestRowsByLetter: Sendable {
  private var matches = [Match?](repeating: nil, count: LetterClass.exactCount)
  /// The letters for which a row needs to have them at the beginning of a word, the beginning of a field or as a word,
  /// to be as good as the best row.
  private var needsBeginning: UInt64 = 0
  private var needsLeading: UInt64 = 0
  private var needsAlone: UInt64 = 0

  private static let exact: UInt64 = (1 << UInt64(LetterClass.exactCount)) - 1

  init() {}

  /// The best row for a letter; nil when no row has it.
  subscript(letterClass: Int) -> Match? { matches[letterClass] }

  /// Takes in a row, which may have a letter at a better position than all rows before.
  mutating func note(
    row: Int, _ letters: RowLetters, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) {
    var worthwhile = letters.occurring & Self.exact
    worthwhile &= ~needsBeginning | letters.beginning
    worthwhile &= ~needsLeading | letters.leading | letters.alone
    worthwhile &= ~needsAlone | letters.alone
    worthwhile.forEachBit { letter in
      let first = letter < 26 ? UInt8(ascii: "a") : UInt8(ascii: "0") &- 26
      let score = withUnsafePointer(to: first &+ UInt8(letter)) { sign in
        PositionScorer(bytes: text).bestScore(
          of: Needle(UnsafeBufferPointer(start: sign, count: 1)), in: range, mayBePath: letters.hasSlash)
      }
      guard let score else { return }
      let match = Match(row: row, score: score, length: SearchIndex.length(of: text, in: range))
      if let best = matches[letter], match < best { return }
      matches[letter] = match
      let bit: UInt64 = 1 &<< UInt64(letter)
      if score >= Score.value(isWordStart: true) { needsBeginning |= bit }
      if score >= Score.value(isWordStart: true, isFieldStart: true) { needsLeading |= bit }
      if score >= Score.value(isWordStart: true, isWordEnd: true) { needsAlone |= bit }
    }
  }
}
