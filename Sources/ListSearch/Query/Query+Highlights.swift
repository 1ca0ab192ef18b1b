extension Query {
  /// Where the words of the query stand in a text, as offsets of characters, in order and not touching each other.
  ///
  /// Meant for the rows on screen. A character of which only a part matched counts as a whole: `s` highlights
  /// all of `ß`. The query of a ``SearchResult`` also highlights letters that stand apart.
  ///
  /// ```swift
  /// Query("ag").highlights(in: "Ağrı Dağı")   // [0..<2, 6..<8]
  /// ```
  ///
  /// - Parameters:
  ///   - text: A field of a row.
  ///   - column: The number of the field, for words that are looked for in one column only; nil highlights them nowhere.
  /// - Complexity: O(length of `text` · number of words).
  public func highlights(in text: String, column: Int? = nil) -> [Range<Int>] {
    guard !isEmpty else { return [] }
    var folded = [SearchIndex.fieldEnd]
    var wordStarts = WordStarts()
    folded.append(folding: text, wordStarts: &wordStarts)
    var isMarked = [Bool](repeating: false, count: folded.count)
    folded.append(SearchIndex.fieldEnd)
    withWords { words in
      folded.withUnsafeBufferPointer { folded in
        wordStarts.words.withUnsafeBufferPointer { wordStarts in
          let text = FoldedText(bytes: folded, wordStarts: wordStarts)
          for word in words.required where word.column == nil || column.map(word.accepts) == true {
            word.forEachMatch(in: text) { position in for index in position { isMarked[index] = true } }
          }
        }
      }
    }
    return isMarked.contains(true) ? Self.marked(isMarked, in: text) : []
  }

  /// The characters of a text, of whose folded bytes, after a mark, some are marked.
  private static func marked(_ isMarked: [Bool], in text: String) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 1
    for (offset, character) in text.enumerated() {
      var folded: [UInt8] = []
      for scalar in character.unicodeScalars { folded.append(folding: scalar) }
      let end = start + folded.count
      if isMarked[start..<end].contains(true) {
        if let last = ranges.last, last.upperBound == offset {
          ranges[ranges.count - 1] = last.lowerBound..<offset + 1
        } else {
          ranges.append(offset..<offset + 1)
        }
      }
      start = end
    }
    return ranges
  }
}

extension Needle {
  /// Calls a function with each position of the word in a single field, or with the positions of its letters.
  fileprivate func forEachMatch(in text: FoldedText, _ body: (Range<Int>) -> Void) {
    let field = 1..<text.bytes.count - 1
    if isLoose {
      let letters = LettersInOrder(text: text, word: self)
      letters.shortestPositions(in: field)?.forEach(body)
      return
    }
    var position = 1 - leading
    while let hit = ByteScan(text.bytes).first(bytes, in: position..<text.bytes.count) {
      body(hit + leading..<hit + leading + wordCount)
      position = hit + 1
    }
  }
}
