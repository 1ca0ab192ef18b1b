/// One condition of a query: a word, and where it has to stand.
///
/// ```text
///  alps   '!alps   a word, as it is          ^mont   a field begins with it      range:alps   only in that column
///  !alps           no such word              blanc$  a field ends with it        ^mont blanc$ two conditions
/// ```
///
/// Anchors need no test of their own: the pattern of `^mont` begins with the mark that stands before each field.
struct QueryTerm: Hashable, Sendable {
  /// The word in the patterns of the query, together with the marks of its anchors.
  var pattern: Range<Int>
  var isAtStart = false
  var isAtEnd = false
  /// The number of the only field it may stand in.
  var column: Int?
  /// Whether rows with the word are left out.
  var isExcluded = false
  /// Whether the letters of the word may stand apart where no row has the word: not if it is short, anchored, quoted or
  /// excluded.
  var mayBeLoose = false
  /// Whether they may, because no row has the word.
  var isLoose = false

  /// Whether the word may stand anywhere.
  var isPlain: Bool { !isExcluded && !isAtStart && !isAtEnd && column == nil }

  /// A word of fewer letters is always looked for as it is.
  static let leastLooseCount = 3
}
