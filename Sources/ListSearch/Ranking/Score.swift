/// What a place is worth at which a word of the query stands.
///
/// The parts never add up past the next greater one, so they are read in this order:
///
/// 1. A word *begins* there. People type beginnings: `ken` means Kenya before it means Mackenzie.
/// 2. The field. Callers put first what people look for: `kenya` means Mount Kenya before all mountains in Kenya.
/// 3. How much of the field it fills: `blanc` means Mont Blanc before Blanche, `k2` means K2 before K2 West.
///
/// A row's score is the sum over the words, plus the same for the words as typed, taken as one, when there are several:
/// `mont blanc` means Mont Blanc before Blanc de Mont.
///
/// Of a path, the last part counts as the field, and what is before it as the field after: `search` means
/// `src/search.txt` before `search/src.txt`. What looks like a path is one: a text with a slash and without blanks, or
/// one that begins with `/`, `./`, `../` or `~/`.
enum Score {
  static let wordStart = 64

  static let fieldStep = 8
  /// Fields after these are all worth the same.
  static let rankedFields = 3

  static let wholeField = 4
  static let wholeWord = 2
  static let fieldStart = 1

  /// The most that a place can be worth.
  static let greatest = place(isWordStart: true, isWordEnd: true, isFieldStart: true, isFieldEnd: true)

  @inline(__always)
  static func place(
    isWordStart: Bool, isWordEnd: Bool = false, isFieldStart: Bool = false, isFieldEnd: Bool = false,
    field: Int = 0
  ) -> Int {
    var score = max(0, rankedFields &- field) &* fieldStep
    guard isWordStart else { return score }
    score &+= wordStart
    if isFieldStart { score &+= fieldStart }
    if isWordEnd { score &+= wholeWord }
    if isFieldStart, isFieldEnd { score &+= wholeField }
    return score
  }
}
