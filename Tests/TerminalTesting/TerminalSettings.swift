import LibC

/// The modes of a terminal, as `stty -a` shows them: echo, line editing and the like.
public struct TerminalSettings: Equatable, Sendable, CustomStringConvertible {
  /// All modes in a form that can be compared and read.
  public let description: String
  /// Whether the terminal echoes typed text.
  public let isEchoing: Bool

  init?(file: Int32) {
    var modes = termios()
    guard tcgetattr(file, &modes) == 0 else { return nil }
    let characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
    description =
      "input \(modes.c_iflag), output \(modes.c_oflag), control \(modes.c_cflag), local \(modes.c_lflag), "
      + "characters \(characters), speed \(cfgetispeed(&modes))/\(cfgetospeed(&modes))"
    isEchoing = modes.c_lflag & tcflag_t(ECHO) != 0
  }
}
