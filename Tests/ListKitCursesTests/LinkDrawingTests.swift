import ListKit
import TerminalTesting
import Testing

@testable import ListKitCurses

extension InProcess {
  /// Links in the output to the terminal.
  @Suite("Drawn links") @MainActor struct LinkDrawingTests {
    private let ending = "\u{1B}]8;;\u{1B}\\"

    private func style(_ address: String) -> TextStyle { TextStyle(link: Link(address)) }

    private func text(_ drawn: DrawnScreen) -> String { String(decoding: drawn.written, as: UTF8.self) }

    @Test("Text with a link is sent as a single link") func singleLink() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      drawn.present(["notes 山 🥰"], style: style("https://e.org/notes"))
      #expect(text(drawn).contains("\u{1B}]8;id=0;https://e.org/notes\u{1B}\\notes 山 "))
      #expect(text(drawn).contains(ending))
      #expect(!text(drawn).contains("\u{E0001}"))
      #expect(drawn.emulator.lines[0].hasPrefix("notes 山 🥰"))
    }

    @Test("A screen sends the same text again if the address of its link changes")
    func changedAddress() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      drawn.present(["here"], style: style("https://e.org/1"))
      drawn.present(["here"], style: style("https://e.org/2"))
      #expect(text(drawn).contains("https://e.org/2\u{1B}\\here"))
      drawn.present(["here"])
      #expect(text(drawn).contains("here"))
      #expect(!text(drawn).contains("]8;"))
    }

    @Test(
      "Terminals that show unknown sequences as text receive no links",
      arguments: ["linux", "vt100", "screen"])
    func unsupportedTypes(type: String) throws {
      let drawn = try DrawnScreen(type, environment: type == "screen" ? ["STY": "1.pts-0"] : [:])
      defer { drawn.close() }
      drawn.present(["notes"], style: style("https://e.org/notes"))
      #expect(!text(drawn).contains("]8;"))
      #expect(drawn.emulator.lines[0].hasPrefix("notes"))
    }

    @Test("Links are sent unless an option forbids them") func option() throws {
      #expect(CursesOptions().allowsLinks)
      let drawn = try DrawnScreen(options: CursesOptions(allowsLinks: false))
      defer { drawn.close() }
      drawn.present(["notes"], style: style("https://e.org/notes"))
      #expect(!text(drawn).contains("]8;"))
    }

    @Test("Tag characters of a text are not sent as a link") func tagCharacters() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      drawn.present(["a\u{E0001}\u{E0100}b"])
      #expect(!text(drawn).contains("]8;"))
    }
  }
}
