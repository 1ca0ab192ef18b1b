extension KeyPress {
  /// The key a control byte stands for; nil if `byte` is none.
  ///
  /// Return sends CR and ctrl-j LF: the terminal's modes keep them apart. Both bytes that terminals send
  /// for backspace are backspace, whichever the terminfo entry names.
  init?(controlByte byte: UInt8) {
    switch byte {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0D: self.init(.enter)
    case 0x1B: self.init(.escape)
    case 0x01...0x1A: self.init(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1C...0x1F: self.init(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    default: return nil
    }
  }
}
