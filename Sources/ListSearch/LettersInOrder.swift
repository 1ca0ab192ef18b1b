/// Finds the letters of a word in order, possibly with other letters between; the first one starts a word.
///
/// ```text
///  word    s w f t b l d
///  text    t h e   s w i f t - b u i l d   s y s t e m
///                  ^ ^   ^ ^   ^     ^ ^                 a window of eleven letters, the shortest
/// ```
struct LettersInOrder {
  let text: FoldedText
  let word: Needle

  /// Whether one of the fields in a range has the letters in order.
  func occur(in range: Range<Int>) -> Bool {
    var found = false
    forEachField(of: range) { field, _ in
      if !found { found = firstWindow(in: field) != nil }
    }
    return found
  }

  /// Calls a function with the range and the number of each field that counts.
  @inline(__always)
  func forEachField(of range: Range<Int>, _ body: (Range<Int>, Int) -> Void) {
    if !text.hasFields {
      if word.accepts(field: 0) { body(range.lowerBound..<range.upperBound &- 1, 0) }
      return
    }
    var start = range.lowerBound
    var number = 0
    while start < range.upperBound {
      var end = start
      while text.bytes[end] != SearchIndex.fieldEnd { end &+= 1 }
      if word.accepts(field: number) { body(start..<end, number) }
      start = end &+ 1
      number &+= 1
    }
  }

  /// Returns the first range from the first byte of the first letter to the last byte of the last letter.
  ///
  /// If the field has the letters in order, it has this range: a later start cannot lead to an earlier end.
  func firstWindow(in field: Range<Int>) -> Range<Int>? {
    guard let start = beginning(in: field), let end = end(from: start, in: field) else { return nil }
    return start..<end
  }

  /// Returns the first position of the first letter, also inside a word.
  func firstLetter(in field: Range<Int>) -> Int? { position(of: 0, in: field) }

  /// Returns the length in letters of the shortest window, even if its first letter does not start a word.
  func leastLength(in field: Range<Int>) -> Int? {
    guard var window = firstWindow(in: field) else { return nil }
    var least = Int.max
    while true {
      let start = lastStart(in: window)
      var length = 0
      for position in start..<window.upperBound where !text.bytes[position].isContinuation { length &+= 1 }
      least = min(least, length)
      guard let next = position(of: 0, in: start &+ 1..<field.upperBound),
        let end = end(from: next, in: field)
      else { return least }
      window = next..<end
    }
  }

  /// Returns the positions of the letters in the shortest window that starts with a word.
  func shortestPositions(in field: Range<Int>) -> [Range<Int>]? {
    var shortest: Range<Int>?
    var next = beginning(in: field)
    while let start = next, let end = end(from: start, in: field) {
      if shortest.map({ end - start < $0.count }) ?? true { shortest = start..<end }
      next = beginning(in: start + 1..<field.upperBound)
    }
    guard let shortest else { return nil }
    var positions: [Range<Int>] = []
    var letter = 0
    var from = shortest.lowerBound
    while letter < word.bytes.count, let position = position(of: letter, in: from..<shortest.upperBound) {
      let count = length(of: letter)
      positions.append(position..<position + count)
      from = position + count
      letter += count
    }
    return positions
  }

  // MARK: Steps; a letter is the position of its first byte in the word

  /// Returns the number of bytes of a letter.
  @inline(__always)
  private func length(of letter: Int) -> Int {
    var end = letter &+ 1
    while end < word.bytes.count, word.bytes[end].isContinuation { end &+= 1 }
    return end &- letter
  }

  /// Returns the first position at which the first letter starts a word.
  @inline(__always)
  private func beginning(in range: Range<Int>) -> Int? {
    var from = range.lowerBound
    while let position = position(of: 0, in: from..<range.upperBound) {
      if text.isBeginning(position) { return position }
      from = position &+ 1
    }
    return nil
  }

  @inline(__always)
  private func position(of letter: Int, in range: Range<Int>) -> Int? {
    let first = word.bytes[letter]
    let scan = ByteScan(text.bytes)
    var from = range.lowerBound
    while let position = scan.first(first, in: from..<range.upperBound) {
      if first < 0x80 || stands(letter, at: position) { return position }
      from = position &+ 1
    }
    return nil
  }

  @inline(__always)
  private func stands(_ letter: Int, at position: Int) -> Bool {
    for index in 1..<length(of: letter) where text.bytes[position &+ index] != word.bytes[letter &+ index] {
      return false
    }
    return true
  }

  /// Returns the earliest end of letters that start at `start`.
  @inline(__always)
  private func end(from start: Int, in field: Range<Int>) -> Int? {
    var letter = length(of: 0)
    var end = start &+ letter
    while letter < word.bytes.count {
      guard let position = position(of: letter, in: end..<field.upperBound) else { return nil }
      let count = length(of: letter)
      end = position &+ count
      letter &+= count
    }
    return end
  }

  /// Returns the latest start of letters that end with a window.
  private func lastStart(in window: Range<Int>) -> Int {
    var letter = word.bytes.count
    var start = window.upperBound
    while letter > 0 {
      letter &-= 1
      while word.bytes[letter].isContinuation { letter &-= 1 }
      start &-= 1
      while !(text.bytes[start] == word.bytes[letter]
        && (word.bytes[letter] < 0x80 || stands(letter, at: start)))
      {
        start &-= 1
      }
    }
    return start
  }
}

extension UInt8 {
  /// Whether it is a byte of a letter other than the first.
  @inline(__always)
  var isContinuation: Bool { self & 0xC0 == 0x80 }
}
