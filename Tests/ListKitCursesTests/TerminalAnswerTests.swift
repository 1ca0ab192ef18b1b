import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

@Suite("Answers of a terminal") struct TerminalAnswerTests {
  private func decode(_ text: String, inPieces: Bool = false) -> (answers: [TerminalAnswer], events: [Event])
  {
    var decoder = InputDecoder()
    let bytes = Array(text.utf8)
    if inPieces {
      for byte in bytes { decoder.decode([byte], at: .now) }
    } else {
      decoder.decode(bytes, at: .now)
    }
    decoder.endWaiting(at: .now + .seconds(2))
    return (decoder.takeAnswers(), decoder.takeEvents())
  }

  @Test(
    "Background and attribute answers are decoded and are not keys",
    arguments: ["\u{7}", "\u{1B}\\", "\u{1B}"], [false, true])
  func backgrounds(_ end: String, _ inPieces: Bool) {
    let text = "a\u{1B}]11;rgb:ffff/8080/0000" + end + "\u{1B}[?64;1;2cb"
    let (answers, events) = decode(text, inPieces: inPieces)
    expectEqual(answers, [.background([1, Double(0x8080) / 65535, 0]), .attributes])
    expectEqual(events, [.key(.character("a")), .key(.character("b"))])
  }

  @Test("Short colours and colours with alpha are decoded") func colourForms() {
    expectEqual(decode("\u{1B}]11;rgb:f/0/f\u{7}").answers, [.background([1, 0, 1])])
    expectEqual(decode("\u{1B}]11;rgba:ff/00/ff/80\u{7}").answers, [.background([1, 0, 1])])
  }

  @Test(
    "Invalid and unknown answers are ignored",
    arguments: [
      "\u{1B}]11;rgb:\u{7}", "\u{1B}]11;rgb:1/2\u{7}", "\u{1B}]11;rgb:12345/1/1\u{7}",
      "\u{1B}]11;rgb:x/y/z\u{7}",
      "\u{1B}]10;rgb:1/1/1\u{7}", "\u{1B}]11\u{7}", "\u{1B}P11;rgb:1/1/1\u{1B}\\", "\u{1B}[?996n",
      "\u{1B}[>1;2c",
    ])
  func invalidAnswers(_ text: String) {
    let (answers, events) = decode(text)
    #expect(answers.isEmpty && events.isEmpty)
  }

  @Test(
    "A position is an answer; on the first line, only in the first column, because F3 looks the same",
    arguments: [("1;1", 0, 0), ("2;1", 1, 0), ("2;5", 1, 4), ("24;80", 23, 79)])
  func positions(_ parameters: String, line: Int, column: Int) {
    let (answers, events) = decode("\u{1B}[\(parameters)R")
    expectEqual(answers, [.cursor(ScreenPoint(line: line, column: column))])
    expectEqual(events, [])
  }

  @Test(
    "F3 is a key, with and without modifiers",
    arguments: [
      ("", []), ("1;2", .shift), ("1;3", .alt), ("1;5", .control), ("1;8", [.shift, .alt, .control]),
    ]
      as [(String, KeyPress.Modifiers)])
  func thirdFunctionKey(_ parameters: String, _ modifiers: KeyPress.Modifiers) {
    let (answers, events) = decode("\u{1B}[\(parameters)R")
    expectEqual(answers, [])
    expectEqual(events, [.key(KeyPress(.function(3), modifiers))])
  }

  @Test("A report of changed colours is decoded")
  func colourChange() { expectEqual(decode("\u{1B}[?997;2n").answers, [.colorsChanged]) }

  @Test(
    "A background is classified as light or dark",
    arguments: [
      ([0, 0, 0], .dark), ([1, 1, 1], .light), ([0.16, 0.17, 0.2], .dark), ([0.99, 0.96, 0.89], .light),
      ([0, 0.17, 0.21], .dark), ([0.3, 0.3, 0.3], .dark), ([0.6, 0.6, 0.6], .light),
    ] as [(SIMD3<Double>, UserInterfaceStyle)])
  func brightness(_ color: SIMD3<Double>, _ style: UserInterfaceStyle) {
    expectEqual(UserInterfaceStyle(background: color), style)
  }
}
