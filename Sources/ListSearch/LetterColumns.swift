/// For each class of letters, one bit per row: whether it occurs, and whether it starts a word.
///
/// A column *is* the answer to a query of one letter. For longer words, columns show which rows to test, if
/// these are few.
///
/// ```text
///  group of 4,096 rows   column 0   64 words: bit i of word j is row 64·j + i of the group
///                        column 1   64 words
///                        …          48 columns of letters that occur, 48 of word starts, one of slashes
/// ```
struct LetterColumns: Sendable {
  static let count = 2 * LetterClass.count + 1
  /// The first column of letters that start words, behind the columns of letters that occur.
  static let beginnings = LetterClass.count
  /// The column of rows with a slash, which may be paths.
  static let paths = 2 * LetterClass.count

  private static let wordsPerGroup = 64
  private static let stride = count * wordsPerGroup

  private(set) var words: [UInt64] = []
  private(set) var best = BestRowsByLetter()

  /// Returns the position in `words` of 64 rows of a column; `block` is the first row divided by 64.
  @inline(__always)
  static func position(_ column: Int, block: Int) -> Int {
    (block &>> 6) &* stride &+ column &* wordsPerGroup &+ block & 63
  }

  /// Adds the next row.
  ///
  /// - Parameters:
  ///   - row: The index of the row.
  ///   - text: All text, up to the end of the row.
  ///   - range: The range of the row's fields. There is a mark before the range, and after each field.
  ///   - wordStarts: The starts of words inside words in all text.
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
  /// The letters that occur.
  var occurring: UInt64 = 0
  /// The letters that start a word.
  var beginning: UInt64 = 0
  /// The letters that are a word.
  var alone: UInt64 = 0
  /// The letters that start a field or follow a slash.
  var leading: UInt64 = 0
  var hasSlash = false

  @inline(__always)
  init(_ fields: UnsafeBufferPointer<UInt8>) {
    var wasPartOfWord: UInt64 = 0
    var isLeading: UInt64 = 1
    var begun: UInt64 = 0  // The previous letter, if it starts a word.
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
  /// The class of a byte of folded text: one for each ASCII letter and digit, and twelve for all others.
  @inline(__always)
  var letterClass: Int {
    let letter = self &- UInt8(ascii: "a")
    if letter < 26 { return Int(letter) }
    let digit = self &- UInt8(ascii: "0")
    if digit < 10 { return Int(26 &+ digit) }
    return Int(self < 0x80 ? 36 &+ self & 3 : 40 &+ self & 7)
  }

  /// Whether a byte of folded text is part of a word: ASCII letters and digits, and everything outside ASCII.
  @inline(__always)
  var isPartOfWord: Bool {
    self &- UInt8(ascii: "a") < 26 || self &- UInt8(ascii: "0") < 10
      || self >= 0x80 && self != SearchIndex.fieldEnd
  }
}

enum LetterClass {
  static let count = 48
  /// Classes below this number have a single letter or digit.
  static let exactCount = 36
}

/// For each letter and digit, the row that matches it best; updated while rows are appended.
///
/// A row is scored only for letters that it may have at a better position than all earlier rows. That soon
/// becomes rare: once a field starts with a letter, only such rows can be as good.
struct BestRowsByLetter: Sendable {
  private var matches = [Match?](repeating: nil, count: LetterClass.exactCount)
  /// The letters that a row needs at the start of a word, at that of a field, or as a word, to be the best.
  private var needsBeginning: UInt64 = 0
  private var needsLeading: UInt64 = 0
  private var needsAlone: UInt64 = 0

  private static let exact: UInt64 = (1 << UInt64(LetterClass.exactCount)) - 1

  init() {}

  /// The best row for a letter; nil if no row has it.
  subscript(letterClass: Int) -> Match? { matches[letterClass] }

  /// Updates the best rows with a row that may have a letter at a better position than all earlier rows.
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
