import ListKitTesting
import TestSupport
import Testing

@testable import ListKit

/// All symbols of the Unicode and the ASCII set.
@Suite("Symbols") struct SymbolTests {
  /// Symbols that always take one column, so that rows stay aligned when they change.
  private static var narrow: [(name: String, sign: KeyPath<Symbols, String>)] {
    [
      ("collapsed", \.collapsed), ("expanded", \.expanded), ("cursor", \.cursor), ("inserted", \.inserted),
      ("deleted", \.deleted), ("changed", \.changed), ("movedUp", \.movedUp), ("movedDown", \.movedDown),
      ("moved", \.moved), ("minus", \.minus), ("disclosure", \.disclosure), ("checkmark", \.checkmark),
      ("detail", \.detail), ("thumb", \.thumb), ("rule", \.rule), ("edge", \.edge), ("reorder", \.reorder),
      ("delete", \.delete), ("insert", \.insert),
    ]
  }
  /// Symbols that replace each other at the same place.
  private static var pairs: [(KeyPath<Symbols, String>, KeyPath<Symbols, String>)] {
    [
      (\.switchOn, \.switchOff), (\.collapsed, \.expanded),
      (\.movedUp, \.movedDown),
    ]
  }

  private let metrics = TextMetrics(.testing(.mono))

  @Test("Symbols and corners take one column") func widths() {
    for symbols in [Symbols.unicode, .ascii] {
      for (name, sign) in Self.narrow { expectEqual(metrics.width(of: symbols[keyPath: sign]), 1, "\(name)") }
      for (frame, corner) in symbols.corners.enumerated() {
        expectEqual(metrics.width(of: corner), 1, "corner \(frame)")
      }
      expectEqual(symbols.corners.count, 4)
    }
  }

  @Test("Symbols that replace each other differ and have the same width") func counterparts() {
    for symbols in [Symbols.unicode, .ascii] {
      for (first, second) in Self.pairs {
        let (one, other) = (symbols[keyPath: first], symbols[keyPath: second])
        #expect(one != other)
        expectEqual(metrics.width(of: one), metrics.width(of: other), "\(one) \(other)")
      }
    }
  }

  @Test("The ASCII set contains only printable ASCII characters") func ascii() {
    let symbols = Symbols.ascii
    let signs = Self.narrow.map { symbols[keyPath: $0.sign] } + symbols.corners + symbols.spinner
    for sign in signs + [
      symbols.switchOn, symbols.switchOff, symbols.busy,
    ] {
      #expect(sign.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(sign)")
    }
  }

  @Test("The frames of a spinner differ, take one column and exclude the busy symbol") func spinners() {
    for symbols in [Symbols.unicode, .ascii] {
      expectEqual(Set(symbols.spinner).count, symbols.spinner.count)
      #expect(symbols.spinner.count > 1)
      #expect(symbols.spinner.allSatisfy { metrics.width(of: $0) == 1 })
      #expect(!symbols.spinner.contains(symbols.busy), "what stands still looks unlike what turns")
    }
  }
}
