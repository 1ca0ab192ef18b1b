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

@Suite("Colour ramps") struct RampTests {
  private let theme = Theme.dark

  private func ramp(_ depth: ScreenTraits.ColorDepth, steps: Int = 9, theme: Theme = .dark) -> Ramp {
    Ramp(change: theme.inserted, background: theme.background, depth: depth, steps: steps)
  }

  @Test(
    "At level zero, a ramp returns the style unchanged",
    arguments: [ScreenTraits.ColorDepth.mono, .ansi, .palette, .trueColor])
  func levelZero(_ depth: ScreenTraits.ColorDepth) {
    let style = TextStyle(foreground: .palette(3), attributes: .underline)
    expectEqual(ramp(depth).style(style, level: 0), style)
    #expect(ramp(depth).style(style, level: 9) != style)
  }

  @Test("In true colour, each level is closer to the flash colour than the level below") func gradient() {
    expectEqual(ramp(.trueColor).style(.plain, level: 9).background, .rgb(4, 73, 32))
    let greens = (1...9).map { level -> Int in
      guard case .rgb(_, let green, _) = ramp(.trueColor).style(.plain, level: level).background else {
        return -1
      }
      return Int(green)
    }
    #expect(zip(greens, greens.dropFirst()).allSatisfy { $0 < $1 })
    #expect(greens[0] > 16)
  }

  @Test("In a light theme, the lowest level lies between the flash colour and the background")
  func lightTheme() {
    guard case .rgb(let red, _, _) = ramp(.trueColor, theme: .light).style(.plain, level: 1).background else {
      Issue.record("a flash without a colour")
      return
    }
    #expect((176...252).contains(red))
  }

  @Test("A style with its own background keeps it during a flash") func ownBackground() {
    let style = TextStyle(background: .palette(4))
    expectEqual(ramp(.trueColor).style(style, level: 9).background, .palette(4))
  }

  @Test("On terminals with few colours, a ramp uses the foreground colour and attributes") func attributes() {
    let color = theme.inserted.mark.foreground
    expectEqual(
      ramp(.ansi, steps: 2).style(.plain, level: 2), TextStyle(foreground: color, attributes: .bold))
    expectEqual(ramp(.ansi, steps: 2).style(.plain, level: 1), TextStyle(foreground: color))
    let mono = Theme.mono
    let depth = ScreenTraits.ColorDepth.mono
    expectEqual(
      Ramp(change: mono.inserted, background: .default, depth: depth, steps: 1).style(.plain, level: 1)
        .attributes, .bold)
    expectEqual(
      Ramp(change: mono.moved, background: .default, depth: depth, steps: 1).style(.plain, level: 1)
        .attributes, .underline)
  }
}
