/// Where a search for the end of a value of JSON stands.
struct JSONScan: Sendable {
  /// Whether a row has begun and its end is searched.
  var hasBegun = false
  /// How many arrays and objects are open in it.
  var depth = 0
  /// Whether a string is open.
  var isInString = false
  /// Where the bracket stands that closed the array, the last of several; nil where one is open.
  var close: Int?
}

extension RowScanner {
  /// Takes elements of an array, members of an object or values one after the other as rows.
  ///
  /// Only brackets and strings are looked at: what is between them is read when cells are cut.
  mutating func scanJSON(
    _ bytes: TextBytes, _ layout: JSONLayout, isComplete: Bool, into index: inout RowIndex
  ) {
    while !isEnded {
      if json.close != nil {
        while position < bytes.count, bytes[position].isSpace { position += 1 }
        guard position < bytes.count else { return }
        guard layout.container == .array, !layout.isInside, bytes[position] == UInt8(ascii: "[") else {
          isEnded = true
          return
        }
        json.close = nil
        position += 1
      }
      if !json.hasBegun {
        while position < bytes.count, bytes[position].isSpace || bytes[position] == UInt8(ascii: ",") {
          position += 1
        }
        guard position < bytes.count else { return }
        if layout.container != .sequence, bytes[position].closesJSON {
          json.close = position
          position += 1
          continue
        }
        json = JSONScan(hasBegun: true)
        searched = position
      }
      guard let end = endOfJSON(bytes, layout) ?? (isComplete ? bytes.count : nil) else { return }
      index.append(position)
      rowsEnd = bytes.trimmed(position..<end).upperBound
      json.hasBegun = false
      position = end
    }
  }

  /// The end of the row that begins at `position`; nil if it has not arrived.
  private mutating func endOfJSON(_ bytes: TextBytes, _ layout: JSONLayout) -> Int? {
    let isSequence = layout.container == .sequence
    while searched < bytes.count {
      if json.isInString {
        guard let found = bytes.first(ASCII.quote, or: ASCII.backslash, in: searched..<bytes.count) else {
          searched = bytes.count
          return nil
        }
        guard bytes[found] == ASCII.quote else {
          searched = found
          guard found + 1 < bytes.count else { return nil }
          searched = found + 2
          continue
        }
        json.isInString = false
        searched = found + 1
        if isSequence, json.depth == 0 { return searched }
        continue
      }
      let byte = bytes[searched]
      if byte == ASCII.quote {
        json.isInString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        json.depth += 1
      } else if byte.closesJSON {
        if json.depth == 0, !isSequence { return searched }
        json.depth = max(json.depth - 1, 0)
        if json.depth == 0, isSequence { return searched + 1 }
      } else if json.depth == 0, isSequence ? byte.isSpace : byte == UInt8(ascii: ",") {
        return searched
      }
      searched += 1
    }
    return nil
  }
}

extension UInt8 {
  /// Whether it is the closing bracket of an array or an object.
  @inline(__always)
  fileprivate var closesJSON: Bool { self == UInt8(ascii: "}") || self == UInt8(ascii: "]") }
}
