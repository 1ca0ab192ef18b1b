/// Tables whose cells are the words of lines, wherever they stand.
extension HeadedTable {
  /// Where positions disagree, but every row has as many words as the header, near their heads, words are cells:
  /// numbers of `vmstat` that are too long for their columns push the others to the right.
  static func byWords(
    _ head: ScreenLine, _ ink: Ink, _ bytes: TextBytes, within distance: Int? = 12
  ) -> (AlignedCut, [Column])? {
    let words = HeaderWords.words(of: head)
    guard words.count > 1, ink.lines.count > 0, standBelow(words, ink, within: distance) else { return nil }
    var cut = AlignedCut(places: words.map { AlignedCut.Place(start: $0.lowerBound, isSingle: true) })
    cut.isByWords = true
    cut.header = Self.words(of: head, bytes)
    return (cut, words.map { Column(name: bytes.string(head.range($0))) })
  }

  /// Whether lines are not aligned at all: one blank parts any two words, and no line begins with one.
  ///
  /// ```text
  /// PID PPID CMD
  /// 1 0 init
  /// 812 1 sshd
  /// ```
  static func isPartedByBlanks(_ head: ScreenLine, _ ink: Ink) -> Bool {
    ([head.words()] + ink.words).allSatisfy { words in
      words.first?.lowerBound == 0
        && zip(words, words.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound }
    }
  }

  /// Whether every row has as many words as there are heads, each below its own or no further than so many columns
  /// from it; nil for anywhere.
  private static func standBelow(_ heads: [Range<Int>], _ ink: Ink, within distance: Int?) -> Bool {
    !ink.words.isEmpty
      && ink.words.allSatisfy { words in
        guard words.count == heads.count else { return false }
        guard let distance else { return true }
        return zip(words, heads).allSatisfy {
          $0.lowerBound - distance < $1.upperBound && $1.lowerBound - distance < $0.upperBound
        }
      }
  }
}
