import LibC

/// A POSIX extended regular expression, without regard to case; regcomp(3) makes it.
///
/// Its letters are those of the locale's character set.
///
/// Threads may share it: regexec(3) does not change what regcomp(3) made.
final class RegularExpression: @unchecked Sendable {
  private let compiled: UnsafeMutablePointer<regex_t>

  /// - Returns: nil if the text is no regular expression.
  init?(_ text: String) {
    let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    guard regcomp(compiled, text, REG_EXTENDED | REG_ICASE) == 0 else {
      compiled.deallocate()
      return nil
    }
    self.compiled = compiled
  }

  deinit {
    regfree(compiled)
    compiled.deallocate()
  }

  /// Whether it matches somewhere in a text.
  func matches(_ text: String) -> Bool { regexec(compiled, text, 0, nil, 0) == 0 }

  /// Where it matches in a text, as offsets of characters, in order.
  func matches(in text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    text.withCString { bytes in
      var start = 0
      var match = regmatch_t()
      while regexec(compiled, bytes + start, 1, &match, start > 0 ? REG_NOTBOL : 0) == 0 {
        let low = start + Int(match.rm_so)
        let high = start + Int(match.rm_eo)
        if high > low { ranges.append(low..<high) }
        // After an empty match the next one begins behind the next byte.
        start = max(high, low + 1)
        guard start <= strlen(bytes) else { break }
      }
    }
    return ranges.map { Self.characters($0, in: text) }
  }

  private static func characters(_ range: Range<Int>, in text: String) -> Range<Int> {
    func offset(_ byte: Int) -> Int {
      let index = text.utf8.index(text.startIndex, offsetBy: byte)
      return text.distance(from: text.startIndex, to: index)
    }
    return offset(range.lowerBound)..<max(offset(range.upperBound), offset(range.lowerBound) + 1)
  }
}
