// The standard library's functions of this kind link its regular expressions into a program, 1.3 MB.

extension StringProtocol {
  /// Returns the first occurrence of a text, compared byte by byte; nil if there is none.
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

  /// Returns this text with each occurrence of a text, which must not be empty, replaced by another.
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
