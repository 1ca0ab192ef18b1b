import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitCurses

extension InProcess {
  /// Keys as terminals send them, through curses and its terminfo entries.
  @Suite("Keys") @MainActor struct KeyTests {
    private func press(_ key: Key, _ modifiers: KeyPress.Modifiers = []) -> [Event] {
      [.key(KeyPress(key, modifiers))]
    }

    @Test("Arrow keys are recognised in both of their forms", arguments: terminalTypes)
    func arrows(type: String) throws {
      let drawn = try DrawnScreen(type)
      defer { drawn.close() }
      for introducer in ["\u{1B}[", "\u{1B}O"] {
        for (letter, key) in [("A", Key.up), ("B", .down), ("C", .right), ("D", .left)] {
          expectEqual(drawn.type(introducer + letter), press(key))
        }
      }
    }

    @Test(
      "Keys with modifiers are recognised",
      arguments: ["xterm-256color", "tmux-256color", "alacritty-direct", "vt100"])
    func modifiedKeys(type: String) throws {
      let drawn = try DrawnScreen(type)
      defer { drawn.close() }
      let modifiers: [(Int, KeyPress.Modifiers)] = [
        (2, .shift), (3, .alt), (4, [.shift, .alt]), (5, .control), (6, [.shift, .control]),
        (7, [.alt, .control]), (8, [.shift, .alt, .control]),
      ]
      let keys: [(String, Key)] = [
        ("A", .up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
      ]
      for (number, held) in modifiers {
        for (letter, key) in keys {
          expectEqual(drawn.type("\u{1B}[1;\(number)\(letter)"), press(key, held), "\(number) \(letter)")
        }
        for (code, key) in [(2, Key.insert), (3, .delete), (5, .pageUp), (6, .pageDown)] {
          expectEqual(drawn.type("\u{1B}[\(code);\(number)~"), press(key, held), "\(number) \(code)")
        }
      }
    }

    @Test("Editing keys are recognised in all of their forms", arguments: terminalTypes)
    func editingKeys(type: String) throws {
      let drawn = try DrawnScreen(type)
      defer { drawn.close() }
      let keys: [(String, Key)] = [
        ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[H", .home), ("\u{1B}[F", .end),
        ("\u{1B}OH", .home), ("\u{1B}OF", .end), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
        ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\r", .enter), ("\t", .tab),
        ("\u{7F}", .backspace),
        ("\u{8}", .backspace),
      ]
      for (bytes, key) in keys { expectEqual(drawn.type(bytes), press(key), "\(bytes.debugDescription)") }
      expectEqual(drawn.type("\u{1B}[Z"), press(.tab, .shift))
    }

    @Test("Function keys are recognised, also with modifiers") func functionKeys() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      expectEqual(drawn.type("\u{1B}OP"), press(.function(1)))
      expectEqual(drawn.type("\u{1B}[11~"), press(.function(1)))
      expectEqual(drawn.type("\u{1B}[15~"), press(.function(5)))
      expectEqual(drawn.type("\u{1B}[24~"), press(.function(12)))
      expectEqual(drawn.type("\u{1B}[1;2P"), press(.function(1), .shift))
      expectEqual(drawn.type("\u{1B}[15;5~"), press(.function(5), .control))
      expectEqual(drawn.type("\u{1B}[24;3~"), press(.function(12), .alt))
    }

    @Test("The function keys of the Linux console are recognised") func consoleFunctionKeys() throws {
      let drawn = try DrawnScreen("linux")
      defer { drawn.close() }
      for (letter, number) in zip("ABCDE", 1...5) {
        expectEqual(drawn.type("\u{1B}[[\(letter)"), press(.function(number)))
      }
    }

    @Test("Keys with control or alt are recognised") func controlAndAlt() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      for letter in "abcdefgklmnopqrstuvwxyz" where letter != "m" {
        let byte = letter.asciiValue! - 0x60
        expectEqual(drawn.type([byte]), press(.character(letter), .control))
        expectEqual(drawn.type([0x1B, byte]), press(.character(letter), [.control, .alt]))
      }
      expectEqual(drawn.type("\n"), press(.character("j"), .control))
      expectEqual(drawn.type([0]), press(.character(" "), .control))
      expectEqual(drawn.type([0x1F]), press(.character("_"), .control))
      expectEqual(drawn.type("\u{1B}b"), press(.character("b"), .alt))
      expectEqual(drawn.type("\u{1B}é"), press(.character("é"), .alt))
      expectEqual(drawn.type("\u{1B}\u{7F}"), press(.backspace, .alt))
      expectEqual(drawn.type("\u{1B}\r"), press(.enter, .alt))
      expectEqual(drawn.type("\u{1B}"), press(.escape))
      expectEqual(drawn.type("\u{1B}\u{1B}"), press(.escape) + press(.escape))
      for sequence in ["\u{1B}[A", "\u{1B}OA"] {
        expectEqual(drawn.type("\u{1B}" + sequence), press(.up, .alt))
      }
    }

    @Test("A character whose bytes arrive in two parts is recognised") func splitCharacters() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      for text in ["é", "漢", "😀"] {
        let bytes = Array(text.utf8)
        for place in 1..<bytes.count {
          expectEqual(drawn.type(Array(bytes[..<place])), [])
          expectEqual(drawn.type(Array(bytes[place...])), press(.character(Character(text))))
        }
      }
    }

