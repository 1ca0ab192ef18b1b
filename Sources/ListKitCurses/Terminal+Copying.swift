extension Terminal {
  /// The longest text that terminals take; what is longer is not copied at all, rather than in part.
  static let mostBytesToCopy = 74_994

  /// Puts a text on the clipboard of the person's machine, by OSC 52: also over ssh, and where the terminal allows it.
  ///
  /// No terminal says whether it did. ``CursesOptions/allowsCopying`` turns it off.
  ///
  /// - Returns: whether the terminal was asked: not where there is no screen, the text is too long, or copying is off.
  @discardableResult
  public static func copy(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard let screen = CursesScreen.current, bytes.count <= mostBytesToCopy else { return false }
    return screen.copy(bytes)
  }
}

extension CursesScreen {
  func copy(_ bytes: [UInt8]) -> Bool {
    guard allowsCopying, isOpen, !isSuspended, !modes.entering.isEmpty else { return false }
    writeDirectly(Array("\u{1B}]52;c;".utf8) + bytes.base64 + Array("\u{1B}\\".utf8))
    return true
  }
}

extension [UInt8] {
  /// The bytes in the 64 characters of RFC 4648.
  var base64: [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((count + 2) / 3 * 4)
    for start in stride(from: 0, to: count, by: 3) {
      let group = self[start..<Swift.min(start + 3, count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return text
  }
}
