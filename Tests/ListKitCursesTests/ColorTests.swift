import ListKit
import TerminalTesting
import TestSupport
import Testing

@testable import ListKitCurses

extension InProcess {
  @Suite("Colours") @MainActor struct ColorTests {
    private typealias Cell = VirtualTerminal.Cell

    /// Draws a glyph in a style, and returns the cell that the emulator shows.
    private func cell(_ style: TextStyle, on drawn: DrawnScreen) -> Cell {
      drawn.present(["x"], style: style)
      return drawn.emulator[0, 0]
    }

    @Test(
      "A terminal shows the nearest colour that its type supports",
      arguments: [
        // The terminal type, its depth, and the colours shown for: red of the palette, bright red, orange of
        // the colour cube, a direct colour.
        (
          "alacritty-direct", .trueColor,
          [.palette(1), .rgb(255, 0, 0), .rgb(255, 135, 0), .rgb(10, 200, 30)]
        ),
        ("xterm-256color", .palette, [.palette(1), .palette(9), .palette(208), .palette(40)]),
        ("tmux-256color", .palette, [.palette(1), .palette(9), .palette(208), .palette(40)]),
        ("xterm", .ansi, [.palette(1), .palette(1), .palette(3), .palette(2)]),
        ("linux", .ansi, [.palette(1), .palette(1), .palette(3), .palette(2)]),
        ("vt100", .mono, [.default, .default, .default, .default]),
      ] as [(String, ScreenTraits.ColorDepth, [VirtualTerminal.Color])])
    func nearest(type: String, depth: ScreenTraits.ColorDepth, shown: [VirtualTerminal.Color]) throws {
      let drawn = try DrawnScreen(type)
      defer { drawn.close() }
      expectEqual(drawn.screen.traits.colorDepth, depth)
      let colors: [Color] = [.palette(1), .palette(9), .palette(208), .rgb(10, 200, 30)]
      expectEqual(colors.map { cell(TextStyle(foreground: $0), on: drawn).foreground }, shown)
      if depth > .ansi {
        expectEqual(colors.map { cell(TextStyle(background: $0), on: drawn).background }, shown)
      }
    }

    @Test("A terminal with eight colours shows bright foreground colours in bold") func boldColors() throws {
      let drawn = try DrawnScreen("xterm")
      defer { drawn.close() }
      let bright = cell(TextStyle(foreground: .palette(9)), on: drawn)
      expectEqual(bright.attributes, .bold)
      expectEqual(cell(TextStyle(foreground: .palette(1)), on: drawn).attributes, [])
      expectEqual(cell(TextStyle(background: .palette(9)), on: drawn).background, .palette(1))
      expectEqual(cell(TextStyle(background: .palette(9)), on: drawn).attributes, [])
    }

    @Test("A screen shows the nearest of 16 colours on request") func ansiColors() throws {
      let drawn = try DrawnScreen(options: CursesOptions(color: .ansi16))
      defer { drawn.close() }
      expectEqual(cell(TextStyle(foreground: .rgb(250, 10, 10)), on: drawn).foreground, .palette(9))
      expectEqual(cell(TextStyle(foreground: .palette(21)), on: drawn).foreground, .palette(4))
    }

    @Test("A screen uses fewer colours than its terminal type has on request") func fewerColors() throws {
      let some = try DrawnScreen("alacritty-direct", options: CursesOptions(color: .palette256))
      defer { some.close() }
      expectEqual(some.screen.traits.colorDepth, .palette)
      expectEqual(cell(TextStyle(foreground: .palette(208)), on: some).foreground, .rgb(255, 135, 0))
      expectEqual(cell(TextStyle(foreground: .rgb(250, 130, 3)), on: some).foreground, .rgb(255, 135, 0))
      let few = try DrawnScreen("alacritty-direct", options: CursesOptions(color: .ansi16))
      defer { few.close() }
      expectEqual(few.screen.traits.colorDepth, .ansi)
      let bright = cell(TextStyle(foreground: .palette(9)), on: few)
      #expect(bright.foreground == .palette(1) && bright.attributes == .bold)
    }

