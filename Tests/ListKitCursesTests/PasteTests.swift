import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

@Suite("Pastes") struct PasteTests {
  private static let start = ContinuousClock.now
  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  private func isMegabyte(_ event: Event?, omitted: Int) -> Bool {
    guard case .paste(let text, omitted) = event else { return false }
    return text.utf8.count == 1 << 20 && text.utf8.allSatisfy { $0 == UInt8(ascii: "x") }
  }

  @Test("A long paste keeps its first megabyte and counts the omitted bytes") func limit() {
    var decoder = InputDecoder()
    decoder.decode(Self.begin, at: Self.start)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    for _ in 0..<160 { decoder.decode(piece, at: Self.start) }
    decoder.decode(Self.end + Array("q".utf8), at: Self.start)
    decoder.endWaiting(at: Self.start)
    let events = decoder.takeEvents()
    let isRight = isMegabyte(events.first, omitted: 9 << 20)
    #expect(isRight, "not the first megabyte")
    expectEqual(events.dropFirst(), [.key(KeyPress(.character("q")))])
  }

  @Test("A paste that is too long is not cut within a character") func wholeCharacters() {
    var decoder = InputDecoder()
    decoder.decode(Self.begin, at: Self.start)
    decoder.decode(Array(String(repeating: "漢", count: 400_000).utf8), at: Self.start)
    decoder.decode(Self.end, at: Self.start)
    guard case .paste(let text, _) = decoder.takeEvents().first else { Issue.record("no paste"); return }
    expectEqual(text, String(repeating: "漢", count: (1 << 20) / 3))
  }

  @Test("A paste that arrives in slow pieces is one event") func slowPaste() {
    var decoder = InputDecoder()
    decoder.decode(Self.begin, at: Self.start)
    var time = Self.start
    for _ in 0..<100 {
      time += .milliseconds(2900)
      decoder.endWaiting(at: time)
      decoder.decode([UInt8](repeating: UInt8(ascii: "x"), count: 300), at: time)
    }
    decoder.decode(Self.end, at: time)
    expectEqual(decoder.takeEvents(), [.paste(String(repeating: "x", count: 30_000))])
  }

  @Test("Keys after a paste whose end was lost delay its end by 10 ms each, pieces up to three seconds")
  func delay() {
    var decoder = InputDecoder()
    decoder.decode(Self.begin, at: Self.start)
    for key in 1...4 {
      decoder.decode(Array("j".utf8), at: Self.start + .milliseconds(500 * key))
      expectEqual(decoder.deadline, Self.start + .milliseconds(3000 + 10 * key))
    }
    let time = Self.start + .milliseconds(2500)
    decoder.decode([UInt8](repeating: UInt8(ascii: "x"), count: 300), at: time)
    expectEqual(decoder.deadline, time + InputDecoder.pastePatience)
  }

  @Test("An escape inside a paste is text, at the edge of a piece too") func escapeInside() {
    var decoder = InputDecoder()
    var time = Self.start
    for piece in [Self.begin + Array("a\u{1B}".utf8), Array("[Bb\u{1B}[20".utf8), Array("1~q".utf8)] {
      decoder.decode(piece, at: time)
      time += .milliseconds(500)
      decoder.endWaiting(at: time)
    }
    expectEqual(decoder.takeEvents(), [.paste("a[Bb"), .key(KeyPress(.character("q")))])
  }

  @Test("A paste without an end ends after a timeout") func unendedPaste() {
    var decoder = InputDecoder()
    decoder.decode(Self.begin + Array("alps".utf8), at: Self.start)
    expectEqual(decoder.deadline, Self.start + InputDecoder.pastePatience)
    decoder.endWaiting(at: Self.start + InputDecoder.pastePatience)
    expectEqual(decoder.takeEvents(), [.paste("alps")])
    // The end of the paste arrives nevertheless.
    decoder.decode(Self.end + Array("\u{1B}[A".utf8), at: Self.start + .seconds(5))
    expectEqual(decoder.takeEvents(), [.key(KeyPress(.up))])
  }
}
