import TestSupport
import Testing

@testable import ListKitCurses

/// The clipboard of the machine on which the terminal runs.
@MainActor
@Suite("Copying to the clipboard") struct CopyingTests {
  /// The examples of RFC 4648.
  @Test(
    "Bytes are encoded in Base64",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"), ("山", "5bGx"), ("\u{FF}\u{FE}?>", "w7/Dvj8+"),
    ])
  func encoding(text: String, encoded: String) {
    expectEqual(String(decoding: Array(text.utf8).base64, as: UTF8.self), encoded)
  }

  @Test("Without a screen, copying fails, and the suspended body runs") func noScreen() async {
    #expect(!Terminal.copy("text"))
    await expectEqual(Terminal.suspended { 1 }, 1)
  }

  @Test("Copying is allowed unless an option forbids it") func option() {
    #expect(CursesOptions().allowsCopying)
    #expect(!CursesOptions(allowsCopying: false).allowsCopying)
  }
}
