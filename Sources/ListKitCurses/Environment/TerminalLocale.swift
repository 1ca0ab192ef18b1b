import CNcurses

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// The character set of the process, on which curses and `wcwidth` depend.
enum TerminalLocale {
  /// Takes the user's locale over and says whether it can show all of Unicode.
  ///
  /// Programs start in the C locale, in which nothing but ASCII has a width. Where the environment names
  /// no locale, or one that is not installed (both common in containers), plain UTF-8 is used: every
  /// terminal of today speaks it. A user who asks for `C` or `POSIX` gets it.
  static func activate(_ environment: Environment) -> Bool {
    let chosen = environment["LC_ALL"] ?? environment["LC_CTYPE"] ?? environment["LANG"]
    if let chosen, setlocale(LC_CTYPE, chosen) != nil {
      if isUTF8 || chosen == "C" || chosen == "POSIX" { return isUTF8 }
    }
    // The names by which Linux and macOS know it.
    for name in ["C.UTF-8", "UTF-8", "en_US.UTF-8"] where setlocale(LC_CTYPE, name) != nil {
      if isUTF8 { return true }
    }
    return false
  }

  private static var isUTF8: Bool {
    guard let name = cn_codeset() else { return false }
    let codeset = String(cString: name)
    return codeset == "UTF-8" || codeset == "utf8" || codeset == "UTF8"
  }

  /// The columns a character takes, as curses counts: 0 for a combining mark, -1 for one that cannot be
  /// shown.
  @Sendable static func width(of scalar: Unicode.Scalar) -> Int {
    // Most of what is drawn; spares a call into libc.
    if (0x20..<0x7F).contains(scalar.value) { return 1 }
    return Int(cn_width(scalar.value))
  }
}
