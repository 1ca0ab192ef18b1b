import LibC
import ListKit
import TestSupport
import Testing

@testable import ListKitCurses

/// Any input, in any pieces: no trap, the same events, and keys are recognised again afterwards.
@Suite("Random input") struct InputDecoderFuzzTests {
  /// Sequences that real terminals send, to be cut, mixed and damaged.
  private static let sequences = [
    "\u{1B}[A", "\u{1B}OA", "\u{1B}[1;5C", "\u{1B}[15~", "\u{1B}[3;2~", "\u{1B}[[A", "\u{1B}[7$", "\u{1B}[Z",
    "\u{1B}\u{1B}[B", "\u{1B}", "\u{1B}b", "\u{1B}]11;rgb:1e1e/1e1e/2e2e\u{7}", "\u{1B}]10;rgb:0/0/0\u{1B}\\",
    "\u{1B}P1+r544e=78\u{1B}\\", "\u{1B}_x\u{1B}\\", "\u{1B}^y\u{1B}\\", "\u{1B}Xz\u{1B}\\", "\u{1B}[?1;2c",
    "\u{1B}[24;80R", "\u{1B}[?2026;2$y", "\u{1B}[<0;12;3M", "\u{1B}[<0;12;3m", "\u{1B}[<32;13;3M",
    "\u{1B}[M !!",
    "\u{1B}[200~pasted\rtext\u{1B}[201~", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}[I", "\u{1B}[27;5;106~",
    "\u{1B}[97;5u", "text", "漢字", "e\u{301}\u{302}", "👩‍👩‍👧‍👦🇺🇸", "\r", "\n", "\t", "\u{7F}", "\u{0}", "\u{18}",
    "\u{9B}1A", "\u{1B}[1", ";", "99999999999999999999", "-", "\u{1B}O", "\u{1B}]",
  ].map { Array($0.utf8) }

  private static let keys = KeySequences([
    (Array("\u{1B}[[A".utf8), KeyPress(.function(1))), (Array("\u{1B}[7$".utf8), KeyPress(.home, .shift)),
    (Array("\u{1B}[A".utf8), KeyPress(.up)), (Array("\u{1B}OA".utf8), KeyPress(.up)),
    (Array("\u{1B}x".utf8), KeyPress(.home)), (Array("\u{1B}xyz".utf8), KeyPress(.end)),
    (Array("\u{1}@\r".utf8), KeyPress(.function(2))),
  ])

  private static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<random.number(1..<8) {
      if random.chance(15) {
        bytes += (0..<random.number(1..<6)).map { _ in UInt8.random(in: 0...255, using: &random) }
        continue
      }
      var sequence = sequences[random.number(0..<sequences.count)]
      if random.chance(25), !sequence.isEmpty {
        let place = random.number(0..<sequence.count)
        switch random.number(0..<3) {
        case 0: sequence[place] = .random(in: 0...255, using: &random)
        case 1: sequence.remove(at: place)
        default: sequence.insert(.random(in: 0...127, using: &random), at: place)
        }
      }
      bytes += sequence
    }
    return bytes
  }

  /// Bytes that arrive at one time, with or without silence after them.
  private struct Burst {
    var bytes: [UInt8]
    var time: ContinuousClock.Instant
    var silence: Duration?
  }

  private static func play(_ bursts: [Burst], cut: (Int) -> [Int]) -> [Event] {
    var decoder = InputDecoder(keys: keys)
    var events: [Event] = []
    for burst in bursts {
      var start = 0
      for end in cut(burst.bytes.count) + [burst.bytes.count] {
        decoder.decode(burst.bytes[start..<end], at: burst.time)
        events += decoder.takeEvents()
        start = end
      }
      if let silence = burst.silence { decoder.endWaiting(at: burst.time + silence) }
      events += decoder.takeEvents()
    }
    return events
  }

  private func check(seed: Int) {
    var random = SeededGenerator(seed: seed)
    var time = ContinuousClock.now
    var bursts = (0..<random.number(1..<6)).map { _ in
      time += .milliseconds(random.number(0..<300))
      let silence: Duration? = random.chance(50) ? .milliseconds(random.number(0..<1500)) : nil
      return Burst(bytes: Self.bytes(&random), time: time, silence: silence)
    }
    // Silence ends every unfinished sequence; the key after it is recognised.
    bursts.append(Burst(bytes: [], time: time + .seconds(10), silence: .zero))
    bursts.append(Burst(bytes: Array("q".utf8), time: time + .seconds(20), silence: .zero))
    let whole = Self.play(bursts) { _ in [] }
    let bytewise = Self.play(bursts) { Array(1..<max(1, $0)) }
    let cut = Self.play(bursts) { count in (0..<count).filter { _ in random.chance(20) } }
    expectEqual(whole, bytewise, "seed \(seed): \(bursts)")
    expectEqual(whole, cut, "seed \(seed): \(bursts)")
    expectEqual(whole.last, .key(KeyPress(.character("q"))), "seed \(seed): \(bursts)")
  }

  /// Checks 500 seeds, or random seeds for `LISTKIT_SOAK_SECONDS`.
  @Test("Any input gives the same events in any pieces, and later keys are recognised") func randomInput() {
    let soak = getenv("LISTKIT_SOAK_SECONDS").flatMap { Int(String(cString: $0)) }
    guard let soak else { return (0..<500).forEach(check) }
    let deadline = ContinuousClock.now + .seconds(soak)
    for seed in Int.random(in: 0..<1 << 40)... {
      guard ContinuousClock.now < deadline else { return }
      check(seed: seed)
    }
  }
}