    @Test("The darkest direct colours are not mistaken for palette colours") func darkestColors() throws {
      let drawn = try DrawnScreen("alacritty-direct")
      defer { drawn.close() }
      expectEqual(cell(TextStyle(foreground: .rgb(0, 0, 0)), on: drawn).foreground, .rgb(0, 1, 0))
      expectEqual(cell(TextStyle(foreground: .rgb(0, 0, 5)), on: drawn).foreground, .rgb(0, 1, 5))
      expectEqual(cell(TextStyle(foreground: .rgb(0, 0, 8)), on: drawn).foreground, .rgb(0, 0, 8))
    }

    @Test("Palette colours remain palette colours on a terminal with direct colours")
    func paletteColors() throws {
      let drawn = try DrawnScreen(environment: ["COLORTERM": "truecolor"])
      defer { drawn.close() }
      expectEqual(drawn.screen.traits.colorDepth, .trueColor)
      expectEqual(cell(TextStyle(foreground: .palette(9)), on: drawn).foreground, .palette(9))
      expectEqual(cell(TextStyle(foreground: .palette(208)), on: drawn).foreground, .palette(208))
      _ = cell(TextStyle(foreground: .rgb(10, 200, 30)), on: drawn)
      #expect(String(decoding: drawn.written, as: UTF8.self).contains("38:2::10:200:30"))
    }

    /// 64 pairs and 81 combinations: all are right as long as no frame needs more pairs than there are,
    /// however many earlier frames used.
    @Test("Colour pairs of earlier frames are used again") func reusedPairs() throws {
      let drawn = try DrawnScreen("xterm")
      defer { drawn.close() }
      for _ in 0..<3 {
        for front in UInt8(0)..<8 {
          for back in UInt8(0)..<8 {
            let shown = cell(TextStyle(foreground: .palette(front), background: .palette(back)), on: drawn)
            #expect(shown.foreground == .palette(front) && shown.background == .palette(back))
          }
          let shown = cell(TextStyle(foreground: .palette(front)), on: drawn)
          #expect(shown.foreground == .palette(front) && shown.background == .default)
        }
      }
    }

    @Test("Text is readable in a frame that needs more colour pairs than the terminal has")
    func tooManyPairs() throws {
      let drawn = try DrawnScreen("xterm", columns: 9, lines: 9)
      defer { drawn.close() }
      var frame = Frame(size: drawn.screen.size)
      let colors: [Color] = [.default] + (0..<8).map { .palette($0) }
      for (line, front) in colors.enumerated() {
        for (column, back) in colors.enumerated() {
          frame[line, column] = Glyph("x", style: TextStyle(foreground: front, background: back))
        }
      }
      drawn.present(frame)
      for line in 0..<9 {
        for column in 0..<9 where line != column {
          let cell = drawn.emulator[line, column]
          #expect(cell.foreground != cell.background || cell.foreground == .default)
        }
      }
    }

    @Test("Frames with 5,000 direct colours show the colours of the frame") func manyDirectColors() throws {
      let drawn = try DrawnScreen("alacritty-direct", columns: 100, lines: 50)
      defer { drawn.close() }
      for round in 0..<20 {
        var frame = Frame(size: drawn.screen.size)
        for line in 0..<50 {
          for column in 0..<100 {
            let style = TextStyle(foreground: .rgb(UInt8(round * 10 + 20), UInt8(line), UInt8(column)))
            frame[line, column] = Glyph("x", style: style)
          }
        }
        drawn.present(frame)
        expectEqual(drawn.emulator[49, 99].foreground, .rgb(UInt8(round * 10 + 20), 49, 99))
        expectEqual(drawn.emulator[0, 0].foreground, .rgb(UInt8(round * 10 + 20), 0, 0))
      }
    }

    @Test(
      "NO_COLOR outranks every colour option, and attributes remain",
      arguments: [CursesOptions.ColorChoice.automatic, .always, .trueColor, .palette256, .ansi16])
    func noColor(choice: CursesOptions.ColorChoice) throws {
      let drawn = try DrawnScreen(
        options: CursesOptions(color: choice), environment: ["NO_COLOR": "1", "COLORTERM": "truecolor"])
      defer { drawn.close() }
      expectEqual(drawn.screen.traits.colorDepth, .mono)
      let shown = cell(
        TextStyle(foreground: .palette(1), background: .rgb(1, 2, 3), attributes: .bold), on: drawn)
      #expect(shown.foreground == .default && shown.background == .default && shown.attributes == .bold)
    }
  }
}
