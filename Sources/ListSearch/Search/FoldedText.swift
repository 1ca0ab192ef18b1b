/// Folded text, lent for the time of a call.
struct FoldedText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where words begin within what is written as one, in increasing order.
  let humps: UnsafeBufferPointer<UInt64>
  /// Whether rows may have several fields.
  var hasFields = true

  /// Whether a word begins at a place: there is none before it, or a hump.
  @inline(__always)
  func isBeginning(_ place: Int) -> Bool { !bytes[place &- 1].isPartOfWord || isHump(place) }

  func isHump(_ place: Int) -> Bool {
    let word = place &>> 6
    return word < humps.count && humps[word] &>> UInt64(truncatingIfNeeded: place & 63) & 1 != 0
  }
}
