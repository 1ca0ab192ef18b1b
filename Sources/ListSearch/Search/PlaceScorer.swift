/// Scores the places at which a word stands in folded text.
struct PlaceScorer {
  let bytes: UnsafeBufferPointer<UInt8>

  /// The score of the best place where a word stands in the fields of a row; nil when it stands nowhere.
  ///
  /// - Parameters:
  ///   - texts: Where the fields of the row lie, with the marks after them.
  ///   - mayBePath: Whether there is a slash in the row.
  ///   - isGoodEnough: The score from which on a better place makes no difference.
  @inline(__always)
  func bestPlace(
    of word: Needle, in texts: Range<Int>, mayBePath: Bool, hasFields: Bool = true,
    isGoodEnough: Int = Score.greatest
  ) -> Int? {
    let scan = ByteScan(bytes)
    var best: Int?
    var field = 0
    var counted = texts.lowerBound
    // Of the field that was looked at last.
    var (namedField, name): (Int, Int?) = (-1, nil)
    var next = scan.first(word.bytes, in: texts.lowerBound &- word.leading..<texts.upperBound)
    while let hit = next {
      let place = hit &+ word.leading
      if hasFields {
        while counted < place {
          if bytes[counted] == SearchIndex.fieldEnd { field &+= 1 }
          counted &+= 1
        }
      }
      if word.accepts(field: field) {
        if mayBePath, field != namedField {
          (namedField, name) = (field, nameOfPath(around: place, in: texts, hasFields: hasFields))
        }
        let score = score(at: place, word.wordCount, field: field, name: name)
        if best.map({ $0 < score }) ?? true { best = score }
        if score >= isGoodEnough { return score }
      }
      next = scan.first(word.bytes, in: hit &+ 1..<texts.upperBound)
    }
    return best
  }

  /// The number of the field in which a place of a row lies.
  @inline(__always)
  func field(of place: Int, rowStart: Int) -> Int {
    var field = 0
    var index = rowStart
    while index < place {
      if bytes[index] == SearchIndex.fieldEnd { field &+= 1 }
      index &+= 1
    }
    return field
  }

  /// The most that a place can be worth, whether it is in a path or not.
  @inline(__always)
  func bound(at place: Int, _ count: Int, field: Int) -> Int {
    let before = bytes[place &- 1]
    let after = bytes[place &+ count]
    return Score.place(
      isWordStart: !before.isPartOfWord, isWordEnd: !after.isPartOfWord,
      isFieldStart: before == SearchIndex.fieldEnd || before == UInt8(ascii: "/"),
      isFieldEnd: after == SearchIndex.fieldEnd, field: field)
  }

  /// What a place is worth.
  ///
  /// - Parameter name: Where the last part of the path begins that it lies in; nil if it lies in none.
  @inline(__always)
  func score(at place: Int, _ count: Int, field: Int, name: Int?) -> Int {
    let before = bytes[place &- 1]
    let after = bytes[place &+ count]
    var field = field
    var isFieldStart = before == SearchIndex.fieldEnd
    if let name {
      if place &+ count > name {
        isFieldStart = isFieldStart || place == name
      } else {
        isFieldStart = false
        field &+= 1
      }
    }
    return Score.place(
      isWordStart: !before.isPartOfWord, isWordEnd: !after.isPartOfWord, isFieldStart: isFieldStart,
      isFieldEnd: after == SearchIndex.fieldEnd, field: field)
  }

  /// If the field around a place is a path with several parts, where its last part begins.
  ///
  /// - Parameter texts: Where the fields of the row lie, with the marks after them.
  @inline(never)
  func nameOfPath(around place: Int, in texts: Range<Int>, hasFields: Bool) -> Int? {
    guard hasFields else { return nameOfPath(in: texts.lowerBound..<texts.upperBound &- 1) }
    var (start, end) = (place, place)
    while bytes[start &- 1] != SearchIndex.fieldEnd { start &-= 1 }
    while bytes[end] != SearchIndex.fieldEnd { end &+= 1 }
    return nameOfPath(in: start..<end)
  }

  /// If a field is a path with several parts, where its last part begins.
  func nameOfPath(in field: Range<Int>) -> Int? {
    // A slash at the end ends the last part.
    var name = field.upperBound &- 1
    while name > field.lowerBound, bytes[name &- 1] != UInt8(ascii: "/") { name &-= 1 }
    if name <= field.lowerBound { return nil }
    let hasBlank = ByteScan(bytes).first(UInt8(ascii: " "), in: field) != nil
    return !hasBlank || beginsAsPath(field.lowerBound) ? name : nil
  }

  private func beginsAsPath(_ start: Int) -> Bool {
    var place = start
    if bytes[place] == UInt8(ascii: "~") { place += 1 }
    while bytes[place] == UInt8(ascii: "."), place < start + 2 { place += 1 }
    return bytes[place] == UInt8(ascii: "/")
  }
}
