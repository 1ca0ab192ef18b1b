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
  }
}
