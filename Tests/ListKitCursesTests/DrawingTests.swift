import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitCurses

extension InProcess {
  @Suite("Drawing") @MainActor struct DrawingTests {
    @Test("Every terminal type shows the lines of a frame", arguments: terminalTypes)
    func frames(type: String) throws {
      let drawn = try DrawnScreen(type, lines: 6)
      defer { drawn.close() }
      let lines = [
        "one", "two 漢字 end", "", "0123456789012345678|", "====================", "────────────────────",
      ]
      drawn.present(lines)
      expectEqual(drawn.emulator.lines, lines)
      #expect(drawn.emulator[1, 4].width == 2 && drawn.emulator[1, 5].width == 0)
    }

    @Test("A screen sends only the differences from the previous frame", arguments: terminalTypes)
    func differences(type: String) throws {
      let drawn = try DrawnScreen(type, columns: 60, lines: 20)
      defer { drawn.close() }
      let lines = (0..<20).map { "line \($0) with some text that fills it" }
      drawn.present(lines)
      drawn.present(lines)
      #expect(drawn.written.isEmpty)
      var changed = lines
      changed[7] = "LINE 7 with some text that fills it"
      drawn.present(changed)
      expectEqual(drawn.emulator.lines, changed)
      #expect(drawn.written.count < 50)
    }

    /// Every frame of a random sequence is shown exactly, whatever was on the screen before: the differences
    /// that curses sends are right for wide characters cut in half, marks and colours.
    @Test("Every frame of a random sequence is shown exactly", arguments: terminalTypes)
    func randomFrames(type: String) throws {
      let drawn = try DrawnScreen(type, columns: 30, lines: 8)
      defer { drawn.close() }
      var random = SeededGenerator(seed: 1)
      let pieces = ["a", "B", " ", "é", "e\u{301}", "漢", "字", "ｗ", "한", "—", "▸", "👍"]
      let styles: [TextStyle] = [
        .plain, TextStyle(foreground: .palette(1)), TextStyle(background: .palette(4)),
        TextStyle(attributes: .bold), TextStyle(attributes: .reverse),
        TextStyle(foreground: .rgb(200, 100, 50), background: .rgb(1, 2, 3)),
      ]
      var previous: [String] = []
      for round in 0..<60 {
        var frame = Frame(size: drawn.screen.size)
        for line in 0..<8 {
          var column = 0
          for _ in 0..<Int.random(in: 0...20, using: &random) {
            let piece = pieces.randomElement(using: &random)!
            frame.put(piece, line: line, column: column, style: styles.randomElement(using: &random)!)
            column += TerminalLocale.width(of: piece.unicodeScalars.first!)
            if column >= 29 { break }
          }
        }
        drawn.present(frame)
        let shown = drawn.emulator.lines
        expectEqual(shown, (0..<8).map { frame.text(ofLine: $0) }, "round \(round), after \(previous)")
        previous = shown
      }
    }

    @Test("Invalid glyphs do not shift the rest of their line") func invalidGlyphs() throws {
      let drawn = try DrawnScreen(columns: 12, lines: 8)
      defer { drawn.close() }
      var frame = Frame(size: drawn.screen.size)
      for line in 0..<8 { frame.put("............", line: line) }
      frame[0, 3] = Glyph("漢", width: 1)  // Claims half its width.
      frame[1, 3] = Glyph("漢", width: 2)  // Its second half was drawn over.
      frame[2, 3] = Glyph.trailing(.plain)  // A second half without a first.
      frame[3, 11] = Glyph("漢", width: 2)  // Would stick out.
      frame[4, 3] = Glyph("\u{301}", width: 1)  // A mark by itself.
      frame[5, 3] = Glyph("\u{1B}", width: 1)  // A control character.
      frame[6, 3] = Glyph("a", width: 2)  // Claims twice its width.
      frame[6, 4] = .trailing(.plain)
      frame[7, 3] = Glyph("a", marks: [0x41, 0, 0, 0], width: 1)  // An invalid mark.
      drawn.present(frame)
      expectEqual(
        drawn.emulator.lines,
        [
          "...\u{FFFD}........", "... ........", "... ........", "...........", "...\u{FFFD}........",
          "...\u{FFFD}........", "...\u{FFFD} .......", "...a........",
        ])
    }

    @Test("A larger frame is cut off, and the space around a smaller one is blank") func otherSizes() throws {
      let drawn = try DrawnScreen(columns: 6, lines: 2)
      defer { drawn.close() }
      var large = Frame(size: ScreenSize(columns: 10, lines: 4))
      for line in 0..<4 { large.put("123456789", line: line) }
      large[0, 5] = Glyph("漢", width: 2)
      large[0, 6] = .trailing(.plain)
      drawn.present(large)
      expectEqual(drawn.emulator.lines, ["12345", "123456"])
      var small = Frame(size: ScreenSize(columns: 3, lines: 1))
      small.put("abc", line: 0)
      drawn.present(small)
      expectEqual(drawn.emulator.lines, ["abc", ""])
    }

