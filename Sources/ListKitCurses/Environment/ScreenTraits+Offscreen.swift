public import ListKit

extension ScreenTraits {
  /// What there is where nobody looks: for pictures and tests without a terminal.
  ///
  /// Characters have the widths that the C library gives them in the locale of the process, which this takes over
  /// from the environment as a terminal does.
  ///
  /// - Parameter colorDepth: how many colours the picture may have.
  @MainActor
  public static func offscreen(colorDepth: ColorDepth = .mono) -> ScreenTraits {
    let isUnicode = TerminalLocale.activate(.process)
    return ScreenTraits(colorDepth: colorDepth, isUnicode: isUnicode, width: TerminalLocale.width(of:))
  }
}
