import PositionSets

/// Folded text, lent for the time of a call.
struct FoldedText {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Where words begin within what is written as one, in increasing order.
  let humps: UnsafeBufferPointer<UInt32>

  /// Whether a word begins at a place: there is none before it, or a hump.
  @inline(__always)
  func isBeginning(_ place: Int) -> Bool { !bytes[place &- 1].isPartOfWord || isHump(place) }

  func isHump(_ place: Int) -> Bool {
    let index = humps.indices.partitioningIndex { Int(humps[$0]) >= place }
    return index < humps.count && Int(humps[index]) == place
  }
}
