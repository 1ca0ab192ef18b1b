/// What a query can say: in the help of the screen, in `--help` and on the man page.
enum QueryHelp {
  /// What is typed, and what it finds.
  static let signs = [
    (typed: "word", finds: "rows with it in any cell; of several words, with all"),
    (typed: "!word", finds: "rows without it"),
    (typed: "^word word$", finds: "a cell begins, ends with it"),
    (typed: "'!word", finds: "the word as it is, signs and all"),
    (typed: "column:word", finds: "in this column only; also !column:word, column:^word"),
  ]

  /// The same as a sentence.
  static let sentence =
    "A query is words, in any cell of a row and in any order; "
    + signs.dropFirst().map { "\($0.typed): \($0.finds)" }.joined(separator: "; ")
    + ". A column is typed without the blanks in its name, and no case counts."
}
