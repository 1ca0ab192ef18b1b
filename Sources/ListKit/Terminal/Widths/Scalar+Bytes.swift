extension Unicode.Scalar {
  /// The character beyond ASCII that begins at a place of some bytes; nil where there is none.
  init?(at place: Int, of bytes: [UInt8]) {
    guard place < bytes.count, bytes[place] >= 0xC2 else { return nil }
    var decoder = UTF8()
    var rest = bytes[place..<min(place + 4, bytes.count)].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    self = scalar
  }
}
