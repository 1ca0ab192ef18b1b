import ListKitCurses
import Testing

@Suite("Errors") struct CursesErrorTests {
  static let errors: [(CursesError, culprit: String)] = [
    (.noTerminal, "terminal"), (.terminalTypeMissing, "TERM"), (.terminalTypeUnknown("vt999"), "vt999"),
    (.terminalTooPlain("dumb"), "dumb"), (.alreadyOpen, "already"), (.system(13), "13"),
  ]

  /// The form of `program: error`: no capital letter, no full stop, no second line.
  @Test("The description of an error is a single line that names the cause", arguments: errors)
  func descriptions(_ error: CursesError, _ culprit: String) {
    let line = "\(error)"
    #expect(line.contains(culprit))
    #expect(!line.contains("\n") && !line.hasSuffix("."))
    #expect(line.prefix(while: \.isUppercase).count != 1)
  }
}
