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
enum Score {
  static let wordStart = 64

  static let fieldStep = 8
  /// Fields after these are all worth the same.
  static let rankedFields = 3

  static let wholeField = 4
  static let wholeWord = 2
  static let fieldStart = 1

  static func place(isWordStart: Bool, isWordEnd: Bool, isFieldStart: Bool, isFieldEnd: Bool, field: Int)
    -> Int
  {
    var score = max(0, rankedFields - field) * fieldStep
    guard isWordStart else { return score }
    score += wordStart
    if isFieldStart { score += fieldStart }
    if isWordEnd { score += wholeWord }
    if isFieldStart, isFieldEnd { score += wholeField }
    return score
  }
}
