import TestSupport
import Testing

@testable import ListKit

@Suite("Flash curves") struct FlashCurveTests {
  static let depths: [(ScreenTraits.ColorDepth, ClosedRange<Int>)] = [
    (.trueColor, 8...10), (.palette, 4...5), (.ansi, 2...2), (.mono, 1...1),
  ]

  @Test(
    "A flash starts at the maximum level and fades through all levels to zero",
    arguments: depths, [ChangeCause.user, .data])
  func fading(_ depth: (ScreenTraits.ColorDepth, ClosedRange<Int>), _ cause: ChangeCause) {
    let curve = FlashCurve(cause: cause, depth: depth.0)
    let levels = (0...900).map { curve.level(after: .milliseconds($0)) }
    #expect(depth.1.contains(curve.steps))
    expectEqual(levels.first, curve.steps)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $0 >= $1 })
    expectEqual(Set(levels), Set(0...curve.steps))
    let total = cause == .user ? 200 : 800
    expectEqual(levels[total], 0)
    expectEqual(levels[total - 2], 1)
  }

  @Test("A flash caused by data keeps the maximum level for about 100 ms") func hold() {
    let curve = FlashCurve(cause: .data, depth: .trueColor)
    expectEqual(curve.level(after: .milliseconds(99)), curve.steps)
    #expect(curve.level(after: .milliseconds(200)) < curve.steps)
  }

  @Test(
    "Waking at the end of each level shows every change of a flash",
    arguments: depths, [ChangeCause.user, .data])
  func levelEnds(
    _ depth: (ScreenTraits.ColorDepth, ClosedRange<Int>), _ cause: ChangeCause
  ) {
    let curve = FlashCurve(cause: cause, depth: depth.0)
    var now = Duration.zero
    var wakes = 0
    while let end = curve.endOfLevel(after: now) {
      #expect(end > now)
      if end - now > .milliseconds(4) {
        expectEqual(curve.level(after: end - .milliseconds(2)), curve.level(after: now))
      }
      now = end
      wakes += 1
    }
    expectEqual(curve.level(after: now), 0)
    #expect(wakes <= curve.steps * 2)
  }
}
