// The standard library's functions of this kind bring its regular expressions into a program, 1.3 MB.

extension StringProtocol {
  /// Where a text occurs first, compared byte by byte; nil where it does not occur.
  ///
  /// - Complexity: O(bytes of this text · bytes of the other).
  package func place(of text: some StringProtocol) -> Range<Index>? {
    var start = utf8.startIndex
    while !utf8[start...].starts(with: text.utf8) {
      guard start < utf8.endIndex else { return nil }
      start = utf8.index(after: start)
    }
    return start..<utf8.index(start, offsetBy: text.utf8.count)
  }

  /// This text with another in each place of a text that is not empty.
  ///
  /// - Complexity: as ``place(of:)``.
  package func replacingAll(_ text: some StringProtocol, with other: some StringProtocol) -> String {
    var (result, rest) = ("", Substring(self))
    while let place = rest.place(of: text) {
      result += rest[..<place.lowerBound]
      result += other
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}
