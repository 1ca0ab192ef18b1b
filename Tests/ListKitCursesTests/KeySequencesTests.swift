import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

/// Keys of terminals that send unusual sequences.
@Suite("Key sequences") struct KeySequencesTests {
  private static let start = ContinuousClock.now

  /// Returns the events of pieces, each followed by some milliseconds of silence.
  private func events(_ pieces: String..., keys: [(String, KeyPress)], silence: Int = 25) -> [Event] {
    var decoder = InputDecoder(keys: KeySequences(keys.map { (Array($0.0.utf8), $0.1) }))
    var time = Self.start
    for piece in pieces {
      decoder.decode(piece.utf8, at: time)
      time += .milliseconds(silence)
      decoder.endWaiting(at: time)
    }
    return decoder.takeEvents()
  }

  private let console = [
    ("\u{1B}[[A", KeyPress(.function(1))), ("\u{1B}[A", KeyPress(.up)), ("\u{1B}\t", KeyPress(.tab, .shift)),
  ]
  private func key(_ key: Key, _ modifiers: KeyPress.Modifiers = []) -> Event {
    .key(KeyPress(key, modifiers))
  }

  @Test("Sequences of the table are decoded as their keys") func table() {
    expectEqual(
      events("\u{1B}[[A\u{1B}[A\u{1B}\tx", keys: console).dropLast(),
      [key(.function(1)), key(.up), key(.tab, .shift)])
  }

  @Test("Sequences that are not in the table keep their standard meaning") func standardSequences() {
    expectEqual(
      events("\u{1B}[B\u{1B}b\u{1B}[1;5A", keys: console),
      [key(.down), key(.character("b"), .alt), key(.up, .control)])
    expectEqual(
      events("\u{1B}[200~a\u{1B}[201~", keys: [("\u{1B}[20~", KeyPress(.function(9)))]), [.paste("a")])
  }

  @Test("An escape before a sequence adds the alt modifier") func escapePrefix() {
    expectEqual(events("\u{1B}\u{1B}[[A", keys: console), [key(.function(1), .alt)])
  }

  @Test("The longest matching sequence of the table is the key") func longestMatch() {
    let keys = [("\u{1B}x", KeyPress(.home)), ("\u{1B}xyz", KeyPress(.end))]
    expectEqual(events("\u{1B}xyz", keys: keys), [key(.end)])
    expectEqual(events("\u{1B}xyq", keys: keys), [key(.home), key(.character("y")), key(.character("q"))])
    expectEqual(events("\u{1B}xy", keys: keys), [key(.home), key(.character("y"))])
  }

  @Test("Silence of 25 ms makes an escape a key, but does not end a longer part of a sequence")
  func timeout() {
    expectEqual(events("\u{1B}", "[[A", keys: console).first, key(.escape))
    expectEqual(events("\u{1B}", "[[A", keys: console, silence: 24), [key(.function(1))])
    expectEqual(events("\u{1B}[[", "A", keys: console), [key(.function(1))], "users do not type that")
  }

  @Test("Single bytes and text in the table are ignored") func plainText() {
    let keys = [("\u{A}", KeyPress(.down)), ("ab", KeyPress(.home))]
    expectEqual(
      events("\nab", keys: keys), [.key(.control("j")), key(.character("a")), key(.character("b"))])
  }

  @Test("Terminfo capabilities are mapped to keys with modifiers") func terminfo() {
    let presses = Dictionary(uniqueKeysWithValues: TerminfoKeys.presses.map { ($0.capability, $0.press) })
    expectEqual(presses["kcuu1"], KeyPress(.up))
    expectEqual(presses["kf13"], KeyPress(.function(1), .shift))
    expectEqual(presses["kf63"], KeyPress(.function(3), [.shift, .alt]))
    expectEqual(presses["kUP5"], KeyPress(.up, .control))
    expectEqual(presses["kLFT"], KeyPress(.left, .shift))
    expectEqual(presses["kDC8"], KeyPress(.delete, [.shift, .alt, .control]))
  }
}