    @Test("Malformed bytes are ignored") func malformedBytes() throws {
      let drawn = try DrawnScreen()
      defer { drawn.close() }
      expectEqual(
        drawn.type([0xFF, 0x61, 0xC3, 0x62, 0xE6, 0xBC, 0x63]),
        press(.character("a"))
          + press(.character("b")) + press(.character("c")))
      expectEqual(drawn.type([0xC0, 0x80, 0xED, 0xA0, 0x80, 0xF5, 0x80, 0x64]), press(.character("d")))
    }

    @Test(
      "Mouse presses and releases are recognised in two encodings",
      arguments: ["xterm-256color", "tmux-256color", "screen"])
    func mouse(type: String) throws {
      let drawn = try DrawnScreen(type, columns: 300, lines: 100)
      defer { drawn.close() }
      expectEqual(
        drawn.type("\u{1B}[<0;250;90M\u{1B}[<0;250;90m"),
        [
          .mouse(MouseEvent(.press, at: Point(line: 89, column: 249))),
          .mouse(MouseEvent(.release, at: Point(line: 89, column: 249))),
        ])
      expectEqual(
        drawn.type("\u{1B}[M" + "\u{20}\u{7F}\u{21}" + "\u{1B}[M#\u{21}\u{22}"),
        [
          .mouse(MouseEvent(.press, at: Point(line: 0, column: 94))),
          .mouse(MouseEvent(.release, at: Point(line: 1, column: 0))),
        ])
    }

    @Test("Random bytes cause no crash, and keys are recognised after them", arguments: terminalTypes)
    func randomBytes(type: String) throws {
      let drawn = try DrawnScreen(type)
      defer { drawn.close() }
      var random = SeededGenerator(seed: 2)
      let common = Array("\u{1B}\u{1B}[[O<;M~0125m".utf8)
      for _ in 0..<300 {
        let bytes = (0..<Int.random(in: 1...12, using: &random)).map { _ in
          Bool.random(using: &random)
            ? common.randomElement(using: &random)! : .random(in: 0...255, using: &random)
        }
        _ = drawn.type(bytes)
      }
      // Ends anything unfinished: a paste, a sequence, a character.
      _ = drawn.type("\u{1B}[201~\u{1B}[Zzzz")
      expectEqual(drawn.type("q"), press(.character("q")))
    }

    @Test(
      "A screen that escape ends leaves no rest of a key or a paste to the shell",
      arguments: [
        ("", ""), ("[B", ""), ("OB", ""), ("[1;5B", ""), ("[Bls\n", "ls\n"), ("[<0;3;4M\u{1B}[B", "\u{1B}[B"),
        ("[200~rm -r x\n\u{1B}[201~", ""), ("[200~\u{1B}[Byes\n\u{1B}[201~ls\n", "ls\n"),
      ])
    func restAfterEscape(rest: String, left: String) throws {
      let drawn = try DrawnScreen()
      expectEqual(drawn.type("\u{1B}"), press(.escape))
      drawn.send(rest)
      expectEqual(drawn.closeAndReadRest(), left)
    }

    @Test("A screen that a key ends leaves keys to the shell, but no rest of a paste") func restAfterKeys()
      throws
    {
      let keys = try DrawnScreen()
      expectEqual(keys.type("q"), press(.character("q")))
      keys.send("[Bls\n")
      expectEqual(keys.closeAndReadRest(), "[Bls\n")
      let paste = try DrawnScreen()
      paste.send("\r\u{1B}[200~" + String(repeating: "x", count: 8192) + "\u{1B}[201~ls\n")
      paste.screen.readInput()
      expectEqual(paste.screen.events.takeAll(), press(.enter))
      expectEqual(paste.closeAndReadRest(), "ls\n")
    }

    @Test("A bracketed paste is a single event", arguments: terminalTypes)
    func pastes(type: String) throws {
      let drawn = try DrawnScreen(type)
      defer { drawn.close() }
      let text = "Kангчен\tджанга 漢字 é 😀\n" + String(repeating: "x", count: 10_000)
      expectEqual(
        drawn.type("\u{1B}[200~\(text.replacing("\n", with: "\r"))\u{1B}[201~q"),
        [.paste(text)]
          + press(.character("q")))
    }
  }
}
