extension Query {
  /// Where the words of the query stand in a text, as offsets of characters, in order and not touching each other.
  ///
  /// Meant for the rows on screen. A character of which only a part matched counts as a whole: `s` highlights
  /// all of `ß`.
  ///
  /// ```swift
  /// Query("ag").highlights(in: "Ağrı Dağı")   // [0..<2, 6..<8]
  /// ```
  ///
  /// - Complexity: O(length of `text` · number of words).
  public func highlights(in text: String) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    var folded: [UInt8] = []
    var ends: [Int] = []  // For each character, the place after its folded bytes.
    for character in text {
      for scalar in character.unicodeScalars { folded.append(folding: scalar) }
      ends.append(folded.count)
    }
    return marked(in: folded, ends: ends)
  }

  /// The characters, given by the ends of their folded bytes, that are touched by a word.
  private func marked(in folded: [UInt8], ends: [Int]) -> [Range<Int>] {
    var isMarked = [Bool](repeating: false, count: folded.count)
    folded.withUnsafeBufferPointer { text in
      bytes.withUnsafeBufferPointer { typed in
        for word in words {
          var place = 0
          while let hit = ByteScan(text).first(typed[word], in: place..<text.count) {
            for index in hit..<hit + word.count { isMarked[index] = true }
            place = hit + 1
          }
        }
      }
    }
    var ranges: [Range<Int>] = []
    var start = 0
    for (character, end) in ends.enumerated() {
      if isMarked[start..<end].contains(true) {
        if let last = ranges.last, last.upperBound == character {
          ranges[ranges.count - 1] = last.lowerBound..<character + 1
        } else {
          ranges.append(character..<character + 1)
        }
      }
      start = end
    }
    return ranges
  }
}
