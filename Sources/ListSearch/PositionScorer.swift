/// Scores the positions of a word in folded text.
struct PositionScorer {
  let bytes: UnsafeBufferPointer<UInt8>

  /// Returns the score of the best position of a word in the fields of a row; nil if the word does not occur.
  ///
  /// - Parameters:
  ///   - texts: The range of the row's fields, with the marks after them.
  ///   - mayBePath: Whether there is a slash in the row.
  @inline(__always)
  func bestScore(
    of word: Needle, in texts: Range<Int>, mayBePath: Bool, hasFields: Bool = true
  ) -> Int? {
    let scan = ByteScan(bytes)
    var best: Int?
    var field = 0
    var counted = texts.lowerBound
    // The last field that was tested for a path, and the start of the last part of this path.
    var (namedField, name): (Int, Int?) = (-1, nil)
    var next = scan.first(word.bytes, in: texts.lowerBound &- word.leading..<texts.upperBound)
    while let hit = next {
      let position = hit &+ word.leading
      if hasFields {
        while counted < position {
          if bytes[counted] == SearchIndex.fieldEnd { field &+= 1 }
          counted &+= 1
        }
      }
      if word.accepts(field: field) {
        if mayBePath, field != namedField {
          namedField = field
          name = nameOfPath(around: position, in: texts, hasFields: hasFields)
        }
        let score = score(at: position, word.wordCount, field: field, name: name)
        if best.map({ $0 < score }) ?? true { best = score }
        if score >= Score.greatest { return score }
      }
      next = scan.first(word.bytes, in: hit &+ 1..<texts.upperBound)
    }
    return best
  }

  /// Returns the index of the field that contains a position of a row.
  @inline(__always)
  func field(of position: Int, rowStart: Int) -> Int {
    var field = 0
    var index = rowStart
    while index < position {
      if bytes[index] == SearchIndex.fieldEnd { field &+= 1 }
      index &+= 1
    }
    return field
  }

  /// Returns an upper bound of the score of a position, whether it is in a path or not.
  @inline(__always)
  func bound(at position: Int, _ count: Int, field: Int) -> Int {
    let before = bytes[position &- 1]
    let after = bytes[position &+ count]
    return Score.value(
      isWordStart: !before.isPartOfWord, isWordEnd: !after.isPartOfWord,
      isFieldStart: before == SearchIndex.fieldEnd || before == UInt8(ascii: "/"),
      isFieldEnd: after == SearchIndex.fieldEnd, field: field)
  }

  /// Returns the score of a position.
  ///
  /// - Parameter name: The start of the last part of the path that contains the position; nil if there is no
  ///   path.
  @inline(__always)
  func score(at position: Int, _ count: Int, field: Int, name: Int?) -> Int {
    let before = bytes[position &- 1]
    let after = bytes[position &+ count]
    var field = field
    var isFieldStart = before == SearchIndex.fieldEnd
    if let name {
      if position &+ count > name {
        isFieldStart = isFieldStart || position == name
      } else {
        isFieldStart = false
        field &+= 1
      }
    }
    return Score.value(
      isWordStart: !before.isPartOfWord, isWordEnd: !after.isPartOfWord, isFieldStart: isFieldStart,
      isFieldEnd: after == SearchIndex.fieldEnd, field: field)
  }

  /// Returns the start of the last part, if the field around a position is a path of several parts; or nil.
  ///
  /// - Parameter texts: The range of the row's fields, with the marks after them.
  @inline(never)
  func nameOfPath(around position: Int, in texts: Range<Int>, hasFields: Bool) -> Int? {
    guard hasFields else { return nameOfPath(in: texts.lowerBound..<texts.upperBound &- 1) }
    var (start, end) = (position, position)
    while bytes[start &- 1] != SearchIndex.fieldEnd { start &-= 1 }
    while bytes[end] != SearchIndex.fieldEnd { end &+= 1 }
    return nameOfPath(in: start..<end)
  }

  /// Returns the start of the last part, if a field is a path with several parts; otherwise nil.
  func nameOfPath(in field: Range<Int>) -> Int? {
    // A slash at the end ends the last part.
    var name = field.upperBound &- 1
    while name > field.lowerBound, bytes[name &- 1] != UInt8(ascii: "/") { name &-= 1 }
    if name <= field.lowerBound { return nil }
    let hasBlank = ByteScan(bytes).first(UInt8(ascii: " "), in: field) != nil
    return !hasBlank || beginsAsPath(field.lowerBound) ? name : nil
  }

  private func beginsAsPath(_ start: Int) -> Bool {
    var position = start
    if bytes[position] == UInt8(ascii: "~") { position += 1 }
    while bytes[position] == UInt8(ascii: "."), position < start + 2 { position += 1 }
    return bytes[position] == UInt8(ascii: "/")
  }
}
