/// For each letter and digit, the row in which it stands best, kept while rows are appended.
///
/// A row is looked at only for letters that it may have at a better place than all rows before, which ends soon: once a
/// field begins with a letter, a row needs to do the same to be as good.
struct LetterBests: Sendable {
  private var matches = [Match?](repeating: nil, count: LetterClass.exactCount)
  /// The letters for which a row needs to have them at the beginning of a word, the beginning of a field or as a word,
  /// to be as good as the best row.
  private var (needsBeginning, needsLeading, needsAlone): (UInt64, UInt64, UInt64) = (0, 0, 0)

  private static let exact: UInt64 = (1 << UInt64(LetterClass.exactCount)) - 1

  init() {}

  /// The best row for a letter; nil when no row has it.
  subscript(letterClass: Int) -> Match? { matches[letterClass] }

  /// Looks whether a row has a letter at a better place than all rows before.
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
        PlaceScorer(bytes: text).bestPlace(
          of: Needle(UnsafeBufferPointer(start: sign, count: 1)), in: range, mayBePath: letters.hasSlash)
      }
      guard let score else { return }
      let match = Match(row: row, score: score, length: SearchIndex.length(of: text, in: range))
      if let best = matches[letter], match < best { return }
      matches[letter] = match
      let bit: UInt64 = 1 &<< UInt64(letter)
      if score >= Score.place(isWordStart: true) { needsBeginning |= bit }
      if score >= Score.place(isWordStart: true, isFieldStart: true) { needsLeading |= bit }
      if score >= Score.place(isWordStart: true, isWordEnd: true) { needsAlone |= bit }
    }
  }
}
