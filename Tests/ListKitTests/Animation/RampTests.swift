import TestSupport
import Testing

@testable import ListKit

@Suite("Colour ramps") struct RampTests {
  private let theme = Theme.dark

  private func ramp(_ depth: ScreenTraits.ColorDepth, steps: Int = 9, theme: Theme = .dark) -> Ramp {
    Ramp(change: theme.inserted, background: theme.background, depth: depth, steps: steps)
  }

  @Test(
    "At level zero, a ramp returns the style unchanged",
    arguments: [ScreenTraits.ColorDepth.mono, .ansi, .palette, .trueColor])
  func levelZero(_ depth: ScreenTraits.ColorDepth) {
    let style = Style(foreground: .palette(3), attributes: .underline)
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
    let style = Style(background: .palette(4))
    expectEqual(ramp(.trueColor).style(style, level: 9).background, .palette(4))
  }

  @Test("On terminals with few colours, a ramp uses the foreground colour and attributes") func attributes() {
    let color = theme.inserted.mark.foreground
    expectEqual(ramp(.ansi, steps: 2).style(.plain, level: 2), Style(foreground: color, attributes: .bold))
    expectEqual(ramp(.ansi, steps: 2).style(.plain, level: 1), Style(foreground: color))
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
