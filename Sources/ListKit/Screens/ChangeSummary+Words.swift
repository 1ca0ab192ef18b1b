extension ChangeSummary {
  /// The numbers in words, such as `2 added, 1 moved`.
  public var words: String {
    [(inserted, "added"), (deleted, "removed"), (moved, "moved"), (changed, "changed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
