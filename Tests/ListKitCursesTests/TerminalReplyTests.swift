import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

/// Replies of a terminal are not keys.
@Suite("Replies of a terminal") struct TerminalReplyTests {
  private static let start = ContinuousClock.now
  private let a = Event.key(KeyPress(.character("a")))

  private static let replies = [
    "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{1B}\\", "\u{1B}]10;rgb:0/0/0\u{1B}",
    "\u{1B}]lwindow title 漢字\u{1B}\\", "\u{1B}P1+r544e=787465726d2d323536636f6c6f72\u{1B}\\",
    "\u{1B}P>|XTerm(379)\u{1B}\\", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}^private\u{7}\u{1B}\\",
    "\u{1B}Xstart of string\u{1B}\\", "\u{1B}P1$r0m\u{18}", "\u{1B}]52;c;YWxwcw==\u{1B}\\",
  ]

  @Test("Replies are not keys, even if they arrive in two pieces", arguments: replies)
  func splitReplies(reply: String) {
    let bytes = Array(reply.utf8)
    for place in 1...bytes.count {
      var decoder = InputDecoder()
      decoder.decode(bytes[..<place], at: Self.start)
      decoder.decode(bytes[place...] + Array("a".utf8), at: Self.start + .milliseconds(500))
      decoder.endWaiting(at: Self.start + .milliseconds(500))
      expectEqual(decoder.takeEvents(), [a], "cut after \(place) bytes")
    }
  }

  /// urxvt ends its replies with a bare escape; after it comes a reply or a key.
  @Test("A bare escape ends a colour reply, and the reply or key after it is recognised") func bareEscape() {
    var decoder = InputDecoder()
    decoder.decode(
      "\u{1B}]11;rgb:0/0/0\u{1B}\u{1B}[?1;2c\u{1B}]11;rgb:0/0/0\u{1B}\u{1B}[A".utf8, at: Self.start)
    expectEqual(decoder.takeEvents(), [.key(KeyPress(.up))])
    decoder.decode("\u{1B}]11;rgb:0/0/0\u{1B}".utf8, at: Self.start)
    decoder.endWaiting(at: Self.start + .milliseconds(25))
    decoder.decode("a".utf8, at: Self.start + .milliseconds(30))
    decoder.endWaiting(at: Self.start + .milliseconds(30))
    expectEqual(decoder.takeEvents(), [a])
  }

  @Test("The next key ends a string that has no end") func unendedString() {
    var decoder = InputDecoder()
    decoder.decode("\u{1B}P1+r544e\u{1B}[B\u{1B}]11;rgb\u{1B}OA".utf8, at: Self.start)
    expectEqual(decoder.takeEvents(), [.key(KeyPress(.down)), .key(KeyPress(.up))])
  }

  @Test("An escape typed before a reply is a key") func typedEscape() {
    var decoder = InputDecoder()
    decoder.decode("\u{1B}\u{1B}]11;rgb:0/0/0\u{7}\u{1B}\u{1B}[?1;2c".utf8, at: Self.start)
    expectEqual(decoder.takeEvents(), [.key(KeyPress(.escape)), .key(KeyPress(.escape))])
  }

  @Test(
    "The start of a reply is a key with alt if nothing follows within 25 ms",
    arguments: ["]", "P", "_", "^", "X"])
  func loneIntroducer(letter: Character) {
    var decoder = InputDecoder()
    decoder.decode("\u{1B}\(letter)".utf8, at: Self.start)
    decoder.endWaiting(at: Self.start + .milliseconds(24))
    expectEqual(decoder.takeEvents(), [])
    decoder.endWaiting(at: Self.start + .milliseconds(25))
    expectEqual(decoder.takeEvents(), [.key(KeyPress(.character(letter), .alt))])
  }

  @Test(
    "An unfinished sequence blocks keys for at most a second, an unfinished paste for five",
    arguments: [
      ("\u{1B}]11;rgb", 1), ("\u{1B}P1", 1), ("\u{1B}[1", 1), ("\u{1B}[M!", 1), ("\u{1B}[200~text", 5),
    ])
  func unfinishedSequences(beginning: String, seconds: Int) {
    var decoder = InputDecoder()
    decoder.decode(beginning.utf8, at: Self.start)
    // A user holds down a key whose text could belong to the sequence.
    var time = Self.start
    while time < Self.start + .seconds(seconds) {
      time += .milliseconds(33)
      decoder.decode("0".utf8, at: time)
      decoder.endWaiting(at: time)
    }
    _ = decoder.takeEvents()
    decoder.decode("a".utf8, at: time)
    decoder.endWaiting(at: time)
    expectEqual(decoder.takeEvents(), [a])
  }

  @Test("The decoder gives up on a very long string without an end, and stores only its start")
  func boundedStrings() {
    var decoder = InputDecoder()
    decoder.decode("\u{1B}]".utf8, at: Self.start)
    for _ in 0..<100 { decoder.decode([UInt8](repeating: 0x30, count: 1000), at: Self.start) }
    #expect(!decoder.takeEvents().isEmpty)
    #expect(decoder.string.head.count <= 64)
  }
}