    @Test("Text attributes are shown, and strikethrough does not change the text") func attributes() throws {
      let drawn = try DrawnScreen(columns: 10, lines: 6)
      defer { drawn.close() }
      var frame = Frame(size: drawn.screen.size)
      let attributes: [TextStyle.Attributes] = [.bold, .italic, .underline, .reverse, .dim, .strikethrough]
      for (line, attribute) in attributes.enumerated() {
        frame.put("ab c", line: line, style: TextStyle(attributes: attribute))
      }
      drawn.present(frame)
      expectEqual((0..<4).map { drawn.emulator[$0, 0].attributes }, [.bold, .italic, .underline, .reverse])
      // libvterm does not support dim text, so this checks the bytes.
      #expect(String(decoding: drawn.written, as: UTF8.self).contains("\u{1B}[0;2m"))
      expectEqual(drawn.emulator.line(5), "ab c", "no text is added")
      expectEqual(
        (0..<4).map { drawn.emulator[5, $0].attributes },
        [.strikethrough, .strikethrough, [], .strikethrough])
      expectEqual(drawn.emulator[0, 0].attributes, .bold)
    }

    @Test("Strikethrough is shown with other attributes, a colour and a link, and only on its own text")
    func strikethrough() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      var frame = Frame(size: drawn.screen.size)
      var style = TextStyle(foreground: .palette(1), attributes: [.bold, .strikethrough])
      style.link = Link("https://e.org")
      frame.put("漢e\u{301}", line: 0, style: style)
      frame.put("next", line: 1, style: TextStyle(attributes: .strikethrough))
      frame.put("plain", line: 2)
      drawn.present(frame)
      #expect(String(decoding: drawn.written, as: UTF8.self).contains(";https://e.org\u{1B}\\"))
      expectEqual(drawn.emulator.line(0), "漢e\u{301}")
      expectEqual(drawn.emulator[0, 2].foreground, .palette(1))
      #expect(drawn.emulator[0, 2].attributes.isSuperset(of: [.bold, .strikethrough]))
      expectEqual(drawn.emulator[1, 3].attributes, .strikethrough)
      #expect(drawn.emulator[2, 0].attributes.isEmpty)
      drawn.present(["plain"])
      #expect(drawn.emulator[0, 0].attributes.isEmpty)
    }

    @Test("Strikethrough is omitted if the terminal type does not support it") func noStrikethrough() throws {
      let drawn = try DrawnScreen("linux")
      defer { drawn.close() }
      drawn.present(["ab"], style: TextStyle(attributes: .strikethrough))
      expectEqual(drawn.emulator.line(0), "ab")
      #expect(!String(decoding: drawn.written, as: UTF8.self).contains("\u{336}"))
    }

    @Test("Strikethrough text is dim in a locale without Unicode") func dimStrikethrough() throws {
      let drawn = try DrawnScreen(environment: ["LC_ALL": "C"])
      defer { drawn.close() }
      #expect(!drawn.screen.traits.isUnicode)
      drawn.present(["ab ▸é"], style: TextStyle(attributes: .strikethrough))
      expectEqual(drawn.emulator.line(0), "ab ??")
      #expect(String(decoding: drawn.written, as: UTF8.self).contains("\u{1B}[0;2m"))
    }

    @Test(
      "A screen uses Unicode if the locale is unset, unknown or empty",
      arguments: [[:], ["LANG": "xx_XX.ISO-8859-1"], ["LC_ALL": ""]])
    func unicode(environment: [String: String]) throws {
      let drawn = try DrawnScreen(environment: environment)
      defer { drawn.close() }
      #expect(drawn.screen.traits.isUnicode)
      expectEqual(drawn.screen.traits.width("漢"), 2)
      expectEqual(drawn.screen.traits.width("\u{301}"), 0)
      expectEqual(drawn.screen.traits.width("\u{7}"), -1)
    }

    @Test("The cursor is visible only at a position of the frame that is on the screen")
    func cursor() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      var frame = Frame(size: drawn.screen.size)
      frame.put("漢字", line: 1)
      #expect(drawn.emulator.isCursorVisible)
      drawn.present(frame)
      #expect(!drawn.emulator.isCursorVisible)
      for place in [
        ScreenPoint(line: 1, column: 4), ScreenPoint(line: 3, column: 19), ScreenPoint(line: 0, column: 0),
      ] {
        frame.cursor = place
        drawn.present(frame)
        #expect(drawn.emulator.isCursorVisible)
        #expect(drawn.emulator.cursor == (place.line, place.column))
      }
      frame.cursor = ScreenPoint(line: 4, column: 0)
      drawn.present(frame)
      #expect(!drawn.emulator.isCursorVisible)
    }

    @Test("An invalidated screen draws its entire frame again") func invalidating() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      drawn.present(["one", "two"])
      drawn.emulator.feed(Array("\u{1B}[2J\u{1B}[Hrubbish".utf8))
      drawn.screen.invalidate()
      drawn.show()
      expectEqual(drawn.emulator.lines, ["one", "two", "", ""])
    }

    @Test("A closed screen has left the alternate screen and accepts further calls") func closing() throws {
      let drawn = try DrawnScreen()
      drawn.present(["one"])
      #expect(drawn.emulator.isAlternateScreen)
      drawn.close()
      drawn.close()
      #expect(!drawn.emulator.isAlternateScreen)
      drawn.screen.present(Frame(size: ScreenSize(columns: 3, lines: 3)))
      drawn.screen.invalidate()
    }

    @Test(
      "COLORFGBG determines whether the interface style is light or dark",
      arguments: [
        ("0;15", .light), ("15;0", .dark), ("0;default;15", .light), ("12;7", .light), ("7;8", .dark),
        ("", .unspecified), ("rubbish", .unspecified),
      ] as [(String, UserInterfaceStyle)])
    func background(variable: String, style: UserInterfaceStyle) throws {
      let drawn = try DrawnScreen(environment: ["COLORFGBG": variable])
      defer { drawn.close() }
      expectEqual(drawn.screen.traits.userInterfaceStyle, style)
    }
  }
}
